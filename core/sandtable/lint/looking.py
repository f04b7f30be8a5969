"""What a check of a map looks at, one thing after another, and which of those an edit may have changed.

A check that looks at each space, or at each edge, is asked again about those that were touched. One that looks at a
part of the map as a whole says which parts it reads. A finding that names a space is looked at again whenever that
space was touched: it may be called otherwise now, or lie elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias

from sandtable.board.spaces import Pair, SpaceId
from sandtable.lint.changes import EditedMap, Read
from sandtable.lint.looking_again import WHOLE, LintCheck

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.lint.findings import Finding
    from sandtable.lint.survey import Survey

Findings = Iterable["Finding[Map]"]

MapCheck: TypeAlias = "LintCheck[Survey, EditedMap, Map]"


def each_space(look: Callable[[Survey, SpaceId], Findings], far: Literal[0, 1, 2] = 0) -> MapCheck:
    """Return the check that looks at every space, and ``far`` so many edges away from it."""

    def again(change: EditedMap) -> set[SpaceId]:
        return change.farther if far == 2 else change.beside if far else change.touched

    return LintCheck(lambda survey: survey.spaces, look, again, lambda survey, id: id in survey.spaces)


def each_edge(look: Callable[[Survey, Pair], Findings]) -> MapCheck:
    """Return the check that looks at every edge, its ends, and how they touch."""
    return LintCheck(
        lambda survey: survey.map.graph.edges,
        look,
        lambda change: change.edges_about,
        lambda survey, pair: pair in survey.map.graph.edges,
    )


def each_region(look: Callable[[Survey, str], Findings]) -> MapCheck:
    """Return the check that looks at what every region says of itself."""
    return LintCheck(
        lambda survey: survey.map.region,
        look,
        lambda change: change.regions,
        lambda survey, id: id in survey.map.region,
    )


def whole(look: Callable[[Survey], Findings], *parts: Read) -> MapCheck:
    """Return the check that looks at these parts of a map as a whole."""
    return LintCheck(
        lambda _: WHOLE, lambda survey, _: look(survey), lambda change: WHOLE if change.reads(*parts) else (), _always
    )


def _always(survey: Survey, key: object) -> bool:
    return True
