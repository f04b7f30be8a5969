"""The texts of campaigns: where they lie, and what they are called."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from sandtable.engine import ScenarioTitle

PENINSULA: Final = Path(__file__).with_name("campaign") / "peninsula_1808.toml"


def read_campaign(path: Path) -> dict[str, Any]:
    """Read the text of a campaign."""
    return tomllib.loads(path.read_text("utf-8"))


def title_of(path: Path) -> ScenarioTitle:
    """Return what a campaign is called."""
    text = read_campaign(path)
    return ScenarioTitle(text["key"], text["title"], text["says"])
