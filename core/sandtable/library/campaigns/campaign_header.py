"""How a campaign lies in its file: what it begins with, and how its entries are linked and sealed.

The links of plies are one chain, those of epochs another; both begin at the seal of what the campaign begins with, and
the seal of the head holds the last of each. So a change anywhere, and an entry that is missing anywhere, is noticed.
"""

from __future__ import annotations

import zlib
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.engine.errors import Invalid
from sandtable.engine.referee.history import TakeBack
from sandtable.engine.running.chance import DiceSource, EnteredDice, SeededDice
from sandtable.library.files.gate import LARGEST_VALUE
from sandtable.library.files.hash_chains import link, seal

FASTEST: Final = 1
"""How hard rows are compressed: they are many times smaller even so."""


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


def compress_rows(rows: bytes) -> bytes:
    """Return a document of rows as a snapshot holds it."""
    return zlib.compress(rows, FASTEST)


def decompress_rows(content: bytes) -> bytes:
    """Return the document of rows in a snapshot; raises ``Invalid`` for what is none, or too large to be one."""
    expand = zlib.decompressobj()
    try:
        rows = expand.decompress(content, LARGEST_VALUE)
    except zlib.error as error:
        raise Invalid(f"the rows cannot be unpacked: {error}") from error
    if not expand.eof:
        raise Invalid(f"the rows are cut short, or larger than {LARGEST_VALUE >> 20} MB")
    return rows
