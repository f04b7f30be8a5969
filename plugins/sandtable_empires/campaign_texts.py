"""The texts of campaigns: where they lie."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PENINSULA: Final = Path(__file__).with_name("campaign") / "peninsula_1808.toml"
