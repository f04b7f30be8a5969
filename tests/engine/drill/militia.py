"""Drill 9: an option is switched off while its delivery is due (after 12.1.1)."""

from collections.abc import Iterable
from typing import ClassVar

from sandtable.engine import (
    Action,
    Ask,
    Due,
    Game,
    Option,
    Range,
    Refusal,
    Row,
    RuleModule,
    Side,
    fills,
    refuses,
    rule,
    works,
)
from tests.engine.drill.marches import Power, at_war


class Army(Row, frozen=True):
    """A power's factors; its id is the side's."""

    id: str
    militia: int
    regulars: int = 0


class ConvertMilitia(Action, frozen=True):
    """Take militia factors off the map, to come back as regular infantry."""

    factors: int

    @fills("factors")
    @staticmethod
    def at_hand(game: Game, ask: Ask) -> Range:
        return Range(1, game[Army][ask.side].militia)

    def perform(self, game: Game, ask: Ask) -> None:
        power, army = game[Power][ask.side], game[Army][ask.side]
        game.change(power, money=power.money - 3 * self.factors)
        game.change(army, militia=army.militia - self.factors)
        back, why = game.round + 3, "DRILL-12.1.1-return"
        game.due("regulars", ask.side, step="reinforcement", when=back, rule=why, side=ask.side, factors=self.factors)


class MilitiaConversion(RuleModule):
    """Militia becomes regular infantry in three months; what is under way when this is switched off just waits."""

    key = "militia_conversion"
    option = Option("Militia conversion", "Militia factors become regular infantry.", ("DRILL-12.1.1-return",))
    actions: ClassVar = {"expenditure": (ConvertMilitia,)}

    @refuses(ConvertMilitia)
    @rule("DRILL-12.1.1-who-when")
    def at_peace(self, game: Game, act: ConvertMilitia, ask: Ask) -> Refusal | None:
        enemies = [side.id for side in game[Side] if at_war(game, ask.side, side.id)]
        return Refusal("{side} is at war with {enemy}", side=ask.side, enemy=enemies[0]) if enemies else None

    @refuses(ConvertMilitia)
    @rule("DRILL-12.1.1-cost")
    def paid_for(self, game: Game, act: ConvertMilitia, ask: Ask) -> Refusal | None:
        """It costs 3 money a factor."""
        cost = 3 * act.factors
        return (
            Refusal("{n} factors cost {cost}", n=act.factors, cost=cost) if cost > game[Power][ask.side].money else None
        )

    @works("regulars")
    @rule("DRILL-12.1.1-return")
    def come_back(self, game: Game, item: Due) -> None:
        army = game[Army][item.subject]
        game.change(army, regulars=army.regulars + item.data["factors"])


class ConsiderateConversion(MilitiaConversion):
    """The same, settling what is under way when it is switched off."""

    def in_flight(self, game: Game) -> Iterable[str]:
        for due in game[Due].where("what", "regulars"):
            yield f"{due.data['factors']} factors of {due.subject} come back at once as militia; the money is lost"

    async def switched_off(self, game: Game) -> None:
        for due in game[Due].where("what", "regulars"):
            army = game[Army][due.subject]
            game.change(army, militia=army.militia + due.data["factors"])
            game.note(f"{due.data['factors']} factors of {due.subject} come back as militia", "DRILL-12.1.1-return")
            game.remove(due)
