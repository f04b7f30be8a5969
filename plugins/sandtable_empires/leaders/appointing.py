"""Whose leader commands (10.6.1): of which power he comes, and which of its leaders he is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import cast

from sandtable.engine import Action, Ask, Choice, Game, NameGiver, RuleModule, SideId, ask, fills, hookimpl, rule
from sandtable.present import Advice, Lesson
from sandtable_empires.disputes import NameClaimant, dispute
from sandtable_empires.hookspecs.command import CommandHooks
from sandtable_empires.leaders.parties import leaders_on
from sandtable_empires.model import Corps, CorpsId, Leader, LeaderId


class NameCommander(Action[tuple[LeaderId, ...]], frozen=True):
    """Choose who commands."""

    title = "Put in command"

    leader: LeaderId

    @fills("leader")
    @staticmethod
    def those_of_the_rank(game: Game, ask: Ask[tuple[LeaderId, ...]]) -> Choice[LeaderId]:
        return Choice(ask.about)

    def says(self, game: Game, ask: Ask[tuple[LeaderId, ...]]) -> str:
        return f"{game.name(self.leader, Leader)} takes command"


class NamePower(NameClaimant, frozen=True):
    """Say which power shall supply the commander."""

    title = "Command goes to"

    def plainly(self, game: NameGiver | None = None, side: str = "") -> str:
        return f"{side} gives the command to {self.side}"


def strongest(game: Game, corps: Iterable[CorpsId], *, led: bool = False) -> tuple[SideId, ...]:
    """Return the powers with most of these corps; ``led``: of those that have a leader with one of them."""
    counts = Counter(game[Corps][id].side for id in corps)
    if led:
        leading = {leader.side for leader in leaders_on(game, corps)}
        counts = Counter({side: count for side, count in counts.items() if side in leading})
    return tuple(sorted(side for side, count in counts.items() if count == max(counts.values())))


def highest(leaders: Iterable[Leader]) -> tuple[LeaderId, ...]:
    """Return those of the highest seniority, A before B."""
    best = min((leader.seniority for leader in leaders), default="")
    return tuple(leader.id for leader in leaders if leader.seniority == best)


class Appointing(RuleModule):
    """Who supplies the commander, and whom."""

    key = "appointing"

    # --- of which power

    @hookimpl(of=CommandHooks.power)
    @rule("EIA-10.6.1-allied-army")
    async def with_most_corps(self, game: Game, corps: tuple[CorpsId, ...], why: str) -> SideId | None:
        """The power with most corps supplies the commander, if it has a leader there; else the next that has one."""
        most = strongest(game, corps, led=True)
        return most[0] if len(most) == 1 else None

    @hookimpl(of=CommandHooks.power)
    @rule("EIA-10.6.1-allied-tie")
    async def agree_or_throw(self, game: Game, corps: tuple[CorpsId, ...], why: str) -> SideId | None:
        """Powers with as many corps agree who supplies him, or throw for it."""
        most = strongest(game, corps, led=True)
        return await dispute(game, most, why, asks=NamePower) if len(most) > 1 else None

    @hookimpl(of=CommandHooks.power)
    @rule("BASE-10.6.1-decides")
    async def without_a_leader(self, game: Game, corps: tuple[CorpsId, ...], why: str) -> SideId | None:
        """Where no leader is there the power with most corps decides; equals agree, or throw for it."""
        if not corps or strongest(game, corps, led=True):
            return None
        return await dispute(game, strongest(game, corps), why, asks=NamePower)

    # --- which of its leaders

    @hookimpl(of=CommandHooks.commander)
    @rule("EIA-10.6.1-single-leader")
    async def the_only_one(self, game: Game, corps: tuple[CorpsId, ...], side: SideId, why: str) -> LeaderId | None:
        """A single leader commands."""
        leaders = leaders_on(game, corps, side)
        return leaders[0].id if len(leaders) == 1 else None

    @hookimpl(of=CommandHooks.commander)
    @rule("EIA-10.6.1-seniority")
    async def most_senior(self, game: Game, corps: tuple[CorpsId, ...], side: SideId, why: str) -> LeaderId | None:
        """Of several the most senior commands, A before B."""
        leaders = leaders_on(game, corps, side)
        first = highest(leaders)
        return first[0] if len(leaders) > 1 and len(first) == 1 else None

    @hookimpl(of=CommandHooks.commander)
    @rule("EIA-10.6.1-seniority-tie")
    async def choose_among_equals(
        self, game: Game, corps: tuple[CorpsId, ...], side: SideId, why: str
    ) -> LeaderId | None:
        """Of equals the player picks."""
        ranked = highest(leaders_on(game, corps, side))
        if len(ranked) < 2:
            return None
        return (await ask(side, NameCommander, why, about=ranked)).leader

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Who commands decides with which ratings a battle is fought."""
        if NameCommander in ask.kinds:
            there = [game[Leader][one] for one in cast("tuple[LeaderId, ...]", ask.about)]
            best = max(there, key=lambda one: (one.tactical, one.strategic))
            because = f"He has the best ratings: {best.tactical} tactical, {best.strategic} strategic."
            yield Lesson(
                title="Who commands", says="Several leaders of the same rank are there: choose who commands.",
                why="Only his ratings count in this battle.",
                advice=(Advice(action=NameCommander(best.id), because=because),),
                rules=("EIA-10.6.1-seniority-tie", "EIA-10.6.1-one-commander"),
            )  # fmt: skip
