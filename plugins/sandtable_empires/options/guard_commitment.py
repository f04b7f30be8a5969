"""Guard commitment (12.3.4): the guard may be thrown in, for a better table and at a price."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Insert,
    MarkKind,
    NameGiver,
    Option,
    Part,
    Refusal,
    Row,
    RuleModule,
    SideId,
    Step,
    Sums,
    ask,
    ask_together,
    closes,
    fills,
    hookimpl,
    opens,
    refuses,
    roll,
    rule,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.charts.keys import DIE, numbers
from sandtable_empires.combat.bearing import present, suffer
from sandtable_empires.combat.tallies import table
from sandtable_empires.disputes import GENERAL, dispute
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.model import (
    BRITAIN,
    SPAIN,
    Battle,
    BattleId,
    Contingent,
    Corps,
    Force,
    ForceId,
    Nation,
    NationId,
    declare,
    foe_of,
    forces_of,
    losses_text,
)  # fmt: skip
from sandtable_empires.model.words import factors_text
from sandtable_empires.steps import ARRIVAL_STEP, BREAKS_STEP, DAY_PHASE, DICE_STEP, GUARD_STEP

ONE_LEVEL = ("Austria", "France", "Prussia", "Russia")
TWO_LEVELS = ("France", "Russia")
NEVER = (BRITAIN, SPAIN)
COMMITTED = declare("guard committed", "Guard lost on its commitment")
TODAY: Final = MarkKind("committed today", until=DAY_PHASE)
HELD_BACK = NationId("")


class Committed(Row, frozen=True):
    """The guard of a nation that a power commits in this round; its id is the power's."""

    indexes = ("force",)
    id: SideId
    force: ForceId
    nation: NationId
    levels: Annotated[int, Meta(ge=1, le=2, title="Levels")]


class CommitGuard(Action[ForceId], frozen=True):
    """Say whose guard is committed, and by how many levels; nobody's by 0."""

    secret = True
    secretly = "has decided about its guard"

    nation: NationId
    levels: Literal[0, 1, 2]

    @fills("nation")
    @staticmethod
    def own_guards(game: Game, ask: Ask[ForceId]) -> Choice[NationId]:
        return Choice([HELD_BACK, *guards(game, ask.about, SideId(ask.side))])

    @fills("levels")
    @staticmethod
    def by_how_many(game: Game, ask: Ask, nation: NationId) -> Choice[int]:
        return Choice((1, 2) if nation else (0,))

    def plainly(self, game: NameGiver | None = None, side: str = "") -> str:
        if not self.levels:
            return f"{side} holds its guard back"
        levels = "one morale level" if self.levels == 1 else "two morale levels"
        return f"{side} commits the guard of {self.nation} by {levels}"


class Going(Struct, frozen=True):
    """The guards that go in, by their keys, and how many factors of them are lost."""

    there: tuple[tuple[str, int], ...]
    lost: int


class LoseGuards(Action[Going], frozen=True):
    """Say which guards are lost as they go in."""

    losses: tuple[tuple[str, int], ...]

    @fills("losses")
    @staticmethod
    def among_those_committed(game: Game, ask: Ask[Going]) -> Sums[str]:
        return Sums(dict(ask.about.there), ask.about.lost)

    def says(self, game: Game, ask: Ask[Going]) -> str:
        return losses_text(game, self.losses)


def guards(game: Game, force: ForceId, side: SideId) -> dict[NationId, int]:
    """Return the guard factors of a power present in a force, by nation."""
    found: dict[NationId, int] = {}
    for one in present(game, force):
        if one.arm == "guard" and one.corps is not None and game[Corps][one.corps].side == side:
            found[one.nation] = found.get(one.nation, 0) + one.factors
    return found


def owners(game: Game, force: ForceId) -> list[SideId]:
    """Return the powers that have guards present in a force, the one that decides for it first."""
    there = (game[Corps][one.corps].side for one in present(game, force) if one.arm == "guard" and one.corps)
    return sorted(set(there), key=lambda side: (side != game[Force][force].side, side))


class GuardCommitment(RuleModule):
    """The guard decides."""

    key = "guard_commitment"
    brings = (TODAY,)
    charts = (numbers("guard losses", ("1", "2"), DIE, most=99),)
    rows = (Committed,)
    option = Option(
        "Guard commitment",
        "Once a day the guard may be committed for a better combat table; it may be lost, and must break the enemy.",
        ("EIA-12.3.4-declare", "EIA-12.3.4-shift", "EIA-12.3.4-must-break-enemy"),
    )
    steps = (Insert(Step(GUARD_STEP, "Guard"), after=(ARRIVAL_STEP,), before=(DICE_STEP,)),)

    # --- who commits whose

    @opens(GUARD_STEP)
    @rule("EIA-12.3.4-declare")
    async def declares(self, game: Game, frame: Frame) -> None:
        """Each power with a guard there that may go in says what it does with it."""
        battle = game[Battle][frame.subject]
        why = f"the guard at {game.name(battle.area)}"
        asks = [
            Ask(side, (CommitGuard,), why, about=force.id)
            for force in forces_of(game, battle.id)
            if table(game, force.id)
            for side in owners(game, force.id)
            if not game.mark_of(side, TODAY) and any(one in ONE_LEVEL for one in guards(game, force.id, side))
        ]
        together = await ask_together(asks) if game.hooks(CombatHooks).guards_sealed(game, battle.id) else {}
        for one in asks:
            answer = together.get(one.side) or await ask(one.side, CommitGuard, why, rule=one.rule, about=one.about)
            if isinstance(answer, CommitGuard) and answer.levels:
                game.put(Committed(SideId(one.side), one.about, answer.nation, answer.levels))

    @hookimpl
    @rule("EIA-12.3.4-secret")
    def guards_sealed(self, game: Game, battle: BattleId) -> bool:
        """All write it down, and show it together."""
        return True

    @refuses(CommitGuard)
    @rule("EIA-12.3.4-once-a-day")
    def once_a_day(self, game: Game, act: CommitGuard, ask: Ask) -> Refusal | None:
        """A power commits its guard once a day."""
        if not act.levels or not game.mark_of(ask.side, TODAY):
            return None
        return Refusal("{side} has already committed its guard today", side=ask.side)

    @refuses(CommitGuard)
    @rule("EIA-12.3.4-not-british-spanish")
    def never(self, game: Game, act: CommitGuard) -> Refusal | None:
        """British and Spanish guards stay where they are."""
        if act.nation not in NEVER:
            return None
        return Refusal("the {adjective} guard is never committed", adjective=game[Nation][act.nation].adjective)

    @refuses(CommitGuard)
    @rule("EIA-12.3.4-plus-one")
    def one_level(self, game: Game, act: CommitGuard) -> Refusal | None:
        """By one level go in Austrian, French, Prussian or Russian guards, a factor of them or more."""
        if act.levels != 1 or act.nation in ONE_LEVEL:
            return None
        return Refusal(
            "one level needs Austrian, French, Prussian or Russian guards, not the {adjective} guard",
            adjective=game[Nation][act.nation].adjective,
        )

    @refuses(CommitGuard)
    @rule("EIA-12.3.4-plus-two")
    def two_levels(self, game: Game, act: CommitGuard, ask: Ask[ForceId]) -> Refusal | None:
        """By two levels only French or Russian guards of two factors or more."""
        there = guards(game, ask.about, SideId(ask.side)).get(act.nation, 0)
        if act.levels < 2 or (act.nation in TWO_LEVELS and there >= 2):
            return None
        return Refusal("two levels need at least two French or Russian guard factors")

    @closes(GUARD_STEP)
    @rule("EIA-12.3.4-one-nationality")
    async def one_nation(self, game: Game, frame: Frame) -> None:
        """Of several nations in a force one guard goes in: powers that have both committed theirs agree, or throw."""
        for force in forces_of(game, frame.subject):
            there = list(game[Committed].where("force", force.id))
            if len(there) > 1:
                goes = await dispute(game, [one.id for one in there], "whose guard goes in", rule=GENERAL)
                for one in [game[Committed][one.id] for one in there if one.id != goes]:
                    game.note(f"the guard of {one.nation} is held back")
                    game.remove(one)

    # --- what it costs

    @closes(GUARD_STEP)
    @rule("EIA-12.3.4-loss-roll", after="EIA-12.3.4-one-nationality")
    async def pays(self, game: Game, frame: Frame) -> None:
        """What a die says on the table is lost at once; of which corps, says the guard's owner."""
        for force in forces_of(game, frame.subject):
            for one in list(game[Committed].where("force", force.id)):
                game.mark(one.id, TODAY)
                die = await roll("1d6", why=f"the {one.nation} guard", by=force.side)
                there = game.hooks(CombatHooks).committed(game, force.id, one.nation)
                lost = min(sum(guard.factors for guard in there), game.chart("guard losses").number(one.levels, die))
                says = f"the guard of {one.nation} is committed by {one.levels} and loses {lost}"
                game.note(says)
                if lost:
                    await suffer(game, force.id, dict(await self._ask_losses(one, there, lost)), COMMITTED)

    async def _ask_losses(self, one: Committed, there: list[Contingent], lost: int) -> tuple[tuple[str, int], ...]:
        """Which factors are lost: the owner names them, where there is a choice."""
        factors = {guard.key: guard.factors for guard in there}
        ways = Sums(factors, lost)
        if ways.count() == 1:
            return next(iter(ways))
        why = f"the guard of {one.nation} goes in: {factors_text(lost)} lost"
        about = Going(tuple(factors.items()), lost)
        return (await ask(one.id, LoseGuards, why, rule="EIA-12.3.4-loss-roll", about=about)).losses

    @hookimpl(of=CombatHooks.committed)
    @rule("EIA-12.3.4-all-factors")
    def all_of_them(self, game: Game, force: ForceId, nation: NationId) -> Iterable[Contingent]:
        """All guards of the nation that are present take part (R-23: whatever corps they are in)."""
        return [one for one in present(game, force) if one.arm == "guard" and one.nation == nation]

    @closes(GUARD_STEP)
    @rule("EIA-12.3.4-all-lost", after="EIA-12.3.4-loss-roll")
    def all_lost(self, game: Game, frame: Frame) -> None:
        """A force of whose committed guard nothing is left breaks without fighting; the enemy still fights."""
        for force in forces_of(game, frame.subject):
            for one in game[Committed].where("force", force.id):
                if not game.hooks(CombatHooks).committed(game, force.id, one.nation):
                    says = f"nothing is left of the guard of {one.nation}: {force.side} breaks"
                    game.note(says)
                    game.change(game[Force][force.id], broken=True)

    # --- what it does

    @hookimpl
    @rule("EIA-12.3.4-shift")
    def morale_level_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """The round is fought on a table of a higher morale level (R-24: never above 5)."""
        for one in game[Committed].where("force", force):
            yield Part("add", one.levels, says="guard committed")

    @hookimpl
    @rule("EIA-12.3.4-lost-do-not-fight")
    def strength_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Who was lost on the table adds nothing: he is gone before anybody fires."""
        return ()

    @closes(BREAKS_STEP)
    @rule("EIA-12.3.4-must-break-enemy")
    def repulse_guards(self, game: Game, frame: Frame) -> None:
        """Whose guard has not broken the enemy in the round is broken itself (R-46: who withdraws counts as broken)."""
        forces = [force for force in forces_of(game, frame.subject) if game[Committed].where("force", force.id)]
        for force in [force for force in forces if not force.broken and not foe_of(game, force.id).broken]:
            game.note(f"the guard of {force.side} is repulsed")
            game.change(game[Force][force.id], broken=True)

    @closes(BREAKS_STEP)
    def stand_down(self, game: Game, frame: Frame) -> None:
        """A guard is committed for a round."""
        for one in list(game[Committed]):
            game.remove(one)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """The last card: not before the enemy is about to break."""
        if CommitGuard in ask.kinds:
            because = "It is early for the last card: if the enemy does not break in this round, your side does."
            yield Lesson(
                title="The guard", says="Say in secret whether your guard goes in this round, and by one level or two.",
                why="Each level betters your table. But the guard may lose men on the way, and if the enemy "
                "does not break in "
                "this very round, you do.",
                rules=("EIA-12.3.4-declare", "EIA-12.3.4-shift", "EIA-12.3.4-must-break-enemy", "EIA-12.3.4-loss-roll"),
                advice=(Advice(action=CommitGuard(HELD_BACK, 0), because=because),),
            )  # fmt: skip
        if LoseGuards in ask.kinds:
            yield Lesson(
                title="Losses of the guard", says="Guards are lost as they go in: say of which corps.",
                rules=("EIA-12.3.4-loss-roll", "EIA-12.3.4-lost-do-not-fight"),
            )  # fmt: skip
