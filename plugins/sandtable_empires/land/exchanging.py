"""Exchanging (7.3): factors that go from one corps to another of its nation beside it."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    Part,
    Range,
    Refusal,
    Rows,
    RuleModule,
    ScenarioFinding,
    fills,
    hookimpl,
    refuses,
    rule,
)
from sandtable.present import Lesson
from sandtable_empires.hookspecs.movement import MovementHooks
from sandtable_empires.land.detaching import room_left
from sandtable_empires.model import Arm, Corps, CorpsId, is_besieged, the_corps, transfer
from sandtable_empires.model.marks import MARCHED
from sandtable_empires.model.words import arm_text
from sandtable_empires.soundness.forces import CORPS_FAULTS, rooms
from sandtable_empires.steps import LAND_MOVEMENT_STEP


class Exchange(Action, frozen=True):
    """Pass factors from a corps to another corps of its nation in the same area."""

    if_none = {"taker": ("no two corps of one nation stand together", "BASE-7.3-exchange-nation")}

    giver: CorpsId
    taker: CorpsId
    arm: Arm
    factors: int

    @fills("giver")
    @staticmethod
    def own_corps(game: Game, ask: Ask) -> Rows:
        return Rows(game[Corps], side=ask.side)

    @fills("taker")
    @staticmethod
    def another_on_the_map(game: Game, ask: Ask, giver: CorpsId) -> Choice[CorpsId]:
        corps = game[Corps].where("side", ask.side)
        return Choice(one.id for one in corps if one.id != giver and one.area is not None)

    @fills("arm")
    @staticmethod
    def arms_it_has(game: Game, ask: Ask, giver: CorpsId) -> Choice[Arm]:
        return Choice(game[Corps][giver].by_arm())

    @fills("factors")
    @staticmethod
    def as_many_as_find_room(game: Game, ask: Ask, giver: CorpsId, taker: CorpsId, arm: Arm) -> Range:
        limits = game.hooks(MovementHooks).exchange_limits(game, giver, taker, arm)
        return Range(1, min([game[Corps][giver].of(arm), *(int(part.value) for part in limits)]))

    def perform(self, game: Game, ask: Ask) -> None:
        transfer(game, game[Corps][self.giver], game[Corps][self.taker], {self.arm: self.factors})

    def says(self, game: Game, ask: Ask) -> str:
        giver, taker = the_corps(game, self.giver), the_corps(game, self.taker)
        return f"{giver} passes {arm_text(self.arm, self.factors)} to {taker}"


class Exchanges(RuleModule):
    """Which corps may pass factors to which."""

    key = "exchanges"
    faults = CORPS_FAULTS
    after = ("garrisons",)
    actions = {LAND_MOVEMENT_STEP: (Exchange,)}

    @refuses(Exchange, "giver")
    @rule("BASE-7.3-exchange-who")
    def who_gives(self, game: Game, act: Exchange, ask: Ask) -> Refusal | None:
        """A side's own corps, on the map and not besieged; before its march or after it."""
        corps = game[Corps][act.giver]
        if corps.side != ask.side:
            return Refusal("{corps} belongs to {side}", corps=corps.id, side=corps.side)
        if corps.area is None:
            return Refusal("{corps} is not on the map", corps=corps.id)
        return Refusal("{corps} is besieged", corps=corps.id) if is_besieged(game, corps) else None

    @fills(Exchange, "taker")
    @rule("BASE-7.3-exchange-nation")
    def beside_it(self, game: Game, ask: Ask, giver: CorpsId) -> Choice[CorpsId]:
        """Another corps of its nation in its area."""
        row = game[Corps][giver]
        there = game[Corps].where("there", row.there) if row.area is not None else ()
        return Choice(one.id for one in there if one.id != giver and one.nation == row.nation)

    @refuses(Exchange, "giver", "taker")
    @rule("BASE-7.3-exchange-once")
    def march_once(self, game: Game, act: Exchange) -> Refusal | None:
        """Factors that have marched this step do not march on with another corps."""
        if not game.mark_of(act.giver, MARCHED) or game.mark_of(act.taker, MARCHED):
            return None
        return Refusal("{giver} has marched and {taker} has not", giver=act.giver, taker=act.taker)

    # --- how many

    @hookimpl(of=MovementHooks.exchange_limits)
    @rule("BASE-7.3-exchange-last")
    def keeps_one(self, game: Game, giver: CorpsId, taker: CorpsId, arm: Arm) -> Iterable[Part]:
        """A corps keeps a factor at least."""
        corps = game[Corps][giver]
        return [Part("at_most", corps.factors - 1, says=f"{game.name(corps)} must keep at least one factor")]

    @hookimpl(of=MovementHooks.exchange_limits)
    @rule("BASE-7.3-exchange-room")
    def has_room(self, game: Game, giver: CorpsId, taker: CorpsId, arm: Arm) -> Iterable[Part]:
        """No more than the other has room for."""
        corps = game[Corps][taker]
        room = room_left(corps, arm)
        return [Part("at_most", room, says=f"{game.name(corps)} has room for {arm_text(arm, max(0, room))}")]

    @refuses(Exchange)
    def within_the_limits(self, game: Game, act: Exchange) -> Refusal | None:
        """Whoever passes on too many is told by which rule, the strictest first."""
        limits = game.hooks(MovementHooks).exchange_limits(game, act.giver, act.taker, act.arm)
        over = [part for part in limits if act.factors > int(part.value)]
        if not over:
            return None
        part = min(over, key=lambda one: int(one.value))
        return Refusal("{says}", says=part.says, rule=part.rule)

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name corps that hold more than they have room for."""
        return rooms(game)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """What it does."""
        if Exchange in ask.kinds:
            says = "Passes factors from one corps to another of the same nation that stands with it."
            yield Lesson(kind=Exchange, says=says, rules=("BASE-7.3-exchange-who",))
