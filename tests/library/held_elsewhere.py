"""A campaign that another program has open."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sandtable.library.files.file import File
from sandtable.library.files.schema import CAMPAIGN


@contextmanager
def held_elsewhere(path: Path) -> Generator[None]:
    """Have another process keep a campaign open; ``os.fork`` must be there."""
    ours, theirs = os.pipe(), os.pipe()
    child = os.fork()
    if not child:
        try:
            file = File.open(path, CAMPAIGN, writing=True)
            os.write(ours[1], b"open")
            os.read(theirs[0], 1)
            file.close()
        finally:
            os._exit(0)
    os.read(ours[0], 4)
    try:
        yield
    finally:
        os.write(theirs[1], b"x")
        os.waitpid(child, 0)
        for end in (*ours, *theirs):
            os.close(end)
