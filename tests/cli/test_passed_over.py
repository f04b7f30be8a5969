"""Why a step was passed over is asked at the terminal: its own question was never put."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sandtable.engine import InstalledGame
from sandtable.library.campaigns.opening import open_campaign
from sandtable.play.begin.starts import Start
from sandtable.play.table.sitting import Wishes, begin, resume_sitting
from sandtable_drill_ground.system import DRILL_GROUND
from tests.cli.by_name import Typist

Sit = Callable[[str], Typist]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Sit down at the drill ground, with one seat for both sides or one for each."""
    begun: list[Typist] = []

    def sit_down(seats: str) -> Typist:
        family = InstalledGame(DRILL_GROUND)
        start = Start(family, family.system.scenarios[0])
        begun.append(Typist(begin(start, Wishes(seed="1", seats=seats), tmp_path / "t.campaign")))
        return begun[0]

    yield sit_down
    begun[0].talk.referee.sink.close()


def test_the_step_says_what_stood_against_all_of_it(sit: Sit) -> None:
    """The armies begin out of range: Blue's fire is passed over, and the first question is its march."""
    said = sit("one").type("? fire")
    assert said[0] == "Fire was passed over (Round 1 · Fire · Blue):"
    assert "  - The Red 1st must be in front of the Blue 1st, within range (DRILL-3.2)" in said


def test_values_narrow_it_down(sit: Sit) -> None:
    assert sit("one").type("? fire > Blue Battery > Red Battery") == [
        "Fire was passed over (Round 1 · Fire · Blue):",
        "Red Battery: not possible now",
        "  - The Red Battery must be in front of the Blue Battery, within range (DRILL-3.2)",
    ]


def test_what_was_passed_over_last_is_told_and_undone_it_is_not(sit: Sit) -> None:
    table = sit("one")
    table.type("end")
    assert table.type("? fire")[0] == "Fire was passed over (Round 1 · Fire · Red):"
    table.type("undo")
    assert table.type("? fire")[0] == "Fire was passed over (Round 1 · Fire · Blue):"


def test_nobody_is_told_why_the_other_side_was_passed_over(sit: Sit) -> None:
    """Red Rifles lie hidden: why they do not fire is for Red alone."""
    table = sit("each")
    table.talk.drain()
    told = "\n".join(table.type("? fire"))
    assert "(Round 1 · Fire · Blue)" in told
    assert "Rifles" not in told


def test_what_is_in_no_step_passed_over_is_not_in_the_list(sit: Sit) -> None:
    with pytest.raises(AssertionError, match="there is no action fly in the list"):
        sit("one").type("? fly")


def test_what_was_passed_over_at_an_earlier_sitting_is_told_too(sit: Sit, tmp_path: Path) -> None:
    sit("one").talk.referee.sink.close()
    again = resume_sitting(open_campaign(InstalledGame(DRILL_GROUND), tmp_path / "t.campaign"))
    said = Typist(again).type("? fire")
    assert said[0] == "Fire was passed over (Round 1 · Fire · Blue):"
    assert "  - The Red 1st must be in front of the Blue 1st, within range (DRILL-3.2)" in said
    again.referee.sink.close()


def test_it_is_told_while_a_field_is_filled(sit: Sit) -> None:
    table = sit("one")
    table.type("March")
    said = table.type("? fire")
    assert said[0] == "Fire was passed over (Round 1 · Fire · Blue):"
    assert table.type("Blue 1st")  # the march is still being filled
