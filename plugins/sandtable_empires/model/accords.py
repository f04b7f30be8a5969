"""What powers propose to each other and agree on, and what binds them not to make war."""

from __future__ import annotations

from typing import Annotated, Literal, NewType

from msgspec import Meta

from sandtable.engine import Game, NameGiver, Row, SideId

AccordId = NewType("AccordId", str)


class Accord(Row, frozen=True):
    """What a power has proposed to another: it waits for an answer, or has been accepted or refused.

    ``matter`` says what it is about ("an alliance"); a module that has more to say of it puts a row of the same id
    beside it. After the turn ``lapses`` it is gone (0: never).
    """

    indexes = ("to", "matter")
    facts = ()
    id: AccordId
    matter: str
    proposer: SideId
    to: SideId
    says: str
    answer: Literal["", "accepted", "refused"] = ""
    lapses: Annotated[int, Meta(ge=0, title="Lapses after turn")] = 0

    def name_in(self, game: NameGiver) -> str:
        return f"{game.name(self.proposer)}: {self.says}"


class Truce(Row, frozen=True):
    """A power may not declare war on another until a turn is over."""

    indexes = ("bound",)
    id: str
    bound: SideId
    towards: SideId
    until: Annotated[int, Meta(ge=0, title="Last turn")]


ACCORD_ROWS = (Accord, Truce)


def waiting_for(game: Game, side: str) -> list[Accord]:
    """Return the proposals that wait for the answer of a power, in id order."""
    return [one for one in game[Accord].where("to", side) if not one.answer]


def agreed_on(game: Game, matter: str) -> list[Accord]:
    """Return what has been agreed on a matter, in id order."""
    return [one for one in game[Accord].where("matter", matter) if one.answer == "accepted"]


def truce_between(game: Game, bound: str, towards: str) -> Truce | None:
    """Return what keeps a power from declaring war on another now, the longest of it; ``None``: nothing does."""
    here = [one for one in game[Truce].where("bound", bound) if one.towards == towards and one.until >= game.round]
    return max(here, key=lambda one: one.until, default=None)
