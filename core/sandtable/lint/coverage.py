"""Areas as one coverage: overlaps, gaps, slivers, cracks, crumbs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Final

import shapely
from shapely.geometry.base import BaseGeometry

from sandtable.board.coverage import mean_width
from sandtable.board.shapes import array_of
from sandtable.board.snap_width import MANY
from sandtable.board.vocabulary import ALLOWED_GAP
from sandtable.design import redrawing
from sandtable.design.edits.lines import RemoveLine
from sandtable.design.edits.shapes import CleanBorders
from sandtable.library.files.report_words import count_of, join_names
from sandtable.lint.findings import Fix
from sandtable.lint.looking import each_space, whole
from sandtable.lint.registry import code
from sandtable.lint.survey import Survey, inside

if TYPE_CHECKING:
    from sandtable.board.coverage import CoverageFault
    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId
    from sandtable.lint.findings import Finding

TINY: Final = 1000
"""An area narrower than this part of the map's extent can hardly be seen."""

_CLEANS: Final = "cleans all borders of the map"

OVERLAP = code(
    "area-overlap", "map", "error", "Two areas cover the same ground.", f"up to ten tolerances across: {_CLEANS}"
)  # fmt: skip
UNFITTED = code(
    "borders-unfitted", "map", "error",
    "Many borders that nearly fit, as when areas were simplified one by one: a snap at import would mend them.",
)  # fmt: skip
GAP = code(
    "area-gap", "map", "warning",
    "A hole between areas that no area covers; a line of the kind `allowed_gap` drawn in it allows the hole.",
)  # fmt: skip
SLIVER = code(
    "area-sliver", "map", "warning", "A gap up to ten tolerances across that no area covers.", _CLEANS
)  # fmt: skip
CRACK = code(
    "area-crack", "map", "warning",
    "A narrow crack, open at one end, between two areas, which keeps part of their border apart.",
)  # fmt: skip
LOOSE = code(
    "border-loose", "map", "hint", "A border that two areas draw differently, within the tolerance.", _CLEANS
)  # fmt: skip
CRUMB = code("area-crumb", "map", "warning", "A part of an area that is up to ten tolerances across.", _CLEANS)
TOO_SMALL = code(
    "area-tiny", "map", "hint", "An area too small to be seen: narrower than a thousandth of the map.",
)  # fmt: skip
IDLE = code(
    "gap-allowed-idle", "map", "hint", "A line that allows a gap where there is none.", "takes the line out"
)  # fmt: skip


def _coverage(survey: Survey) -> Iterator[Finding[Map]]:
    """Look at all that keeps the areas from being one coverage; what one cause has made is one finding."""
    slips = _slips(survey)
    if slips:
        yield _snap_advice(survey, slips)
    for fault in survey.faults:
        if slips and (fault.kind == "loose" or fault in slips):
            continue
        match fault.kind:
            case "overlap":
                yield _overlap(survey, fault)
            case "loose":
                yield from _loose(survey, fault)
            case "gap":
                yield from _gap(survey, fault)
    apart = list(_cracks(survey))
    yield from _crack_findings(survey, apart)
    yield from _crumbs(survey)
    yield from _idle(survey, [line for _, _, line in apart])


def _slips(survey: Survey) -> list[CoverageFault]:
    """Return the overlaps and gaps that putting borders together would mend, where that would mend many."""
    advice = survey.snapping
    if advice is None:
        return []
    faults = (one for one in survey.faults if one.kind != "loose" and survey.tolerance < one.width <= advice.width)
    slips = [one for one in faults if one.kind == "overlap" or not _allowed_gap(survey, one)]
    return slips if len(slips) >= MANY else []


def _snap_advice(survey: Survey, slips: list[CoverageFault]) -> Finding[Map]:
    """Say of all slips at once what would mend them."""
    width = survey.snapping.width if survey.snapping is not None else 0.0
    widest = max(slips, key=lambda one: (one.kind == "overlap", one.width))
    kinds = [one.kind for one in slips]
    counts = [count_of(kinds.count(kind), kind) for kind in ("overlap", "gap") if kind in kinds]
    words = (
        f"borders were drawn one by one and nearly fit: {join_names(counts)} up to {survey.length(width)} across, "
        f"the widest at {join_names((survey.name_of(id) for id in widest.areas), 3)}: "
        f"export the map and import it with a snap of {width:g}, which puts them together"
    )
    return UNFITTED.finding(survey.place(*widest.areas, at=inside(widest.shape)), words)


def _overlap(survey: Survey, fault: CoverageFault) -> Finding[Map]:
    a, b = fault.areas
    words = f"{survey.name_of(a)} and {survey.name_of(b)} both cover {survey.area(fault.shape.area)}"
    noise = fault.width <= survey.narrow
    words += "" if noise else ": redraw one of them"
    return OVERLAP.finding(survey.place(a, b, at=inside(fault.shape)), words, _cleaning(survey) if noise else None)


def _loose(survey: Survey, fault: CoverageFault) -> Iterator[Finding[Map]]:
    a, b = fault.areas
    loose = survey.map.areas.borders[a, b].loose if survey.map.areas is not None else 0.0
    if loose > survey.within:
        words = f"{survey.name_of(a)} and {survey.name_of(b)} draw {survey.length(loose)} of their border differently"
        yield LOOSE.finding(survey.place(a, b, at=inside(fault.shape)), words, _cleaning(survey))


def _cleaning(survey: Survey) -> Fix[Map] | None:
    """Return the fix for all noise; while two areas share much ground, nobody knows whose it is."""
    if survey.has_disputed_ground:
        return None
    says = (
        f"clean all borders: draw alike what runs within {survey.length(survey.tolerance)}, "
        f"give gaps, overlaps and crumbs up to {survey.length(survey.narrow)} across to the area beside them"
    )
    return Fix(says, partial(redrawing.clean_borders, survey.narrow), edit=CleanBorders(survey.narrow))


def _gap(survey: Survey, fault: CoverageFault) -> Iterator[Finding[Map]]:
    if _one_border(fault.shape, survey.within) or _allowed_gap(survey, fault):
        return
    place = survey.place(*fault.areas, at=inside(fault.shape))
    size = f"{survey.area(fault.shape.area)}, {survey.length(fault.width)} across"
    around = join_names((survey.name_of(id) for id in fault.areas), 3)
    if fault.width > survey.narrow:
        yield GAP.finding(place, f"no area covers a gap between {around} ({size}): draw one, or allow the gap")
    else:
        yield SLIVER.finding(place, f"no area covers a sliver between {around} ({size})", _cleaning(survey))


def _allowed_gap(survey: Survey, fault: CoverageFault) -> bool:
    return any(redrawing.drawn_in(one, fault.shape) for one in _allowing(survey))


def _one_border(gap: BaseGeometry, tolerance: float) -> bool:
    """Say whether a gap is nowhere wider than the tolerance: two areas draw their border differently there."""
    return gap.buffer(-tolerance / 2, join_style="mitre").is_empty


def _cracks(survey: Survey) -> Iterator[tuple[SpaceId, SpaceId, BaseGeometry]]:
    """Yield the areas with a crack between them, and the line along which it runs."""
    if survey.fitting is None or not survey.fitting.cracks:
        return
    known = shapely.union_all(array_of([fault.shape for fault in survey.faults])).buffer(survey.narrow)
    edges = survey.fitting.cracks.items()
    sides = {id: rest for id, edge in edges if not (rest := edge.difference(known)).is_empty}
    for a, b in combinations(sorted(sides), 2):
        facing = _facing(sides[a], sides[b], survey.narrow)
        if facing is not None:
            yield a, b, facing


def _crack_findings(survey: Survey, apart: list[tuple[SpaceId, SpaceId, BaseGeometry]]) -> Iterator[Finding[Map]]:
    for a, b, line in apart:
        if not any(one.distance(line) <= survey.narrow for one in _allowing(survey)):
            words = f"{survey.name_of(a)} and {survey.name_of(b)} leave a crack along {survey.length(line.length)}"
            yield CRACK.finding(survey.place(a, b, at=inside(line)), f"{words}: bring their borders together")


def _facing(one: BaseGeometry, other: BaseGeometry, width: float) -> BaseGeometry | None:
    """Return as much of a line as runs beside another."""
    if one.distance(other) > width:
        return None
    beside = one.intersection(other.buffer(width))
    return beside if beside.length > width else None


def _crumbs(survey: Survey) -> Iterator[Finding[Map]]:
    for id, parts in survey.fitting.crumbs.items() if survey.fitting is not None else ():
        for part in parts:
            words = f"a part of {survey.name_of(id)} is only {survey.length(mean_width(part))} across"
            yield CRUMB.finding(survey.place(id, at=inside(part)), words, _cleaning(survey))


def _tiny(survey: Survey, id: SpaceId) -> Iterator[Finding[Map]]:
    shape = survey.shape(id)
    if shape is not None and shape.area**0.5 < survey.extent / TINY:
        words = f"{survey.name_of(id)} is too small to be seen ({survey.area(shape.area)}): draw it larger than it is"
        yield TOO_SMALL.finding(survey.place(id), words)


def _idle(survey: Survey, apart: list[BaseGeometry]) -> Iterator[Finding[Map]]:
    gaps = [fault.shape for fault in survey.faults if fault.kind == "gap"]
    for line in survey.map.lines:
        if line.kind != ALLOWED_GAP or any(redrawing.drawn_in(line.geometry, gap) for gap in gaps):
            continue
        if not any(line.geometry.distance(crack) <= survey.narrow for crack in apart):
            taken_out = partial(redrawing.without_line, line.id)
            fix = Fix(f"take out the line {line.id!r}", taken_out, edit=RemoveLine(line.id))
            words = f"the line {line.id!r} allows a gap where there is no longer one"
            yield IDLE.finding(survey.place(line=line.id, at=inside(line.geometry)), words, fix)


def _allowing(survey: Survey) -> list[BaseGeometry]:
    return [line.geometry for line in survey.map.lines if line.kind == ALLOWED_GAP]


CHECKS: Final = (whole(_coverage, "shapes", "lines"), each_space(_tiny))
