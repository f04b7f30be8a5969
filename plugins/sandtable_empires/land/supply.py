"""Supply (7.4): every corps is supplied by depots, for money, or lives off the land."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Annotated, Final

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Duty,
    Frame,
    Game,
    Part,
    Refusal,
    RuleModule,
    SideId,
    cached_while_unchanged,
    doable,
    fails,
    fills,
    hookimpl,
    in_a_row,
    opens,
    refuses,
    rule,
    ruling,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.charts.keys import SUPPLY_PRICES, numbers
from sandtable_empires.hookspecs.supply import Block, Source, SupplyHooks
from sandtable_empires.land.lines import SERVED, TO_BE_SUPPLIED, network, supply_cost
from sandtable_empires.land.supply_advice import hunger, hunger_text
from sandtable_empires.model import (
    SUPPLY,
    Area,
    AreaId,
    Corps,
    CorpsId,
    Depot,
    DepotId,
    Nation,
    Province,
    allies,
    enemies,
    is_besieged,
    pay,
    purse_of,
    the_corps,
)  # fmt: skip
from sandtable_empires.steps import SUPPLY_STEP

WORTH_PAYING: Final = Fraction(1, 2)
"""Whoever would lose so many factors by foraging, on average, pays for supply instead."""


class DrawSupply(Action, frozen=True):
    """Supply a corps from a depot."""

    if_none = {"depot": ("no depot can supply a corps of yours", "BASE-7.4-line")}

    corps: CorpsId
    depot: DepotId

    @fills("depot")
    @staticmethod
    def near_enough(game: Game, ask: Ask, corps: CorpsId) -> Choice[DepotId]:
        return Choice(fed.depot.id for fed in network(game, ask.side).serving(corps))

    def perform(self, game: Game, ask: Ask) -> None:
        line, cost = network(game, ask.side).line(self.corps, self.depot), supply_cost(game, self.corps)
        for depot in line.depots:
            mark = game.mark_of(depot, SERVED)
            game.mark(depot, SERVED, count=1 + (mark.count if mark else 0))
        pay(game, SideId(ask.side), SUPPLY, money=cost.whole())
        game.fulfil(ask.side, TO_BE_SUPPLIED, self.corps)
        near, *others = [game.name(game[Depot][depot].area) for depot in line.depots]
        fed = f", which is fed from {in_a_row(others)}" if others else ""
        game.note(
            f"{the_corps(game, self.corps)} is supplied from {near}{fed}: {cost.with_parts()} money", "BASE-7.4-supply"
        )

    def says(self, game: Game, ask: Ask) -> str:
        depot = game[Depot][self.depot]
        return f"{the_corps(game, self.corps)} draws supply from the depot in {game.name(depot.area, Area)}"


@cached_while_unchanged
def home_areas(game: Game, side: SideId) -> list[Area]:
    """Return the areas that a side holds in the home provinces of its nations."""
    return [
        area
        for nation in game[Nation].where("side", side)
        for province in game[Province].where("home", nation.id)
        if province.ceded_to in (None, nation.id)
        for area in game[Area].where("province", province.id)
        if area.holder == side
    ]


class Supply(RuleModule):
    """Who must be supplied, from where, how far, and for how much."""

    key = "supply"
    brings = (TO_BE_SUPPLIED, SERVED)
    charts = (numbers(SUPPLY_PRICES, ("corps",), most=99),)
    actions = {SUPPLY_STEP: (DrawSupply,)}
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        to_corps: Annotated[
            int,
            ruling("Areas from a depot to a corps", "How far a depot supplies.", "BASE-7.4-range", ge=0, le=9),
        ] = 1
        to_depot: Annotated[
            int,
            ruling("Areas from a depot to the next", "How long each link of a chain is.", "BASE-7.4-chain", ge=1, le=9),
        ] = 3

    @opens(SUPPLY_STEP)
    @rule("BASE-7.4-supply")
    def all_must_eat(self, game: Game, frame: Frame) -> None:
        """Each corps on the map is supplied or forages; those shut up in a besieged city have rules of their own."""
        side = SideId(frame.side or "")
        exempt = game.hooks(SupplyHooks).exempt(game, side)
        for corps in game[Corps].where("side", side):
            if corps.area is not None and corps.id not in exempt and not is_besieged(game, corps):
                game.oblige(side, TO_BE_SUPPLIED, corps.id, says=f"{corps.id} must be supplied")

    @doable(TO_BE_SUPPLIED)
    @rule("BASE-7.4-on-the-map")
    def still_there(self, game: Game, duty: Duty) -> bool:
        """A corps that is gone needs nothing."""
        corps = game[Corps].get(duty.subject)
        return corps is not None and corps.area is not None

    @fails(TO_BE_SUPPLIED)
    @rule("BASE-7.4-gone")
    def excuse_gone_corps(self, game: Game, duty: Duty) -> None:
        """Nothing happens to a corps that is gone."""
        game.note(f"{duty.subject} is no longer on the map and needs no supply")

    # --- drawing supply

    @fills(DrawSupply, "corps")
    @rule("BASE-7.4-supply-due")
    def those_in_need(self, game: Game, ask: Ask) -> Choice[CorpsId]:
        """A side supplies those that must be supplied and have not been."""
        return Choice(CorpsId(duty.subject) for duty in game.duties(ask.side, TO_BE_SUPPLIED))

    @refuses(DrawSupply, "corps")
    @rule("BASE-7.4-money")
    def can_pay(self, game: Game, act: DrawSupply, ask: Ask) -> Refusal | None:
        """Supply is paid for; without money a corps forages."""
        cost, treasury = supply_cost(game, act.corps), purse_of(game, SideId(ask.side))
        if cost.whole() <= (treasury.money if treasury is not None else 0):
            return None
        return Refusal("{side} cannot pay {cost} money", side=ask.side, cost=cost, cure="let it forage")

    @refuses(DrawSupply, "corps", "depot")
    @rule("BASE-7.4-line")
    def in_supply(self, game: Game, act: DrawSupply, ask: Ask) -> Refusal | None:
        """A depot near it serves a corps, if a chain of depots that nothing cuts leads from there to a source."""
        line = network(game, ask.side).line(act.corps, act.depot)
        if line.depots:
            return None
        cuts = line.cuts
        if not cuts:
            return Refusal("{depot} does not serve {corps}", depot=act.depot, corps=act.corps)
        says = "; ".join(cut.says for cut in cuts)
        return Refusal("{corps} has no supply: {says}", corps=act.corps, says=says, rule=cuts[0].rule)

    @hookimpl
    @rule("BASE-7.4-price")
    def supply_cost_parts(self, game: Game, corps: CorpsId) -> Iterable[Part]:
        """What a corps costs."""
        return [game.chart(SUPPLY_PRICES).part("base", "corps", says="a corps")]

    @hookimpl(of=SupplyHooks.range_parts)
    @rule("BASE-7.4-range")
    def to_a_corps(self, game: Game, side: SideId, of: str) -> Iterable[Part]:
        """How far a depot may be from the corps that it serves."""
        return [Part("base", self.parameters.to_corps, says="areas")] if of == "corps" else []

    @hookimpl(of=SupplyHooks.range_parts)
    @rule("BASE-7.4-chain")
    def to_the_next(self, game: Game, side: SideId, of: str) -> Iterable[Part]:
        """A depot that is not at a source is fed by the next one, so far off at most."""
        return [Part("base", self.parameters.to_depot, says="areas")] if of == "depot" else []

    # --- where it begins and where it is cut

    @hookimpl
    @rule("BASE-7.4-home-source")
    def supply_sources(self, game: Game, side: SideId) -> Iterable[Source]:
        """A side's areas in the home provinces of its nations."""
        return [Source(area.id, says=f"{area.title} is a home area") for area in home_areas(game, side)]

    @hookimpl
    @rule("BASE-7.4-enemy-cuts")
    def supply_blocks(self, game: Game, side: SideId) -> Iterator[Block]:
        """Unbesieged enemy corps cut the lines through their area."""
        for enemy in sorted(enemies(game, side)):
            for corps in game[Corps].where("side", enemy):
                if corps.area is not None and not is_besieged(game, corps):
                    yield Block(corps.area, says=f"{the_corps(game, corps.id)} stands")

    @hookimpl
    @rule("BASE-7.4-kept-open")
    def kept_open(self, game: Game, side: SideId) -> Iterator[AreaId]:
        """Where a corps of the side or of an ally stands in the open nothing cuts them."""
        for friend in sorted({side, *allies(game, side)}):
            for corps in game[Corps].where("side", friend):
                if corps.area is not None and not corps.inside:
                    yield corps.area

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Pay where the land gives little."""
        if DrawSupply in ask.kinds:
            yield Lesson(
                title="Supply", says="Say for each of your corps how it eats this month: from a depot, or off "
                "the land.",
                why="Supply costs money and is safe. Foraging is free, but a die above what the land gives "
                "costs factors.",
                rules=("BASE-7.4-supply", "BASE-7.4-line", "BASE-7.4-forage"),
            )  # fmt: skip
            yield Lesson(
                kind=DrawSupply, says="Feeds a corps from a depot near it.", rules=("BASE-7.4-range", "BASE-7.4-price"),
                advice=tuple(meals(game, ask.side)),
            )  # fmt: skip


def meals(game: Game, side: str) -> Iterator[Advice]:
    """Yield who had better be fed from a depot: those whom foraging would cost half a factor or more on average."""
    for duty in game.duties(side, TO_BE_SUPPLIED):
        corps = CorpsId(duty.subject)
        fed = network(game, side).serving(corps)
        if fed and hunger(game, corps) >= WORTH_PAYING:
            price = supply_cost(game, corps).whole()
            because = f"It costs {price} money. Foraging, {hunger_text(game, corps)}."
            yield Advice(action=DrawSupply(corps, fed[0].depot.id), because=because)
