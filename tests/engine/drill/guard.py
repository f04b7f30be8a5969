"""Drill 4: a guard commitment puts a step of its own before the dice (12.3.4)."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta

from sandtable.engine import (
    Action,
    Ask,
    Axis,
    Chart,
    ChartId,
    Frame,
    Game,
    Insert,
    MarkKind,
    Option,
    Part,
    Range,
    Refusal,
    Row,
    RuleModule,
    Step,
    ask,
    ask_all,
    closes,
    fills,
    hookimpl,
    opens,
    refuses,
    roll,
    rule,
)
from tests.engine.drill.battle import FRANCE, RUSSIA, Army, ArmyId, BattleHooks, foe

TWO_LEVELS = (FRANCE, RUSSIA)
TODAY = MarkKind("committed today", until="day")
COMMITTED = MarkKind("committed", until="round")


class Guard(Row, frozen=True):
    """The guard factors of an army."""

    id: ArmyId
    factors: Annotated[int, Meta(ge=0)]


class CommitGuard(Action, frozen=True):
    """Write down by how many levels the guard raises the table; 0: it is held back."""

    levels: int

    @fills("levels")
    @staticmethod
    def up_to_two(game: Game, ask: Ask) -> Range:
        return Range(0, 2)


class GuardCommitment(RuleModule):
    """The guard may be thrown in once a day: a better table, at the price of a loss roll and of breaking."""

    key = "guard_commitment"
    option = Option("Guard commitment", "The guard may be committed.", ("DRILL-guard-declare",))
    rows = (Guard,)
    brings = (TODAY, COMMITTED)
    steps = (Insert(Step("guard"), before=("combat",)),)

    @opens("guard")
    @rule("DRILL-guard-declare")
    async def commit(self, game: Game, frame: Frame) -> None:
        """Whoever has guards left says what he does, then each rolls."""
        hooks = game.hooks(BattleHooks)
        able = tuple(guard.id for guard in game[Guard] if guard.factors and not hooks.spent(game, guard.id))
        said = await hooks.declarations(game, able)
        if said is None:
            said = {army: await ask(army, CommitGuard, "the guard") for army in able}
        for army, answer in said.items():
            if isinstance(answer, CommitGuard) and answer.levels:
                game.mark(army, TODAY)
                game.mark(army, COMMITTED, count=answer.levels)
                await self.loss_roll(game, ArmyId(army), answer.levels)

    @hookimpl
    @rule("DRILL-guard-secret")
    async def declarations(self, game: Game, armies: tuple[ArmyId, ...]) -> Mapping[str, Action] | None:
        """Each writes down what he does; all is revealed together."""
        return await ask_all(armies, CommitGuard, "the guard")

    @hookimpl
    @rule("DRILL-guard-once-a-day")
    def spent(self, game: Game, army: ArmyId) -> Iterable[str]:
        """A guard is thrown in once a day."""
        return ["it was in today"] if game.mark_of(army, TODAY) else []

    async def loss_roll(self, game: Game, army: ArmyId, levels: int) -> None:
        """What is lost does not fight; who has lost all breaks without fighting."""
        die = await roll("1d6", why=f"guard of {army}", rule="DRILL-guard-loss")
        guard = game[Guard][army]
        left = max(0, guard.factors - game.chart("guard").number(levels, die))
        game.note(f"{army} commits the guard by {levels} and loses {guard.factors - left}", "DRILL-guard-loss")
        game.change(guard, factors=left)
        if not left:
            game.change(game[Army][army], broken=True)

    @refuses(CommitGuard)
    @rule("DRILL-guard-plus-two")
    def two_levels(self, game: Game, act: CommitGuard, ask: Ask) -> Refusal | None:
        """Two levels are for French or Russian guards of two factors or more."""
        enough = ask.side in TWO_LEVELS and game[Guard][ask.side].factors >= 2
        return None if act.levels < 2 or enough else Refusal("the guard of {side} is too weak for +2", side=ask.side)

    @hookimpl
    @rule("DRILL-guard-fights")
    def strength_parts(self, game: Game, army: ArmyId) -> Iterable[Part]:
        guard = game[Guard].get(army)
        return [Part("add", guard.factors, "DRILL-guard-fights", "guard")] if guard else []

    @hookimpl
    @rule("DRILL-guard-shift")
    def level_parts(self, game: Game, army: ArmyId) -> Iterable[Part]:
        mark = game.mark_of(army, COMMITTED)
        return [Part("add", mark.count, "DRILL-guard-shift", "guard committed")] if mark else []

    @closes("break")
    @rule("DRILL-guard-must-break-enemy")
    def repulse_guards(self, game: Game, frame: Frame) -> None:
        """Whose guard has not broken the enemy is broken itself; two at once, both."""
        fought = [army for army in game[Army] if game.mark_of(army.id, COMMITTED) and not army.broken]
        for army in [army for army in fought if not game[Army][foe(army.id)].broken]:
            game.note(f"the guard of {army.id} is repulsed", "DRILL-guard-must-break-enemy")
            game.change(army, broken=True)


GUARD_LOSSES = Chart(
    ChartId("guard"),
    "guard factors lost",
    (Axis("levels", ("1", "2")), Axis("die", tuple("123456"))),
    (0, 0, 1, 1, 2, 2, 1, 1, 2, 2, 3, 4),
)
