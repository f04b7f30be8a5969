"""The campaign in the Peninsula as it ships."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sandtable_empires.system import EMPIRES

if TYPE_CHECKING:
    from sandtable.engine import Row, Scenario


def scenario() -> Scenario:
    """Return the campaign as something that can be begun."""
    return next(one for one in EMPIRES.scenarios if one.key == "peninsula-1808")


@cache
def rows() -> tuple[Row, ...]:
    """Return everything it begins with."""
    return tuple(EMPIRES.start_rows(scenario()))
