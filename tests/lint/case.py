"""A kind of finding, proved from both sides: what makes it, and what just does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.board.maps import Map


class Case(NamedTuple):
    """``fires`` differs from ``quiet`` by as little as can be; ``also`` are codes that cannot but come with it."""

    fires: Callable[[], Map]
    quiet: Callable[[], Map]
    also: frozenset[str] = frozenset()
