"""Leaders of whose corps nothing is left: they join another corps of their force, or are captured (10.6.3)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Action, Ask, Choice, Game, SideId, Sums, ask, ask_all, fills
from sandtable_empires.disputes import NameClaimant, competitive
from sandtable_empires.model import ARMS, Arm, Contingent, Corps, CorpsId, Leader, LeaderId, surrender


class NameCaptor(NameClaimant, frozen=True):
    """Say which power captures a leader."""

    title = "Captured by"


class NameCorps(Action, frozen=True):
    """Say which corps a leader joins whose own is gone."""

    title = "Joins"

    corps: CorpsId

    @fills("corps")
    @staticmethod
    def those_with_him(game: Game, ask: Ask) -> Choice[CorpsId]:
        return Choice(ask.about)


class DividePrisoners(Action, frozen=True):
    """Propose who shall have how many of the prisoners."""

    title = "Prisoners go to"

    shares: tuple[tuple[SideId, int], ...]

    @fills("shares")
    @staticmethod
    def any_division(game: Game, ask: Ask) -> Sums[SideId]:
        captors: tuple[SideId, ...] = ask.about[0]
        factors: int = ask.about[1]
        return Sums(dict.fromkeys(captors, factors), factors)


def leaders_among(game: Game, bearers: Iterable[Contingent]) -> dict[LeaderId, CorpsId]:
    """Return who leads which of the corps that bear losses."""
    corps = dict.fromkeys(one.corps for one in bearers if one.corps is not None)
    return {leader.id: id for id in corps for leader in game[Leader].where("corps", id)}


async def rejoin_leaders(game: Game, leaders: dict[LeaderId, CorpsId], left: Iterable[Contingent]) -> list[LeaderId]:
    """Have leaders whose corps is gone join another of their side among those left; return who finds none.

    Their owner says which, where there are several. Who finds none waits, if nobody captures him.
    """
    there = list(dict.fromkeys(one.corps for one in left if one.corps is not None))
    found: list[LeaderId] = []
    for id, corps in leaders.items():
        leader = game[Leader][id]
        if leader.corps == corps:
            continue
        others = [one for one in there if game[Corps][one].side == leader.side]
        if others:
            await _rejoin(game, leader, others)
        else:
            game.change(leader, standing="waiting")
            found.append(id)
    return found


async def _rejoin(game: Game, leader: Leader, others: list[CorpsId]) -> None:
    corps = others[0]
    if len(others) > 1:
        game.change(leader, standing="waiting")  # while his owner thinks
        why = f"the corps of {leader.id} is gone: which does he join"
        corps = (await ask(leader.side, NameCorps, why, rule="BASE-10.6-rejoins", about=tuple(others))).corps
    game.change(game[Leader][leader.id], corps=corps, standing="on the map")


async def capture(game: Game, id: LeaderId, captors: Iterable[SideId], rule: str) -> None:
    """Make a leader a captive: of the opposing power that his owner names, where there are several (R-44)."""
    opposing, leader = tuple(dict.fromkeys(captors)), game[Leader][id]
    captor = opposing[0]
    if len(opposing) > 1:
        captor = (await ask(leader.side, NameCaptor, f"who captures {id}", rule=rule, about=opposing)).side
    game.change(game[Leader][id], corps=None, standing="captured", captor=captor)
    game.note(f"{id} is captured by {captor}", rule)


async def imprison(game: Game, corps: Corps, captors: Iterable[SideId]) -> None:
    """Make the factors of a corps prisoners, arm by arm: of one power, or of several as they divide them."""
    takers = tuple(dict.fromkeys(captors))
    for arm in ARMS:
        for captor, factors in (await _divide_prisoners(corps, arm, takers)).items():
            if factors:
                surrender(game, game[Corps][corps.id], captor, {arm: factors})


async def _divide_prisoners(corps: Corps, arm: Arm, captors: tuple[SideId, ...]) -> dict[SideId, int]:
    """Return how many factors go to whom: what all grant a power is its own, each other factor is thrown for."""
    factors = corps.of(arm)
    if len(captors) == 1 or not factors:
        return {captors[0]: factors}
    why = f"{factors} {arm} of {corps.id} are taken"
    answers = await ask_all(captors, DividePrisoners, why, rule="EIA-10.8-per-item", about=(captors, factors))
    proposed = {captor: dict(answers[captor].shares) for captor in captors}
    shares = {captor: min(one.get(captor, 0) for one in proposed.values()) for captor in captors}
    for _ in range(factors - sum(shares.values())):
        claim = [captor for captor in captors if proposed[captor].get(captor, 0) > shares[captor]] or captors
        shares[await competitive(claim, f"a factor of {arm} of {corps.id}", rule="EIA-10.8-per-item")] += 1
    return shares
