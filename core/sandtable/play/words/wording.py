"""Values and rows in words."""

from __future__ import annotations

import re
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args, get_origin, get_type_hints

import msgspec

from sandtable.engine.running.dice import parse
from sandtable.engine.state.boards import SpaceId
from sandtable.engine.words import fit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sandtable.engine.actions.actions import Action
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.row import Row
    from sandtable.engine.state.rows import Side


def describe(value: object) -> str:
    """Say a value of a field."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        if items and all(isinstance(one, tuple) and len(cast("tuple[object, ...]", one)) == 2 for one in items):
            return ", ".join(
                f"{describe(part)}: {share}" for part, share in cast("tuple[tuple[object, object], ...]", items)
            )
        return ", ".join(describe(one) for one in items) or "none"
    return fit(str(value)) or "none"


@lru_cache(maxsize=1024)  # what is written as text takes a millisecond to be read
def field_types(kind: type[Action]) -> Mapping[str, Any]:
    """Return the types of an action's fields as they were written."""
    return MappingProxyType(get_type_hints(kind, include_extras=True))


def field_title(kind: type[Action], field: str) -> str:
    """Return the title of a field: from its ``Meta``, else its name in words."""
    for meta in getattr(field_types(kind).get(field), "__metadata__", ()):
        if isinstance(meta, msgspec.Meta) and meta.title:
            return fit(meta.title)
    return field.replace("_", " ")


def table_of(game: RunningGame, kind: type[Action], field: str) -> type[Row] | None:
    """Return the table whose ids a field holds (one or a tuple of them), if it does."""
    hint = field_types(kind).get(field)
    for one in _inside(hint):
        row = game.state.schema.id_types.get(one)
        if row is not None:
            return row
    return None


def holds_places(kind: type[Action], field: str) -> bool:
    """Tell whether the values of a field are places of the map, and not other things that have such an id too."""
    for hint in _inside(field_types(kind).get(field)):
        while hasattr(hint, "__supertype__"):
            if hint is SpaceId:
                return True
            hint = hint.__supertype__
    return False


def _inside(hint: Any) -> Iterator[Any]:
    yield hint
    if get_origin(hint) is Annotated or get_origin(hint) is tuple:
        for arg in get_args(hint):
            yield from _inside(arg)


def describe_kind(kind: type[Action]) -> str:
    """Return what a kind of action does: the first sentence of its description."""
    own = kind.__doc__ if "__doc__" in vars(kind) else ""
    return re.split(r"\n\n|\. ", (own or "").strip())[0].rstrip(".").replace("\n", " ")


def row_facts(game: RunningGame, table: type[Row] | None, id: object, side: str = "") -> str:
    """Return the plain facts of a row that help to choose it: short texts, numbers, what is true of it.

    That it belongs to ``side``, which chooses, is no news.
    """
    row = game[table].get(str(id)) if table is not None else None
    if row is None:
        return ""
    found: list[str] = []
    called = {str(id).casefold(), game.name(id, table).casefold()}
    tables = game.state.schema.tables_of(type(row))
    for name in row.__struct_fields__ if row.facts is None else row.facts:
        value = getattr(row, name)
        title = name.replace("_", " ")
        says_nothing = value is None or value is False or str(value) in ("", "0", str(id), side)
        if says_nothing or name in ("id", "seat"):
            continue
        if isinstance(value, str) and value.casefold() in called:
            continue
        if value is True:
            found.append(title)
        elif isinstance(value, int):
            found.append(f"{title} {value}")
        elif isinstance(value, str) and len(value) <= 24:
            said = game.name(value, tables[name]) if name in tables else value
            found.append(said if name in ("title", "name", "says") else f"{title} {said}")
    return fit(", ".join(found[:4]))


def title_of(row: Row) -> str:
    """Return what a row is called, if it says so, fit to be shown: rows are kept as the file has them."""
    titles = (getattr(row, field, None) for field in ("title", "name"))
    return next((fit(said) for said in titles if isinstance(said, str) and said), "")


def side_name(row: Side) -> str:
    """Return what a side is called before there is a game."""
    return title_of(row) or fit(row.id)


def side_title(game: RunningGame, side: str) -> str:
    """Return what a side is called."""
    from sandtable.engine.state.rows import Side

    row = game[Side].get(side)
    return side_name(row) if row is not None else fit(side)


def is_named_first(who: str, says: str) -> bool:
    """Tell whether a sentence begins with this name, or with an article before it."""
    says = says.removeprefix("The ").removeprefix("the ")
    return says.startswith(who) and not says[len(who) : len(who) + 1].isalnum()


def without_name(who: str, why: str) -> str:
    """Return what a side is asked, without the name it begins with: that stands before it already."""
    return why.removeprefix(f"{who} ") if who else why


def seat_title(game: RunningGame, seat: str) -> str:
    """Return what a seat is called."""
    from sandtable.engine.state.rows import Seat

    row = game[Seat].get(seat)
    return fit((row.name or row.id) if row is not None else seat)


def describe_throw(dice: str, faces: tuple[int, ...]) -> str:
    """Say what dice show."""
    shown = " ".join(map(parse(dice).say, faces))
    return f"{shown} ({dice})" if len(faces) == 1 else f"{shown} = {sum(faces)} ({dice})"
