"""A text of TOML as plain data."""

from __future__ import annotations

import tomllib
from typing import Any

from sandtable.engine.errors import Invalid


def load_toml(text: str, name: str) -> dict[str, Any]:
    """Return what a text says; raises ``Invalid`` naming file, line and column where it is no TOML."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Invalid(f"{name} is not TOML: {error}") from error
