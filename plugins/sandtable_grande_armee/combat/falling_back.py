"""Falling back: the way of a unit that must retreat, or retreats before a combat, and how it is gone.

Every step that leads further is a state of its own by the points that are left: so rules can say where a way may end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from typing import NamedTuple

from msgspec import Struct

from sandtable.engine import (
    Action,
    Allowance,
    Ask,
    Choice,
    Game,
    Refusal,
    SideId,
    SpaceId,
    Stride,
    Subset,
    Tally,
    Ways,
    ask,
    cached_for_position,
    cached_while_unchanged,
    fills,
    react,
)  # fmt: skip
from sandtable_grande_armee.combat.bearings import name_of_goal
from sandtable_grande_armee.hookspecs.combat import CombatHooks
from sandtable_grande_armee.hookspecs.movement import MovementHooks, Pace
from sandtable_grande_armee.model import Arm, Battle, Entered, Retreat, Unit, UnitId, friends_in, of_arm, unit_of
from sandtable_grande_armee.model.agreeing import of_them
from sandtable_grande_armee.movement.losses import disrupt
from sandtable_grande_armee.movement.purses import COST, POINTS
from sandtable_grande_armee.movement.strides import plain_steps


class Halt(Struct, frozen=True, omit_defaults=True, gc=False, cache_hash=True):
    """Where a retreat has come to: the hex, the points that are left, and the hex from which it came there."""

    hex: SpaceId
    left: int
    since: SpaceId | None = None

    def name_in(self, game: Game) -> str:
        """Return what it is called in a text: ``0304 with 2 left``."""
        return f"{game.board.name(self.hex)} with {self.left} left"


class RetreatStep(Stride[Halt], frozen=True, gc=False):
    """A step of a retreat: whose, as what, towards what, from which hex to which, and whence he came to the first."""

    unit: UnitId
    side: SideId
    arm: Arm
    goal: str
    here: SpaceId
    hex: SpaceId
    since: SpaceId | None = None


class Beaten(NamedTuple):
    """Who retreats: whose, as what, whether before a combat, and whether only as far as it can."""

    side: SideId
    arm: Arm
    before: bool
    short: bool


@cached_while_unchanged
def beaten(game: Game, id: UnitId) -> Beaten:
    """Return what rules on retreats look at in a unit; without a retreat of its own it is taken as one that must."""
    unit, row = unit_of(game, id), game.row(Retreat, id)
    before, short = (row.before, row.short) if row is not None else (False, False)
    return Beaten(unit.side, unit.arm(game), before, short)


@cached_while_unchanged
def price_back(game: Game, pace: Pace) -> Tally:
    """Return what a step of a retreat costs."""
    return Tally(POINTS, game.hooks(CombatHooks).retreat_parts(game, pace))


@cached_while_unchanged
def prices_around(game: Game, hex: SpaceId) -> tuple[tuple[SpaceId, Pace, int], ...]:
    """Return the hexes around one, with the pace of a retreat there and what it costs."""
    around = plain_steps(game)(hex)
    prices = {pace: price_back(game, pace).whole() for pace in dict.fromkeys(pace for _, pace in around)}
    return tuple((there, pace, prices[pace]) for there, pace in around)


def steps_back(game: Game, id: UnitId, side: SideId, arm: Arm, goal: str) -> Callable[[Halt], Iterator[RetreatStep]]:
    """Return what goes through all steps of a retreat from a halt, too dear ones too: those leave less than nothing."""

    def steps(here: Halt) -> Iterator[RetreatStep]:
        at, left, since = here.hex, here.left, here.since
        for there, pace, price in prices_around(game, at):
            yield RetreatStep(Halt(there, left - price, at), pace, id, side, arm, goal, at, there, since)

    return steps


@cached_for_position
def ways_back(game: Game, id: UnitId, goal: str) -> Ways[Halt]:
    """Return the ways by which a unit can retreat towards a goal."""
    unit = game[Unit][id]
    points = unit.allowance(game) if unit.hex is not None else 0
    start = Halt(unit.hex or SpaceId(""), points)
    who = beaten(game, id)
    side, arm = who.side, who.arm

    def leading(here: Halt) -> list[RetreatStep]:  # as ``steps_back`` does, those that can be paid for
        at, left, since = here.hex, here.left, here.since
        return [
            RetreatStep(Halt(there, left - price, at), pace, id, side, arm, goal, at, there, since)
            for there, pace, price in prices_around(game, at) if price <= left
        ]  # fmt: skip

    return Ways(
        game, FallBack, start, leading, partial(price_back, game), Allowance(points, unit=COST),
        goal=_hex_of, spaces=_spaces_of, no_way=partial(too_far, id, points), far=True,
    )  # fmt: skip


def too_far(unit: UnitId, points: int, hex: str) -> Refusal:
    """Say that a hex lies further off than a unit can retreat."""
    says = "{hex} is further away than {unit} can retreat with {points}"
    return Refusal(says, rule="LGA-10-normal-costs", hex=hex, unit=unit, points=COST.say(points))


def _hex_of(halt: Halt) -> Hashable:
    return halt.hex


def _spaces_of(halt: Halt) -> tuple[str, ...]:
    return (halt.hex,)


class FallBack(Action[UnitId], frozen=True):
    """Retreat: with which leaders, towards what, and by which way."""

    title = "Retreat"
    if_declined = "Stay and fight"
    leaders: tuple[UnitId, ...]
    towards: str
    way: tuple[Halt, ...]

    @fills("leaders")
    @staticmethod
    def who_goes_along(game: Game, ask: Ask[UnitId]) -> Subset[UnitId]:
        return Subset(leaders_with(game, ask.about))

    @fills("towards")
    @staticmethod
    def its_goals(game: Game, ask: Ask[UnitId], leaders: tuple[UnitId, ...]) -> Choice[str]:
        return Choice(dict.fromkeys(game.hooks(CombatHooks).goals(game, ask.about)))

    @fills("way")
    @staticmethod
    def all_the_way(game: Game, ask: Ask[UnitId], leaders: tuple[UnitId, ...], towards: str) -> Ways[Halt]:
        return ways_back(game, ask.about, towards)

    def says(self, game: Game, ask: Ask[UnitId]) -> str:
        there = game.board.name(self.way[-1].hex) if self.way else "nowhere"
        along = f" with {', '.join(self.leaders)}" if self.leaders else ""
        retreats = of_them(game, ask.about, "retreats")
        return f"{ask.about}{along} {retreats} to {there}, towards {name_of_goal(self.towards)}"

    @classmethod
    def value_facts(cls, game: Game, field: str, value: object) -> str:
        said = name_of_goal(str(value)) if field == "towards" else ""
        return said if said != value else ""


def leaders_with(game: Game, id: UnitId) -> list[UnitId]:
    """Return the leaders who may go along with a unit that retreats: those who retreat out of the same hex."""
    unit = game[Unit][id]
    mine, known = game[Retreat].get(id), game[Retreat].get
    if unit.hex is None or mine is None:
        return []
    own = [one for one in game[Unit].where("hex", unit.hex) if one.side == unit.side and one.id != id]
    beaten_too = [one for one in own if (his := known(one.id)) is not None and his.battle == mine.battle]
    leaders = of_arm(game, beaten_too, "leader") if beaten_too else []
    return [one.id for one in leaders] if leaders and unit.fights(game) else []


async def fall_back(game: Game, id: UnitId, answer: FallBack) -> tuple[UnitId, ...]:
    """Retreat as was answered, hex by hex; return who has gone."""
    units = (id, *answer.leaders)
    for one in units:
        if (row := game[Retreat].get(one)) is not None:
            game.remove(row)
    unit = game[Unit][id]
    here = Halt(unit.hex or SpaceId(""), unit.allowance(game))
    for halt in answer.way:
        if not await _go(game, units, answer.towards, here, halt):
            break
        here = halt
    return units


async def _go(game: Game, units: tuple[UnitId, ...], goal: str, here: Halt, halt: Halt) -> bool:
    """Take a step of a retreat in the true position; tell whether it can go on."""
    unit = game[Unit].get(units[0])
    if unit is None:
        return False
    steps = steps_back(game, unit.id, unit.side, unit.arm(game), goal)
    step = next((one for one in steps(here) if one.hex == halt.hex), None)
    against = game.step_refusals(FallBack, step) if step is not None else []
    if step is None or against:
        game.note(f"the retreat of {unit.id} is stopped: {against[0].text}" if against else "the retreat is stopped")
        return False
    for one in units:
        game.change(game[Unit][one], hex=halt.hex)
    entry = Entered(units, unit.side, halt.hex)
    await game.hooks(MovementHooks).entered(game, entry)
    await react(entry)
    for friend in dict.fromkeys(game.hooks(CombatHooks).upset_by(game, units, halt.hex)):
        if friend in {one.id for one in friends_in(game, halt.hex, unit.side)}:
            await disrupt(game, friend)
    return units[0] in game[Unit]


async def retreat_now(game: Game, unit: UnitId) -> None:
    """Have a unit retreat that must, or be lost."""
    row = game[Unit].get(unit)
    if row is None or unit not in game[Retreat]:
        return
    battle = game[Battle].get(game[Retreat][unit].battle)
    why = f"{unit} must retreat" + (f" from {game.board.name(battle.hex)}" if battle is not None else "")
    question = Ask(row.side, (FallBack,), why, "BASE-3-retreats", unit)
    if not game.can_answer(question):
        await game.hooks(CombatHooks).cannot_retreat(game, unit)
        if (left := game[Retreat].get(unit)) is not None:
            game.remove(left)
        return
    await fall_back(game, unit, await ask(row.side, FallBack, why, rule="BASE-3-retreats", about=unit))
