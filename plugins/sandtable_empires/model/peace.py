"""Formal peace: who surrenders to whom, and what is written into it (4.4)."""

from __future__ import annotations

from typing import Annotated, Literal, NewType

from msgspec import Meta

from sandtable.engine import Game, Row, SideId
from sandtable_empires.model.forces import CorpsId

PeaceId = NewType("PeaceId", str)
TermId = NewType("TermId", str)
Surrenders = Literal["conditional", "unconditional"]
"""How a power can surrender."""
Spared = Literal["", "A.1", "A.2", "A.3", "A.4", "A.5"]
"""What whoever surrenders conditionally is spared."""
Letter = Literal[
    "B.1", "B.2", "B.3", "B.4", "B.5", "B.6", "B.7", "C.1", "C.2", "C.3", "C.4", "C.5", "C.6", "C.7"
]  # fmt: skip
"""What victors write into a peace."""


class Surrender(Row, frozen=True):
    """A power surrenders to others, who choose terms by turns in the order in which they went to war with it."""

    called = "the surrender of"
    id: PeaceId
    loser: SideId
    victors: tuple[SideId, ...]
    kind: Surrenders
    spared: Spared = ""


class PeaceTerm(Row, frozen=True):
    """What a victor has written into a peace; ``what`` are the provinces, leaders or countries that it is about."""

    indexes = ("peace", "letter")
    id: TermId
    peace: PeaceId
    letter: Letter
    by: SideId
    loser: SideId
    what: tuple[str, ...] = ()


class LentCorps(Row, frozen=True):
    """A corps that a power has lent to another by a peace, until a turn is over."""

    id: CorpsId
    owner: SideId
    until: Annotated[int, Meta(ge=1, title="Last turn")]


PEACE_ROWS = (Surrender, PeaceTerm, LentCorps)


def terms_of(game: Game, peace: str) -> list[PeaceTerm]:
    """Return what is written into a peace, in the order in which it was chosen."""
    return game[PeaceTerm].where("peace", peace)
