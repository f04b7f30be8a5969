"""A scenario of a library is what is begun: its rows, its map, the presets that came with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from sandtable.engine import Choices, InstalledGame, Invalid
from sandtable.engine.discovery.modules import Plugins
from sandtable.library.store.documents import PresetDocument, ScenarioDocument, rows_as_documents
from sandtable.library.store.library_file import Library
from sandtable.play.begin import presets, starts
from sandtable.play.begin.starts import Start, all_of_library, of_library
from sandtable.play.table.sitting import Wishes
from sandtable.present import presentation
from tests.games.fords import FORDS, fords

FAMILY = InstalledGame(FORDS)


class Fords(Plugins):
    """A machine on which the Fords are installed."""

    def family(self, game: str) -> InstalledGame:
        return FAMILY


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Give a library with the Fords on a map of another name, and presets of two games."""
    path = tmp_path / "own.db"
    drawn = fords()
    vale = replace(drawn, info=structs.replace(drawn.info, key="vale", title="The Vale"))
    rows = rows_as_documents(FAMILY.scenario("fords").rows())
    with Library.create(path) as library, library.unit():
        library.put_map(vale)
        library.put_scenario(ScenarioDocument(key="again", game="fords", title="Again", map="vale", rows=rows))
        library.put_preset(PresetDocument(key="muddy", game="fords", title="Ours", on=("mud",)))
        library.put_preset(PresetDocument(key="ours", game="fords", title="Ours", extends="full", off=("forced",)))
        library.put_preset(PresetDocument(key="storm", game="parley", title="Of another game", on=("storm",)))
    return path


def start_of(path: Path) -> Start:
    (start,) = all_of_library(path, {"fords": FAMILY})
    return start


def test_it_lies_on_the_map_of_its_library(own: Path) -> None:
    start = start_of(own)
    board, given = (presentation.board(one.begin().game) for one in (start, Start(FAMILY, FAMILY.scenario("fords"))))
    assert board is not None
    assert given is not None
    assert (board.info.key, given.info.key) == ("vale", "fords")


def test_presets_of_the_game_and_of_its_library_are_offered(own: Path) -> None:
    found = starts.start_presets(start_of(own))
    assert {"full", "muddy", "ours"} <= set(found)
    assert "storm" not in found


@pytest.mark.parametrize("name", ["ours", "{own}#ours"])
def test_a_preset_extends_one_of_the_game(own: Path, name: str) -> None:
    assert presets.preset_choices(name.format(own=own), FAMILY, own) == Choices(frozenset({"depots", "supply"}))


def test_another_library_is_named_with_its_file(own: Path) -> None:
    assert presets.preset_choices(f"{own}#muddy", FAMILY).on == {"mud"}
    with pytest.raises(Invalid, match="no preset is called 'muddy'"):
        presets.preset_choices("muddy", FAMILY)


def test_one_of_another_game_says_so(own: Path) -> None:
    with pytest.raises(Invalid, match="is for parley, not for fords"):
        presets.preset_choices(f"{own}#storm", FAMILY)


def test_what_is_switched_besides_goes_over_the_preset(own: Path) -> None:
    start = start_of(own)
    wishes = Wishes(on=("depots",), off=("mud",), options=presets.preset_choices("muddy", FAMILY, own))
    assert wishes.choices(start).on == {"depots"}


def test_a_scenario_whose_map_is_not_in_its_library_is_told_so(own: Path) -> None:
    with Library.open(own, writing=True) as library:
        library.put_scenario(structs.replace(library.scenario("again"), map="moor", revision="1" * 64))
    start = of_library(own, "again", Fords())
    with pytest.raises(Invalid, match="scenario again lies on the map 'moor', which is not in "):
        start.begin()


def test_a_scenario_on_a_map_that_has_changed_since_says_on_which_it_is_played(own: Path) -> None:
    with Library.open(own, writing=True) as library:
        sheet = library.map("vale")
        library.put_scenario(structs.replace(library.scenario("again"), revision=sheet.digest))
    assert of_library(own, "again", Fords()).harm == ()
    with Library.open(own, writing=True) as library:
        library.put_map(replace(sheet, info=structs.replace(sheet.info, says="Drawn anew.")))
    start = of_library(own, "again", Fords())
    (told,) = start.harm
    assert told.startswith("again is played on the map 'vale' as it was: the map has changed since; ")
    board = start.scenario.board()
    assert board is not None
    assert board.digest == sheet.digest


def test_a_scenario_whose_revision_is_gone_says_on_which_it_is_played(own: Path) -> None:
    with Library.open(own, writing=True) as library:
        library.put_scenario(structs.replace(library.scenario("again"), revision="1" * 64))
    start = of_library(own, "again", Fords())
    (told,) = start.harm
    assert told.startswith("again is played on the map 'vale' as it is now: the revision that it was made for is gone;")
    assert start.scenario.board() is not None
