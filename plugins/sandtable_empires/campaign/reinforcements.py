"""Reinforcements by schedule: corps, drafts and leaders who come in the Army Reinforcement Step."""

from __future__ import annotations

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Duty,
    Frame,
    Game,
    Refusal,
    Rows,
    RuleModule,
    SideId,
    fails,
    fills,
    opens,
    refuses,
    rule,
)
from sandtable_empires.model import (
    ARMS,
    DRAFTS,
    REINFORCEMENTS,
    Area,
    AreaId,
    Arm,
    Corps,
    CorpsId,
    Leader,
    LeaderId,
    Troops,
    besieged,
    enemies,
    gain,
    in_the_open,
)  # fmt: skip
from sandtable_empires.model.arrivals import Arrival, ArrivalId, Recall


class BringOn(Action, frozen=True):
    """Bring a corps on that has come."""

    arrival: ArrivalId
    area: AreaId

    @fills("arrival")
    @staticmethod
    def corps_that_have_come(game: Game, ask: Ask) -> Choice[ArrivalId]:
        return Choice([one.id for one in due(game, ask.side) if one.corps is not None])

    @fills("area")
    @staticmethod
    def where_it_may(game: Game, ask: Ask, arrival: ArrivalId) -> Choice[AreaId]:
        return Choice(game[Arrival][arrival].areas)

    def perform(self, game: Game, ask: Ask) -> None:
        arrival = game[Arrival][self.arrival]
        assert arrival.corps is not None  # only such are on offer
        game.change(game[Corps][arrival.corps], area=self.area, inside=False)
        gain(game, game[Corps][arrival.corps], arrival.by_arm(), REINFORCEMENTS)
        for name in arrival.leaders:
            if game[Leader][name].standing == "waiting":
                game.change(game[Leader][name], corps=arrival.corps, standing="on the map")
        game.remove(arrival)
        game.fulfil(ask.side, "bring on", self.arrival)


class Draft(Action, frozen=True):
    """Give a draft of men to a corps."""

    arrival: ArrivalId
    corps: CorpsId

    @fills("arrival")
    @staticmethod
    def drafts_that_have_come(game: Game, ask: Ask) -> Choice[ArrivalId]:
        return Choice([one.id for one in due(game, ask.side) if one.corps is None])

    @fills("corps")
    @staticmethod
    def own_corps(game: Game, ask: Ask, arrival: ArrivalId) -> Rows:
        return Rows(game[Corps], side=ask.side)

    def perform(self, game: Game, ask: Ask) -> None:
        arrival = game[Arrival][self.arrival]
        taken = fitting(game[Corps][self.corps], arrival)
        gain(game, game[Corps][self.corps], taken, DRAFTS)
        left = game.change(arrival, **{arm: arrival.of(arm) - count for arm, count in taken.items()})
        if not left.factors:
            game.remove(left)
            game.fulfil(ask.side, "bring on", self.arrival)


class Appoint(Action, frozen=True):
    """Put a leader who waits for one with a corps."""

    leader: LeaderId
    corps: CorpsId

    @fills("leader")
    @staticmethod
    def those_who_wait(game: Game, ask: Ask) -> Choice[LeaderId]:
        coming = {name for arrival in game[Arrival] for name in arrival.leaders}
        waiting = [one for one in game[Leader].where("side", ask.side) if one.standing == "waiting"]
        return Choice([one.id for one in waiting if one.id not in coming])

    @fills("corps")
    @staticmethod
    def own_corps(game: Game, ask: Ask) -> Rows:
        return Rows(game[Corps], side=ask.side)

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Leader][self.leader], corps=self.corps, standing="on the map")


def due(game: Game, side: str) -> list[Arrival]:
    """Return what has come for a side and is not on the map yet."""
    return [one for one in game[Arrival].where("side", side) if one.turn <= game.round]


def fitting(corps: Corps, troops: Troops) -> dict[Arm, int]:
    """Return how many of some factors a corps has room for; guards go only where guards are."""
    foot, horse, guns = corps.room
    left = {
        "cavalry": horse - corps.cavalry,
        "artillery": guns - corps.artillery,
    }
    room = foot - corps.militia - corps.infantry - corps.guard
    taken: dict[Arm, int] = {}
    for arm in ARMS:
        if arm == "guard" and not corps.guards:
            continue
        if arm in left:
            count = min(troops.of(arm), left[arm])
        else:
            count = min(troops.of(arm), room)
            room -= count
        if count > 0:
            taken[arm] = count
    return taken


class Reinforcements(RuleModule):
    """What comes, and where it may."""

    key = "reinforcements"
    actions = {"army_reinforcement": (BringOn, Draft, Appoint)}

    @opens("army_reinforcement")
    @rule("BASE-5.2-schedule")
    def come(self, game: Game, frame: Frame) -> None:
        """What has come is brought on before the step ends, if there is a place for it; else it waits."""
        side = SideId(frame.side or "")
        for arrival in due(game, side):
            game.oblige(
                side, "bring on", arrival.id, by="army_reinforcement", rule="BASE-5.2-schedule",
                says=f"{side} must bring on {arrival.says or arrival.id}",
            )  # fmt: skip

    @opens("army_reinforcement")
    @rule("BASE-10.6-recall")
    def recalled(self, game: Game, frame: Frame) -> None:
        """A leader who is called away leaves the map until he is sent back, or for good."""
        for recall in list(game[Recall]):
            leader = game[Leader][recall.id]
            if leader.side != frame.side:
                continue
            if recall.back and recall.back <= game.round:
                game.remove(recall)
                if leader.standing == "away":
                    game.change(leader, standing="waiting")
                    game.note(f"{leader.id} is back", "BASE-10.6-recall")
            elif recall.turn <= game.round:
                if leader.standing in ("on the map", "waiting", "wounded"):
                    game.change(leader, corps=None, standing="away")
                    game.note(f"{leader.id} is called away", "BASE-10.6-recall")
                if not recall.back:
                    game.remove(recall)

    @fails("bring on")
    @rule("BASE-5.2-waits")
    def waits(self, game: Game, duty: Duty) -> None:
        """Without a place, or a corps with room, it waits for the next turn."""
        game.note(f"{duty.subject} waits: there is no place for it", "BASE-5.2-waits")

    # --- corps

    @refuses(BringOn)
    @rule("BASE-5.2-place")
    def a_place_of_ours(self, game: Game, act: BringOn, ask: Ask) -> Refusal | None:
        """A corps comes on in an area that no enemy holds and where no enemy corps stands in the open."""
        area, foes = game[Area][act.area], enemies(game, ask.side)
        if area.holder in foes:
            return Refusal("{area} is held by {holder}", area=area.id, holder=area.holder)
        if any(in_the_open(game, act.area, foe) for foe in foes):
            return Refusal("the enemy stands in {area}", area=area.id)
        return None

    # --- drafts

    @refuses(Draft)
    @rule("BASE-5.2-draft")
    def a_corps_that_can_take_them(self, game: Game, act: Draft, ask: Ask) -> Refusal | None:
        """A draft joins a corps of its nation on the map, unbesieged and with room, in one of its areas."""
        corps, arrival = game[Corps][act.corps], game[Arrival][act.arrival]
        if corps.area is None or besieged(game, corps):
            return Refusal("{corps} cannot be reached", corps=corps.id)
        if corps.nation != arrival.nation:
            return Refusal("{corps} is no corps of {nation}", corps=corps.id, nation=arrival.nation)
        if arrival.areas and corps.area not in arrival.areas:
            return Refusal("the draft does not reach {area}", area=corps.area)
        if not fitting(corps, arrival):
            return Refusal("{corps} has no room for it", corps=corps.id)
        return None

    # --- leaders

    @refuses(Appoint, "leader", "corps")
    @rule("BASE-10.6-appoint")
    def of_his_nation(self, game: Game, act: Appoint, ask: Ask) -> Refusal | None:
        """A leader joins a corps of his side on the map that is not besieged: of his own nation, if there is one."""
        corps, leader = game[Corps][act.corps], game[Leader][act.leader]
        if corps.area is None or besieged(game, corps):
            return Refusal("{corps} cannot be reached", corps=corps.id)
        own = [one for one in game[Corps].where("nation", leader.nation) if one.area is not None]
        if own and corps.nation != leader.nation:
            return Refusal("{leader} leads {nation} corps", leader=leader.id, nation=leader.nation)
        return None
