"""The Victory Points Step (8.1): how a power stands on the display brings points, and enough of them win."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta

from sandtable.engine import (
    Frame,
    Game,
    Insert,
    Part,
    RuleModule,
    ScenarioFinding,
    SideId,
    Step,
    hookimpl,
    opens,
    rule,
    ruling,
)
from sandtable_empires.charts.keys import STATUS_MODIFIERS, STATUS_POINTS
from sandtable_empires.disputes import GENERAL, dispute
from sandtable_empires.hookspecs.order import is_economic
from sandtable_empires.model import PoliticalStatus, declare, powers
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.quarter import Score, score_points
from sandtable_empires.soundness.quarter import SCORE_FAULTS, scores
from sandtable_empires.status import move_points, zone_of
from sandtable_empires.steps import COLLECTION_PHASE, COLLECTION_STEP, VICTORY_POINTS_STEP

STATUS: Final = declare("victory: status", "Victory points of political status")
DRIFT: Final = declare("politics: drift", "Political points: drift of a quarter")


class VictoryPoints(RuleModule):
    """What status is worth in the end."""

    key = "victory_points"
    needs = CAMPAIGN
    after = ("political_status?",)
    steps = (
        Insert(Step(VICTORY_POINTS_STEP, "Victory points"), before=(f"{COLLECTION_STEP}?",), phase=COLLECTION_PHASE),
    )
    faults = SCORE_FAULTS
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        drift: Annotated[
            int,
            Meta(ge=0, le=9),
            ruling(
                "Drift of status",
                "At the end of a quarter a power moves so many boxes per point of its zone's modifier, against it. "
                "Public: up when low, 2 in the last box of Instability, not in the middle, down when high.",
                "BASE-8.1-drift",
            ),
        ] = 2

    @opens(VICTORY_POINTS_STEP)
    @rule("BASE-8.1-victory-points")
    def quarter(self, game: Game, frame: Frame) -> None:
        """In the last month of a quarter each power gains the victory points of its box."""
        for side in powers(game) if is_economic(game) else ():
            status = game[PoliticalStatus].get(side)
            points = game.chart(STATUS_POINTS).number(status.box) if status is not None else 0
            if points:
                has = score_points(game, side, STATUS, points)
                game.note(f"{side} gains {points} victory points and has {has}")

    @opens(VICTORY_POINTS_STEP)
    @rule("BASE-8.1-drift", after="BASE-8.1-victory-points")
    async def drift(self, game: Game, frame: Frame) -> None:
        """Then those who stand low rise by themselves, and those who stand high sink, each by its zone."""
        for side in [one.id for one in game[PoliticalStatus]] if is_economic(game) else ():
            modifier = game.chart(STATUS_MODIFIERS).number(zone_of(game, side))
            await move_points(game, side, -modifier * self.parameters.drift, DRIFT)

    @opens(VICTORY_POINTS_STEP)
    @rule("BASE-9-target", after="BASE-8.1-victory-points")
    async def target(self, game: Game, frame: Frame) -> None:
        """Whoever has as many as it needs has won; of several the one that is furthest beyond that."""
        beyond = {one.id: one.points - one.target for one in game[Score] if one.target and one.points >= one.target}
        if beyond:
            most = [side for side in beyond if beyond[side] == max(beyond.values())]
            best = await dispute(game, most, "who has won", rule=GENERAL)
            game.end(best, f"{best} has {game[Score][best].points} victory points")

    @hookimpl
    @rule("BASE-9-score")
    def victory_parts(self, game: Game, side: SideId) -> Iterable[Part]:
        """What a power has gained in all quarters counts when the campaign ends."""
        row = game[Score].get(side)
        return [Part("base", row.points, says="victory points")] if row is not None else []

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name powers that have won before they begin."""
        return scores(game)
