"""How a campaign lies in its file: what it begins with, and how its entries are linked and sealed.

The links of plies are one chain, those of epochs another; both begin at the seal of what the campaign begins with, and
the seal of the head holds the last of each. So a change anywhere, and an entry that is missing anywhere, is noticed.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.engine.errors import Invalid
from sandtable.engine.referee.history import TakeBack
from sandtable.engine.running.chance import DiceSource, EnteredDice, SeededDice
from sandtable.library.files.gate import LARGEST_VALUE
from sandtable.library.files.hash_chains import link, seal

FASTEST: Final = 1
"""How hard rows are compressed: they are many times smaller even so."""
LONG: Final = 4000
"""Longer documents of plies are packed; one in twelve is, and they are more than half of the file."""
PACKED: Final = b"z"
"""What a packed document begins with: no other does."""


class CampaignHeader(Struct, frozen=True):
    """What a campaign begins with; ``start`` is the hash of its first position, ``seed`` is ``None`` for typed dice.

    ``encoding`` is how the first rows were written, ``made`` names the programs that wrote them.
    """

    game: str
    scenario: str
    title: str
    seed: str | None
    take_back: TakeBack
    start: str
    encoding: int = 1
    made: str = ""

    def source(self) -> DiceSource:
        """Return where outcomes come from: the seed, or the dice on the table."""
        return EnteredDice() if self.seed is None else SeededDice(self.seed)


class ChainEnds(NamedTuple):
    """The ends of the chains: how many epochs there are, the last ply, the link of each."""

    root: str
    epochs: int = 0
    epoch: str = ""
    last: int = 0
    ply: str = ""

    def after_epoch(self, document: bytes) -> ChainEnds:
        """Return the ends once a further epoch is there."""
        return self._replace(
            epochs=self.epochs + 1, epoch=link(self.epoch or self.root, "epoch", self.epochs, document)
        )

    def after_ply(self, id: int, document: bytes) -> ChainEnds:
        """Return the ends once a further ply is there."""
        return self._replace(last=id, ply=ply_link(self.ply or self.root, id, document))


class Head(Struct, omit_defaults=True):
    """Where the campaign stands, beside the ply: the last links, and where redo takes another way than the newest.

    A way is a ply and the one that follows it. ``closed``: nothing more was written; where it stands in the one file,
    nothing that lay beside that is missing.
    """

    epoch: str = ""
    ply: str = ""
    ways: tuple[tuple[int, int], ...] = ()
    closed: bool = False


def ply_link(before: str, id: int, document: bytes) -> str:
    """Return the link of a ply; ``before`` is that of the one before it, or the root."""
    return link(before, "ply", id, document)


def root_of(file: str, document: bytes) -> str:
    """Return the seal of what a campaign begins with; ``file`` is the id of its file."""
    return seal("campaign", file, document)


def head_seal(root: str, ply: int, document: bytes) -> str:
    """Return the seal of the head."""
    return seal("head", root, ply, document)


def snapshot_seal(link_of_ply: str, ply: int, content: bytes) -> str:
    """Return the seal of the rows after a ply (0: the first rows, the link is the root)."""
    return seal("snapshot", link_of_ply, ply, content)


def pack_ply(document: bytes) -> str:
    """Return the document of a ply as its file holds it: a long one is packed, as changed rows repeat themselves."""
    if len(document) <= LONG:
        return document.decode()
    return PACKED.decode() + b64encode(zlib.compress(document, FASTEST)).decode()


def unpack_ply(stored: bytes) -> bytes:
    """Return the document of a ply; raises ``Invalid`` for what is packed and cannot be unpacked."""
    if not stored.startswith(PACKED):
        return stored
    try:
        packed = b64decode(stored[len(PACKED) :], validate=True)
    except ValueError as error:
        raise Invalid(f"it cannot be unpacked: {error}") from error
    return _expand(packed, "it")


def compress_rows(rows: bytes) -> bytes:
    """Return a document of rows as a snapshot holds it."""
    return zlib.compress(rows, FASTEST)


def decompress_rows(content: bytes) -> bytes:
    """Return the document of rows in a snapshot; raises ``Invalid`` for what is none, or too large to be one."""
    return _expand(content, "the rows")


def _expand(content: bytes, what: str) -> bytes:
    expand = zlib.decompressobj()
    try:
        expanded = expand.decompress(content, LARGEST_VALUE)
    except zlib.error as error:
        raise Invalid(f"{what} cannot be unpacked: {error}") from error
    if not expand.eof:
        raise Invalid(f"{what} is cut short, or larger than {LARGEST_VALUE >> 20} MB")
    return expanded
