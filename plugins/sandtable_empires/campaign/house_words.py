"""What house rules by form can speak of: corps, areas, provinces, nations, the month; marches, attacks, numbers."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import (
    Consequence,
    Fact,
    Game,
    Occasion,
    RuleModule,
    SideId,
    Word,
    fields_of,
    hookimpl,
)  # fmt: skip
from sandtable_empires.combat.attack import Attack
from sandtable_empires.hookspecs.movement import AreaEntered, MovementHooks
from sandtable_empires.hookspecs.supply import SupplyHooks
from sandtable_empires.march import March, MarchStep
from sandtable_empires.model import Area, AreaId, Corps, CorpsId, Depot, Province
from sandtable_empires.model.accounts import lose
from sandtable_empires.model.calendar import month_of
from sandtable_empires.model.causes import HOUSE_RULES
from sandtable_empires.model.nations import at_war


class HouseWords(RuleModule):
    """The words of house rules by form."""

    key = "house_words"

    @hookimpl
    def facts(self) -> Iterable[Word]:
        yield from fields_of(
            Corps, side="", nation="", area="", inside="{it} is inside a city", militia="the militia of {it}",
            infantry="the infantry of {it}", cavalry="the cavalry of {it}", guard="the guard of {it}",
            artillery="the artillery of {it}",
        )  # fmt: skip
        yield from fields_of(
            Area, province="", terrain="", fortress="the fortress of {it}", forage="the forage value of {it}",
            port="{it} is a port", holder="the holder of {it}",
        )  # fmt: skip
        yield from fields_of(Province, home="the home nation of {it}")
        yield from fields_of(
            AreaEntered, corps="the corps that enters", side="the side that enters", area="the area entered",
            origin="the area it comes from", left="the movement points left", how="how it comes",
        )  # fmt: skip
        yield Fact(CorpsId, "factors", "the factors of {it}", int, lambda game, corps: game[Corps][corps].factors)
        yield Fact(AreaId, "corps", "the number of corps of {of} in {it}", int, corps_in, of=SideId)
        yield Fact(SideId, "depots", "the number of depots of {it}", int, depots_of)
        yield Fact(SideId, "at_war", "{it} is at war with {of}", bool, at_war, of=SideId)
        yield Fact(None, "month", "the month", int, lambda game: month_of(game, game.round)[1])
        yield Fact(None, "year", "the year", int, lambda game: month_of(game, game.round)[0])
        yield Occasion(
            March,
            "march",
            {"corps": "the corps that marches", "there": "the area it enters", "here": "the area it leaves"},
            MarchStep,
        )
        yield Occasion(Attack, "attack", {"area": "the area of the attack"})
        yield Occasion(SupplyHooks.depot_cost_parts, "the price of a depot")
        yield Occasion(MovementHooks.allowance_parts, "the movement allowance of a corps")
        yield Occasion(MovementHooks.after_area_entered, "a corps has entered an area")
        yield Occasion(MovementHooks.after_march, "a corps has marched")
        yield Consequence(CorpsId, "lose_infantry", "{it} loses {amount} infantry", lose_infantry, counted=True)


def corps_in(game: Game, area: str, side: str) -> int:
    """Return how many corps of a side stand in an area."""
    return len(game[Corps].where("there", f"{side}|{area}"))


def depots_of(game: Game, side: str) -> int:
    """Return how many depots a side has."""
    return len(game[Depot].where("side", side))


def lose_infantry(game: Game, corps: CorpsId, amount: int) -> None:
    """Take infantry factors from a corps, as many as it has."""
    there = game[Corps].get(corps)
    taken = min(amount, there.infantry) if there is not None else 0
    if there is not None and taken > 0:
        lose(game, there, {"infantry": taken}, HOUSE_RULES)
