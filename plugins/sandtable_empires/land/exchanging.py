"""Exchanging (7.3): factors that go from one corps to another of its nation beside it."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
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
from sandtable_empires.land.detaching import room_left
from sandtable_empires.model import Arm, Corps, CorpsId, Nation, is_besieged, transfer
from sandtable_empires.model.marks import MARCHED
from sandtable_empires.soundness.forces import CORPS_FAULTS, rooms
from sandtable_empires.steps import LAND_MOVEMENT_STEP


class Exchange(Action, frozen=True):
    """Pass factors from a corps to another corps of its nation in the same area."""

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
    def beside_it(game: Game, ask: Ask, giver: CorpsId) -> Choice[CorpsId]:
        row = game[Corps][giver]
        there = game[Corps].where("there", row.there) if row.area is not None else ()
        return Choice(one.id for one in there if one.id != giver and one.nation == row.nation)

    @fills("arm")
    @staticmethod
    def arms_it_has(game: Game, ask: Ask, giver: CorpsId) -> Choice[Arm]:
        return Choice(game[Corps][giver].by_arm())

    @fills("factors")
    @staticmethod
    def as_many_as_find_room(game: Game, ask: Ask, giver: CorpsId, taker: CorpsId, arm: Arm) -> Range:
        corps = game[Corps][giver]
        return Range(1, min(corps.of(arm), corps.factors - 1, room_left(game[Corps][taker], arm)))

    def perform(self, game: Game, ask: Ask) -> None:
        transfer(game, game[Corps][self.giver], game[Corps][self.taker], {self.arm: self.factors})


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

    @refuses(Exchange, "giver", "taker")
    @rule("BASE-7.3-exchange-nation")
    def who_takes(self, game: Game, act: Exchange) -> Refusal | None:
        """Another corps of its nation in its area."""
        giver, taker = game[Corps][act.giver], game[Corps][act.taker]
        if giver.id != taker.id and (giver.nation, giver.area) == (taker.nation, taker.area):
            return None
        adjective = game[Nation][giver.nation].adjective
        return Refusal("{corps} is not another {adjective} corps in the same area", corps=taker.id, adjective=adjective)

    @refuses(Exchange, "giver", "taker")
    @rule("BASE-7.3-exchange-once")
    def march_once(self, game: Game, act: Exchange) -> Refusal | None:
        """Factors that have marched this step do not march on with another corps."""
        if not game.mark_of(act.giver, MARCHED) or game.mark_of(act.taker, MARCHED):
            return None
        return Refusal("{giver} has marched and {taker} has not", giver=act.giver, taker=act.taker)

    @refuses(Exchange)
    @rule("BASE-7.3-exchange-last")
    def keeps_one(self, game: Game, act: Exchange) -> Refusal | None:
        """A corps keeps a factor at least."""
        if act.factors < game[Corps][act.giver].factors:
            return None
        return Refusal("{corps} must keep at least one factor", corps=act.giver)

    @refuses(Exchange)
    @rule("BASE-7.3-exchange-room")
    def has_room(self, game: Game, act: Exchange) -> Refusal | None:
        """No more than the other has room for."""
        room = room_left(game[Corps][act.taker], act.arm)
        if act.factors <= room:
            return None
        return Refusal("{corps} has room for {room} {arm} factors", corps=act.taker, room=max(0, room), arm=act.arm)

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name corps that hold more than they have room for."""
        return rooms(game)
