"""Foraging (7.4): a corps lives off the land, and may starve of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    Part,
    Quantity,
    Refusal,
    RuleModule,
    Tally,
    fills,
    hookimpl,
    refuses,
    roll,
    rule,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.combat.captives import leaders_among
from sandtable_empires.hookspecs.command import CommandHooks, Unstacked
from sandtable_empires.hookspecs.supply import SupplyHooks
from sandtable_empires.land.attrition import lose_exactly, of_corps
from sandtable_empires.land.lines import TO_BE_SUPPLIED
from sandtable_empires.land.supply_advice import FACES, hunger, hunger_text
from sandtable_empires.model import FORAGING, Area, Corps, CorpsId, Leader, LeaderId, area_id, the_corps
from sandtable_empires.model.words import factors_text
from sandtable_empires.steps import SUPPLY_STEP

VALUE: Final = Quantity("forage value")


class Forage(Action, frozen=True):
    """Let a corps live off the land."""

    corps: CorpsId

    async def perform(self, game: Game, ask: Ask) -> None:
        game.fulfil(ask.side, TO_BE_SUPPLIED, self.corps)
        await game.hooks(SupplyHooks).forages(game, self.corps)

    @classmethod
    def value_facts(cls, game: Game, field: str, value: CorpsId) -> str:
        """Say what the land gives a corps where a die may be above that."""
        given = max(0, forage_value(game, value).whole())
        return f"the land gives {given}" if given < max(FACES) else ""

    def says(self, game: Game, ask: Ask) -> str:
        return f"{the_corps(game, self.corps)} forages"


def forage_value(game: Game, corps: CorpsId) -> Tally:
    """Return what the land gives a corps, with its parts: a die above it costs as many factors as it is above."""
    return Tally(VALUE, game.hooks(SupplyHooks).forage_parts(game, corps))


class Foraging(RuleModule):
    """Living off the land."""

    key = "foraging"
    actions = {SUPPLY_STEP: (Forage,)}

    @fills(Forage, "corps")
    @rule("BASE-7.4-forage-due")
    def those_in_need(self, game: Game, ask: Ask) -> Choice[CorpsId]:
        """A side lets those forage that must be supplied and have not been."""
        return Choice(CorpsId(duty.subject) for duty in game.duties(ask.side, TO_BE_SUPPLIED))

    @refuses(Forage)
    @rule("BASE-7.4-forage-who")
    def in_need(self, game: Game, act: Forage, ask: Ask) -> Refusal | None:
        """A corps of the side that must be supplied and has not been."""
        if game.owes(ask.side, TO_BE_SUPPLIED, act.corps):
            return None
        return Refusal("{corps} needs no supply now", corps=act.corps)

    @hookimpl
    @rule("BASE-7.4-forage")
    async def forages(self, game: Game, corps: CorpsId) -> None:
        """By as much as a die is above the forage value, so many factors are lost."""
        value = forage_value(game, corps)
        die = await roll("1d6", why=f"{corps} forages", by=game[Corps][corps].side)
        there = game[Corps][corps]
        hungry = max(0, die - max(0, value.whole()))
        lost = f"{hungry} more than the land gives: {factors_text(hungry)} lost" if hungry else "nobody goes hungry"
        game.note(f"{game.name(there.area)} has a forage value of {value.with_parts()}: {lost}")
        leaders = leaders_among(game, of_corps([there]))
        if hungry:
            await game.hooks(SupplyHooks).forage_losses(game, corps, hungry)
        for id in leaders:
            if game[Leader][id].corps is None:
                await game.hooks(CommandHooks).after_unstacked(game, id, Unstacked("foraging"))
        await game.hooks(SupplyHooks).after_hunger(game, there.area or area_id(""))

    @hookimpl
    @rule("BASE-7.4-forage-losses")
    async def forage_losses(self, game: Game, corps: CorpsId, factors: int) -> None:
        """The side of the corps says which factors are lost, within the limits of the arms."""
        row = game[Corps][corps]
        why = f"{corps} starves in {game.name(row.area)}"
        await lose_exactly(game, row.side, of_corps([row]), factors, cause=FORAGING, why=why)

    @hookimpl
    @rule("EIA-10.6-involuntary-unstack")
    async def after_unstacked(self, game: Game, leader: LeaderId, loss: Unstacked) -> None:
        """The leader of a corps that starves leaves the map, even where others are; he may come back later."""
        if loss.how == "foraging":
            game.change(game[Leader][leader], standing="waiting")
            game.note(f"{leader} has no corps left and leaves the map")

    @hookimpl
    @rule("BASE-7.4-forage-value")
    def forage_parts(self, game: Game, corps: CorpsId) -> Iterable[Part]:
        """What is printed in the area."""
        area = game[Area].get(game[Corps][corps].area)
        return [Part("base", area.forage, says=area.title)] if area is not None else []

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Let those forage whom the land feeds, or for whom nothing else is left."""
        if Forage in ask.kinds:
            corps = [CorpsId(duty.subject) for duty in game.duties(ask.side, TO_BE_SUPPLIED)]
            best = min(corps, key=lambda one: hunger(game, one), default=None)
            advice: tuple[Advice, ...] = ()
            if best is not None:
                because = f"It costs nothing, and {hunger_text(game, best)}."
                advice = (Advice(action=Forage(best), because=because, weight=-1),)
            yield Lesson(
                kind=Forage, says="Lets a corps live off the land of its area.", advice=advice,
                rules=("BASE-7.4-forage-value", "BASE-7.4-forage-losses"),
            )  # fmt: skip
