"""Scenarios and presets of a library of one's own, as commands play them."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine import InstalledGame
from sandtable.library.store.documents import PresetDocument, ScenarioDocument, rows_as_documents
from sandtable.library.store.library_file import Library
from tests.cli.house import House
from tests.cli.sandtable_parley import PARLEY


@pytest.fixture
def own(house: House) -> Path:
    """Give a library with a scenario of the key of an installed one, and two presets."""
    path = house.home / "own.db"
    rows = rows_as_documents(InstalledGame(PARLEY).scenario("crown").rows())
    envoy = next(iter(rows["Envoy"].values()))
    envoy["worth"] = 4
    with Library.create(path) as library, library.unit():
        library.put_scenario(ScenarioDocument(key="crown", game="parley", title="Crown of our own", rows=rows))
        library.put_preset(
            PresetDocument(
                key="wild", game="parley", title="Wild weather", on=("storm",), parameters={"storm": {"strength": 5}}
            )
        )
        library.put_preset(PresetDocument(key="both", game="parley", title="Both", extends="wild", on=("calm",)))
    return path


def games(house: House, *args: str | Path) -> list[Any]:
    facts: dict[str, Any] = json.loads(house.run("simulate", "--games", "2", "--json", *args).stdout)
    return list(facts["games"])


def test_simulate_plays_the_scenario_of_the_library(house: House, own: Path) -> None:
    installed, ours = games(house, "crown"), games(house, f"{own}#crown")
    assert [one["state_hash"] for one in ours] != [one["state_hash"] for one in installed]
    assert games(house, f"{own}#crown", "--workers", "2") == ours


def test_a_key_that_no_library_has_is_refused(house: House, own: Path) -> None:
    assert house.refused("simulate", f"{own}#throne").startswith("no scenario is called 'throne'")


def test_a_preset_is_simulated(house: House, own: Path) -> None:
    storm = games(house, f"{own}#crown", "--on", "storm", "--set", "storm.strength=5")
    assert games(house, f"{own}#crown", "--preset", "wild") == storm
    assert games(house, f"{own}#crown") != storm


def test_options_lists_the_presets_and_tries_them(house: House, own: Path) -> None:
    told = house.run("options", f"{own}#crown", "--preset", "wild").stdout
    assert "storm (on): Storm" in told
    assert "preset wild: Wild weather (on storm; storm.strength = 5)" in told
    assert "preset both: Both (as wild; on calm)" in told
    tried = house.run("options", "crown", "--preset", f"{own}#both", "--json", status=1)
    assert json.loads(tried.stdout)["problems"] == ["storm needs not calm"]


def test_play_begins_and_goes_on_with_a_preset(house: House, own: Path) -> None:
    begun = house.run("play", f"{own}#crown", "--preset", "wild", typed="options\n")
    assert "storm (on): Storm" in begun.stdout
    again = house.run("play", f"{own}#crown", "--preset", "wild", typed="")
    assert "Going on with" in again.stdout
    refused = house.refused("play", f"{own}#crown", "--preset", f"{own}#both")
    assert "was begun with the options storm" in refused


def test_a_preset_is_proposed_in_play(house: House, own: Path) -> None:
    played = house.run("play", f"{own}#crown", typed=f"options preset {own}#wild\nyes\noptions\n")
    assert "switch storm on, set “How strong” to 5 (it is 2)" in played.stdout
    assert "takes effect at the end of the step" in played.stdout


# -- one that has come to harm


@pytest.fixture
def harmed(own: Path) -> Path:
    """Give the library with the words of one of its presets changed by somebody."""
    with sqlite3.connect(own) as db:
        db.execute("UPDATE presets SET document = replace(document, 'Both', 'None') WHERE key = 'both'")
    return own


@pytest.mark.parametrize(
    "call",
    [
        ["simulate", "--games", "1", "{}#crown"],
        ["options", "{}#crown"],
        ["options", "crown", "--preset", "{}#wild"],
        ["options", "{}#crown", "--preset", "{}#wild"],
        ["play", "{}#crown"],
        ["play", "{}#crown", "--preset", "wild"],
        ["simulate", "--games", "1", "crown", "--preset", "{}#wild"],
    ],
    ids=" ".join,
)
def test_what_else_is_damaged_in_a_library_is_told_once(house: House, harmed: Path, call: list[str]) -> None:
    done = house.run(*(word.replace("{}", str(harmed)) for word in call))
    assert "own.db: preset 'both' is damaged" in done.stderr
    assert done.stderr.count("own.db has lost preset 'both'") == 1
    assert done.stdout
