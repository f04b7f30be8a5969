"""What a scenario brings in time: every row that names a round of the main sequence, and the edit that moves it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sandtable.design.scenario.row_edits import ChangeRows
from sandtable.design.scenario.row_forms import field_named
from sandtable.engine.errors import Invalid
from sandtable.engine.state.rows import Side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.present.set_up_forms import DatedField

FIRST = 1


class DatedRow(Struct, frozen=True):
    """Something that happens in a round: which row says so, by which field, and whose it is."""

    table: str
    id: str
    field: str
    title: str
    turn: int
    side: str = ""
    about: str = ""
    last: bool = False
    never: int | None = None
    """What the field holds where it happens in no round; ``None`` where it must happen in one."""

    @property
    def has_date(self) -> bool:
        """Whether it happens in a round."""
        return self.turn != self.never

    @property
    def words(self) -> str:
        """Say it in a few words."""
        return self.title if self.last else f"{self.id} {self.title}"


def dated_rows(design: DesignedScenario, fields: Iterable[DatedField]) -> list[DatedRow]:
    """Return what happens when, in order of rounds, sides and ids; what happens in no round is left out."""
    found = [row for field in fields for row in _of_field(design, field)]
    return sorted(found, key=lambda one: (one.turn, one.side, one.table, one.id, one.field))


def undated_rows(design: DesignedScenario, fields: Iterable[DatedField]) -> list[DatedRow]:
    """Return what could have a date and has none: a leader who is called away and does not come back."""
    kept = [one for one in fields if one.never is not None]
    return [row for field in kept for row in _of_field(design, field, dated=False)]


def _of_field(design: DesignedScenario, field: DatedField, *, dated: bool = True) -> list[DatedRow]:
    if field.table not in design.family.schema.kinds:
        return []
    found: list[DatedRow] = []
    for id in sorted(design.ids(field.table)):
        row = design.row(field.table, id) or {}
        turn = row.get(field.field, field_named(design, field.table, field.field).default)
        if isinstance(turn, int) and (turn != field.never) == dated:
            about = str(row.get("says") or row.get("what") or row.get("title") or "")
            side = side_of(design, field.table, id)
            found.append(
                DatedRow(field.table, id, field.field, field.title, turn, side, about, field.last, field.never)
            )
    return found


def side_of(design: DesignedScenario, table: str, id: str) -> str:
    """Return the side that a row belongs to: it names it, or adds to a row that does; nothing for none."""
    schema = design.family.schema
    kind = schema.kinds[table]
    row = design.row(table, id) or {}
    for reference in schema.references[kind].values():
        value: Any = row.get(reference.field)
        if reference.target is Side and isinstance(value, str):
            return value
    for whole, companions in schema.companions.items():
        if kind in companions and schema.references[whole]:
            return side_of(design, whole.stored, id) if whole is not kind and not _loops(design, whole, kind) else ""
    return id if Side in [whole for whole, some in schema.companions.items() if kind in some] else ""


def _loops(design: DesignedScenario, whole: Any, kind: Any) -> bool:
    """Tell whether a table adds to one that adds to it: two tables of one kind of ids."""
    return whole in design.family.schema.companions.get(kind, ())


def last_turn(design: DesignedScenario, fields: Iterable[DatedField]) -> int | None:
    """Return the last round, where a row says so."""
    ends = [row.turn for field in fields if field.last for row in _of_field(design, field)]
    return max(ends, default=None)


def move_to(design: DesignedScenario, row: DatedRow, turn: int | None) -> ChangeRows:
    """Return the edit that lets something happen in another round, or (``None``) in none.

    Raises ``Invalid`` for a round before the first, and where something must happen in one.
    """
    if turn is None:
        if row.never is None:
            raise Invalid(f"{row.words} in some turn: give it one, or take {row.table} {row.id} out")
        return ChangeRows(row.table, (row.id,), {row.field: row.never})
    least = field_named(design, row.table, row.field).least
    if turn < max(FIRST, least or 0):
        raise Invalid(f"turn {turn} is before the first: choose turn {max(FIRST, least or 0)} or a later one")
    return ChangeRows(row.table, (row.id,), {row.field: turn})
