"""The scenarios of Grande Armée: where their texts lie."""

from __future__ import annotations

from pathlib import Path
from typing import Final

JENA: Final = Path(__file__).with_name("jena_1806.toml")
WAGRAM: Final = Path(__file__).with_name("wagram_1809.toml")
AUSTRIA: Final = Path(__file__).with_name("austria_1809.toml")
