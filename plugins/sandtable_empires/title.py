"""Empires' title page: what a list of games shows of it; the game is loaded when somebody plays it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sandtable.engine import GameTitle, ScenarioTitle

if TYPE_CHECKING:
    from sandtable.engine import GameSystem

PENINSULA: Final = Path(__file__).with_name("campaign") / "peninsula_1808.toml"


def read_campaign(path: Path) -> dict[str, Any]:
    """Read the text of a campaign."""
    return tomllib.loads(path.read_text("utf-8"))


def title_of(path: Path) -> ScenarioTitle:
    """Return what a campaign is called."""
    text = read_campaign(path)
    return ScenarioTitle(text["key"], text["title"], text["says"])


def _load() -> GameSystem:
    from sandtable_empires.system import EMPIRES

    return EMPIRES


TITLE: Final = GameTitle("empires", "Empires", (title_of(PENINSULA),), _load)
