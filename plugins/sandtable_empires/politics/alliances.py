"""Alliances (4.5, 4.7): agreed by two powers, made in one step and broken in another."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable
from typing import Annotated, Final

from msgspec import Meta

from sandtable.engine import (
    FOREVER,
    Action,
    Ask,
    Frame,
    Game,
    Insert,
    MarkKind,
    RuleModule,
    SideId,
    Step,
    Subset,
    Was,
    counted,
    fills,
    hookimpl,
    in_a_row,
    offer,
    opens,
    rule,
    ruling,
)
from sandtable_empires.accords import Propose, drop_accord, seated_powers
from sandtable_empires.charts.keys import ALLIANCE_BROKEN, ALLIANCE_MADE, POLITICAL_CAUSES, POLITICAL_POINTS, numbers
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.hookspecs.politics import AllianceEnd, PoliticsHooks
from sandtable_empires.model import allies, at_war, powers
from sandtable_empires.model.accords import agreed_on
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.relations import ally, end_alliance
from sandtable_empires.status import befall
from sandtable_empires.steps import ALLIANCES_STEP, ANSWERS_STEP, BREAKING_STEP, DIPLOMACY_STEP, POLITICAL_PHASE

ALLIANCE: Final = "an alliance"
PARTED: Final = MarkKind("was an ally until", until=FOREVER, of="side")
"""An alliance of two powers has ended: the turn of it is counted, under the first of them by name."""


class ProposeAlliance(Propose, frozen=True):
    """Propose an alliance to a power."""

    matter = ALLIANCE


class BreakAlliances(Action, frozen=True):
    """End alliances of yours: each costs political points."""

    title = "Break alliances"
    if_declined = "Keep your alliances"

    partners: tuple[SideId, ...]

    @fills("partners")
    @staticmethod
    def allies_of_ours(game: Game, ask: Ask) -> Subset[SideId]:
        return Subset(sorted(allies(game, ask.side) & {*powers(game)}), 1)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} breaks with {in_a_row(map(game.name, self.partners))}"


class Alliances(RuleModule):
    """Who is whose ally."""

    key = "alliances"
    needs = CAMPAIGN
    after = ("diplomacy?",)
    steps = (
        Insert(Step(ALLIANCES_STEP, "Creating alliances"), after=(f"{ANSWERS_STEP}?",), phase=POLITICAL_PHASE),
        Insert(Step(BREAKING_STEP, "Breaking alliances"), after=(ALLIANCES_STEP,), phase=POLITICAL_PHASE),
    )
    brings = (PARTED,)
    charts = (numbers(POLITICAL_POINTS, POLITICAL_CAUSES, least=-99, most=99),)
    actions = {DIPLOMACY_STEP: (ProposeAlliance,)}
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        again: Annotated[
            int,
            Meta(ge=0, le=132),
            ruling(
                "Alliance made again",
                "For so many months after an alliance has ended, a new one brings two powers no points; 0: each does.",
                "BASE-4.5-again",
            ),
        ] = 12

    @hookimpl(of=PoliticsHooks.no_accord)
    @rule("BASE-4.5-peace")
    def at_peace(self, game: Game, proposer: SideId, to: SideId, matter: str) -> Iterable[Hindrance]:
        """Powers at war with each other, and allies, do not ally."""
        if matter != ALLIANCE:
            return []
        if at_war(game, proposer, to):
            return [Hindrance(f"{proposer} and {to} are at war")]
        return [Hindrance(f"{proposer} and {to} are allies already")] if to in allies(game, proposer) else []

    @opens(ALLIANCES_STEP)
    @rule("BASE-4.5-made")
    async def made(self, game: Game, frame: Frame) -> None:
        """Those who have agreed on it, and still can, are allies from this step on."""
        for one in agreed_on(game, ALLIANCE):
            if not list(game.hooks(PoliticsHooks).no_accord(game, one.proposer, one.to, ALLIANCE)):
                await ally(game, one.proposer, one.to)
            await drop_accord(game, one.id)

    @hookimpl
    @rule("BASE-4.5-points")
    async def allied(self, game: Game, one: SideId, other: SideId) -> None:
        """Both gain the points of the chart."""
        for side in (one, other):
            await befall(game, side, ALLIANCE_MADE)

    @rule("BASE-4.5-again", amends="BASE-4.5-points")
    async def allied_again(self, was: Was[Awaitable[None]], game: Game, one: SideId, other: SideId) -> None:
        """But nothing for an alliance that they have had and let go a short while ago."""
        first, second = sorted((one, other))
        parted = game.mark_of(first, PARTED, of=second)
        if parted is None or game.round - parted.count >= self.parameters.again:
            await was()

    @opens(BREAKING_STEP)
    @rule("BASE-4.7-broken")
    async def broken(self, game: Game, frame: Frame) -> None:
        """Each power may break alliances of its own, power by power in the order of their names."""
        price = counted(-game.chart(POLITICAL_POINTS).number(ALLIANCE_BROKEN), "political point")
        for side in seated_powers(game):
            answer = await offer(side, BreakAlliances, f"alliances may be broken: each costs {price}")
            for partner in answer.partners if answer is not None else ():
                await end_alliance(game, side, partner, "broken")

    @hookimpl(of=PoliticsHooks.alliance_ended)
    @rule("BASE-4.7-noted")
    async def parted(self, game: Game, breaker: SideId, other: SideId, how: AllianceEnd) -> None:
        """When an alliance ended is known to all, however it did."""
        first, second = sorted((breaker, other))
        game.mark(first, PARTED, of=second, count=game.round)

    @hookimpl
    @rule("BASE-4.7-points")
    async def alliance_ended(self, game: Game, breaker: SideId, other: SideId, how: AllianceEnd) -> None:
        """Whoever breaks an alliance loses the points of the chart; a war on the ally has its own price."""
        if how != "war":
            await befall(game, breaker, ALLIANCE_BROKEN)
