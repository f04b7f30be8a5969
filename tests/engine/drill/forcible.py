"""Drill 2: forcible access lifts a refusal, costs a point once per owner and turn, and may bring war (after 10.3.4)."""

from collections.abc import Iterable
from typing import ClassVar

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    MarkKind,
    Reaction,
    Refusal,
    RuleModule,
    Side,
    SideId,
    Was,
    fills,
    hookimpl,
    reacts,
    refuses,
    rule,
)
from tests.engine.drill.marches import AreaEntered, Force, MoveStep, Power, at_war, declare, owner_of

FORCES = MarkKind("forces", until="turn")
PAID = MarkKind("paid", until="turn")
TRUCE = MarkKind("truce", until="forever")


class ForceAccess(Action, frozen=True):
    """Announce that forces will cross a power's territory this turn without its leave."""

    owner: SideId

    @fills("owner")
    @staticmethod
    def others(game: Game, ask: Ask) -> Choice[SideId]:
        return Choice(side.id for side in game[Side] if side.id != ask.side and not is_forced(game, ask.side, side.id))

    def perform(self, game: Game, ask: Ask) -> None:
        game.mark(f"{ask.side} in {self.owner}", FORCES)


class DeclareWar(Action[AreaEntered], frozen=True):
    """Declare war on the power whose force has just moved."""

    on: SideId

    @fills("on")
    @staticmethod
    def mover(game: Game, ask: Ask[AreaEntered]) -> Choice[SideId]:
        return Choice((ask.about.side,))

    def perform(self, game: Game, ask: Ask) -> None:
        declare(game, ask.side, self.on)
        pay(game, ask.side, 3)


class ForcibleAccess(RuleModule):
    """Land forces cross a power's territory against its will."""

    key = "forcible_access"
    brings = (FORCES, PAID, TRUCE)
    actions: ClassVar = {"move": (ForceAccess,)}

    @rule(
        "DRILL-10.3.4-basis", amends="DRILL-10.3.1-major-needs-right", commutes=True, looks_at=("force", "there")
    )  # fmt: skip
    def by_force(self, was: Was[Refusal | None], game: Game, stride: MoveStep) -> Refusal | None:
        """Land forces only; whoever has not announced it is told that he could."""
        refusal, owner, force = was(), owner_of(game, stride.there), game[Force][stride.force]
        if refusal is None or force.kind == "fleet":
            return refusal
        if is_forced(game, force.side, owner):
            return None
        refusal.cure = f"announce forcible access against {owner} (a political point)"
        return refusal

    @hookimpl
    @rule("DRILL-10.3.4-cost")
    async def entered(self, game: Game, entry: AreaEntered) -> None:
        """A point a turn for each power whose territory is used, however many areas or counters."""
        owner = owner_of(game, entry.area)
        if is_forced(game, entry.side, owner) and not game.mark_of(f"{entry.side} in {owner}", PAID):
            game.mark(f"{entry.side} in {owner}", PAID)
            pay(game, entry.side, 1)

    @reacts(AreaEntered)
    @rule("DRILL-10.3.4-war-response-repeats")
    def answers(self, game: Game, moment: AreaEntered) -> Iterable[Reaction]:
        """The owner may declare war at once, each time a counter moves."""
        owner = owner_of(game, moment.area)
        if owner and is_forced(game, moment.side, owner):
            yield Reaction(owner, DeclareWar, f"{moment.force} forces its way", "DRILL-10.3.4-war-response-repeats")

    @refuses(DeclareWar)
    @rule("DRILL-4.2.2-truce")
    def truce(self, game: Game, act: DeclareWar, ask: Ask) -> Refusal | None:
        truce = game.mark_of(f"{ask.side}-{act.on}", TRUCE)
        return Refusal("{side} keeps a truce with {on}", side=ask.side, on=act.on) if truce else None


def is_forced(game: Game, side: str, owner: str | None) -> bool:
    """Tell whether a side uses an owner's territory by force: announced this turn, and no war between them."""
    return game.mark_of(f"{side} in {owner}", FORCES) is not None and not at_war(game, side, owner or "")


def pay(game: Game, side: str, points: int) -> None:
    power = game[Power][side]
    game.change(power, points=power.points - points)
