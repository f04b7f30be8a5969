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
    RowKind,
    RuleModule,
    Side,
    Work,
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


class BackAsRegulars(Work, frozen=True):
    """Factors that were militia come back."""

    stored = "regulars"

    factors: int


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
        game.due(BackAsRegulars(self.factors), ask.side, step="reinforcement", when=back, rule=why, side=ask.side)


class MilitiaConversion(RuleModule):
    """Militia becomes regular infantry in three months; what is under way when this is switched off is dropped."""

    key = "militia_conversion"
    option = Option("Militia conversion", "Militia factors become regular infantry.", ("DRILL-12.1.1-return",))
    actions: ClassVar = {"expenditure": (ConvertMilitia,)}
    brings: ClassVar[tuple[RowKind, ...]] = (BackAsRegulars,)

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

    @works(BackAsRegulars)
    @rule("DRILL-12.1.1-return")
    def come_back(self, game: Game, item: Due, work: BackAsRegulars) -> None:
        army = game[Army][item.subject]
        game.change(army, regulars=army.regulars + work.factors)


class PatientConversion(MilitiaConversion):
    """The same in a game that brings the work itself: what is under way waits until this is switched on again."""

    brings = ()


class ConsiderateConversion(MilitiaConversion):
    """The same, settling what is under way when it is switched off."""

    def in_flight(self, game: Game) -> Iterable[str]:
        for due, back in game.waiting(BackAsRegulars):
            yield f"{back.factors} factors of {due.subject} come back at once as militia; the money is lost"

    async def switched_off(self, game: Game) -> None:
        for due, back in game.waiting(BackAsRegulars):
            army = game[Army][due.subject]
            game.change(army, militia=army.militia + back.factors)
            game.note(f"{back.factors} factors of {due.subject} come back as militia", "DRILL-12.1.1-return")
            game.remove(due)
