"""The drill ground's title page: what a list of games shows of it; the game is loaded when somebody plays it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sandtable.engine import GameTitle
from sandtable.library import read_title

if TYPE_CHECKING:
    from sandtable.engine import GameSystem


def _load() -> GameSystem:
    from sandtable_drill_ground.system import DRILL_GROUND

    return DRILL_GROUND


TITLE: Final = GameTitle(
    "drill_ground", "The Drill Ground", (read_title(Path(__file__).with_name("scenario.toml")),), _load
)
