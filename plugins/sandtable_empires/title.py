"""Empires' title page: what a list of games shows of it; the game is loaded when somebody plays it."""

from typing import Final

from sandtable.engine import GameTitle, system_at
from sandtable.library import read_title
from sandtable_empires.campaign_texts import TEXTS

TITLE: Final = GameTitle(
    "empires",
    "Empires",
    tuple(map(read_title, TEXTS)),
    system_at("sandtable_empires.system:EMPIRES"),
)
