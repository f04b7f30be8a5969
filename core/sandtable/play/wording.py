"""Values, rows and plies in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast, get_args, get_origin, get_type_hints

import msgspec

from sandtable.engine.journal.log import read_ply
from sandtable.engine.words import fit

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from sandtable.engine.actions.actions import Action
    from sandtable.engine.journal.journal import Journal, Ply
    from sandtable.engine.journal.log import LogEntry
    from sandtable.engine.running.game import Game
    from sandtable.engine.state.row import Row
    from sandtable.engine.state.rows import Frame, Side


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


def field_types(kind: type[Action]) -> dict[str, Any]:
    """Return the types of an action's fields as they were written."""
    return get_type_hints(kind, include_extras=True)


def field_title(kind: type[Action], field: str) -> str:
    """Return the title of a field: from its ``Meta``, else its name in words."""
    for meta in getattr(field_types(kind).get(field), "__metadata__", ()):
        if isinstance(meta, msgspec.Meta) and meta.title:
            return fit(meta.title)
    return field.replace("_", " ")


def table_of(game: Game, kind: type[Action], field: str) -> type[Row] | None:
    """Return the table whose ids a field holds (one or a tuple of them), if it does."""
    hint = field_types(kind).get(field)
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
        says_nothing = value is None or value is False or str(value) in ("", "0", str(id), side)
        if says_nothing or name in ("id", "seat"):
            continue
        if isinstance(value, str) and value.casefold() == str(id).casefold():
            continue
        if value is True:
            found.append(title)
        elif isinstance(value, int):
            found.append(f"{title} {value}")
        elif isinstance(value, str) and len(value) <= 24:
            found.append(value if name in ("title", "name") else f"{title} {value}")
    return fit(", ".join(found[:4]))


def current_place(game: Game) -> str:
    """Say where we are: round, step, side and what a nested sequence is about."""
    from sandtable.play.present_words import contest_title, round_title

    main, *nested = game.frames
    parts = [round_title(game, main.round), step_title(game, main.step)]
    told = {""}
    for frame in nested:
        fought = contest_title(game, frame)
        if frame.subject not in told:
            parts.append(fought or f"{frame.sequence.replace('_', ' ')} {_subject(game, frame.subject)}".strip())
            told.add(frame.subject)
        again = frame.round > 1 and frame is nested[-1] and not fought  # what is fought out says its round itself
        parts.append(step_title(game, frame.step) + (f", round {frame.round}" if again else ""))
    side = game.frame.side
    return " · ".join(part for part in [*parts, side_title(game, side) if side else ""] if part)


def ply_places(game: Game, plies: Sequence[Ply]) -> list[str]:
    """Say of each of the last plies before the head where it was played: round, step and side of the main sequence."""
    from sandtable.engine.state.rows import Frame as Frames

    found: list[str] = []
    frame = game.frames[0]
    for ply in reversed(plies):
        last = frame
        for change in reversed(ply.changes):
            if change.kind is Frames and change.id == frame.id and isinstance(change.old, Frames):
                frame = change.old
        found.append(frame_place(game, last if ply.kind == "start" else frame))
    return found[::-1]


def frame_place(game: Game, frame: Frame) -> str:
    """Say where a frame of the main sequence stands: round, step, side."""
    from sandtable.play.present_words import round_title

    parts = [round_title(game, frame.round), step_title(game, frame.step)]
    return " · ".join(part for part in [*parts, side_title(game, frame.side) if frame.side else ""] if part)


def step_title(game: Game, key: str) -> str:
    """Return what a step is called."""
    step = game.rulebook.steps.get(key)
    return (step.title if step is not None else "") or key.replace("_", " ")


def _subject(game: Game, id: str) -> str:
    """Return what a nested sequence is about: a row by its title; the bare id of one without says nothing."""
    rows: list[Row] = [row for kind in game.state.tables if (row := game[kind].get(id)) is not None] if id else []
    return next((title for row in rows if (title := title_of(row))), "" if rows else fit(id))


def title_of(row: Row) -> str:
    """Return what a row is called, if it says so, fit to be shown: rows are kept as the file has them."""
    titles = (getattr(row, field, None) for field in ("title", "name"))
    return next((fit(said) for said in titles if isinstance(said, str) and said), "")


def side_name(row: Side) -> str:
    """Return what a side is called before there is a game."""
    return title_of(row) or fit(row.id)


def side_title(game: Game, side: str) -> str:
    """Return what a side is called."""
    from sandtable.engine.state.rows import Side

    row = game[Side].get(side)
    return side_name(row) if row is not None else fit(side)


def seat_title(game: Game, seat: str) -> str:
    """Return what a seat is called."""
    from sandtable.engine.state.rows import Seat

    row = game[Seat].get(seat)
    return fit((row.name or row.id) if row is not None else seat)


def ply_lines(
    game: Game, journal: Journal, ply: Ply, sides: Collection[str] | None, *, numbered: bool = False
) -> list[str]:
    """Tell a ply as these sides may read it (``None``: whoever holds the file): what was done, thrown, noted."""
    entry = read_ply(journal, ply, sides)
    head = f"{ply.id:>4}  " if numbered else ""
    indent = " " * len(head)
    lines = [f"{head}{deed}" for deed in action_lines(game, ply, entry)] or (
        [f"{head}the start"] if ply.kind == "start" else []
    )
    lines = lines if numbered or ply.kind != "start" else []
    lines += [
        f"{indent}  thrown: {one.why}: {describe_throw(one.dice, one.faces)} ({one.rule})" for one in entry.throws
    ]
    for note in entry.notes:
        cited = f" ({note.rule})" if note.rule and note.rule not in note.text else ""
        lines.append(f"{indent}  {note.text}{cited}")
    if numbered and lines and not lines[0].startswith(head):
        lines.insert(0, f"{head}the dice were entered")
    return lines


def action_lines(game: Game, ply: Ply, entry: LogEntry) -> list[str]:
    """Say what was done in a ply, with the side that did it."""
    waits = ply.kind == "sealed" and not ply.reveals_from  # "North has answered" names its side already
    return [
        deed.says if waits or not deed.side else f"{side_title(game, deed.side)}: {deed.says}" for deed in entry.actions
    ]


def summarize_ply(journal: Journal, ply: Ply, sides: Collection[str]) -> str:
    """Say in a few words what was done in a ply, as far as these sides may know."""
    return "; ".join(deed.says for deed in read_ply(journal, ply, sides).actions) or "the dice"


def describe_throw(dice: str, faces: tuple[int, ...]) -> str:
    """Say what dice show."""
    shown = " ".join(map(str, faces))
    return f"{shown} ({dice})" if len(faces) == 1 else f"{shown} = {sum(faces)} ({dice})"
