"""What differs between two maps: what they are, spaces, edges, regions, lines, underlays, where values come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

import shapely

from sandtable.board.maps import Map, Provenance
from sandtable.board.spaces import Edge, Feature, Space, SpaceId
from sandtable.library.diff.differences import (
    Difference,
    attributes_changed,
    describe_value,
    differ,
    differing_items,
    fields_changed,
    name_with_id,
)
from sandtable.library.diff.hex_differences import hex_changes
from sandtable.library.diff.shape_differences import heirs, shape_change
from sandtable.library.files.report_words import count_of, length


def map_changes(a: Map, b: Map) -> tuple[Difference, ...]:
    """Say in words what makes ``b`` of ``a``; nothing when they are the same map."""
    if a == b:
        return ()
    parts = (_info, _spaces, _drawing_changes, _edges, _regions, _lines, _underlays, _provenance, hex_changes)
    changes = tuple(chain.from_iterable(part(a, b) for part in parts))
    return changes or (Difference("rewritten", (), "the maps are written differently, in nothing that can be seen"),)


def _info(a: Map, b: Map) -> Iterator[Difference]:
    fields = [field for field in a.info.__struct_fields__ if field != "paper"]
    yield from fields_changed("map-info", (), "the map", a.info, b.info, fields)
    was, now = (one.info.paper or None for one in (a, b))
    if was != now:
        size = "it will be is said no more" if now is None else f"it will be is {now[0]:g} by {now[1]:g} now"
        yield Difference("map-info", ("paper",), f"the map: how large {size}", was, now)


# --- spaces ---------------------------------------------------------------------------------------------------------


def _spaces(a: Map, b: Map) -> Iterator[Difference]:
    for id, was, now in differing_items(a.graph.spaces, b.graph.spaces):
        if was is None and now is not None:
            yield Difference(
                "space-added", (id,), f"{now.kind} {name_with_id(now.name, id)} is new{heirs(a, b, id, gone=False)}"
            )
        elif now is None and was is not None:
            yield Difference(
                "space-gone", (id,), f"{was.kind} {name_with_id(was.name, id)} is gone{heirs(a, b, id, gone=True)}"
            )
        elif was is not None and now is not None:
            yield from _space(was, now)


def _space(was: Space, now: Space) -> Iterator[Difference]:
    if was.name != now.name:
        words = f"{name_with_id(was.name, was.id)} is called {describe_value(now.name)} now"
        yield Difference("space-renamed", (now.id,), words, was.name, now.name)
    name = name_with_id(now.name, now.id)
    if was.kind != now.kind:
        yield Difference(
            "space-kind",
            (now.id,),
            f"{name} is {describe_value(now.kind)}, no longer {describe_value(was.kind)}",
            was.kind,
            now.kind,
        )
    changes = list(attributes_changed("space-attribute", now.id, name, dict(was.attributes), dict(now.attributes)))
    yield from changes
    if not changes and differ(was.attributes, now.attributes):
        yield Difference("space-attribute", (now.id,), f"{name}: its attributes stand in another order")


def _drawing_changes(a: Map, b: Map) -> Iterator[Difference]:
    """Compare shapes, places and labels of the spaces that both maps have."""
    if (a.areas is None) != (b.areas is None):
        yield Difference("areas", (), "the map has areas" if a.areas is None else "the map has no areas any more")
    elif a.areas is not None and b.areas is not None and a.areas.tolerance != b.areas.tolerance:
        was, now = (length(one.tolerance, b.info.unit) for one in (a.areas, b.areas))
        words = f"the tolerance of borders: {was} → {now}"
        yield Difference("tolerance", (), words, a.areas.tolerance, b.areas.tolerance)
    for id in sorted(a.graph.spaces.keys() & b.graph.spaces.keys()):
        yield from _shape(a, b, id)
        yield from _place(a, b, id)


def _shape(a: Map, b: Map, id: SpaceId) -> Iterator[Difference]:
    was, now = (one.areas[id] if one.areas is not None and id in one.areas else None for one in (a, b))
    name = name_with_id(b.graph[id].name, id)
    if was is None and now is not None:
        yield Difference("space-drawn", (id,), f"{name} has a shape now")
    elif was is not None and now is None:
        yield Difference("space-undrawn", (id,), f"{name} has no shape any more")
    elif was is not None and now is not None and (change := shape_change(id, name, was, now, b.info.unit)):
        yield change


def _place(a: Map, b: Map, id: SpaceId) -> Iterator[Difference]:
    was, now = (
        (float(spot[0]), float(spot[1])) if (spot := one.places.get(id)) is not None else None for one in (a, b)
    )
    if was == now:
        return
    name = name_with_id(b.graph[id].name, id)
    labelled = b.areas is not None and id in b.areas
    what, kind = (f"the label of {name}", "label-moved") if labelled else (name, "space-moved")
    if was is None or now is None:
        words = f"{what} has {'a place of its own now' if was is None else 'no place of its own any more'}"
    else:
        words = f"{what} is moved by {length(shapely.Point(was).distance(shapely.Point(now)), b.info.unit)}"
    yield Difference(kind, (id,), words, was, now)


# --- edges ----------------------------------------------------------------------------------------------------------


def _edges(a: Map, b: Map) -> Iterator[Difference]:
    for pair, was, now in differing_items(a.graph.edges, b.graph.edges):
        graph = b.graph if now is not None else a.graph
        name = "–".join(name_with_id(graph[id].name, id) for id in pair)
        if was is None and now is not None:
            yield Difference("edge-added", pair, f"{name}: a new {_edge(now)}", None, now.status)
        elif now is None and was is not None:
            yield Difference("edge-gone", pair, f"{name}: the {_edge(was)} is gone", was.status, None)
        elif was is not None and now is not None:
            yield from _edge_changes(name, was, now)


def _edge_changes(name: str, was: Edge, now: Edge) -> Iterator[Difference]:
    if was.status != now.status:
        yield Difference("edge-status", now.pair, f"{name}: {was.status} → {now.status}", was.status, now.status)
    if was.contact != now.contact:
        yield Difference("edge-contact", now.pair, f"{name}: {was.contact} → {now.contact}", was.contact, now.contact)
    if (was.one_way, was.a, was.b) != (now.one_way, now.a, now.b):
        words = f"{name}: leads {_direction(now)}, no longer {_direction(was)}"
        yield Difference("edge-direction", now.pair, words, _direction(was), _direction(now))
    for where, before, after in (("along", was.along, now.along), ("across", was.across, now.across)):
        if before != after:
            gone, new = Counter(before) - Counter(after), Counter(after) - Counter(before)
            parts = [f"{_feature(one)} is gone" for one in gone.elements()]
            parts += [f"{_feature(one)} is new" for one in new.elements()]
            words = f"{name}: {where} it {', '.join(parts) or 'the same in another order'}"
            lay, lie = ([_feature(one) for one in these] for these in (before, after))
            yield Difference(f"edge-{where}", now.pair, words, lay, lie)


def _edge(edge: Edge) -> str:
    features = [_feature(one) for one in (*edge.along, *edge.across)]
    kind = "corner contact" if edge.contact == "corner" else "edge"
    way = f", {_direction(edge)}" if edge.one_way else ""
    return f"{edge.status} {kind}{way}{' with ' + ', '.join(features) if features else ''}"


def _direction(edge: Edge) -> str:
    return f"from {edge.a} to {edge.b}" if edge.one_way else "both ways"


def _feature(feature: Feature) -> str:
    return f"{feature.kind} on the side of {feature.side}" if feature.side else feature.kind


# --- what is drawn beside -------------------------------------------------------------------------------------------


def _regions(a: Map, b: Map) -> Iterator[Difference]:
    for id, was, now in differing_items(a.region, b.region):
        if was is None and now is not None:
            yield Difference("region-added", (id,), f"{now.kind} {name_with_id(now.name, id)} is new")
        elif now is None and was is not None:
            yield Difference("region-gone", (id,), f"{was.kind} {name_with_id(was.name, id)} is gone")
        elif was is not None and now is not None:
            name = f"{now.kind} {name_with_id(now.name, id)}"
            yield from fields_changed("region-changed", (id,), name, was, now, ("name", "kind", "within"))
            changes = list(attributes_changed("region-attribute", id, name, dict(was.attributes), dict(now.attributes)))
            yield from changes
            if not changes and differ(was.attributes, now.attributes):
                yield Difference("region-attribute", (id,), f"{name}: its attributes stand in another order")


def _lines(a: Map, b: Map) -> Iterator[Difference]:
    for id, was, now in differing_items({one.id: one for one in a.lines}, {one.id: one for one in b.lines}):
        if was is None and now is not None:
            yield Difference("line-added", (id,), f"{now.kind} {name_with_id(now.name, id)} is new")
        elif now is None and was is not None:
            yield Difference("line-gone", (id,), f"{was.kind} {name_with_id(was.name, id)} is gone")
        elif was is not None and now is not None:
            name = f"{now.kind} {name_with_id(now.name, id)}"
            yield from fields_changed("line-changed", (id,), name, was, now, ("name", "kind"))
            yield from attributes_changed("line-attribute", id, name, dict(was.attributes), dict(now.attributes))
            if differ(was.geometry, now.geometry):
                lengths = was.geometry.length, now.geometry.length
                words = f"{name} is drawn again: {' → '.join(length(one, b.info.unit) for one in lengths)}"
                yield Difference("line-redrawn", (id,), words, *lengths)
            if differ(was.attributes, now.attributes) and dict(was.attributes) == dict(now.attributes):
                yield Difference("line-attribute", (id,), f"{name}: its attributes stand in another order")


def _underlays(a: Map, b: Map) -> Iterator[Difference]:
    for id, was, now in differing_items({one.id: one for one in a.underlays}, {one.id: one for one in b.underlays}):
        if was is None or now is None:
            kind = "added" if was is None else "gone"
            yield Difference(f"underlay-{kind}", (id,), f"underlay {id} is {'new' if was is None else 'gone'}")
            continue
        if (was.media, was.image) != (now.media, now.image):
            sizes = len(was.image), len(now.image)
            words = (
                f"underlay {id} is another image ({was.media}, {sizes[0]:,} bytes → {now.media}, {sizes[1]:,} bytes)"
            )
            yield Difference("underlay-image", (id,), words, *sizes)
        for side in ("left", "top", "width", "height", "slant", "drop", "opacity"):
            before, after = getattr(was, side), getattr(now, side)
            if before != after:
                words = f"underlay {id}: {side} {before:g} → {after:g}"
                yield Difference("underlay-laid", (id, side), words, before, after)
        if was.points != now.points:
            many = len(was.points), len(now.points)
            words = f"underlay {id}: other control points ({many[0]} → {many[1]})"
            yield Difference("underlay-points", (id,), words, *many)


def _provenance(a: Map, b: Map) -> Iterator[Difference]:
    gone, new = (
        list((Counter(x) - Counter(y)).elements())
        for x, y in ((a.provenance, b.provenance), (b.provenance, a.provenance))
    )
    before, after = ({(one.of, one.attribute): one for one in these} for these in (gone, new))
    for (of, attribute), was, now in differing_items(before, after):
        what = f"{attribute or 'everything'} of {of or 'the map'}"
        words = f"{what} comes from {_origin(now)}, no longer from {_origin(was)}"
        if was is None or now is None:
            words = (
                f"{what} comes from {_origin(now)}" if was is None else f"nothing says any more where {what} comes from"
            )
        yield Difference("provenance", (of, attribute), words, _origin(was), _origin(now))
    if a.provenance != b.provenance and not gone and not new:
        yield Difference("provenance", (), "what is said of where values come from stands in another order")
    extra = len(gone) + len(new) - len(before) - len(after)
    if extra > 0:
        yield Difference("provenance", (), f"{count_of(extra, 'saying')} twice where values come from")


def _origin(word: Provenance | None) -> str | None:
    if word is None:
        return None
    return ", ".join(filter(None, (word.origin, word.source, word.confidence)))
