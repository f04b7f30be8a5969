"""All checks of a map, one after the other; and as one works on it, again of what an edit has touched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sandtable.board.maps import RegionId
from sandtable.board.spaces import value_of
from sandtable.board.vocabulary import ALLOWED
from sandtable.lint import coverage, hexsides, land_and_water, links, names, regions, ways
from sandtable.lint.changes import EditedMap
from sandtable.lint.looking import MapCheck
from sandtable.lint.survey import Survey

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Attributes, SpaceId
    from sandtable.design.patch import MapPatch
    from sandtable.lint.findings import Finding
    from sandtable.lint.looking_again import FoundBy

CHECKS: Final[tuple[MapCheck, ...]] = (
    *coverage.CHECKS, *names.CHECKS, *links.CHECKS, *land_and_water.CHECKS, *ways.CHECKS, *hexsides.CHECKS,
    *regions.CHECKS,
)  # fmt: skip


def check_map(sheet: Map) -> list[Finding[Map]]:
    """Return all that is wrong with a map, the worst first, without what its designer has allowed."""
    return MapLint.of(sheet).findings


class MapLint:
    """What is wrong with a map that is worked on; never changed, ``after`` returns that of the edited map."""

    def __init__(self, survey: Survey, kept: tuple[FoundBy[Map], ...]) -> None:
        """Take what each check has found."""
        self.survey, self._kept = survey, kept

    @classmethod
    def of(cls, sheet: Map) -> MapLint:
        """Look at everything."""
        survey = Survey(sheet)
        return cls(survey, tuple(check.look_at_all(survey) for check in CHECKS))

    def after(self, sheet: Map, *patches: MapPatch) -> MapLint:
        """Look again at what these patches, which lead to the map, may have changed; finds what ``of`` finds."""
        survey = Survey(sheet)
        change = EditedMap(self.survey.map, sheet, patches)
        if change.is_of_all or survey.rests_on != self.survey.rests_on:
            return MapLint.of(sheet)
        survey.take_over(self.survey, change)
        both = zip(CHECKS, self._kept, strict=True)
        return MapLint(survey, tuple(_look_again(check, kept, survey, change) for check, kept in both))

    @property
    def findings(self) -> list[Finding[Map]]:
        """All that is wrong, the worst first, without what the designer has allowed."""
        sheet = self.survey.map
        found = (one for kept in self._kept for these in kept.values() for one in these)
        return sorted((one for one in found if not _is_allowed(sheet, one)), key=lambda one: one.rank)


def _look_again(check: MapCheck, kept: FoundBy[Map], survey: Survey, change: EditedMap) -> FoundBy[Map]:
    """Look at what was touched again, and at what a finding is about that names a space which was touched."""
    named = (key for key, these in kept.items() if _names(these, change.touched))
    return check.look_again(kept, survey, (*check.again(change), *named))


def _names(found: tuple[Finding[Map], ...], touched: set[SpaceId]) -> bool:
    return any(not touched.isdisjoint(one.place.spaces) for one in found)


def _is_allowed(sheet: Map, found: Finding[Map]) -> bool:
    return any(found.code in str(value_of(its, ALLOWED, "")).split() for its in _attributes(sheet, found))


def _attributes(sheet: Map, found: Finding[Map]) -> Iterator[Attributes]:
    """Yield the attributes of all that a finding is about."""
    for id in found.place.spaces:
        if id in sheet.drawn:
            yield sheet.drawn[id].attributes
    if found.place.region:
        yield sheet.region[RegionId(found.place.region)].attributes
    yield from (line.attributes for line in sheet.lines if line.id == found.place.line)
