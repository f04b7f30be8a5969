"""What is left of a campaign's file that does not pass the gate: read in a copy, for what its own links vouch for.

The gate refuses a file as a whole. Here the same file is opened all the same, where nothing it says can do harm:
a copy, read-only, with limits and a deadline, and with our tables only. SQLite then gives what it can still find.
"""

from __future__ import annotations

import os
import shutil
import struct
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sandtable.engine.errors import Invalid
from sandtable.library.copies import WorkingCopy, in_use, put_together
from sandtable.library.file import File, held
from sandtable.library.gate import LARGEST, connected, deadline, header, same_schema, side_files
from sandtable.library.schema import CAMPAIGN
from sandtable.library.trouble import named, plainly

if TYPE_CHECKING:
    from sandtable.library.gate import Header


@contextmanager
def salvaged(path: Path, *, behind: bool = False) -> Generator[File]:
    """Open what can be read of a damaged campaign; raises ``Invalid`` when it is none, or has not even its tables.

    ``behind``: with what its log holds behind a damage, too.
    """
    if held(path):  # nobody may open it in another way, not even to look at its header
        raise Invalid(f"{named(path)} is open for writing in this program already: go on with that one")
    head = header(path, CAMPAIGN)
    if head.size > LARGEST or in_use(path):
        raise Invalid(f"{named(path)} cannot be looked into: take a copy from before")
    with TemporaryDirectory(prefix="sandtable-", ignore_cleanup_errors=True) as folder, plainly(path):
        copy = Path(folder) / "copy.db"
        (put_together if behind else _take)(path, copy)
        _fill_up(copy, head)
        connection = connected(copy, "mode=ro&immutable=1")
        try:
            connection.execute("PRAGMA query_only=ON")
            with deadline(connection, head.size):
                same_schema(path, connection, head)
                yield File(path, CAMPAIGN, connection, writing=False)
        finally:
            connection.close()


def _take(path: Path, copy: Path) -> None:
    """Copy a file, with what lies beside it where SQLite can still make one of both."""
    if side_files(path):
        with suppress(Invalid):
            settled = WorkingCopy(path, CAMPAIGN, lossy=True)
            try:
                shutil.copyfile(settled.path, copy)
            finally:
                settled.drop()
            return
    shutil.copyfile(path, copy)


def _fill_up(copy: Path, head: Header) -> None:
    """Give a copy that was cut short its size again: what is missing is empty, and found to be."""
    with copy.open("rb") as file:
        page, pages = struct.unpack(">16xH10xI", file.read(32))
    whole = pages * (65536 if page == 1 else page)
    if head.size < whole <= LARGEST:
        os.truncate(copy, whole)
