"""Grande Armée's title page: what a list of games shows of it; the game is loaded when somebody plays it."""

from typing import Final

from sandtable.engine import GameTitle, system_at
from sandtable.library import read_title
from sandtable_grande_armee.scenarios import AUSTRIA, JENA, WAGRAM

TITLE: Final = GameTitle(
    "grande_armee",
    "Grande Armée",
    (read_title(JENA), read_title(WAGRAM), read_title(AUSTRIA)),
    system_at("sandtable_grande_armee.system:GRANDE_ARMEE"),
)
