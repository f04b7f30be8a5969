"""What a revision of a map does to a scenario that lies on it: pieces on spaces that are gone, ways that are closed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import msgspec

from sandtable.board.maps import Map, RegionId
from sandtable.board.spaces import Edge, Pair, SpaceId, pair_of
from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.state.row_fields import ids_in
from sandtable.library.diff.differences import Difference, describe_value, differing_items, name_with_id
from sandtable.library.diff.hex_differences import hex_changes
from sandtable.library.diff.row_names import RowNames
from sandtable.library.diff.scenario_differences import row_changes, upgraded_document
from sandtable.library.files.report_words import join_names
from sandtable.library.store.documents import ScenarioDocument, rows_as_documents

if TYPE_CHECKING:
    from sandtable.engine.running.installed_game import InstalledGame

ON_MAP: Final = frozenset({SpaceId, RegionId})
PARTS_OF_HEXES: Final = frozenset({"terrain", "along", "across"})
READ_OF_HEXES: Final = frozenset({"hex-terrain", "hex-elevation", "hexside"})
"""What differs of hexes and is read of the map as it is: no row of a scenario need name it."""


class _Use(NamedTuple):
    """A row that names spaces or regions in a field, in order."""

    table: str
    row: str
    field: str
    ids: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.table} {self.row}"


def effects(a: Map, b: Map, document: ScenarioDocument, family: InstalledGame | None = None) -> tuple[Difference, ...]:
    """Say what making map ``b`` of ``a`` does to a scenario on it; nothing when it touches nothing that it uses.

    With its game the fields that name spaces are known; without it every text that is the id of one counts.
    """
    uses = list(_uses_by_type(document, family) if family is not None else _any(document, a))
    spaces: dict[str, list[_Use]] = defaultdict(list)
    for use in uses:
        for id in dict.fromkeys(use.ids):
            spaces[id].append(use)
    parts = (
        _gone_spaces(a, b, spaces), _ground(a, b, document, family), _changed_spaces(a, b, spaces), _ways(a, b, spaces),
        _routes(a, b, uses), _hexes(a, b, family),
    )  # fmt: skip
    return tuple(chain.from_iterable(parts))


def _ground(a: Map, b: Map, document: ScenarioDocument, family: InstalledGame | None) -> Iterator[Difference]:
    """Name the rows of the ground that are laid out otherwise, or why they cannot be laid out any more."""
    if family is None or family.system.ground is None or family.system.key != document.game:
        return
    document = upgraded_document(document, family)
    try:
        was = document.ground_rows(family, a)
    except SandtableError:
        return  # it could not be played before either
    try:
        now = document.ground_rows(family, b)
    except SandtableError as error:
        yield Difference("map-unfit", (), str(error))
        return
    names = RowNames(family.schema, [*was, *now], (a, b))
    yield from row_changes(rows_as_documents(was), rows_as_documents(now), family, names)


def _hexes(a: Map, b: Map, family: InstalledGame | None) -> Iterator[Difference]:
    """Name the hexes whose ground a game reads of the map itself, where it is other than it was."""
    ground = family.system.ground if family is not None else None
    if ground is not None and any(kind.of in PARTS_OF_HEXES for kind in ground.reads):
        yield from (one for one in hex_changes(a, b) if one.kind in READ_OF_HEXES)


def _uses_by_type(document: ScenarioDocument, family: InstalledGame) -> Iterator[_Use]:
    for table, rows in upgraded_document(document, family).rows.items():
        kind = family.schema.kinds.get(table)
        for id, row in rows.items() if kind is not None else ():
            try:
                found: dict[str, list[str]] = defaultdict(list)
                for field, _, space in ids_in(msgspec.convert(row, kind), ON_MAP):
                    found[field].append(space)
            except msgspec.ValidationError:
                continue
            yield from (_Use(table, id, field, tuple(ids)) for field, ids in found.items())


def _any(document: ScenarioDocument, a: Map) -> Iterator[_Use]:
    known = {*_spaces(a), *a.region}
    for table, rows in document.rows.items():
        for id, row in rows.items():
            for field, value in row.items():
                if ids := tuple(text for text in _texts(value) if text in known):
                    yield _Use(table, id, field, ids)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for one in cast("Iterable[Any]", value):
            yield from _texts(one)
    elif isinstance(value, dict):
        for pair in cast("Mapping[str, Any]", value).items():
            yield from _texts(pair)


def _spaces(sheet: Map) -> dict[str, str]:
    """Return all spaces with what tells them: those of the graph, and hexes by their number with their terrain."""
    found: dict[str, str] = {}
    if sheet.hexes is not None:
        try:
            numbers, terrain = sheet.hexes.numbers.all.tolist(), sheet.hexes.terrain
        except Invalid:
            numbers, terrain = [], sheet.hexes.terrain
        for index in sheet.hexes.grid.indices.tolist() if numbers else ():
            found[numbers[index]] = f"terrain {describe_value(terrain.at(index))}"
    for space in sheet.graph.spaces.values():
        kind = [] if space.kind == "hex" and space.id in found else [f"kind {space.kind}"]
        said = [*kind, *(f"{name} {describe_value(value)}" for name, value in space.attributes)]
        found[space.id] = ", ".join([*said, *filter(None, [found.get(space.id, "")])])
    return found


def _name(sheet: Map, id: str) -> str:
    name = sheet.name(id)
    return name_with_id(name, id) if name != id else id


def _naming(uses: list[_Use]) -> str:
    """Say who names something."""
    who = list(dict.fromkeys(map(str, uses)))
    return f"{join_names(who, 4)} {'names' if len(who) == 1 else 'name'}"


def _standing(uses: list[_Use]) -> str:
    """Say who is somewhere."""
    who = list(dict.fromkeys(map(str, uses)))
    return f"where {join_names(who, 4)} {'is' if len(who) == 1 else 'are'}"


# --- what is there --------------------------------------------------------------------------------------------------


def _gone_spaces(a: Map, b: Map, uses: dict[str, list[_Use]]) -> Iterator[Difference]:
    before, after = ({*_spaces(one), *one.region} for one in (a, b))
    for id in sorted(uses.keys() & (before - after)):
        what = f"{a.region[RegionId(id)].kind} {id}" if RegionId(id) in a.region else _name(a, id)
        words = f"{what} is gone, which {_naming(uses[id])}"
        yield Difference("uses-gone", (id, *dict.fromkeys(use.row for use in uses[id])), words)


def _changed_spaces(a: Map, b: Map, uses: dict[str, list[_Use]]) -> Iterator[Difference]:
    for id, was, now in differing_items(_spaces(a), _spaces(b)):
        if id in uses and was is not None and now is not None:
            words = f"{_name(b, id)} has changed ({was} → {now}), which {_naming(uses[id])}"
            yield Difference("uses-changed", (id, *dict.fromkeys(use.row for use in uses[id])), words, was, now)


# --- ways -----------------------------------------------------------------------------------------------------------


def _ways(a: Map, b: Map, uses: dict[str, list[_Use]]) -> Iterator[Difference]:
    """Name the ways at spaces in use that are closed or not as they were, where both ends are still there."""
    for pair, was, now in differing_items(a.graph.edges, b.graph.edges):
        users = [use for id in pair for use in uses.get(id, ())]
        if not users or not _is_open(a, pair, was) or not all(map(b.knows, pair)):
            continue
        name = " and ".join(_name(b, id) for id in pair)
        what = (*pair, *dict.fromkeys(use.row for use in users))
        if not _is_open(b, pair, now):
            yield Difference("way-closed", what, f"no way leads between {name} any more, {_standing(users)}")
        elif was is not None and now is not None and _course(was) != _course(now):
            yield Difference("way-changed", what, f"the way between {name} has changed, {_standing(users)}")


def _is_open(sheet: Map, pair: Pair, edge: Edge | None) -> bool:
    """Tell whether a way leads between two spaces: over an edge, or over the side that two hexes share."""
    if edge is not None:
        return edge.open
    return all(map(sheet.has_hex, pair)) and pair[1] in sheet.by_number.beside(pair[0])


def _course(edge: Edge) -> tuple[object, ...]:
    """Return what of an edge matters to those who use it."""
    return edge.one_way, edge.a, edge.b, Counter(edge.along), Counter(edge.across), edge.contact


def _routes(a: Map, b: Map, uses: list[_Use]) -> Iterator[Difference]:
    """Name the rows that list spaces one after the other, as a route does, where a way between two is closed."""
    for use in uses:
        for one, other in pairwise(use.ids):
            pair = pair_of(SpaceId(one), SpaceId(other))
            was, now = a.graph.edges.get(pair), b.graph.edges.get(pair)
            if _is_open(a, pair, was) and not _is_open(b, pair, now) and all(map(b.knows, pair)):
                words = f"{use} leads from {_name(b, one)} to {_name(b, other)}, where no way leads any more"
                yield Difference("route-broken", (use.row, one, other), words)
