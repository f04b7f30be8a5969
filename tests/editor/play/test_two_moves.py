"""A piece that may go by either of two actions: what is lit is where the one in hand leads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QApplication

from sandtable.board import Pose, of
from sandtable.engine import (
    Action,
    Allowance,
    Ask,
    Game,
    InstalledGame,
    Part,
    RuleModule,
    SpaceId,
    Stride,
    Tally,
    Ways,
    fills,
    own_pieces,
)
from sandtable_drill_ground.march import March
from sandtable_drill_ground.model import MARCH_STEP, Unit, UnitId
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_editor.play.map.play_map import PlayMap
from tests.editor.workbench import Workbench

HUSSARS = "Blue Hussars"


class StepAside(Action, frozen=True):
    """Step into the hex behind, and no further."""

    unit: UnitId
    way: tuple[Pose, ...]
    own_units = fills("unit")(own_pieces(Unit))

    @fills("way")
    @staticmethod
    def behind(game: Game, ask: Ask, unit: UnitId) -> Ways[Pose]:
        start = game[Unit][unit].pose
        there = of(game).by_number.step(start.hexes[0], 3)

        def strides(here: Pose) -> Iterable[Stride[Pose]]:
            return [Stride(Pose((there,), start.facing, start.formation), "a step")] if here == start and there else []

        step = Tally("movement points", [Part("base", 1, "HOUSE-aside")])
        return Ways(game, StepAside, start, strides, lambda key: step, Allowance(1), spaces=lambda pose: pose.hexes)

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Unit][self.unit], hexes=self.way[-1].hexes)


class SteppingAside(RuleModule):
    """Who marches may step aside too."""

    key = "stepping_aside"
    actions = {MARCH_STEP: (StepAside,)}


def lit(board: PlayMap) -> set[SpaceId]:
    reach = board.questions.shown_reach()
    return set(reach.costs) if reach is not None else set()


def test_what_is_lit_is_where_the_action_in_hand_leads(qapp: QApplication, tmp_path: Path, home: Path) -> None:
    bench = Workbench(
        qapp, tmp_path, family=InstalledGame(replace(DRILL_GROUND, modules=(*DRILL_GROUND.modules, SteppingAside)))
    )
    bench.begin()
    board = bench.campaign_view.board
    assert board is not None
    for title, kind, spaces in (("Step aside", StepAside, 1), ("March", March, 40)):
        bench.press(title)
        bench.click_counter(HUSSARS)
        offer = bench.draft.offer
        assert offer is not None
        assert offer.kind is kind
        bench.wait(lambda: bool(lit(board)) and not board.is_thinking)
        assert (len(lit(board)) == 1) == (spaces == 1)
        assert len(lit(board)) >= spaces
        bench.press("Cancel")
    bench.close()
    assert not bench.reporter.faults
