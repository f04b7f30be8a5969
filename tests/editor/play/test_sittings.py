"""Sittings that somebody played by hand in the window, played again: the engine, told the same, agrees throughout."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.play.sitting import Wishes
from tests.editor.fords import FORDS
from tests.editor.play.sitting import Sitting, chosen, scenario, twin, wishes
from tests.editor.play.test_fields import at_march
from tests.editor.workbench import Workbench
from tests.tiers import count

SITTINGS = sorted(Path(__file__).with_name("sittings").glob("*.txt"))
LINES = count(5000)
"""So many lines of each are played: a year takes its time."""


@pytest.mark.parametrize("path", SITTINGS, ids=lambda path: path.stem)
def test_a_sitting_comes_out_as_in_the_engine(request: pytest.FixtureRequest, path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    key, begun = scenario(lines), wishes(lines)
    of_fords = key in {one.key for one in FORDS.scenarios}
    bench: Workbench = request.getfixturevalue("bench" if of_fords else "peninsula")
    bench.window.resize(1280, 800)
    bench.begin(begun, scenario=key)
    sitting = Sitting(bench, twin(bench, begun, key))
    if bench.stands("curtain"):
        bench.click(bench.desk.curtain.sit)
    sitting.read(lines[:LINES])
    assert sitting.acts >= 10


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("mouse Fly: Blue 1", "'Fly' is not there"),
        ("mouse March: Blue 9", "'Blue 9' is not there"),
        ("drag Blue 1 -> Larkfield", "it was not done"),
        ("refused mouse March: Blue 1 / Birchley", "it was done"),
        ("why March", "'March' is not there"),
        ("sit", "nobody else is asked"),
        ("sing", "no line begins with 'sing'"),
    ],
)
def test_what_the_window_does_not_offer_fails(bench: Workbench, line: str, says: str) -> None:
    at_march(bench)
    with pytest.raises(AssertionError, match=f"line 1, .*{says}"):
        Sitting(bench).read([line])


def test_words_mean_what_they_begin() -> None:
    assert chosen("army of a", [["Army of Aragon"], ["Army of Galicia"]]) == 0
    assert chosen("Zara", [["Blockade of Zara"], ["Zara"]]) == 1
    assert chosen("galicia", [["Army of Aragon"], ["Army of Galicia"]]) == 1
    with pytest.raises(AssertionError, match="not the only one; there is Army of Aragon, Army of Galicia"):
        chosen("army", [["Army of Aragon"], ["Army of Galicia"]])
    words = "begin fords seed=3 seats=Anna=Blue,Bernd=Red on=mud,depots take_back=agree  # so"
    assert wishes([words]) == Wishes(seed="3", seats="Anna=Blue,Bernd=Red", on=("mud", "depots"), take_back="agree")
    assert scenario(["# a sitting", words]) == "fords"
