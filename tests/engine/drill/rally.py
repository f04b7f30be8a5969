"""Drill 6: routed units rally (18.3f); one variant replaces half of that, another amends it (Brandywine 2)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, ClassVar, Literal, NewType

from msgspec import Meta

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    HookSet,
    Option,
    Part,
    Phase,
    Quantity,
    Row,
    RuleModule,
    Sequence,
    SideId,
    Step,
    Tally,
    Was,
    collects,
    fills,
    happens,
    hookimpl,
    offer,
    opens,
    rule,
    settles,
    throw,
)

UnitId = NewType("UnitId", str)
LOSSES = Quantity("SPs lost", ("base", "round", "at_least", "at_most"))
NO_CHECK = -1
"""What the dice of a unit show that has declined its check."""


class Unit(Row, frozen=True):
    """A unit with its ER (a high one is bad), what is added to it, and its SPs."""

    id: UnitId
    side: SideId
    er: int
    sp: Annotated[int, Meta(ge=0)] = 6
    added: int = 0
    state: Literal["routed", "shaken", "steady"] = "routed"
    disordered: bool = False
    by_choice: bool = False
    retreats: int = 0


class RoutByChoice(Action, frozen=True):
    """Take a unit out of the fight of one's own free will."""

    unit: UnitId

    @fills("unit")
    @staticmethod
    def own_steady_units(game: Game, ask: Ask) -> Choice[UnitId]:
        return Choice(unit.id for unit in game[Unit] if unit.side == ask.side and unit.state != "routed")

    async def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Unit][self.unit], state="routed", by_choice=True)


class DeclineCheck(Action[UnitId], frozen=True):
    """Take no Rally Check; go on retreating."""


class RallyHooks(HookSet):
    """Where modules can change how a unit rallies."""

    @settles
    async def declines(self, game: Game, unit: UnitId) -> bool | None:
        """Let a unit go without its check."""

    @happens
    async def rallies(self, game: Game, unit: UnitId) -> None:
        """A unit has passed its check."""

    @collects
    def losses(self, game: Game, unit: UnitId, dice: int) -> Iterable[Part]:
        """Add to the SPs that a unit loses which fails with these dice."""
        return ()


def modified_er(unit: Unit) -> int:
    return unit.er + unit.added


class Rally(RuleModule):
    """Each routed unit checks; who passes is shaken, who fails loses SPs and retreats again."""

    key = "rally"
    actions: ClassVar = {"orders": (RoutByChoice,)}

    @opens("rally")
    @rule("DRILL-rally-individually")
    async def individually(self, game: Game, frame: Frame) -> None:
        """Two ten-sided dice read as 00-99; below the modified ER fails."""
        hooks = game.hooks(RallyHooks)
        for unit in [unit for unit in game[Unit] if unit.state == "routed"]:
            dice = NO_CHECK
            if not await hooks.declines(game, unit.id):
                tens, ones = await throw("2d10", why=f"{unit.id} rallies", rule="DRILL-rally-individually")
                dice = 10 * (tens - 1) + ones - 1
            if dice >= modified_er(unit):
                await hooks.rallies(game, unit.id)
            else:
                self.fails(game, game[Unit][unit.id], dice)

    def fails(self, game: Game, unit: Unit, dice: int) -> None:
        lost = Tally(LOSSES, game.hooks(RallyHooks).losses(game, unit.id, dice))
        game.note(f"{unit.id}: {lost}", "DRILL-rally-failure")
        left = max(0, unit.sp - lost.whole())
        game.change(unit, sp=left, retreats=unit.retreats + (left > 0))

    @hookimpl
    @rule("DRILL-rally-success")
    async def rallies(self, game: Game, unit: UnitId) -> None:
        game.change(game[Unit][unit], state="shaken", disordered=True, by_choice=False)

    @hookimpl
    @rule("DRILL-rally-failure")
    def losses(self, game: Game, unit: UnitId, dice: int) -> Iterable[Part]:
        """(Modified ER - dice) / 10, rounded half up."""
        short = modified_er(game[Unit][unit]) - dice
        says = f"ER {modified_er(game[Unit][unit])} against {dice:02}"
        return [
            Part("base", Fraction(short, 10), "DRILL-rally-failure", says),
            Part("round", "half_up", "DRILL-rally-failure", says),
        ]


class RallyLossCap(RuleModule):
    """At most 1 SP is lost, and only on 11 to 19."""

    key = "rally_loss_cap"
    option = Option("Rally losses", "At most 1 SP, on 11 to 19.", ("DRILL-rally-loss-cap",))

    @hookimpl
    @rule("DRILL-rally-loss-cap", supersedes="DRILL-rally-failure")
    def losses(self, game: Game, unit: UnitId, dice: int) -> Iterable[Part]:
        return [Part("base", int(11 <= dice <= 19), "DRILL-rally-loss-cap", f"dice {dice:02}")]


class DeclinedChecks(RuleModule):
    """A voluntarily routed unit need not check: it goes on retreating and loses nothing."""

    key = "vr_decline_check"
    option = Option("Voluntary rout", "Its check may be declined.", ("DRILL-vr-no-check",))

    @hookimpl
    @rule("DRILL-vr-decline")
    async def declines(self, game: Game, unit: UnitId) -> bool | None:
        row = game[Unit][unit]
        return row.by_choice and await offer(row.side, DeclineCheck, f"{unit} need not check", about=unit) is not None

    @rule("DRILL-vr-no-check", amends="DRILL-rally-failure")
    def nothing(self, was: Was[Iterable[Part]], game: Game, unit: UnitId, dice: int) -> Iterable[Part]:
        return [Part("base", 0, "DRILL-vr-no-check", "no check")] if dice == NO_CHECK else was()


TURN = Sequence("turn", (Phase("orders", (Step("orders"),), each="side"), Phase("rallying", (Step("rally"),))))
