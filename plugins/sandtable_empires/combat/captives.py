"""Leaders of whose corps nothing is left join another corps of their force, or are captured (10.6.3); prisoners."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from sandtable.engine import Action, Ask, Choice, Game, NameGiver, SideId, Sums, ask, fills, in_a_row
from sandtable_empires.disputes import NameClaimant
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.command import CommandHooks, Unstacked
from sandtable_empires.model import ARMS, Arm, Contingent, Corps, CorpsId, Leader, LeaderId, surrender, the_corps
from sandtable_empires.model.words import factors_text


class NameCaptor(NameClaimant, frozen=True):
    """Say which power captures a leader."""

    title = "Captured by"

    def plainly(self, game: NameGiver | None = None, side: str = "") -> str:
        return f"{side} names {self.side} as the captor"


class CorpsGone(Struct, frozen=True):
    """A leader whose corps is gone, and the corps that are left with him."""

    leader: LeaderId
    corps: tuple[CorpsId, ...]


class NameCorps(Action[CorpsGone], frozen=True):
    """Say which corps a leader joins whose own is gone."""

    title = "Joins"

    corps: CorpsId

    @fills("corps")
    @staticmethod
    def those_with_him(game: Game, ask: Ask[CorpsGone]) -> Choice[CorpsId]:
        return Choice(ask.about.corps)

    def says(self, game: Game, ask: Ask[CorpsGone]) -> str:
        return f"{game.name(ask.about.leader, Leader)} joins {the_corps(game, self.corps)}"


class Taken(Struct, frozen=True):
    """So many factors are prisoners of several powers together."""

    captors: tuple[SideId, ...]
    factors: int


class DividePrisoners(Action[Taken], frozen=True):
    """Propose who shall have how many of the prisoners."""

    title = "Prisoners go to"

    shares: tuple[tuple[SideId, int], ...]

    @fills("shares")
    @staticmethod
    def any_division(game: Game, ask: Ask[Taken]) -> Sums[SideId]:
        return Sums(dict.fromkeys(ask.about.captors, ask.about.factors), ask.about.factors)

    def plainly(self, game: NameGiver | None = None, side: str = "") -> str:
        parts = [f"{captor} {factors_text(factors)}" for captor, factors in self.shares if factors]
        return f"{side} proposes to share the prisoners: {in_a_row(parts)}"


def leaders_among(game: Game, bearers: Iterable[Contingent]) -> dict[LeaderId, CorpsId]:
    """Return who leads which of the corps that bear losses."""
    corps = dict.fromkeys(one.corps for one in bearers if one.corps is not None)
    return {leader.id: id for id in corps for leader in game[Leader].where("corps", id)}


async def unstack(game: Game, leaders: dict[LeaderId, CorpsId], left: Iterable[Contingent], loss: Unstacked) -> None:
    """Have leaders whose corps is gone join another of those left; who joins none waits, unless a rule says otherwise.

    ``leaders`` says who led which corps before the losses.
    """
    there = tuple(dict.fromkeys(one.corps for one in left if one.corps is not None))
    gone = [id for id, corps in leaders.items() if game[Leader][id].corps != corps]
    for id in gone:
        game.change(game[Leader][id], standing="waiting")  # while his owner thinks
    alone: list[LeaderId] = []
    for id in gone:
        joins = await game.hooks(CommandHooks).rejoins(game, id, there)
        if joins is None:
            alone.append(id)
        else:
            game.change(game[Leader][id], corps=joins, standing="on the map")
    for id in alone:
        await game.hooks(CommandHooks).after_unstacked(game, id, loss)


async def capture(game: Game, id: LeaderId, captors: Iterable[SideId]) -> None:
    """Make a leader a captive: of the opposing power that his owner names, where there are several (R-44)."""
    opposing, leader = tuple(dict.fromkeys(captors)), game[Leader][id]
    captor = opposing[0]
    if len(opposing) > 1:
        captor = (await ask(leader.side, NameCaptor, f"who captures {id}", about=opposing)).side
    game.change(game[Leader][id], corps=None, standing="captured", captor=captor)
    game.note(f"{id} is captured by {captor}")


async def imprison(game: Game, corps: Corps, captors: Iterable[SideId]) -> None:
    """Make the factors of a corps prisoners, arm by arm: of one power, or of several as they divide them."""
    takers = tuple(dict.fromkeys(captors))
    for arm in ARMS:
        for captor, factors in (await _divide_prisoners(game, corps, arm, takers)).items():
            if factors:
                surrender(game, game[Corps][corps.id], captor, {arm: factors})


async def _divide_prisoners(game: Game, corps: Corps, arm: Arm, captors: tuple[SideId, ...]) -> dict[SideId, int]:
    """Return how many factors of an arm go to whom."""
    all_of_them = {captors[0]: corps.of(arm)}
    if len(captors) == 1 or not corps.of(arm):
        return all_of_them
    return await game.hooks(CombatHooks).divide_prisoners(game, corps.id, arm, captors) or all_of_them
