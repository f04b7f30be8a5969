"""What differs between two revisions of a map, for those who play on it: where it is, and in a few words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from sandtable.board.spaces import RegionId, SpaceId
from sandtable.library.files.report_words import count_of, join_names

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.library.diff.differences import Difference

NAMED: Final = 2
"""So many things that have changed alike are named, more are counted."""
PHRASES: Final = 5
CRUMB: Final = 1e-3
"""What changes less of an area's ground than this part of it is only cleaned, not redrawn."""
ORDER: Final = ("forbidden", "open again", "removed", "renamed", "added", "changed")
"""What is said first: what is closed, then what is gone, and so on; what is only drawn otherwise comes last."""
UNSEEN: Final = frozenset({"provenance", "label-moved", "tolerance", "edge-contact", "rewritten", "space-redrawn"})
"""Kinds of differences that nobody sees who plays."""
UNSEEN_OF_GRID: Final = frozenset({"left", "top", "stagger"})
REDRAWN: Final = frozenset({"space-reshaped", "space-moved", "space-drawn", "space-undrawn"})
_VERBS: Final = {
    "edge-added": "added", "edge-gone": "removed", "space-added": "added", "space-gone": "removed",
    "space-renamed": "renamed", "region-added": "added", "region-gone": "removed", "line-added": "added",
    "line-gone": "removed", "line-redrawn": "redrawn", "hex-terrain": "painted", "hex-elevation": "at another level",
    "hex-name": "renamed", "underlay-added": "added", "underlay-gone": "removed", **dict.fromkeys(REDRAWN, "redrawn"),
}  # fmt: skip
_NOUNS: Final = {"edge": "way", "hexside": "hex", "hex": "hex", "underlay": "picture", "line": "line"}


def is_seen(one: Difference, a: Map, b: Map) -> bool:
    """Tell whether players see a difference, on the map or in what they play."""
    if one.kind == "hex-grid":
        return one.what[0] not in UNSEEN_OF_GRID
    if one.kind == "space-reshaped" and a.areas is not None and b.areas is not None:
        was, now = a.areas[SpaceId(one.what[0])], b.areas[SpaceId(one.what[0])]
        return bool(was.symmetric_difference(now).area > CRUMB * was.area)
    return one.kind not in UNSEEN


def spaces_of(one: Difference, a: Map, b: Map) -> tuple[SpaceId, ...]:
    """Return the spaces that a difference is about: of a region all that belong to it."""
    named = [SpaceId(id) for id in (*one.hexes, *one.what) if b.knows(id) or a.knows(id)]
    if not named and one.kind.startswith("region"):
        sheet = b if one.what and RegionId(one.what[0]) in b.region else a
        return sheet.spaces_of(RegionId(one.what[0])) if RegionId(one.what[0]) in sheet.region else ()
    return tuple(dict.fromkeys(named))


def without_ids(words: str, a: Map, b: Map) -> str:
    """Return what a report says of a map as players read it: spaces and regions by their names alone."""

    def known(found: re.Match[str]) -> str:
        id = found[1]
        return "" if a.knows(id) or b.knows(id) or id in a.region or id in b.region else found[0]

    return re.sub(r" \(([^()]+)\)", known, words)


def summarize(differences: Iterable[Difference], a: Map, b: Map) -> str:
    """Say in a few words what differs: ``Cuenca–Madrid forbidden, 3 areas redrawn``."""
    groups: dict[tuple[str, str], dict[str, None]] = {}
    loose: list[str] = []
    for one in differences:
        if not is_seen(one, a, b):
            continue
        noun, verb = _noun(one, a, b), _verb(one)
        if things := [*_things(one, a, b)]:
            groups.setdefault((verb, noun), {}).update(dict.fromkeys(things))
        else:
            loose.append(without_ids(one.words, a, b))
    for noun in {noun for _, noun in groups}:  # what has changed is called by its new name anyway
        for name in groups.get(("changed", noun), {}):
            groups.get(("renamed", noun), {}).pop(name, None)
    ordered = sorted(groups, key=lambda group: ORDER.index(group[0]) if group[0] in ORDER else len(ORDER))
    phrases = [*(_phrase(*group, list(groups[group])) for group in ordered if groups[group]), *loose]
    more = len(phrases) - PHRASES
    return ", ".join([*phrases[:PHRASES], *([f"and {count_of(more, 'more change')}"] if more > 0 else [])])


def _phrase(verb: str, noun: str, names: list[str]) -> str:
    told = join_names(names) if len(names) <= NAMED and noun != "hex" else _count(len(names), noun)
    return f"{told} {verb}"


def _count(number: int, noun: str) -> str:
    return count_of(number, noun, "hexes" if noun == "hex" else "countries" if noun == "country" else "")


def _verb(one: Difference) -> str:
    if one.kind == "edge-status":
        return "open again" if one.before == "forbidden" else str(one.after)
    return _VERBS.get(one.kind, "changed")


def _noun(one: Difference, a: Map, b: Map) -> str:
    sort = one.kind.partition("-")[0]
    if sort == "space":
        return "area" if any(sheet.areas is not None for sheet in (a, b)) else "place"
    if sort == "region":
        sheet = b if RegionId(one.what[0]) in b.region else a
        return sheet.region[RegionId(one.what[0])].kind
    return _NOUNS.get(sort, "")


def _things(one: Difference, a: Map, b: Map) -> Iterator[str]:
    """Yield what a difference is about, by name; nothing for one that is about the whole map."""
    sort, what = one.kind.partition("-")[0], one.what

    def name(id: str) -> str:
        return b.name(id) if b.knows(id) else a.name(id)

    if sort == "edge":
        yield "–".join(name(id) for id in what[:2])
    elif sort == "space":
        yield name(what[0])
    elif sort == "region":
        sheet = b if RegionId(what[0]) in b.region else a
        yield sheet.region[RegionId(what[0])].name or what[0]
    elif one.hexes:
        yield from one.hexes
    elif one.kind == "hex-name":
        yield what[0]
    elif sort == "line":
        yield next((line.name for sheet in (b, a) for line in sheet.lines if line.id == what[0] and line.name), what[0])
    elif sort == "underlay" and what:
        yield what[0]
