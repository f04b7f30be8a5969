"""Depots (7.4): laid and removed in the Depot Step, lost when an enemy corps comes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Final

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    MarkKind,
    Part,
    Refusal,
    Rows,
    RuleModule,
    ScenarioFinding,
    SideId,
    cached_while_unchanged,
    closes,
    fills,
    hookimpl,
    in_a_row,
    refuses,
    rule,
    ruling,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.charts.keys import SUPPLY_PRICES, numbers
from sandtable_empires.hookspecs.movement import AreaEntered
from sandtable_empires.land.depot_guards import bare, guards_of
from sandtable_empires.land.detaching import depot_at
from sandtable_empires.land.lines import depot_cost, network
from sandtable_empires.land.supply_advice import leads_to, newly_fed
from sandtable_empires.model import (
    DEPOTS,
    Area,
    AreaId,
    Corps,
    Depot,
    DepotId,
    Garrison,
    allies,
    area_id,
    enemies,
    garrisons_at,
    in_the_open,
    pay,
    purse_of,
    the_corps,
    unbesieged_foes,
)
from sandtable_empires.soundness.forces import DEPOT_FAULTS, depots
from sandtable_empires.staying import stay_barred
from sandtable_empires.steps import DEPOTS_STEP, LAND_COMBAT_STEP

WAS_LAID: Final = MarkKind("laid this step", until=DEPOTS_STEP)


class LayDepot(Action, frozen=True):
    """Lay a depot."""

    area: AreaId

    @fills("area")
    @staticmethod
    def where_we_are(game: Game, ask: Ask) -> Choice[AreaId]:
        return our_areas(game, ask.side)

    def perform(self, game: Game, ask: Ask) -> None:
        side = SideId(ask.side)
        depot = game.put(Depot(DepotId(f"{side} depot {self.area}"), side, self.area))
        price = depot_cost(game, side).whole()
        pay(game, side, DEPOTS, money=price)
        game.mark(depot.id, WAS_LAID)
        game.note(f"the depot costs {price} money", "BASE-7.4-depot-price")

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} lays a depot in {game.name(self.area, Area)}"


class RemoveDepot(Action, frozen=True):
    """Take a depot off the map."""

    if_none = {"depot": ("you have no depot on the map", "BASE-7.4-depot-own")}

    depot: DepotId

    @fills("depot")
    @staticmethod
    def own_depots(game: Game, ask: Ask) -> Rows:
        return Rows(game[Depot], side=ask.side)

    def perform(self, game: Game, ask: Ask) -> None:
        game.remove(game[Depot][self.depot])

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} removes its depot from {game.name(game[Depot][self.depot].area, Area)}"


@cached_while_unchanged
def our_areas(game: Game, side: str) -> Choice[AreaId]:
    """Return the areas of a side, those where it has troops first."""
    return Choice(dict.fromkeys(_ours(game, side)))


def _ours(game: Game, side: str) -> Iterator[AreaId]:
    """Go through the areas where a side has a corps or a garrison, then through those that it holds."""
    yield from (corps.area for corps in game[Corps].where("side", side) if corps.area is not None)
    yield from (garrison.area for garrison in game[Garrison].where("side", side))
    yield from (area_id(area) for area in game[Area].ids("holder", side))


class Depots(RuleModule):
    """Where depots may be, what they cost, and how they are lost."""

    key = "depots"
    brings = (WAS_LAID,)
    charts = (numbers(SUPPLY_PRICES, ("depot",), most=99),)
    faults = DEPOT_FAULTS
    actions = {DEPOTS_STEP: (LayDepot, RemoveDepot)}
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        most: Annotated[
            int,
            ruling("Depots a side may have", "As many as the game has counters.", "BASE-7.4-depot-number", ge=1, le=99),
        ] = 12

    # --- laying

    @hookimpl
    @rule("BASE-7.4-depot-price")
    def depot_cost_parts(self, game: Game, side: SideId) -> Iterable[Part]:
        """What a depot costs."""
        return [game.chart(SUPPLY_PRICES).part("base", "depot", says="a depot")]

    @refuses(LayDepot, "area")
    @rule("BASE-7.4-depot-money")
    def can_pay(self, game: Game, act: LayDepot, ask: Ask) -> Refusal | None:
        """A depot is paid for."""
        price, treasury = depot_cost(game, SideId(ask.side)), purse_of(game, SideId(ask.side))
        if treasury is not None and treasury.money >= price.whole():
            return None
        return Refusal("{side} cannot pay {price} money for a depot", side=ask.side, price=price)

    @refuses(LayDepot, "area")
    @rule("BASE-7.4-depot-number")
    def enough_of_them(self, game: Game, act: LayDepot, ask: Ask) -> Refusal | None:
        """A side has so many depots at most."""
        most = self.parameters.most
        if len(game[Depot].where("side", ask.side)) < most:
            return None
        return Refusal("{side} already has {most}", side=ask.side, most="1 depot" if most == 1 else f"{most} depots")

    @refuses(LayDepot, "area")
    @rule("BASE-7.4-depot-one")
    def one_in_an_area(self, game: Game, act: LayDepot, ask: Ask) -> Refusal | None:
        """A side has one depot in an area."""
        if depot_at(game, act.area, ask.side) is None:
            return None
        return Refusal("{side} already has a depot in {area}", side=ask.side, area=act.area)

    @refuses(LayDepot, "area")
    @rule("BASE-7.4-depot-where")
    def among_ours(self, game: Game, act: LayDepot, ask: Ask) -> Refusal | None:
        """In an area that the side holds, or where it has a corps in the open or a garrison, and no enemy corps."""
        side = ask.side
        if enemy := unbesieged_foes(game, act.area, side):
            return Refusal("{corps} stands in {area}", corps=enemy[0].id, area=act.area)
        ours = game[Area][act.area].holder == side or in_the_open(game, act.area, side)
        if ours or garrisons_at(game, act.area, side):
            return None
        return Refusal("{side} neither holds {area} nor has a corps or a garrison there", side=side, area=act.area)

    @refuses(LayDepot, "area")
    @rule("BASE-7.4-depot-leave")
    def with_leave(self, game: Game, act: LayDepot, ask: Ask) -> Refusal | None:
        """In the territory of others only as their access allows."""
        return stay_barred(game, ask.side, act.area, "depot")

    @refuses(LayDepot, "area")
    @rule("BASE-7.4-depot-chain")
    def in_reach(self, game: Game, act: LayDepot, ask: Ask) -> Refusal | None:
        """At a source of supply, or close enough to a depot to which supply comes."""
        lines = network(game, ask.side)
        if lines.reaches(act.area):
            return None
        if block := lines.has.blocks.get(act.area):
            return Refusal(
                "supply does not reach {area}: {says}", area=act.area, says=block.text_in(game), rule=block.rule
            )
        return Refusal(
            "no supply reaches {area}", area=act.area, cure=f"lay one within {lines.has.to_depot} areas of it first"
        )

    @hookimpl
    @rule("BASE-7.4-allied-depots")
    def depot_sharers(self, game: Game, side: SideId) -> Iterator[SideId]:
        """Allies use each other's depots, as sources and as links; each pays for its own corps."""
        yield from sorted(allies(game, side))

    # --- removing

    @refuses(RemoveDepot, "depot")
    @rule("BASE-7.4-depot-own")
    def own_depot(self, game: Game, act: RemoveDepot, ask: Ask) -> Refusal | None:
        """A side removes its own depots, and not in the step in which it has laid them."""
        depot = game[Depot][act.depot]
        if depot.side != ask.side:
            return Refusal("{depot} belongs to {side}", depot=depot.id, side=depot.side)
        return Refusal("{depot} has just been laid", depot=depot.id) if game.mark_of(depot.id, WAS_LAID) else None

    @refuses(RemoveDepot, "depot")
    @rule("BASE-7.4-depot-manned")
    def nobody_in_it(self, game: Game, act: RemoveDepot) -> Refusal | None:
        """Not while it has a garrison."""
        depot = game[Depot][act.depot]
        if not guards_of(game, depot):
            return None
        return Refusal("{depot} has a garrison", depot=depot.id, cure="have a corps absorb it first")

    # --- losing

    @hookimpl
    @rule("BASE-7.4-depot-lost")
    async def after_area_entered(self, game: Game, entry: AreaEntered) -> None:
        """A depot that nobody guards is destroyed when an enemy corps enters its area."""
        raze(game, entry.area, entry.side)

    @closes(LAND_COMBAT_STEP)
    @rule("BASE-7.4-depot-abandoned")
    def raze_abandoned(self, game: Game, frame: Frame) -> None:
        """So is one whose defenders have been driven off."""
        side = SideId(frame.side or "")
        for depot in list(game[Depot]):
            raze(game, depot.area, side)

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name depots that could not have been laid, and those that are gone at once."""
        return depots(game, self.parameters.most)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """A depot where it feeds most."""
        if LayDepot not in ask.kinds:
            return
        yield Lesson(
            title="Depots", says="Lay depots where your corps will need food this month, or end the step.",
            why="Every corps eats once a month, after it has marched. Near a depot it eats for money; far from "
            "all depots it "
            "must live off the land, and may starve.",
            rules=("BASE-7.4-depot-where", "BASE-7.4-range"),
        )  # fmt: skip
        yield Lesson(
            kind=LayDepot, says=f"Puts a depot on the map for {depot_cost(game, SideId(ask.side)).whole()} money.",
            rules=("BASE-7.4-depot-price", "BASE-7.4-depot-chain"), advice=tuple(layings(game, SideId(ask.side))),
        )  # fmt: skip
        yield Lesson(
            kind=RemoveDepot, says="Takes a depot off the map; its money is gone.", rules=("BASE-7.4-depot-own",)
        )


def raze(game: Game, area: AreaId, by: SideId) -> None:
    """Destroy the enemy depots of an area that neither a garrison nor a corps in the open protects."""
    foes = enemies(game, by)
    for depot in game[Depot].where("area", area):
        if depot.side in foes and in_the_open(game, area, by) and bare(game, depot):
            game.remove(depot)
            game.note(f"{by} destroys {game.name(depot)}", "BASE-7.4-depot-lost")


def layings(game: Game, side: SideId) -> Iterator[Advice]:
    """Yield where a depot feeds corps that no depot feeds yet; where there is none, where a chain could begin."""
    areas = list(dict.fromkeys(_ours(game, side)))
    fed = {area: newly_fed(game, side, area) for area in areas}
    for area in sorted(areas, key=lambda one: -len(fed[one])):
        if fed[area]:
            yield Advice(
                action=LayDepot(area), because=f"It feeds {_named(game, fed[area])}, which no depot feeds now."
            )
    ahead = {area: leads_to(game, side, area) for area in areas} if not any(fed.values()) else {}
    for area in sorted(ahead, key=lambda one: -len(ahead[one])):
        if ahead[area]:
            because = f"From it the next depot can be laid further on, to feed {_named(game, ahead[area])}."
            yield Advice(action=LayDepot(area), because=because)


def _named(game: Game, corps: Iterable[Corps]) -> str:
    return in_a_row(the_corps(game, one.id) for one in corps)
