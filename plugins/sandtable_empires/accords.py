"""Proposals and agreements of powers (4.1): they are made, answered and dropped here alone, each with its event."""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine import Action, Ask, Choice, Game, SideId, cached_while_unchanged, fills
from sandtable_empires.hookspecs.politics import PoliticsHooks
from sandtable_empires.model import powers
from sandtable_empires.model.accords import Accord, AccordId

MONTHS = 1
"""For so many months after the one in which it is made a proposal waits for its answer."""


class Propose(Action, frozen=True):
    """Propose something to a power: what all proposals of a Diplomacy Step have in common.

    A kind of proposal has its ``matter``, says it in ``sentence``, and perhaps has fields of its own; what it puts
    beside the accord it puts in ``perform``, after that of this class.
    """

    matter: ClassVar[str] = ""

    to: SideId

    @fills("to")
    @staticmethod
    def other_powers(game: Game, ask: Ask) -> Choice[SideId]:
        return Choice(one for one in seated_powers(game) if one != ask.side)

    def sentence(self, game: Game, side: str) -> str:
        """Say what is proposed, as both will read it."""
        return self.matter

    async def perform(self, game: Game, ask: Ask) -> None:
        propose(game, self.matter, SideId(ask.side), self.to, self.sentence(game, ask.side))

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} proposes {self.sentence(game, ask.side)} to {game.name(self.to)}"


def propose(game: Game, matter: str, proposer: SideId, to: SideId, says: str) -> Accord:
    """Have a power propose something to another; it waits for an answer until the month after has passed."""
    id = accord_id(game, matter, proposer, to)
    return game.put(Accord(id, matter, proposer, to, says, lapses=game.round + MONTHS))


def accord_id(game: Game, matter: str, proposer: str, to: str) -> AccordId:
    """Return the id of what a power proposes to another in this month; there is one for a matter."""
    return AccordId(f"{matter}, {proposer} to {to}, turn {game.round}")


async def answer_proposal(game: Game, id: AccordId, accept: bool) -> None:
    """Have a proposal be answered: all modules hear of it, and what is refused is gone with the month."""
    game.change(game[Accord][id], answer="accepted" if accept else "refused", lapses=game.round)
    if accept:
        await game.hooks(PoliticsHooks).accord_made(game, id)


async def drop_accord(game: Game, id: AccordId) -> None:
    """Have a proposal, or what was agreed, be done with."""
    await game.hooks(PoliticsHooks).accord_ends(game, id)
    game.remove(game[Accord][id])


@cached_while_unchanged
def seated_powers(game: Game) -> tuple[SideId, ...]:
    """Return the powers for which somebody answers."""
    return tuple(one for one in powers(game) if game.seat_of(one) is not None)
