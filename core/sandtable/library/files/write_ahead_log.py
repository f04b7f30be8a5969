"""The write-ahead log beside a file (``-wal``): how many changes it was given, and what of them can still be read.

SQLite reads such a log up to the first frame that is not what was written, and drops all behind it without a word.
So this program keeps an account where SQLite never looks: the log has room behind its frames, and the last bytes of
that say how many changes were acknowledged, twice, well apart: frames alone cannot prove that none came after them.
A log that was cut has lost its account, one that was damaged holds fewer changes than its account says; one
of which just an account came to harm is known to be whole by the other.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

ROOM: Final = 6 << 20
"""Bytes of a log with its room: more than SQLite writes before it begins anew at the front. Mostly they are a hole."""
_ACCOUNT: Final = struct.Struct(">16sQ8s")
_BEGINS: Final = b"sandtable keeps "
_HEADER: Final = struct.Struct(">8I")
_FRAME: Final = struct.Struct(">6I")
_MAGIC: Final = 0x377F0682
_SECTOR: Final = 4096
_APART: Final = 2 * _SECTOR
"""Bytes from one account to the other: no sector of a disk, and no page, holds both."""
ACCOUNTS: Final = _APART + _ACCOUNT.size
"""Bytes at the end of a log that are accounts, and what lies between them."""


def log_of(path: Path) -> Path:
    """Return where the log of a file lies."""
    return path.with_name(f"{path.name}-wal")


def acknowledged_changes(log: Path) -> int | None:
    """Return how many changes a log says were acknowledged, in the life of its file; ``None`` when it does not say."""
    try:
        with log.open("rb") as file:
            file.seek(max(file.seek(0, os.SEEK_END) - ACCOUNTS, 0))
            data = file.read(ACCOUNTS)
    except OSError:
        return None
    said = [_changes_in(data[: _ACCOUNT.size]), _changes_in(data[-_ACCOUNT.size :])]
    return max((one for one in said if one is not None), default=None)


def _changes_in(account: bytes) -> int | None:
    if len(account) != _ACCOUNT.size:
        return None
    begins, changes, check = _ACCOUNT.unpack(account)
    return changes if (begins, check) == (_BEGINS, _check(changes)) else None


def _check(changes: int) -> bytes:
    return sha256(b"%d" % changes).digest()[:8]


class WriteAheadLog:
    """The log of a file that is open for writing, and its account."""

    def __init__(self, path: Path, changes: int) -> None:
        """Give the log that SQLite has just made its room; raises ``OSError``."""
        self._path = log_of(path)
        self._file = self._path.open("r+b", buffering=0)
        found = os.fstat(self._file.fileno())
        self._key, self._size = (found.st_dev, found.st_ino), 0
        self.note(changes)

    @property
    def is_there(self) -> bool:
        """Whether the log still lies where SQLite would look for it when the file is opened next."""
        try:
            found = self._path.stat()
        except OSError:
            return False
        return (found.st_dev, found.st_ino) == self._key

    @property
    def is_whole(self) -> bool:
        """Whether nobody has cut it."""
        return os.fstat(self._file.fileno()).st_size >= self._size

    def note(self, changes: int) -> None:
        """Say how many changes were acknowledged; a power cut may forget the last notes, never the changes.

        One write at the end makes the room too, so no moment shows a log that has room and no account.
        """
        size = os.fstat(self._file.fileno()).st_size
        fresh = size > self._size or not self._size
        if fresh:
            self._size = max(ROOM, -(-size // _SECTOR) * _SECTOR + ROOM // 2)
        account = _ACCOUNT.pack(_BEGINS, changes, _check(changes))
        self._file.seek(self._size - ACCOUNTS)
        self._file.write(account.ljust(_APART, b"\0") + account)
        if fresh:
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let go of the log, before SQLite removes it."""
        with suppress(OSError):
            self._file.close()


# --- reading a damaged one --------------------------------------------------------------------------------------------


class LogFrame(NamedTuple):
    """A page as a change has left it; ``pages`` is the length of the file where a change ends here, else 0."""

    page: int
    pages: int
    content: bytes


def frames(data: bytes) -> list[LogFrame]:
    """Return the frames of a log that are what was written, those behind a damaged one too, up to the last change.

    A frame vouches for the next: each is checked from what the one before it says, whatever came of that one.
    """
    log = _LogBytes(data)
    found: list[LogFrame] = []
    seeds = log.first_seeds()
    if not any(log.salts):
        return found
    for head, content in log.frames:
        if not any(head):
            seeds.clear()
            continue
        page, pages, *salts, one, two = head
        sums = [_checksum(seed, _FRAME.pack(*head)[:8] + content, log.little) for seed in seeds]
        if salts == log.salts and ((one, two) in sums or not sums) and page:
            found.append(LogFrame(page, pages, content))
        seeds = {(one, two), *sums} if salts == log.salts else set(sums)
    while found and not found[-1].pages:
        found.pop()
    return found


def commits_behind(data: bytes, read: int) -> int:
    """Count the changes behind the first ``read`` frames, but for a last one, which may have been broken off."""
    log = _LogBytes(data)
    behind = [head for at, (head, _) in enumerate(log.frames) if at >= read and any(head) and [*head[2:4]] == log.salts]
    return sum(bool(head[1]) for head in behind[:-1])


class _LogBytes:
    """The bytes of a log as frames, sound or not."""

    def __init__(self, data: bytes) -> None:
        head = _HEADER.unpack(data[: _HEADER.size].ljust(_HEADER.size, b"\0"))
        self.width = head[2] if head[2] in {1 << power for power in range(9, 17)} else 4096
        self.frames = list(self._frames(data))
        self.little = head[0] != _MAGIC + 1
        self._head, self._sound = head, not self._is_damaged(head)
        self.salts = [*head[4:6]] if self._sound else self._usual()

    def _frames(self, data: bytes) -> Iterator[tuple[tuple[int, ...], bytes]]:
        step = _FRAME.size + self.width
        for at in range(_HEADER.size, len(data) - step + 1, step):
            yield _FRAME.unpack_from(data, at), data[at + _FRAME.size : at + step]

    @staticmethod
    def _is_damaged(head: tuple[int, ...]) -> bool:
        big = head[0] == _MAGIC + 1
        sums = _checksum((0, 0), _HEADER.pack(*head)[:24], little=not big)
        return head[0] not in (_MAGIC, _MAGIC + 1) or sums != (head[6], head[7])

    def _usual(self) -> list[int]:
        """Return what two frames on end say first, where the header does not: further behind are older ones."""
        salts = [head[2:4] for head, _ in self.frames if any(head)]
        return [*next((one for one, other in pairwise(salts) if one == other), (0, 0))]

    def first_seeds(self) -> set[tuple[int, int]]:
        return {(self._head[6], self._head[7])} if self._sound else set()


def _checksum(seed: tuple[int, int], data: bytes, little: bool) -> tuple[int, int]:
    """Return SQLite's checksum of a stretch, from that of what came before."""
    one, two = seed
    words = struct.unpack(f"{'<' if little else '>'}{len(data) // 4}I", data)
    for at in range(0, len(words), 2):
        one = (one + words[at] + two) & 0xFFFFFFFF
        two = (two + words[at + 1] + one) & 0xFFFFFFFF
    return one, two
