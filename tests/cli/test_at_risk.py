"""What leads further at a risk is listed alone, with its price in words; what needs no risk is gone to without."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.engine import InstalledGame
from sandtable.play.begin.starts import Start
from sandtable.play.table.sitting import Wishes, begin
from sandtable_empires.system import EMPIRES
from tests.cli.by_name import Typist


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Typist]:
    """Come to the land movement of France in May 1808."""
    family = InstalledGame(EMPIRES)
    start = Start(family, family.scenario("peninsula-1808"))
    made = Typist(begin(start, Wishes(seed="1", seats="one"), tmp_path / "t.campaign"))
    made.type("1")
    made.type("end step")
    yield made
    made.talk.referee.sink.close()


def test_only_what_a_forced_march_alone_reaches_is_listed(table: Typist) -> None:
    said = "\n".join(table.type("force march > Dupont"))
    assert "1  Soria     5 movement points (forced march, may lose stragglers)  via Madrid, Guadalajara" in said
    assert "Leon" in said
    assert "6  " not in said
    assert "Seville" not in said


def test_a_place_in_reach_of_an_ordinary_march_is_refused_by_its_name(table: Typist) -> None:
    table.type("force march > Dupont")
    with pytest.raises(AssertionError, match=r"Seville can be reached without it .*: choose March, or say via"):
        table.type("Seville")
    table.type("via Merida")
    table.type("-")
    assert "to Leon" in "\n".join(table.type("Leon"))


def test_a_number_is_the_place_in_that_list(table: Typist) -> None:
    table.type("force march > Dupont")
    assert "to Leon" in "\n".join(table.type("5"))
