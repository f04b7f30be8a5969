"""Invasion supply (6.2.5, 7.4): a fleet carries a depot, and those who have landed near it live on that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import Action, Ask, Choice, Game, Refusal, RuleModule, SideId, fills, hookimpl, refuses, rule
from sandtable.present import Lesson
from sandtable_empires.hookspecs.supply import Source, SupplyHooks
from sandtable_empires.land.lines import TO_BE_SUPPLIED, depot_cost, supply_cost
from sandtable_empires.model import (
    DEPOTS,
    SUPPLY,
    Area,
    AreaId,
    Corps,
    CorpsId,
    Fleet,
    FleetId,
    SupplyShips,
    in_port,
    pay,
    purse_of,
    the_corps,
)
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.marks import SAILED, UNDER_WAY
from sandtable_empires.naval.aboard import in_friendly_port, shores_of
from sandtable_empires.steps import NAVAL_MOVEMENT_STEP, SUPPLY_STEP


class LoadDepot(Action, frozen=True):
    """Load a depot on a fleet in port: it will supply those who land near the fleet."""

    title = "Load a depot"
    if_none = {"fleet": ("no fleet of yours lies in a port", "BASE-6.2.5-depot")}

    fleet: FleetId

    @fills("fleet")
    @staticmethod
    def fleets_in_port(game: Game, ask: Ask) -> Choice[FleetId]:
        return Choice(one.id for one in in_port(game, ask.side))

    def perform(self, game: Game, ask: Ask) -> None:
        side = SideId(ask.side)
        pay(game, side, DEPOTS, money=depot_cost(game, side).whole())
        game.put(SupplyShips(self.fleet))

    def says(self, game: Game, ask: Ask) -> str:
        return f"{game.name(self.fleet, Fleet)} takes a depot aboard"


class DrawFromFleet(Action, frozen=True):
    """Supply a corps from the depot of a fleet."""

    title = "Draw supply from a fleet"
    if_none = {"fleet": ("no fleet with a depot lies near a corps of yours", "BASE-7.4-invasion")}

    corps: CorpsId
    fleet: FleetId

    @fills("corps")
    @staticmethod
    def those_in_need(game: Game, ask: Ask) -> Choice[CorpsId]:
        return Choice(CorpsId(duty.subject) for duty in game.duties(ask.side, TO_BE_SUPPLIED))

    @fills("fleet")
    @staticmethod
    def fleets_with_a_depot(game: Game, ask: Ask, corps: CorpsId) -> Choice[FleetId]:
        return Choice(one.id for one in game[SupplyShips] if game[Fleet][one.id].side == ask.side)

    def perform(self, game: Game, ask: Ask) -> None:
        pay(game, SideId(ask.side), SUPPLY, money=supply_cost(game, self.corps).whole())
        game.fulfil(ask.side, TO_BE_SUPPLIED, self.corps)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{the_corps(game, self.corps)} draws supply from {game.name(self.fleet, Fleet)}"


class InvasionSupply(RuleModule):
    """Who lives on the ships."""

    key = "invasion_supply"
    needs = CAMPAIGN
    after = ("sailing?", "supply?", "transport?")
    actions = {NAVAL_MOVEMENT_STEP: (LoadDepot,), SUPPLY_STEP: (DrawFromFleet,)}

    # --- loading

    @refuses(LoadDepot, "fleet")
    @rule("BASE-6.2.5-depot")
    def in_a_friendly_port(self, game: Game, act: LoadDepot, ask: Ask) -> Refusal | None:
        """A fleet takes one depot aboard, in a port that its side or an ally holds, before it sails."""
        fleet = game[Fleet][act.fleet]
        if fleet.side != ask.side:
            return Refusal("{fleet} belongs to {side}", fleet=fleet.id, side=fleet.side)
        if not in_friendly_port(game, fleet, fleet.side):
            return Refusal("{fleet} is not in a port of {side} or an ally", fleet=fleet.id, side=fleet.side)
        if game.mark_of(fleet.id, SAILED) or game.mark_of(fleet.id, UNDER_WAY):
            return Refusal("{fleet} has already sailed", fleet=fleet.id)
        return Refusal("{fleet} has a depot aboard", fleet=fleet.id) if fleet.id in game[SupplyShips] else None

    @refuses(LoadDepot, "fleet")
    @rule("BASE-6.2.5-depot-price")
    def can_pay_for_it(self, game: Game, act: LoadDepot, ask: Ask) -> Refusal | None:
        """It costs what a depot costs."""
        price, purse = depot_cost(game, SideId(ask.side)), purse_of(game, SideId(ask.side))
        if purse is not None and purse.money >= price.whole():
            return None
        return Refusal("{side} cannot pay {price} money for a depot", side=ask.side, price=price)

    # --- living on it

    @refuses(DrawFromFleet)
    @rule("BASE-7.4-invasion")
    def near_it(self, game: Game, act: DrawFromFleet, ask: Ask) -> Refusal | None:
        """A fleet with a depot supplies corps of its side in the areas where these could land from it."""
        fleet, corps = game[Fleet][act.fleet], game[Corps][act.corps]
        if fleet.id not in game[SupplyShips] or fleet.side != ask.side:
            return Refusal("{fleet} has no depot for {side}", fleet=fleet.id, side=ask.side)
        if corps.area in _served(game, fleet):
            return None
        return Refusal("{corps} is not on a coast near {fleet}", corps=corps.id, fleet=fleet.id)

    @refuses(DrawFromFleet, "corps")
    @rule("BASE-7.4-invasion-price")
    def can_pay_for_supply(self, game: Game, act: DrawFromFleet, ask: Ask) -> Refusal | None:
        """That is paid for as supply from any depot is."""
        cost, purse = supply_cost(game, act.corps), purse_of(game, SideId(ask.side))
        if cost.whole() <= (purse.money if purse is not None else 0):
            return None
        return Refusal("{side} cannot pay {cost} money", side=ask.side, cost=cost, cure="let it forage")

    @hookimpl(of=SupplyHooks.supply_sources)
    @rule("BASE-7.4-invasion-source")
    def on_the_coast(self, game: Game, side: SideId) -> Iterator[Source]:
        """Depots ashore, where such a fleet supplies corps, need no other: chains begin there."""
        for one in game[SupplyShips]:
            fleet = game[Fleet][one.id]
            for area in _served(game, fleet) if fleet.side == side else ():
                yield Source(area, says=f"{fleet.title} lies off {game[Area][area].title}")

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Feed those who land."""
        if LoadDepot in ask.kinds:
            yield Lesson(
                kind=LoadDepot, says="Loads a depot on a fleet: it supplies those who land near it.",
                rules=("BASE-6.2.5-depot", "BASE-7.4-invasion"),
            )  # fmt: skip


def _served(game: Game, fleet: Fleet) -> tuple[AreaId, ...]:
    """Return the areas that a fleet's depot supplies; laid up it supplies none."""
    return shores_of(game, fleet.space) if fleet.space is not None else ()
