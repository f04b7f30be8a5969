"""The rows of a scenario: unsound ones, references into nowhere, spaces that the map does not have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from sandtable.board.maps import RegionId
from sandtable.board.spaces import SpaceId
from sandtable.engine.state.missing_rows import missing_words, named_by, nearest
from sandtable.engine.state.row_fields import ids_in
from sandtable.engine.state.rows import Side, SideId
from sandtable.lint.draft import RowName
from sandtable.lint.registry import code
from sandtable.lint.scenario_looking import each_row, whole

if TYPE_CHECKING:
    from collections.abc import Collection

    from msgspec import Struct

    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.draft import Draft
    from sandtable.lint.findings import Finding
    from sandtable.lint.survey import Survey

ON_MAP: Final = frozenset({SpaceId, RegionId})

ELSEWHERE = code("scenario-elsewhere", "scenario", "error", "A scenario with data that only other versions can read.")
NO_TABLE = code("row-table-unknown", "scenario", "error", "A row of a table that the game does not have.")
UNSOUND = code("row-unsound", "scenario", "error", "A row that does not hold what its table requires.")
NO_FIELD = code(
    "row-field-unknown", "scenario", "error", "A row has a field that its table does not have: it would be lost."
)  # fmt: skip
OTHER_ID = code("row-id-other", "scenario", "error", "A row that is kept under another id than its own.")
DANGLING = code("reference-dangling", "scenario", "error", "A row names another that is not there.")
NO_SIDE = code("side-unknown", "scenario", "error", "A row names a side that is not there.")
SIDELESS = code("scenario-sideless", "scenario", "error", "A scenario without a side: nobody could play it.")
OFF_MAP = code("space-not-on-map", "scenario", "error", "A row names a space that the map does not have.")
NO_REGION = code("region-not-on-map", "scenario", "error", "A row names a region that the map does not have.")


def _unsound(draft: Draft, name: RowName) -> Iterator[Finding[ScenarioDocument]]:
    """Look at a row by itself."""
    if draft.family is None:
        return
    table, id = name
    if (row := draft.unsound(name)) is None:
        pass
    elif row.why is not None:
        words = f"{table} {id!r} is not a valid row: {row.why}"
        yield UNSOUND.finding(draft.place(table=table, id=id, field=row.why.field), words)
    else:
        near = nearest(table, draft.family.schema.kinds)
        words = f"{table} {id!r} is of a table that {draft.document.game} does not have{near}"
        yield NO_TABLE.finding(draft.place(table=table, id=id), f"{words}; a module may be missing")
    own = draft.document.rows[table][id].get("id", id)
    if own != id:
        words = f"{table} {own!r} is kept under the id {id!r}: use the same id in both places"
        yield OTHER_ID.finding(draft.place(table=table, id=id), words)


def _unknown_fields(draft: Draft, name: RowName) -> Iterator[Finding[ScenarioDocument]]:
    """Look for fields that its table does not have: most likely slips, and what stands in them counts for nothing."""
    table, id = name
    kind = draft.family.schema.kinds.get(table) if draft.family is not None else None
    if kind is None:
        return
    known = kind.__struct_encode_fields__
    for field in draft.document.rows[table][id]:
        if field not in known:
            near = nearest(field, known) or ": take it out"
            words = f"{table} {id!r} has a field {field!r}, which no {table} has{near}"
            yield NO_FIELD.finding(draft.place(table=table, id=id, field=field), words)


def _references(draft: Draft, name: RowName) -> Iterator[Finding[ScenarioDocument]]:
    """Look for references to rows that are not in the scenario; a row that is there and unsound is told elsewhere."""
    row = draft.row(name)
    if draft.family is None or row is None or draft.ground_fault is not None:
        return  # what it refers to may lie on the ground, which could not be laid out
    for field, target, many in draft.family.schema.references[type(row)].values():
        value = getattr(row, field)
        there = draft.ids.get(target.stored, set[str]())
        for id in () if value is None else value if many else (value,):
            if id not in there and not (target is type(row) and id == row.id):
                kind = NO_SIDE if target is Side else DANGLING
                yield kind.finding(draft.place(row=row, field=field), missing_words(row, field, id, target, there))


def _on_map(draft: Draft, name: RowName) -> Iterator[Finding[ScenarioDocument]]:
    """Look for places that a row names, and the map does not have."""
    row = draft.row(name)
    if draft.survey is None or row is None:
        return
    for kind, field, id, words in places_off_map(row, draft.survey, f"{type(row).stored} {row.id!r}"):
        if kind is SpaceId:
            yield OFF_MAP.finding(draft.place(SpaceId(id), row=row, field=field), words)
        else:
            yield NO_REGION.finding(draft.place(row=row, field=field), words)


def _sideless(draft: Draft) -> Iterator[Finding[ScenarioDocument]]:
    if draft.family is not None and not draft.ids.get(Side.stored):
        yield SIDELESS.finding(draft.place(table=Side.stored), "the scenario has no side: add the sides that play it")


CHECKS: Final = (
    each_row(_unsound),
    each_row(_unknown_fields),
    each_row(_references, and_named=True),
    each_row(_on_map),
    whole(_sideless, "ids"),
)


def places_off_map(thing: Struct, survey: Survey, who: str) -> Iterator[tuple[Any, str, str, str]]:
    """Yield what a row, or a setting, names that the map does not have: space or region, field, id, and in words."""
    sheet = survey.map
    for field, kind, id in dict.fromkeys(ids_in(thing, ON_MAP)):
        said = f"{who}: {named_by(thing, field)} {id!r}, which is not a"
        if kind is SpaceId and SpaceId(id) not in survey.spaces and not survey.is_hex(SpaceId(id)):
            near = nearest(id, {*survey.spaces, *survey.hex_ids})
            yield kind, field, id, f"{said} space of map {sheet.info.key!r}{near}"
        elif kind is RegionId and id not in sheet.region:
            yield kind, field, id, f"{said} region of map {sheet.info.key!r}{nearest(id, sheet.region)}"


def unknown_sides(thing: Struct, there: Collection[str], who: str) -> Iterator[tuple[str, str]]:
    """Yield what a setting names as a side and is none: field, and in words."""
    for field, _, id in dict.fromkeys(ids_in(thing, frozenset({SideId}))):
        if id not in there:
            words = f"{who}: {named_by(thing, field)} {id!r}, but there is no such side"
            yield field, f"{words}{nearest(id, there)}"
