"""All checks of a map, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from sandtable.board.maps import RegionId
from sandtable.board.spaces import value_of
from sandtable.board.vocabulary import ALLOWED
from sandtable.lint import coverage, hexsides, land_and_water, links, names, regions, ways
from sandtable.lint.survey import Survey

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Attributes
    from sandtable.lint.findings import Finding

CHECKS: Final[tuple[Callable[[Survey], Iterable[Finding[Map]]], ...]] = (
    coverage.check, names.check, links.check, land_and_water.check, ways.check, hexsides.check, regions.check,
)  # fmt: skip


def check_map(sheet: Map) -> list[Finding[Map]]:
    """Return all that is wrong with a map, the worst first, without what its designer has allowed."""
    survey = Survey(sheet)
    found = (one for check in CHECKS for one in check(survey) if not _is_allowed(sheet, one))
    return sorted(found, key=lambda one: one.rank)


def _is_allowed(sheet: Map, found: Finding[Map]) -> bool:
    return any(found.code in str(value_of(its, ALLOWED, "")).split() for its in _attributes(sheet, found))


def _attributes(sheet: Map, found: Finding[Map]) -> Iterator[Attributes]:
    """Yield the attributes of all that a finding is about."""
    for id in found.place.spaces:
        if id in sheet.graph.spaces:
            yield sheet.graph[id].attributes
    if found.place.region:
        yield sheet.region[RegionId(found.place.region)].attributes
    yield from (line.attributes for line in sheet.lines if line.id == found.place.line)
