"""Names and labels: missing, given twice, untidy; labels and places that are not where they belong."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

import shapely
from msgspec.structs import replace

from sandtable.board.spaces import RegionId
from sandtable.board.vocabulary import BLOCKADE, LAND, PORT
from sandtable.design import redrawing
from sandtable.design.edits.fields import SetFields
from sandtable.design.edits.regions import SetRegion
from sandtable.design.edits.spaces import MoveLabel
from sandtable.library.files.report_words import join_names
from sandtable.lint.findings import Fix
from sandtable.lint.looking import each_region, each_space, whole
from sandtable.lint.registry import code

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId
    from sandtable.lint.findings import Finding
    from sandtable.lint.survey import Survey

NAMELESS: Final = frozenset({BLOCKADE})
"""Kinds of spaces that need no name of their own."""
_UNTIDY: Final = "has extra blanks, or characters that cannot be seen"
FAR: Final = 50
"""A port stands within this part of the map's extent of its land."""

MISSING = code("name-missing", "map", "warning", "A space without a name.")
TWICE = code("name-twice", "map", "warning", "Two spaces of a kind, or two regions of a kind, with the same name.")
UNTIDY = code(
    "name-untidy", "map", "warning",
    "A name with blanks at its ends or two in a row, or with characters that cannot be seen.", "tidies the name",
)  # fmt: skip
OUTSIDE = code(
    "label-outside", "map", "warning", "The label of an area stands outside its shape.",
    "moves it to where the area has the most room",
)  # fmt: skip
NOWHERE = code(
    "place-missing", "map", "warning", "A space that has neither a shape nor a place nor a hex: it cannot be seen."
)
AWAY = code("port-away", "map", "warning", "A port that is drawn far from its land.")


@lru_cache(8192)
def tidy(name: str) -> str:
    """Return a name with one blank between words and nothing that cannot be seen."""
    seen = "".join(
        " " if one.isspace() else one for one in name if unicodedata.category(one) not in ("Cf", "Cc") or one.isspace()
    )
    return " ".join(seen.split())


def _name(survey: Survey, id: SpaceId) -> Iterator[Finding[Map]]:
    space = survey.spaces[id]
    if not tidy(space.name):
        if space.kind not in NAMELESS and not survey.is_hex(id):
            yield MISSING.finding(survey.place(id), f"{space.kind} {id!r} has no name: give it one")
    elif (name := tidy(space.name)) != space.name:
        fix = Fix(f"call {id!r} {name!r}", partial(_tidy_space, id), edit=SetFields((id,), name))
        yield UNTIDY.finding(survey.place(id), f"the name {space.name!r} of {id!r} {_UNTIDY}", fix)


def _region_name(survey: Survey, id: str) -> Iterator[Finding[Map]]:
    region = survey.map.region[RegionId(id)]
    if region.name and (name := tidy(region.name)) != region.name:
        fix = Fix(f"call {region.id!r} {name!r}", partial(_tidy_region, region.id), edit=SetRegion(region.id, name))
        words = f"the name {region.name!r} of {region.kind} {region.id!r} {_UNTIDY}"
        yield UNTIDY.finding(survey.place(region=region.id), words, fix)


def _tidy_space(id: SpaceId, sheet: Map) -> Map:
    space = sheet.drawn.get(id)
    if space is None or tidy(space.name) == space.name:
        return sheet
    return dataclasses.replace(sheet, graph=sheet.graph.rename(id, tidy(space.name)))


def _tidy_region(id: str, sheet: Map) -> Map:
    regions = tuple(replace(one, name=tidy(one.name)) if one.id == id else one for one in sheet.regions)
    return dataclasses.replace(sheet, regions=regions) if regions != sheet.regions else sheet


def _twice(survey: Survey) -> Iterator[Finding[Map]]:
    spaces: dict[tuple[str, str], list[SpaceId]] = defaultdict(list)
    for space in survey.spaces.values():
        if tidy(space.name) and space.kind not in NAMELESS:
            spaces[space.kind, tidy(space.name).casefold()].append(space.id)
    for (kind, _), ids in spaces.items():
        if len(ids) > 1:
            words = f"{len(ids)} spaces of the kind {kind} are called {survey.spaces[ids[0]].name!r}: {join_names(ids)}"
            yield TWICE.finding(survey.place(*ids), words)
    regions: dict[tuple[str, str], list[str]] = defaultdict(list)
    for region in survey.map.regions:
        if tidy(region.name):
            regions[region.kind, tidy(region.name).casefold()].append(region.id)
    for (kind, _), names in regions.items():
        if len(names) > 1:
            words = f"{len(names)} regions of the kind {kind} have the same name: {join_names(names)}"
            yield TWICE.finding(survey.place(region=names[0]), words)


def _label(survey: Survey, id: SpaceId) -> Iterator[Finding[Map]]:
    spot, shape = survey.map.places.get(id), survey.shape(id)
    if spot is not None and shape is not None and not shape.covers(shapely.Point(spot)):
        fix = Fix(f"move the label of {id!r} into its area", partial(_inward, id), edit=MoveLabel(id))
        words = f"the label of {survey.name_of(id)} stands at {spot[0]:g}, {spot[1]:g}, outside its area"
        yield OUTSIDE.finding(survey.place(id), words, fix)


def _inward(id: SpaceId, sheet: Map) -> Map:
    if sheet.areas is None or id not in sheet.areas or sheet.areas[id].covers(shapely.Point(sheet.places[id])):
        return sheet
    return redrawing.centre_label(id, sheet)


def _place(survey: Survey, id: SpaceId) -> Iterator[Finding[Map]]:
    if not survey.is_seen(id):
        words = f"{survey.name_of(id)} cannot be seen on the map: draw it, or give it a place"
        yield NOWHERE.finding(survey.place(id), words)
    elif survey.spaces[id].kind == PORT:
        yield from _harbour_town(survey, id)


def _harbour_town(survey: Survey, port: SpaceId) -> Iterator[Finding[Map]]:
    spot = survey.spot(port)
    ashore = [id for id in survey.map.graph.neighbours(port) if survey.spaces[id].kind in LAND]
    shapes = [shape for id in ashore if (shape := survey.shape(id)) is not None]
    if spot is None or not shapes:
        return
    far = min(float(shape.distance(shapely.Point(spot))) for shape in shapes)
    if far > survey.extent / FAR:
        words = f"{survey.name_of(port)} is drawn {survey.length(far)} from {join_names(map(survey.name_of, ashore))}"
        yield AWAY.finding(survey.place(port, *ashore), f"{words}: move one of them")


CHECKS: Final = (
    each_space(_name),
    each_region(_region_name),
    whole(_twice, "names", "regions"),
    each_space(_label),
    each_space(_place, far=1),
)
