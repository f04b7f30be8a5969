"""Squadrons that change hands: ships caught in a port whose masters have become enemies."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Frame, Game, RuleModule, ScenarioFinding, hookimpl, opens, rule
from sandtable_empires.model import Area, Fleet, Seizure
from sandtable_empires.model.grants import SINGLE_WAR
from sandtable_empires.soundness.arrivals import seized_late
from sandtable_empires.soundness.fleets import SEIZURE, seizures
from sandtable_empires.steps import ARMY_REINFORCEMENT_STEP


class Squadrons(RuleModule):
    """What becomes of fleets while nobody sails."""

    key = "squadrons"
    needs = SINGLE_WAR
    faults = (SEIZURE,)

    @opens(ARMY_REINFORCEMENT_STEP)
    @rule("BASE-6-seized")
    def seize_fleets(self, game: Game, frame: Frame) -> None:
        """A fleet is taken on its date by the side whose port it lies in, if that side still holds the port."""
        for seizure in list(game[Seizure]):
            if seizure.side != frame.side or seizure.turn > game.round:
                continue
            game.remove(seizure)
            fleet = game[Fleet].get(seizure.id)
            if fleet is None or fleet.port is None or game[Area][fleet.port].holder != seizure.side:
                continue
            game.change(fleet, side=seizure.side, nation=seizure.nation)
            game.note(f"{seizure.side} takes {fleet.title} in {game.name(fleet.port)}")

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name fleets that cannot be seized, or too late."""
        yield from seizures(game)
        yield from seized_late(game)
