"""Where the library that ships lies."""

from __future__ import annotations

from pathlib import Path
from typing import Final

NAME: Final = "scenarios.db"


def shipped_path() -> Path:
    """Return where the library that ships lies: beside the package, or at the root of a checkout."""
    package = Path(__file__).parents[1]
    inside = package / NAME
    return inside if inside.exists() else package.parents[1] / NAME
