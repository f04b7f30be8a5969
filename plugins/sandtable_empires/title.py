"""Empires' title page: what a list of games shows of it; the game is loaded when somebody plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.engine import GameTitle
from sandtable.library import read_title
from sandtable_empires.campaign_texts import PENINSULA

if TYPE_CHECKING:
    from sandtable.engine import GameSystem


def _load() -> GameSystem:
    from sandtable_empires.system import EMPIRES

    return EMPIRES


TITLE: Final = GameTitle("empires", "Empires", (read_title(PENINSULA),), _load)
