"""Leaders who come back: those whom peace condition C.6 has removed (10.6.4), and captives (10.6.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    Part,
    Refusal,
    RuleModule,
    SideId,
    Was,
    fills,
    hookimpl,
    offer,
    refuses,
    rule,
)
from sandtable_empires.hookspecs.income import IncomeHooks
from sandtable_empires.hookspecs.peace import PeaceHooks, leader_price
from sandtable_empires.model import Leader, LeaderId, declare
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.status import move_points, zone_of
from sandtable_empires.steps import DIPLOMACY_STEP

BOUGHT_BACK: Final = declare("bought back", "Leaders removed by a peace who are called back")
NELSON: Final = "nelson"
FIASCO: Final = "Fiasco"


class CallBack(Action, frozen=True):
    """Call a leader back who was removed by a peace, for political points."""

    title = "Call a leader back"
    if_declined = "Call nobody back"

    leader: LeaderId

    @fills("leader")
    @staticmethod
    def removed_ones(game: Game, ask: Ask) -> Choice[LeaderId]:
        return Choice(removed(game, SideId(ask.side)))

    @classmethod
    def value_facts(cls, game: Game, field: str, value: object) -> str:
        """Say what he costs."""
        return f"costs {leader_price(game, LeaderId(str(value))).whole()} political points"

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} calls {game.name(self.leader, Leader)} back"


class SetFree(Action, frozen=True):
    """Set a captured leader free."""

    title = "Set a leader free"
    if_none = {"leader": ("you hold no leader captive", "BASE-10.6.3-set-free")}

    leader: LeaderId

    @fills("leader")
    @staticmethod
    def captives(game: Game, ask: Ask) -> Choice[LeaderId]:
        return Choice(one.id for one in game[Leader] if one.captor == ask.side)

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Leader][self.leader], standing="waiting", captor=None)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} sets {game.name(self.leader, Leader)} free"


class RemovedLeaders(RuleModule):
    """How leaders come back."""

    key = "removed_leaders"
    needs = CAMPAIGN
    after = ("manipulation?",)
    actions = {DIPLOMACY_STEP: (SetFree,)}

    @hookimpl(of=IncomeHooks.after_manipulation)
    @rule("EIA-10.6.4-fiasco-return")
    async def back_in_a_fiasco(self, game: Game, side: SideId) -> None:
        """When his power ends a Manipulation Step in the Fiasco Zone, a removed leader waits for a command again."""
        for id in removed(game, side) if zone_of(game, side) == FIASCO else ():
            game.change(game[Leader][id], standing="waiting")
            game.note(f"{game.name(id, Leader)} is back")

    @hookimpl
    @rule("EIA-10.6.4-buy-back")
    async def after_manipulation(self, game: Game, side: SideId) -> None:
        """In another zone it may call him back, for political points."""
        for _ in removed(game, side) if zone_of(game, side) != FIASCO else ():
            answer = await offer(side, CallBack, "leaders who were removed by a peace may be called back")
            if answer is None:
                return
            price = leader_price(game, answer.leader).whole()
            game.change(game[Leader][answer.leader], standing="waiting")
            await move_points(game, side, -price, BOUGHT_BACK)

    @hookimpl
    @rule("BASE-10.6.4-price")
    def leader_price_parts(self, game: Game, leader: LeaderId) -> Iterable[Part]:
        """He costs as many as his strategic and tactical ratings together."""
        row = game[Leader][leader]
        return [
            Part("base", row.strategic, says="strategic rating"),
            Part("base", row.tactical, says="tactical rating"),
        ]

    @rule("EIA-10.6.4-nelson-cost", amends="BASE-10.6.4-price")
    def nelson(self, was: Was[Iterable[Part]], game: Game, leader: LeaderId) -> Iterable[Part]:
        """Nelson has no ratings: he costs 10."""
        return [Part("base", 10, says="Nelson")] if game[Leader][leader].title.casefold() == NELSON else was()

    @hookimpl(of=PeaceHooks.war_ended)
    @rule("EIA-10.6.4-only-ways")
    async def no_other_way(self, game: Game, one: SideId, other: SideId) -> None:
        """There is no other way back for him: no later peace brings him."""

    # --- captives

    @hookimpl
    @rule("EIA-10.6.3-captive-return")
    async def war_ended(self, game: Game, one: SideId, other: SideId) -> None:
        """Leaders whom two powers have captured of each other are free with their peace, and wait for a command."""
        captive = [row for row in game[Leader] if row.captor is not None]
        for leader in [row for row in captive if {row.captor, row.side} == {one, other}]:
            game.change(leader, standing="waiting", captor=None)
            game.note(f"{leader.title} is free")

    @refuses(SetFree, "leader")
    @rule("BASE-10.6.3-set-free")
    def own_captives(self, game: Game, act: SetFree, ask: Ask) -> Refusal | None:
        """His captor may set a leader free before that, in the Diplomacy Step."""
        held = game[Leader][act.leader].captor == ask.side
        return None if held else Refusal("{leader} is not your captive", leader=act.leader)


def removed(game: Game, side: SideId) -> list[LeaderId]:
    """Return the leaders of a side who were removed by a peace."""
    return [one.id for one in game[Leader].where("side", side) if one.standing == "removed"]
