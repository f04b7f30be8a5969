"""Values, rows and plies in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast, get_args, get_origin, get_type_hints

import msgspec

from sandtable.engine.log import read

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sandtable.engine.actions import Action
    from sandtable.engine.game import Game
    from sandtable.engine.journal import Journal, Ply
    from sandtable.engine.log import Entry
    from sandtable.engine.state import Row


def worded(value: object) -> str:
    """Say a value of a field."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        if items and all(isinstance(one, tuple) and len(cast("tuple[object, ...]", one)) == 2 for one in items):
            return ", ".join(
                f"{worded(part)}: {share}" for part, share in cast("tuple[tuple[object, object], ...]", items)
            )
        return ", ".join(worded(one) for one in items) or "none"
    return str(value)


def hints(kind: type[Action]) -> dict[str, Any]:
    """Return the types of an action's fields as they were written."""
    return get_type_hints(kind, include_extras=True)


def field_title(kind: type[Action], field: str) -> str:
    """Return the title of a field: from its ``Meta``, else its name in words."""
    for meta in getattr(hints(kind).get(field), "__metadata__", ()):
        if isinstance(meta, msgspec.Meta) and meta.title:
            return meta.title
    return field.replace("_", " ")


def table_of(game: Game, kind: type[Action], field: str) -> type[Row] | None:
    """Return the table whose ids a field holds (one or a tuple of them), if it does."""
    hint = hints(kind).get(field)
    for one in _inside(hint):
        row = game.state.schema.id_types.get(one)
        if row is not None:
            return row
    return None


def _inside(hint: Any) -> Iterator[Any]:
    yield hint
    if get_origin(hint) is Annotated or get_origin(hint) is tuple:
        for arg in get_args(hint):
            yield from _inside(arg)


def row_facts(game: Game, table: type[Row] | None, id: object, side: str = "") -> str:
    """Return the plain facts of a row that help to choose it: short texts, numbers, what is true of it.

    That it belongs to ``side``, which chooses, is no news.
    """
    row = game[table].get(str(id)) if table is not None else None
    if row is None:
        return ""
    found: list[str] = []
    for name in row.__struct_fields__:
        value = getattr(row, name)
        title = name.replace("_", " ")
        if name == "id" or value is None or value is False or str(value) in ("", str(id), side):
            continue
        if value is True:
            found.append(title)
        elif isinstance(value, int):
            found.append(f"{title} {value}")
        elif isinstance(value, str) and len(value) <= 24:
            found.append(value if name in ("title", "name") else f"{title} {value}")
    return ", ".join(found[:4])


def where(game: Game) -> str:
    """Say where we are: round, step, side and what a nested sequence is about."""
    main, *nested = game.frames
    parts = [f"Round {main.round}"]
    for frame in (main, *nested):
        step = game.rulebook.steps.get(frame.step)
        title = (step.title if step is not None else "") or frame.step.replace("_", " ")
        about = f"{frame.sequence.replace('_', ' ')} {frame.subject}".strip() if frame is not main else ""
        rounds = f", round {frame.round}" if frame is not main and frame.round > 1 else ""
        parts += [f"{about}{rounds}"] if about else []
        parts += [title] if title else []
    side = game.frame.side
    return " · ".join([*parts, *([side_title(game, side)] if side else [])])


def side_title(game: Game, side: str) -> str:
    """Return what a side is called."""
    from sandtable.engine.rows import Side

    row = game[Side].get(side)
    return (row.title or row.id) if row is not None else side


def seat_title(game: Game, seat: str) -> str:
    """Return what a seat is called."""
    from sandtable.engine.rows import Seat

    row = game[Seat].get(seat)
    return (row.name or row.id) if row is not None else seat


def ply_lines(
    game: Game, journal: Journal, ply: Ply, sides: Collection[str] | None, *, numbered: bool = False
) -> list[str]:
    """Tell a ply as these sides may read it (``None``: whoever holds the file): what was done, thrown, noted."""
    entry = read(journal, ply, sides)
    head = f"{ply.id:>4}  " if numbered else ""
    indent = " " * len(head)
    lines = [f"{head}{deed}" for deed in deeds(game, ply, entry)] or (
        [f"{head}the start"] if ply.kind == "start" else []
    )
    lines = lines if numbered or ply.kind != "start" else []
    lines += [f"{indent}  thrown: {one.why}: {thrown(one.dice, one.faces)} ({one.rule})" for one in entry.throws]
    for note in entry.notes:
        cited = f" ({note.rule})" if note.rule and note.rule not in note.text else ""
        lines.append(f"{indent}  {note.text}{cited}")
    if numbered and lines and not lines[0].startswith(head):
        lines.insert(0, f"{head}the dice were entered")
    return lines


def deeds(game: Game, ply: Ply, entry: Entry) -> list[str]:
    """Say what was done in a ply, with the side that did it."""
    waits = ply.kind == "sealed" and not ply.reveals  # "North has answered" names its side already
    return [
        deed.says if waits or not deed.side else f"{side_title(game, deed.side)}: {deed.says}" for deed in entry.deeds
    ]


def told_by(journal: Journal, ply: Ply, sides: Collection[str]) -> str:
    """Say in a few words what was done in a ply, as far as these sides may know."""
    return "; ".join(deed.says for deed in read(journal, ply, sides).deeds) or "the dice"


def thrown(dice: str, faces: tuple[int, ...]) -> str:
    """Say what dice show."""
    shown = " ".join(map(str, faces))
    return f"{shown} ({dice})" if len(faces) == 1 else f"{shown} = {sum(faces)} ({dice})"
