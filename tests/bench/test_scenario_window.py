"""What laying a scenario out in the window costs, on the Peninsula: a piece dropped, F5 to the first prompt, lint."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time, thread_time
from typing import Any

import pytest
from msgspec.structs import replace
from tests.editor.canvas.test_frames import Exposed
from tests.editor.scenario.laying import LayingBench

from sandtable.board.spaces import SpaceId
from sandtable.design.scenario.laid_game import laid_game
from sandtable.design.scenario_draft import open_design
from sandtable.library.shipped import shipped_path
from sandtable.library.store.documents import ScenarioDocument
from sandtable.lint.scenarios import ScenarioLint, check_scenario
from sandtable.play.begin.games import Games
from sandtable.play.table.sitting import Wishes, begin
from sandtable.present.on_map import shown_on
from sandtable_editor.canvas import MapView


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep what the window keeps out of the user's folder."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


CORPS, PLACES = ("Corps", "Dupont's Corps"), ("valladolid", "toledo")
ROUNDS = 9


def interleaved(
    clock: Callable[[], float], *works: Callable[[int], object], between: Callable[[], object] = lambda: None
) -> list[float]:
    """Return the median of each in milliseconds, run in turns; what is done ``between`` them is not counted."""
    times: list[list[float]] = [[] for _ in works]
    for turn in range(ROUNDS + 1):
        for place, work in enumerate(works):
            start = clock()
            work(turn)
            times[place].append((clock() - start) * 1e3)
            between()
    return [median(some[1:]) for some in times]


def test_a_piece_is_dropped(qapp: Any, tmp_path: Path, home: Path, say: Callable[[str], None]) -> None:
    """It is painted as the window does it by itself; what is done after that, while nobody waits, is not counted.

    That is painted some milliseconds later, and would else be painted together with the next drop.
    """
    table = LayingBench(qapp, tmp_path)
    table.open_copy()
    table.view.settle()
    table.settle()
    frames = Exposed(table.view)

    def drop(turn: int) -> None:
        painted = frames.frames
        table.desk.map.placing.place([CORPS], SpaceId(PLACES[turn % 2]))
        while frames.frames == painted:
            qapp.sendPostedEvents()

    def anew(_: int) -> None:
        design = table.scenario.design
        assert design.map is not None
        game = laid_game(design)
        shown = shown_on(game, design.map)
        view = MapView()
        view.resize(table.view.size())
        view.show_map(design.map)
        view.set_counters(shown.counters)
        view.set_signs(shown.signs)
        view.grab()
        view.deleteLater()

    ours, theirs = interleaved(thread_time, drop, anew, between=table.rest)
    table.close()
    say(f"a piece dropped: {ours:.1f} ms, laid out and shown anew {theirs:.0f} ms: ratio {ours / theirs:.3f} (0.2)")


def test_f5_to_the_first_prompt(qapp: Any, tmp_path: Path, home: Path, say: Callable[[str], None]) -> None:
    table = LayingBench(qapp, tmp_path)
    table.open_copy()
    start = Games().start("peninsula-1808")

    def play(_: int) -> None:
        table.laying.play_here()
        table.wait(lambda: table.play.trial.is_on)
        assert table.campaign.referee.prompt is not None

    def plainly(turn: int) -> None:
        sitting = begin(start, Wishes(seats="one"), tmp_path / f"plain-{turn}.campaign")
        table.play.show_sitting(sitting)
        table.settle()

    times: list[list[float]] = [[], []]
    for turn in range(5):
        for place, work in enumerate((play, plainly)):
            began = process_time()
            work(turn)
            times[place].append((process_time() - began) * 1e3)
            if place == 0:
                table.play.trial.back()
            else:
                table.play.close_campaign()
                table.window.show_workspace(table.laying)
            table.wait(lambda: not table.window.jobs.running)
    ours, theirs = median(times[0][1:]), median(times[1][1:])
    table.close()
    say(f"F5 to the first prompt: {ours:.0f} ms, begun plainly {theirs:.0f} ms: ratio {ours / theirs:.2f} (1.2)")


def test_lint_after_an_edit(say: Callable[[str], None]) -> None:
    """A corps moved to and fro, all findings at hand: against a look at all of the scenario."""
    design = open_design(shipped_path(), "peninsula-1808", Games().family("empires"))
    given = (design.document, design.map, design.family)
    moved = [_with_corps_at(design.document, place) for place in PLACES]
    lints = [ScenarioLint.of(*given, shelf=design.shelf)]

    def after(turn: int) -> None:
        lints.append(lints.pop().after(moved[turn % 2]))
        assert all(one.severity == "hint" for one in lints[0].findings)

    def everything(turn: int) -> None:
        check_scenario(moved[turn % 2], *given[1:], shelf=design.shelf)

    ours, theirs = interleaved(process_time, after, everything)
    say(f"lint after a corps was moved: {ours:.2f} ms, check of all {theirs:.1f} ms: ratio {ours / theirs:.3f} (0.05)")


def _with_corps_at(document: ScenarioDocument, place: str) -> ScenarioDocument:
    table, id = CORPS
    corps = {**document.rows[table], id: {**document.rows[table][id], "area": place}}
    return replace(document, rows={**document.rows, table: corps})
