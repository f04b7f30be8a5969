"""The texts of campaigns: where they lie."""

from __future__ import annotations

from pathlib import Path
from typing import Final

CAMPAIGNS: Final = Path(__file__).with_name("campaign")
PENINSULA: Final = CAMPAIGNS / "peninsula_1808.toml"
DANUBE: Final = CAMPAIGNS / "danube_1809.toml"
AUSTERLITZ: Final = CAMPAIGNS / "austerlitz_1805.toml"
PRUSSIA: Final = CAMPAIGNS / "prussia_1806.toml"
GRAND: Final = CAMPAIGNS / "grand_campaign_1805.toml"
TEXTS: Final = (PENINSULA, DANUBE, AUSTERLITZ, PRUSSIA, GRAND)
"""In the order in which lists name them."""
