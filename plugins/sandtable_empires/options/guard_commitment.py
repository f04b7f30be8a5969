"""Guard commitment (12.3.4): the guard may be thrown in, for a better table and at a price."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Insert,
    Option,
    Part,
    Refusal,
    RuleModule,
    Step,
    ask_together,
    closes,
    fills,
    hookimpl,
    opens,
    refuses,
    roll,
    rule,
)
from sandtable_empires.combat.bearing import present, suffer
from sandtable_empires.combat.tallies import table
from sandtable_empires.model import Battle, Force, ForceId, Nation, NationId, contingent_key, declare, foe_of, forces_of

ONE_LEVEL = ("Austria", "France", "Prussia", "Russia")
TWO_LEVELS = ("France", "Russia")
COMMITTED = declare("guard committed", "Guard lost on its commitment")
HELD_BACK = NationId("")


class CommitGuard(Action, frozen=True):
    """Say whose guard is committed, and by how many levels; nobody's by 0."""

    secret = True

    nation: NationId
    levels: Literal[0, 1, 2]

    @fills("nation")
    @staticmethod
    def whose(game: Game, ask: Ask) -> Choice[NationId]:
        return Choice([HELD_BACK, *guards(game, ask.about)])

    @fills("levels")
    @staticmethod
    def by_how_many(game: Game, ask: Ask, nation: NationId) -> Choice[int]:
        return Choice((1, 2) if nation else (0,))

    def says(self, game: Game) -> str:
        return f"The guard of {self.nation} goes in, by {self.levels}" if self.nation else "The guard is held back"


def guards(game: Game, force: ForceId) -> dict[NationId, int]:
    """Return the guard factors present in a force, by nation."""
    found: dict[NationId, int] = {}
    for one in present(game, force):
        if one.arm == "guard":
            found[one.nation] = found.get(one.nation, 0) + one.factors
    return found


class GuardCommitment(RuleModule):
    """The guard decides."""

    key = "guard_commitment"
    option = Option(
        "Guard commitment",
        "Once a day the guard may be committed for a better combat table; it may be lost, and must break the enemy.",
        ("EIA-12.3.4-declare", "EIA-12.3.4-shift", "EIA-12.3.4-must-break-enemy"),
    )
    steps = (Insert(Step("guard", "Guard"), after=("arrival",), before=("dice",)),)

    @opens("guard")
    @rule("EIA-12.3.4-declare", "EIA-12.3.4-secret", "EIA-12.3.4-once-a-day", "EIA-12.3.4-loss-roll")
    async def commit(self, game: Game, frame: Frame) -> None:
        """Whoever has guards left that were not committed today writes down what he does; all is shown together."""
        battle = game[Battle][frame.subject]
        asks = [
            Ask(force.side, (CommitGuard,), f"the guard at {battle.area}", "EIA-12.3.4-declare", force.id)
            for force in forces_of(game, battle.id)
            if table(game, force.id) and self._able(game, force.id) and not game.marked(force.id, "committed today")
        ]
        answers = await ask_together(asks)
        for question in asks:
            answer = answers[question.side]
            if isinstance(answer, CommitGuard) and answer.levels:
                await self._committed(game, question.about, answer)

    def _able(self, game: Game, force: ForceId) -> bool:
        return any(nation in ONE_LEVEL for nation in guards(game, force))

    async def _committed(self, game: Game, force: ForceId, answer: CommitGuard) -> None:
        """What is lost on the table is lost at once; if nothing is left the side breaks without fighting."""
        game.mark(force, "committed today", until="day")
        game.mark(force, "committed", until="round", count=answer.levels)
        die = await roll("1d6", why=f"the {answer.nation} guard", rule="EIA-12.3.4-loss-roll")
        there = guards(game, force)[answer.nation]
        lost = min(there, game.chart("guard losses").number(answer.levels, die))
        says = f"the guard of {answer.nation} is committed by {answer.levels} and loses {lost}"
        game.note(says, "EIA-12.3.4-loss-roll")
        left = lost
        for one in present(game, force):
            if one.arm == "guard" and one.nation == answer.nation and left and one.corps:
                taken = min(left, one.factors)
                key = contingent_key(one.corps, "guard")
                await suffer(game, force, {key: taken}, COMMITTED)
                left -= taken
        if lost == there:
            side = game[Force][force].side
            game.note(f"nothing is left of the guard of {answer.nation}: {side} breaks", "EIA-12.3.4-all-lost")
            game.change(game[Force][force], broken=True)

    # --- who may

    @refuses(CommitGuard)
    @rule(
        "EIA-12.3.4-plus-one", "EIA-12.3.4-not-british-spanish", "EIA-12.3.4-one-nationality", "EIA-12.3.4-all-factors"
    )  # fmt: skip
    def whose_guard(self, game: Game, act: CommitGuard, ask: Ask) -> Refusal | None:
        """Austrian, French, Prussian or Russian guards, all of one nation, at least one factor."""
        if not act.levels or act.nation in ONE_LEVEL:
            return None
        return Refusal("the {adjective} guard cannot be committed", adjective=game[Nation][act.nation].adjective)

    @refuses(CommitGuard)
    @rule("EIA-12.3.4-plus-two")
    def two_levels(self, game: Game, act: CommitGuard, ask: Ask) -> Refusal | None:
        """By two levels only French or Russian guards of two factors or more."""
        if act.levels < 2 or (act.nation in TWO_LEVELS and guards(game, ask.about).get(act.nation, 0) >= 2):
            return None
        return Refusal("by 2 only two French or Russian guard factors or more are committed")

    # --- what it does

    @hookimpl
    @rule("EIA-12.3.4-shift", "EIA-12.3.4-lost-do-not-fight")
    def morale_level_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """The round is fought on a table of a higher morale level (R-24: never above 5)."""
        mark = game.marked(force, "committed")
        return [Part("add", mark.count, "EIA-12.3.4-shift", "guard committed")] if mark else []

    @closes("breaks")
    @rule("EIA-12.3.4-must-break-enemy", "EIA-12.3.4-all-lost")
    def repulsed(self, game: Game, frame: Frame) -> None:
        """Whose guard has not broken the enemy in the round is broken itself (R-46: who withdraws counts as broken)."""
        fought = [force for force in forces_of(game, frame.subject) if game.marked(force.id, "committed")]
        for force in [force for force in fought if not force.broken and not foe_of(game, force.id).broken]:
            game.note(f"the guard of {force.side} is repulsed", "EIA-12.3.4-must-break-enemy")
            game.change(game[Force][force.id], broken=True)
