"""Regions and attributes: names of what is not there, circles, values that look like slips."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from sandtable.board.maps import RegionId
from sandtable.board.spaces import SpaceId
from sandtable.board.vocabulary import ALLOWED, CAPITAL, RANKS
from sandtable.library.files.report_words import join_names
from sandtable.lint.looking import whole
from sandtable.lint.registry import code

if TYPE_CHECKING:
    from sandtable.board.maps import Map, Region
    from sandtable.board.spaces import Space
    from sandtable.lint.findings import Finding
    from sandtable.lint.survey import Survey

OFTEN: Final = 5
"""A word that stands so often is meant; one that stands once beside it and looks like it may be a slip."""
ALIKE: Final = 0.8
FEW: Final = 12
"""An attribute with more different values than this names things, and is no choice from a list."""

CIRCLE = code("region-circle", "map", "error", "Regions that lie within each other in a circle.")
UNKNOWN = code("region-unknown", "map", "error", "A space says that it belongs to a region that is not there.")
EMPTY = code("region-empty", "map", "hint", "A region to which no space belongs, and which names none.")
CAPITAL_UNKNOWN = code(
    "capital-unknown", "map", "warning", "The capital of a region is a space that is not there, or not its own."
)
MIXED = code("attribute-mixed", "map", "warning", "An attribute that is a number on some spaces and a text on others.")
SLIP = code(
    "attribute-misspelt", "map", "hint", "An attribute that is used once and looks like one that is used often.",
)  # fmt: skip
VALUE_SLIP = code(
    "value-misspelt", "map", "hint", "A value of an attribute that is used once and looks like one that is used often.",
)  # fmt: skip


def _all_attributes(survey: Survey) -> Iterator[Finding[Map]]:
    by_kind: dict[str, list[Space]] = defaultdict(list)
    for space in survey.spaces.values():
        by_kind[space.kind].append(space)
    for spaces in by_kind.values():
        yield from _attributes(survey, spaces)


def _circles(survey: Survey) -> Iterator[Finding[Map]]:
    told: set[RegionId] = set()
    for region in survey.map.regions:
        trail: list[RegionId] = [region.id]
        while (above := survey.map.region[trail[-1]].within) is not None and above not in trail:
            trail.append(above)
        if above == region.id and region.id not in told:
            told |= set(trail)
            words = (
                f"regions lie within each other in a circle: {' → '.join((*trail, region.id))}: choose the outermost"
            )
            yield CIRCLE.finding(survey.place(region=region.id), words)


def _belonging(survey: Survey) -> Iterator[Finding[Map]]:
    kinds = {region.kind for region in survey.map.regions}
    filled: set[RegionId | None] = {region.within for region in survey.map.regions}
    for space in survey.spaces.values():
        for name, value in space.attributes:
            if name not in kinds:
                continue
            region = survey.map.region.get(RegionId(str(value)))
            if region is not None and region.kind == name:
                filled.add(region.id)
                continue
            known = [one.id for one in survey.map.regions if one.kind == name]
            near = get_close_matches(str(value), known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"add the {name}, or name another"
            words = f"{survey.name_of(space.id)} belongs to the {name} {value!r}, which is not there: {hint}"
            yield UNKNOWN.finding(survey.place(space.id), words)
    for region in survey.map.regions:
        if region.id not in filled and not _lies_between(survey, region):
            which = f"{region.kind} {_region_name(region)}"
            words = f"no space belongs to the {which}: give it spaces, take it out, or allow it"
            yield EMPTY.finding(survey.place(region=region.id), words)


def _lies_between(survey: Survey, region: Region) -> bool:
    """Tell whether a region names spaces other than a capital: a crossing its shores, which are not its own."""
    return any(name != CAPITAL and value in survey.spaces for name, value in region.attributes)


def _capitals(survey: Survey) -> Iterator[Finding[Map]]:
    own: dict[RegionId, set[SpaceId]] = defaultdict(set)
    for space in survey.spaces.values():
        for above in _regions_of(survey, space):
            own[above].add(space.id)
    for region in survey.map.regions:
        capital = region.get(CAPITAL)
        if not isinstance(capital, str) or not capital or capital in RANKS:
            continue
        id = SpaceId(capital)
        if id not in survey.spaces and not survey.is_hex(id):
            near = get_close_matches(capital, list(survey.spaces), n=1)
            hint = f"did you mean {near[0]!r}?" if near else "name a space"
            words = f"the capital of {_region_name(region)} is {capital!r}, which is not a space: {hint}"
            yield CAPITAL_UNKNOWN.finding(survey.place(region=region.id), words)
        elif id in survey.spaces and region.id in own and id not in own[region.id]:
            words = f"the capital of {_region_name(region)} is {survey.name_of(id)}, which is not one of its spaces"
            yield CAPITAL_UNKNOWN.finding(survey.place(id, region=region.id), words)


def _regions_of(survey: Survey, space: Space) -> set[RegionId]:
    """Return the regions that a space belongs to, with those around them."""
    found: set[RegionId] = set()
    for name, value in space.attributes:
        region = survey.map.region.get(RegionId(str(value)))
        above = region if region is not None and region.kind == name else None
        while above is not None and above.id not in found:
            found.add(above.id)
            above = survey.map.region.get(above.within) if above.within is not None else None
    return found


def _region_name(region: Region) -> str:
    return f"{region.name} ({region.id})" if region.name and region.name != region.id else str(region.id)


# --- slips ----------------------------------------------------------------------------------------------------------


def _attributes(survey: Survey, spaces: list[Space]) -> Iterator[Finding[Map]]:
    """Look at the attributes of all spaces of a kind."""
    having: dict[str, list[tuple[SpaceId, object]]] = defaultdict(list)
    for space in spaces:
        for name, value in space.attributes:
            if name != ALLOWED:
                having[name].append((space.id, value))
    for name, slip in slips({name: len(there) for name, there in having.items()}):
        id = having[slip][0][0]
        yield SLIP.finding(survey.place(id), f"{survey.name_of(id)} has the attribute {slip!r}: did you mean {name!r}?")
    for name, there in having.items():
        yield from _values(survey, name, there)


def _values(survey: Survey, name: str, there: list[tuple[SpaceId, object]]) -> Iterator[Finding[Map]]:
    types: dict[str, list[SpaceId]] = defaultdict(list)
    for id, value in there:
        types[_kind(value)].append(id)
    if len(types) > 1:
        rarest = min(types, key=lambda kind: (len(types[kind]), kind))
        others = " or ".join(sorted(types.keys() - {rarest}))
        few = join_names(map(survey.name_of, types[rarest]), 3)
        words = f"{name!r} is a {rarest} on {few}, and a {others} on other spaces"
        yield MIXED.finding(survey.place(*types[rarest][:1]), words)
    counts = Counter(value for _, value in there if isinstance(value, str))
    if len(counts) <= FEW:
        for value, slip in slips(counts):
            id = next(id for id, one in there if one == slip)
            yield VALUE_SLIP.finding(
                survey.place(id), f"the {name} of {survey.name_of(id)} is {slip!r}: did you mean {value!r}?"
            )


def _kind(value: object) -> str:
    return "yes or no" if isinstance(value, bool) else "number" if isinstance(value, int) else "text"


def slips(counts: Mapping[str, int]) -> Iterable[tuple[str, str]]:
    """Yield words that stand once, each with one that stands often and looks like it."""
    often = [word for word, count in counts.items() if count >= OFTEN]
    for word, count in sorted(counts.items()):
        if count == 1 and (near := get_close_matches(word, often, n=1, cutoff=ALIKE)):
            yield near[0], word


CHECKS: Final = (
    whole(_circles, "regions"),
    whole(_belonging, "ids", "kinds", "regions"),
    whole(_capitals, "kinds", "regions"),
    whole(_all_attributes, "kinds", "names"),
)
