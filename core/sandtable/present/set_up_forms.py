"""What a game says of its rows so that a designer need not know them: relations, dates, what is fought for."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sandtable.present.board import Colour


class Relation(Struct, frozen=True, kw_only=True):
    """What two parties may be to each other: at war, allied.

    ``table`` and ``field`` say where it stands: a row for each pair, whose field names both; or, where the table is
    that of the ``parties``, a field of each that names the others. ``ids`` is what a new row is called.
    """

    key: str
    title: str
    parties: str
    table: str
    field: str
    ids: str = "{}|{}"
    colour: Colour | None = None
    ends: tuple[str, ...] = ()
    """The keys of relations that cannot hold beside it: when it begins, they end."""


class DatedField(Struct, frozen=True, kw_only=True):
    """A field of a table that says in which round of the main sequence something happens: a corps arrives.

    ``never`` is what the field holds where it happens in no round; ``last`` says that it is the end of the game.
    """

    table: str
    field: str
    title: str
    never: int | None = None
    last: bool = False


class AimForm(Struct, frozen=True, kw_only=True):
    """What is fought for, as a sentence with the fields of a row in it: ``{invader} must hold {needs} provinces``.

    ``row`` is the id of the one row that the rules look up; empty: a row for each side, called as the side is.
    ``fields`` is what a new one begins with.
    """

    table: str
    says: str
    row: str = ""
    title: str = ""
    fields: dict[str, Any] = {}
