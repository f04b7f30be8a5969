"""Games of Empires that are held against their books before every ply."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sandtable.engine import Choices, InstalledGame, Row
from tests.plugins import watched
from tests.plugins.empires.books import Books

MOST: Final = 400
"""Plies of a month: a few dozen are usual."""


class Watched(watched.Watched):
    """A game of Empires that a random bot plays; ``seed`` says all that happens in it."""

    def __init__(
        self, family: InstalledGame, rows: Iterable[Row], choices: Choices, seed: str, *, most: int = MOST, **given: Any
    ) -> None:
        super().__init__(family, rows, choices, seed, Books, most=most, **given)
