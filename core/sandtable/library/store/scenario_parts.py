"""The parts of a scenario beside its rows: when it is, what is noted of it, what it does to another that it extends."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct

from sandtable.engine.errors import Invalid

Rows = dict[str, dict[str, dict[str, Any]]]
"""Rows as plain data, by table name and id."""

DATE: Final = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?")


class Dates(Struct, frozen=True, omit_defaults=True):
    """When a scenario begins and ends: a year, a month or a day, "1809", "1809-04", "1809-04-10"."""

    begins: str = ""
    ends: str = ""

    def fault(self) -> str:
        """Say what is wrong with them; nothing where nothing is."""
        for name, date in (("begins", self.begins), ("ends", self.ends)):
            if date and not DATE.fullmatch(date):
                return f"it {name} at {date!r}, which is not a date: write 1809, 1809-04 or 1809-04-10"
        most = min(len(self.begins), len(self.ends))
        if most and self.ends[:most] < self.begins[:most]:
            return f"it ends at {self.ends}, before it begins at {self.begins}: turn them round"
        return ""

    def require_sound(self) -> Dates:
        """Return them; raises ``Invalid`` for what is no date, and for an end before the beginning."""
        if fault := self.fault():
            raise Invalid(f"the dates of the scenario: {fault}")
        return self


MOST_PICTURE_BYTES: Final = 2 << 20
"""Bytes of a picture that a note shows: it is read whenever the scenario is."""
MOST_PICTURES_BYTES: Final = 16 << 20
"""Bytes of all pictures of a scenario."""
PICTURES: Final = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
"""How a picture begins that a note may show: PNG and JPEG."""


class NotePicture(Struct, frozen=True, omit_defaults=True):
    """A picture that a note shows, by the hash of its content; what it is called, and whose it is."""

    shown: str
    title: str = ""
    source: str = ""


def picture_hash(content: bytes) -> str:
    """Return what a picture is kept under."""
    return sha256(content).hexdigest()


def picture_faults(notes: tuple[ScenarioNote, ...], pictures: dict[str, bytes]) -> list[str]:
    """Say which pictures are not what they are kept as, which are shown and not there, and which nobody shows."""
    shown = {one.shown for note in notes for one in note.pictures}
    found = [f"the picture {name[:12]}... is not what was kept under that hash" for name in sorted(pictures)
             if picture_hash(pictures[name]) != name]  # fmt: skip
    found += [f"the picture {name[:12]}... is neither PNG nor JPEG" for name in sorted(pictures)
              if not pictures[name].startswith(PICTURES)]  # fmt: skip
    found += [f"the picture {name[:12]}... has over {MOST_PICTURE_BYTES >> 20} MB" for name in sorted(pictures)
              if len(pictures[name]) > MOST_PICTURE_BYTES]  # fmt: skip
    found += [f"a note shows the picture {name[:12]}..., which is not there" for name in sorted(shown - {*pictures})]
    return found + [f"no note shows the picture {name[:12]}..." for name in sorted({*pictures} - shown)]


class ScenarioNote(Struct, frozen=True, omit_defaults=True):
    """Something noted by a designer, of the whole or of a row: text, where it is from, the pictures that it shows."""

    id: str
    text: str
    title: str = ""
    table: str = ""
    row: str = ""
    source: str = ""
    pictures: tuple[NotePicture, ...] = ()


class PrintedCell(Struct, frozen=True):
    """A cell that the designer of the base has changed and that is as printed again."""

    chart: str
    at: tuple[str, ...]


class RowChanges(Struct, frozen=True, omit_defaults=True):
    """What a scenario does to rows of the one that it extends, beside those that it puts.

    ``fields`` are those of rows that it changes, ``gone`` the rows that it removes, ``printed`` the cells of charts
    that are as printed again. ``was`` says how these stood in the base when that was said: of a changed row the
    fields, of one that is removed or put in its place all. ``lost`` are changes of rows, as JSON, that were said in
    words of an older version of the game's data and could not be brought up: they count for nothing.
    """

    fields: Rows = {}
    gone: dict[str, tuple[str, ...]] = {}
    printed: tuple[PrintedCell, ...] = ()
    was: Rows = {}
    lost: dict[str, dict[str, str]] = {}
