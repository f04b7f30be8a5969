"""What a designer may write wrongly in the text of a campaign of all phases: one sentence each, before play."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from sandtable.board import Graph, Map
from sandtable.engine import InstalledGame, Invalid
from sandtable.library import ScenarioDocument
from sandtable.library.text.titles import text_scenario
from sandtable.lint.scenarios import check_scenario
from sandtable_empires.campaign_texts import CAMPAIGNS, GRAND
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.system import EMPIRES

Written = Callable[[str, str], Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Write the Grand Campaign with something else in it, once."""

    def write(right: str, wrong: str) -> Path:
        text = GRAND.read_text("utf-8")
        assert right in text
        path = tmp_path / "wrong.toml"
        text = text.replace(right, wrong, 1).replace('"../charts', f'"{CAMPAIGNS.parent / "charts"}')
        path.write_text(text, "utf-8")
        return path

    return write


def errors(path: Path, sheet: Map | None = None) -> list[str]:
    board = europe_1805() if sheet is None else sheet
    family = InstalledGame(EMPIRES)
    document = ScenarioDocument.of(text_scenario(path, lambda: EMPIRES, europe_1805), family, board)
    found = check_scenario(document, board, family)
    return [one.words.partition(" (BASE-")[0] for one in found if one.severity == "error"]


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        pytest.param(
            'id = "Austrian I Corps"\nside = "Austria"',
            'id = "Austrian I Corps"\nside = "Austira"',
            "Corps 'Austrian I Corps': its side is 'Austira', but there is no such Side: did you mean 'Austria'?",
            id="a corps of an unknown power",
        ),
        pytest.param(
            'georgia = "Russia"',
            'georgia = "Rusia"',
            "the setting: its countries name 'Rusia', but there is no such side: did you mean 'Russia'?",
            id="a country held by an unknown power",
        ),
        pytest.param(
            'nations = ["France", "Great Britain"]',
            'nations = ["France", "Great Britian"]',
            "War 'France|Great Britain': its nations name 'Great Britian', but there is no such Nation: did you mean 'Great Britain'?",  # noqa: E501
            id="a war of an unknown power",
        ),
        pytest.param(
            'id = "Archduke John"',
            'id = "Archduke John"\ntitle = "Archduke Charles"',
            "two leaders are called Archduke Charles, Archduke Charles and Archduke John: give one of them another name",  # noqa: E501
            id="two leaders of one name",
        ),
        pytest.param(
            "infantry = 15\ncavalry = 2",
            "infantry = 25\ncavalry = 2",
            "Austrian I Corps has 25 factors of infantry and room for 20: take some out",
            id="an over-full corps",
        ),
        pytest.param(
            'port = "Brest"\nspace = "port-brest"',
            'port = "Paris"\nspace = "port-brest"',
            "French Atlantic Fleet lies at Paris, which has no port: name an area with one",
            id="a fleet where no port is",
        ),
        pytest.param(
            "[Treasury]",
            '[[Truce]]\nid = "amity"\nbound = "Austria"\ntowards = "France"\nuntil = 0\n\n[Treasury]',
            "the truce of Austria and France is over before the campaign begins: give its last turn, 1 or later",
            id="a truce in the past",
        ),
        pytest.param(
            "[Treasury]",
            '[[Loan]]\nid = "aid"\nlender = "Spain"\nborrower = "France"\nmoney = 191\ndue = 4\n\n[Treasury]',
            "Spain has lent France 191 money, and all treasuries hold 190: make it less, or take it out",
            id="a loan of more than there is",
        ),
        pytest.param(
            'port = "Brest"\nspace = "port-brest"',
            'port = "Brest"\nspace = "port-toulon"',
            "French Atlantic Fleet lies in the port of Brest, and its space is Port of Toulon: make it Port of Brest",
            id="a fleet in two ports",
        ),
    ],
)
def test_each_is_one_sentence(written: Written, right: str, wrong: str, says: str) -> None:
    assert errors(written(right, wrong)) == [says]


def test_a_leader_who_stands_there_twice_is_not_read(written: Written) -> None:
    with pytest.raises(Invalid, match=r"wrong.toml: Leader 'Archduke Charles': it stands there twice: take one out"):
        errors(written('id = "Archduke John"', 'id = "Archduke Charles"'))


def test_a_chart_file_that_is_not_there_is_named(written: Written) -> None:
    with pytest.raises(Invalid, match=r"politic\.toml holds no charts"):
        errors(written("charts/campaign/politics.toml", "charts/campaign/politic.toml"))


def test_a_missing_chart_is_named_with_who_looks_it_up(written: Written) -> None:
    """One sentence for each."""
    said = errors(written('    "../charts/campaign/politics.toml",\n', ""))
    assert all(one.startswith("there is no chart ") and one.endswith(": add it") for one in said)
    assert "there is no chart 'status zones', which module political_status looks up: add it" in said


@cache
def cut(port: str, sea: str) -> Map:
    """Return Europe without the way from a port to the sea."""
    europe = europe_1805()
    edges = [edge for edge in europe.graph.edges.values() if set(edge.pair) != {f"blockade-{port}", sea}]
    assert len(edges) == len(europe.graph.edges) - 1
    graph = Graph(europe.graph.spaces.values(), edges)
    return Map(europe.info, graph, regions=europe.regions, places=europe.places, lines=europe.lines)


def sealess(port: str) -> str:
    """Return what is said of a port that is cut off."""
    cure = "draw the ways between its port, its blockade box and the sea, or take the port out"
    return f"{port} has a port, but on the map no way leads from it to a sea: {cure}"


def test_a_port_that_was_cut_off_from_the_sea_is_named(written: Written) -> None:
    said = errors(written("[Calendar]", "[Calendar]"), cut("brest", "western-approaches"))
    assert said == [sealess("Brest")]


def test_a_port_that_was_cut_off_from_the_sea_is_named_in_a_war_on_land() -> None:
    """Ships bring food into a port there too."""
    family, sheet = InstalledGame(EMPIRES), cut("venice", "northern-adriatic")
    scenario = next(one for one in EMPIRES.scenarios if one.key == "austerlitz-1805")
    found = check_scenario(ScenarioDocument.of(scenario, family, sheet), sheet, family)
    assert [one.words for one in found if one.severity == "error"] == [sealess("Venice")]
