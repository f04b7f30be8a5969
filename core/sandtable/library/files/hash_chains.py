"""Hashes that hold a file together: seals of single things, and chains in which every link vouches for all before it.

SQLite checks the form of a file; a turned bit in a text it does not see. What is kept here is sealed when it
is written and the seal compared when it is read.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

import msgspec

DIGITS: Final = 32
"""Hexadecimal digits of a hash: half of a SHA-256."""

_packed = msgspec.msgpack.Encoder().encode


def seal(*parts: object) -> str:
    """Return the hash of texts, bytes, numbers and lists of them; parts cannot run into each other."""
    return sha256(_packed(parts)).hexdigest()[:DIGITS]


def link(before: str, *parts: object) -> str:
    """Return the hash of an entry of a journal; ``before`` is that of the entry before it, empty for the first."""
    return seal(before, *parts)
