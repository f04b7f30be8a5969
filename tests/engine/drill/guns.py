"""Drill 4: artillery bombards before the dice of a round (12.3.5), after the guard where there is one (R-47)."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from sandtable.engine import (
    Action,
    Frame,
    Game,
    Insert,
    Option,
    Part,
    Row,
    RuleModule,
    Step,
    Tally,
    hookimpl,
    offer,
    opens,
    roll,
    rule,
)
from tests.engine.drill.battle import Army, ArmyId, BattleHooks, foe, hit_army, losses, strength


class Guns(Row, frozen=True):
    """The artillery factors of an army."""

    id: ArmyId
    factors: Annotated[int, Meta(ge=1)]


class Bombard(Action, frozen=True):
    """Have the guns fire by themselves before the round is fought."""


def strike(game: Game, hits: dict[ArmyId, int]) -> None:
    """Have those who are hit lose factors, and the morale that rules say."""
    for army, factors in hits.items():
        shaken = Tally("morale", game.hooks(BattleHooks).shaken_parts(game, army))
        hit_army(game, army, factors, shaken.whole())
    hits.clear()


class Bombardment(RuleModule):
    """Guns may fire twice: alone on the 5-5 table, then with the rest."""

    key = "bombardment"
    option = Option("Artillery", "Artillery may bombard.", ("DRILL-guns-bombard",))
    rows = (Guns,)
    steps = (Insert(Step("bombardment"), after=("guard",), before=("combat",)),)

    @opens("bombardment")
    @rule("DRILL-guns-bombard")
    async def bombard(self, game: Game, frame: Frame) -> None:
        """Before normal combat."""
        hits: dict[ArmyId, int] = {}
        for army in [guns.id for guns in game[Guns] if not game[Army][guns.id].broken]:
            if await offer(army, Bombard, "the guns may bombard"):
                die = await roll("1d6", why=f"guns of {army}")
                hits[foe(army)] = losses(game, game[Guns][army].factors, "5-5", die)
                if not game.hooks(BattleHooks).fire_together(game):
                    strike(game, hits)
        strike(game, hits)

    @hookimpl
    @rule("DRILL-guns-both")
    def fire_together(self, game: Game) -> bool | None:
        """Both sides fire at once."""
        return True

    @hookimpl
    @rule("DRILL-guns-no-morale")
    def shaken_parts(self, game: Game, army: ArmyId) -> Iterable[Part]:
        """Casualties only."""
        return ()

    @hookimpl
    @rule("DRILL-guns-also-fight")
    def strength_parts(self, game: Game, army: ArmyId) -> Iterable[Part]:
        guns = game[Guns].get(army)
        return [Part("add", guns.factors, "DRILL-guns-also-fight", "artillery")] if guns else []

    @hookimpl
    @rule("DRILL-guns-alone")
    def breaks(self, game: Game, army: ArmyId) -> list[str]:
        guns = game[Guns].get(army)
        return ["only guns are left"] if guns and strength(game, army) == guns.factors else []
