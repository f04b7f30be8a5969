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


def throws(table: Typist) -> list[str]:
    """Return why dice were thrown in the last ply."""
    ply = table.talk.referee.journal.at
    assert ply is not None
    return [throw.why for throw in ply.throws]


def test_only_what_a_forced_march_alone_reaches_is_listed(table: Typist) -> None:
    said = "\n".join(table.type("force march > Dupont"))
    assert "1  Soria     5 movement points (forced march, may lose stragglers)  via Madrid, Guadalajara" in said
    assert "Leon" in said
    assert "6  " not in said
    assert "Seville" not in said


def test_where_an_ordinary_march_leads_too_it_is_asked_which_it_shall_be(table: Typist) -> None:
    table.type("force march > Dupont")
    said = "\n".join(table.type("Seville"))
    assert "Seville can be reached without that risk. Which shall it be?" in said
    assert "1  March        3 movement points  via Ciudad Real, Cordova\n" in said
    assert "2  Force march  5 movement points (forced march, may lose stragglers)  via Ciudad Real, " in said


@pytest.mark.parametrize("answer", ["march", "1"])
def test_the_ordinary_march_is_made_when_it_is_chosen(table: Typist, answer: str) -> None:
    table.type("force march > Dupont")
    table.type("Seville")
    assert "Dupont's Corps marches by Ciudad Real and Cordova to Seville" in "\n".join(table.type(answer))
    assert not throws(table)


@pytest.mark.parametrize("answer", ["force march", "2"])
def test_the_forced_one_is_made_when_it_is_chosen_and_its_die_is_thrown(table: Typist, answer: str) -> None:
    table.type("force march > Dupont")
    table.type("Seville")
    assert "to Seville" in "\n".join(table.type(answer))
    assert throws(table) == ["Dupont's Corps marches on"]


def test_the_choice_may_be_typed_ahead_and_another_place_named_in_place_of_it(table: Typist) -> None:
    table.type("force march > Dupont > Seville")
    assert "to Leon" in "\n".join(table.type("Leon"))
    said = "\n".join(table.type("force march > Murat > Seville > march"))
    assert "by Toledo, Ciudad Real and Cordova to Seville" in said


def test_a_longer_way_is_gone_step_by_step(table: Typist) -> None:
    table.type("force march > Dupont")
    table.type("via Merida")
    table.type("-")
    assert "to Leon" in "\n".join(table.type("Leon"))


def test_a_number_is_the_place_in_that_list(table: Typist) -> None:
    table.type("force march > Dupont")
    assert "to Leon" in "\n".join(table.type("5"))
