"""Leaders who come and go: given a corps in the Army Reinforcement Step, called away, sent back (10.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Refusal,
    Rows,
    RuleModule,
    ScenarioFinding,
    fills,
    hookimpl,
    opens,
    refuses,
    rule,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.model import Corps, CorpsId, Leader, LeaderId, Nation, is_besieged, the_corps
from sandtable_empires.model.arrivals import Arrival, Recall
from sandtable_empires.model.words import whose
from sandtable_empires.soundness.arrivals import RECALL_FAULTS, called_late, recalls
from sandtable_empires.steps import ARMY_REINFORCEMENT_STEP


class Appoint(Action, frozen=True):
    """Put a waiting leader in command of a corps."""

    if_none = {"leader": ("no leader of yours waits for a command", "BASE-10.6-appoint")}

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

    def says(self, game: Game, ask: Ask) -> str:
        return f"{game.name(self.leader, Leader)} takes command of {the_corps(game, self.corps)}"


class Appointments(RuleModule):
    """Who leads which corps, who is called away."""

    key = "appointments"
    after = ("reinforcements?", "drafts?")
    faults = RECALL_FAULTS
    actions = {ARMY_REINFORCEMENT_STEP: (Appoint,)}

    @opens(ARMY_REINFORCEMENT_STEP)
    @rule("BASE-10.6-recall")
    def recall_leaders(self, game: Game, frame: Frame) -> None:
        """A leader who is called away leaves the map until he is sent back, or for good."""
        for recall in list(game[Recall]):
            leader = game[Leader][recall.id]
            if leader.side != frame.side:
                continue
            if recall.back and recall.back <= game.round:
                game.remove(recall)
                if leader.standing == "away":
                    game.change(leader, standing="waiting")
                    game.note(f"{leader.id} {'is back' if recall.turn else 'has come'}")
            elif recall.turn <= game.round:
                if leader.standing in ("on the map", "waiting", "wounded"):
                    game.change(leader, corps=None, standing="away")
                    game.note(f"{leader.id} is called away")
                if not recall.back:
                    game.remove(recall)

    @refuses(Appoint, "leader", "corps")
    @rule("BASE-10.6-appoint")
    def of_his_nation(self, game: Game, act: Appoint, ask: Ask) -> Refusal | None:
        """A leader joins a corps on the map that is not besieged: of his nation or a minor that it controls.

        One of a minor country joins a corps of his own nation, if there is one.
        """
        corps, leader = game[Corps][act.corps], game[Leader][act.leader]
        if corps.area is None:
            return Refusal("{corps} is not on the map", corps=corps.id)
        if is_besieged(game, corps):
            return Refusal("{corps} is besieged in {area}", corps=corps.id, area=corps.area)
        if corps.nation == leader.nation or (
            game[Nation][leader.nation].major and not game[Nation][corps.nation].major
        ):
            return None
        if any(one.area is not None for one in game[Corps].where("nation", leader.nation)):
            return Refusal("{leader} leads only {nation} corps", leader=leader.id, nation=leader.nation)
        return None

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name those who are called away and cannot be, or not in time."""
        yield from recalls(game)
        yield from called_late(game)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Give leaders the largest corps."""
        if Appoint not in ask.kinds:
            return
        yield Lesson(
            kind=Appoint, says="Puts a leader who waits in command of a corps.", rules=("BASE-10.6-appoint",),
            advice=tuple(appointments(game, ask.side)),
        )  # fmt: skip


# --- what one might do


def appointments(game: Game, side: str) -> Iterator[Advice]:
    """Yield who might lead which corps: the largest that nobody leads."""
    led = {leader.corps for leader in game[Leader] if leader.corps is not None}
    corps = [one for one in game[Corps].where("side", side) if one.area is not None]
    for leader in game[Leader].where("side", side):
        if leader.standing == "waiting":
            for one in sorted(corps, key=lambda one: (one.id in led, -one.factors)):
                because = (
                    "It is the largest corps that nobody leads: its battles are fought with "
                    f"{whose(leader.title)} ratings."
                )
                yield Advice(action=Appoint(leader.id, one.id), because=because)
