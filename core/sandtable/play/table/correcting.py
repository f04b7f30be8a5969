"""What the table may correct, and what is written for a field: the words of a form, wherever it is filled in."""

from __future__ import annotations

import re
from enum import Enum
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union, cast, get_args, get_origin

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.state.charts import Cell, Chart
from sandtable.engine.state.row_fields import title_of, wanted_type
from sandtable.engine.state.rows import CORE_ROWS
from sandtable.engine.state.schema import SPACES
from sandtable.engine.state.struct_fields import hints_of
from sandtable.engine.words import sentence
from sandtable.play.words.matching import matching_places, plain, which_is_meant
from sandtable.present import presentation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.row import Row

NUMBER: Final = re.compile("-?[0-9]{1,9}")
NOTHING: Final = ("nothing", "none", "-")


def correctable_kinds(view: RunningGame) -> list[type[Row]]:
    """Return the tables that have rows to correct, those whose rows stand on the map first."""
    kinds = [kind for kind in view.state.schema.kinds.values() if kind not in CORE_ROWS and len(view[kind])]
    on_map = {counter.kind for counter in presentation.counters(view)}
    return sorted(kinds, key=lambda kind: kind.stored not in on_map)  # what is wrong is mostly a piece


def kind_title(kind: type[Row]) -> str:
    """Return the name of a table as words: ``SupplyDepot`` is "Supply depot"."""
    words = "".join(f" {one.lower()}" if one.isupper() else one for one in kind.stored).strip()
    return sentence(words)


def names_for(view: RunningGame, hint: Any) -> dict[str, str]:
    """Return what a field of a type may name, by id: rows of a table, or spaces of the map; else nothing."""
    kind = view.state.schema.id_types.get(hint)
    if kind is not None:
        return {row.id: row.name_in(view) for row in view[kind]}
    board = presentation.board(view)
    if board is None or wanted_type(hint, SPACES) is None:
        return {}
    return dict(sorted(((id, board.name(id)) for id in board.spaces()), key=lambda one: one[1]))


def find_row(view: RunningGame, text: str) -> Row:
    """Return the row that a text names: by its name, or with its table before it, as in "Treasury France".

    Raises ``Invalid`` where it names none, or several.
    """
    rows = [row for kind in correctable_kinds(view) for row in view[kind]]

    def name(row: object) -> str:
        return cast("Row", row).name_in(view)

    def full_name(row: object) -> str:
        return f"{kind_title(type(cast('Row', row)))} {name(row)}"

    found = [row for row in rows if plain(text) == plain(full_name(row))]
    found = found or [row for row in rows if plain(text) in (plain(name(row)), plain(row.id))]
    found = found or [rows[at] for at in matching_places(text, rows, name)]
    if not found:
        raise Invalid(f"nothing that can be corrected is called {text!r}")
    if len(found) > 1:
        raise Invalid(which_is_meant(text, found, full_name))
    return found[0]


def fields_of(row: Row) -> dict[str, str]:
    """Return the fields of a row that can be corrected, by name, with their titles; the axes of a chart stay.

    Rules look its cells up by the keys of its axes, so they are no table's to change; each cell is.
    """
    kept = ("id", "axes") if isinstance(row, Chart) else ("id",)
    return {name: title_of(type(row), name) for name in type(row).__struct_fields__ if name not in kept}


def read_correction(view: RunningGame, row: Row, text: str) -> dict[str, Any]:
    """Read ``FIELD = VALUE, FIELD = VALUE``: fields and values by the names that a player sees.

    Of a chart ``KEY, KEY = VALUE`` is one cell. Raises ``Invalid`` naming what is wrong and what there is.
    """
    found: dict[str, Any] = {}
    for field, said in _parts(text):
        if isinstance(row, Chart) and _field_named(row, field) is None:
            found["cells"] = _with_cell(replace(row, cells=found.get("cells", row.cells)), field, said)
            continue
        name = _field_named(row, field)
        if name is None:
            raise unknown("field", field, fields_of(row).values())
        found[name] = read_value(view, hints_of(type(row))[name], said, fields_of(row)[name])
    return found


def _parts(text: str) -> Iterable[tuple[str, str]]:
    """Part a line at its equals signs; what stands before the last comma is the value before it."""
    pieces = [piece.strip() for piece in text.split("=")]
    if len(pieces) < 2:
        raise Invalid("say FIELD = VALUE, or FIELD = VALUE; FIELD = VALUE for more than one")
    field = pieces[0]
    for piece in pieces[1:-1]:
        said, _, following = piece.rpartition(";")
        if not said:
            raise Invalid(f"part {piece!r} with a semicolon: FIELD = VALUE; FIELD = VALUE")
        yield field, said.strip()
        field = following.strip()
    yield field, pieces[-1].rstrip(";").strip()


def _field_named(row: Row, text: str) -> str | None:
    fields = fields_of(row)
    return next((name for name, title in fields.items() if plain(text) in (plain(title), plain(name))), None)


def _with_cell(chart: Chart, keys: str, said: str) -> tuple[Cell, ...]:
    """Return the cells of a chart with another value at some keys."""
    at = chart.place_of(*(key.strip() for key in keys.split(",")))
    value: Cell = int(said) if NUMBER.fullmatch(said) else None if said.casefold() in NOTHING else said
    return (*chart.cells[:at], value, *chart.cells[at + 1 :])


def read_value(view: RunningGame, hint: Any, said: str, title: str) -> Any:
    """Read what is written for a field of a type, as plain data; raises ``Invalid`` for what it cannot hold."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) in (Union, UnionType):
        if NoneType in get_args(hint) and said.casefold() in NOTHING:
            return None
        left = [one for one in get_args(hint) if one is not NoneType]
        return read_value(view, left[0] if len(left) == 1 else int if NUMBER.fullmatch(said) else str, said, title)
    if get_origin(hint) is tuple and get_args(hint)[1:] == (Ellipsis,):
        inner = get_args(hint)[0]
        parts = [] if said.casefold() in (*NOTHING, "") else said.split(",")
        return [read_value(view, inner, part.strip(), title) for part in parts]
    if choices := _choices(view, hint):
        return _chosen(choices, said, title)
    return _plain_value(getattr(hint, "__supertype__", hint), said, title)


def _choices(view: RunningGame, hint: Any) -> Mapping[Any, str]:
    if get_origin(hint) is Literal:
        return {one: str(one) for one in get_args(hint)}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {one.value: one.name for one in hint}
    return names_for(view, hint)


def _chosen(choices: Mapping[Any, str], said: str, title: str) -> Any:
    keys = list(choices)
    found = matching_places(said, keys, lambda key: choices[key])
    if len(found) != 1:
        meant = which_is_meant(said, [keys[at] for at in found], lambda key: choices[key])
        raise Invalid(meant if found else f"{said!r} is nothing that {title} can be")
    return keys[found[0]]


def _plain_value(kind: Any, said: str, title: str) -> Any:
    if kind is bool:
        if said.casefold() not in ("yes", "no"):
            raise Invalid(f"say yes or no for {title}")
        return said.casefold() == "yes"
    if kind is int:
        if not NUMBER.fullmatch(said):
            raise Invalid(f"{said!r} is not a whole number, as {title} wants")
        return int(said)
    if kind is str:
        return said
    if isinstance(kind, type) and issubclass(kind, Struct):
        raise Invalid(f"{title} has parts of its own and cannot be corrected in words")
    raise Invalid(f"{title} cannot be corrected")
