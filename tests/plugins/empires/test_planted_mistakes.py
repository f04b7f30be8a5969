"""What `sandtable check` finds in a campaign of Empires: mistakes planted one by one in the one that ships."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from sandtable.design.document import DesignDocument
from sandtable.design.scenario.designed import DesignedScenario
from sandtable.engine import Choices, InstalledGame, Invalid, Referee, SeededDice
from sandtable.lab.bots import RandomBot, play_on
from sandtable.library.store.documents import ScenarioDocument, rows_as_documents
from sandtable.library.store.shelf import Shelf
from sandtable.library.text.scenario_text import read_scenario
from sandtable.library.text.scenario_writing import scenario_text
from sandtable.lint.findings import Finding
from sandtable.lint.scenarios import check_scenario
from sandtable_empires.charts import campaign_charts
from sandtable_empires.library import content
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import Nation
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.status import PoliticalStatus
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing.europe import europe
from tests.plugins.empires.mistakes import MISTAKES, OF_A_CAMPAIGN, Plant, Rows
from tests.plugins.empires.planting import as_written, edits_between
from tests.tiers import count


@cache
def shipped_scenario() -> ScenarioDocument:
    return next(one for one in content() if isinstance(one, ScenarioDocument))


@cache
def empires() -> InstalledGame:
    return InstalledGame(EMPIRES)


def findings_in(document: ScenarioDocument) -> list[Finding[ScenarioDocument]]:
    return check_scenario(document, europe_1805(), empires())


@cache
def laid_out() -> ScenarioDocument:
    """Return the scenario with the rows of the land among its own, as scenarios were kept before."""
    rows = empires().system.start_rows(shipped_scenario().scenario(empires(), europe_1805))
    return replace(shipped_scenario(), rows=rows_as_documents(rows), setting={})


def findings_after(plant: Plant) -> list[Finding[ScenarioDocument]]:
    rows = deepcopy(laid_out().rows)
    plant(rows)
    return findings_in(replace(laid_out(), rows=rows))


def test_nothing_is_wrong_with_what_ships() -> None:
    assert findings_in(shipped_scenario()) == []
    assert findings_in(laid_out()) == []
    assert len(MISTAKES) >= 40


@pytest.mark.parametrize("name", MISTAKES)
def test_a_planted_mistake_is_found_with_its_place_and_in_words(name: str) -> None:
    """Its code, the row it is in, what is wrong; and every finding says more than a code."""
    mistake = MISTAKES[name]
    found = findings_after(mistake.plant)
    mine = [one for one in found if one.code == mistake.code and one.place.row == mistake.row]
    assert mine, [(one.code, str(one.place), one.words) for one in found]
    assert mine[0].severity == mistake.severity
    assert any(mistake.says in one.words for one in mine), mine[0].words
    if "/" in mistake.code:
        assert all(": " in one.words for one in mine)  # what is wrong, and then what to do, or a question


def of_a_campaign() -> Rows:
    """Return the rows of a campaign of seven powers on the whole map, each with its political status."""
    rows = europe()
    powers = [row.side for row in rows if isinstance(row, Nation) and row.major and row.side is not None]
    return rows_as_documents([*rows, *campaign_charts(), *(PoliticalStatus(side, 20) for side in powers)])


@pytest.mark.parametrize("name", OF_A_CAMPAIGN)
def test_a_mistake_planted_in_a_campaign_of_all_phases_is_found(name: str) -> None:
    mistake, rows = OF_A_CAMPAIGN[name], of_a_campaign()
    mistake.plant(rows)
    found = findings_in(replace(shipped_scenario(), rows=rows, setting={}, grants=(CAMPAIGN,)))
    mine = [one for one in found if one.code == mistake.code and one.place.row == mistake.row]
    assert [(one.severity, mistake.says in one.words) for one in mine] == [(mistake.severity, True)]


def test_nothing_is_wrong_with_the_countries_of_the_map() -> None:
    found = findings_in(replace(shipped_scenario(), rows=of_a_campaign(), setting={}, grants=(CAMPAIGN,)))
    assert not {one.code for one in found} & {one.code for one in OF_A_CAMPAIGN.values()}


def faults() -> Iterator[tuple[str, str]]:
    for module in EMPIRES.modules:
        yield from ((f"empires/{fault.code}", fault.severity) for fault in module.faults)


def test_what_modules_find_is_declared_and_each_kind_is_planted_once() -> None:
    """Every kind of finding of the game is among the mistakes here; none is found that no module declares."""
    declared = dict(faults())
    told = {(mistake.code, mistake.severity) for mistake in (MISTAKES | OF_A_CAMPAIGN).values() if "/" in mistake.code}
    assert told <= set(declared.items())
    assert set(declared) - {code for code, _ in told} == set()


@pytest.mark.parametrize("chart", sorted(shipped_scenario().rows["Chart"]))
def test_every_chart_is_wanted_by_a_module_that_looks_it_up(chart: str) -> None:
    """So each is missed when it is gone; that of an option only while the option is on."""
    rows = deepcopy(shipped_scenario().rows)
    del rows["Chart"][chart]
    options = ("guard_commitment",) if chart == "guard losses" else ()
    found = findings_in(replace(shipped_scenario(), rows=rows, options=options))
    assert any(one.code == "chart-missing" and one.place.row == chart for one in found)


def test_options_that_cannot_be_used_together_are_found() -> None:
    found = findings_in(replace(shipped_scenario(), options=("no_such_option",)))
    assert [one.code for one in found] == ["option-unknown"]


# --- planted by text and by edit: the same scenario, or refused with place and words ---------------------------------


def planted(name: str) -> Rows:
    """Return the rows of the campaign that ships with a mistake among them, as a file has them."""
    rows = deepcopy(laid_out().rows)
    MISTAKES[name].plant(rows)
    return as_written(rows, empires().schema.kinds)


def as_they_were() -> Rows:
    """Return the rows of the campaign that ships, as a file has them."""
    return as_written(laid_out().rows, empires().schema.kinds)


def says_where(refusal: str, name: str) -> bool:
    """Tell whether a refusal names the row that is wrong, and says something of it."""
    mistake = MISTAKES[name]
    return mistake.row in refusal and len(refusal) > len(mistake.row) + 10


def read_back(document: ScenarioDocument) -> ScenarioDocument | str:
    """Return a scenario as its text is read, or why that is refused."""
    schema, ground = empires().schema, empires().system.ground
    text = scenario_text(document, schema.kinds, ground)
    try:
        return read_scenario(text, "war.toml", schema.kinds, ground, europe_1805()).document(empires(), europe_1805())
    except Invalid as error:
        return str(error)


def edit_to(name: str) -> DesignDocument | str:
    """Return the campaign with the edits of a mistake done, or why one is refused."""
    document = DesignDocument({"scenario": DesignedScenario.of(laid_out(), Shelf(empires()), europe_1805())})
    try:
        for edit in edits_between(as_they_were(), planted(name), empires().schema.kinds):
            document.do(edit)
    except Invalid as error:
        return str(error)
    return document


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_planted_by_text_is_the_same_mistake_or_refused_with_its_line(name: str) -> None:
    """The text of the campaign with the mistake in it is read as that campaign; what no row can hold names its line."""
    back = read_back(replace(laid_out(), rows=planted(name)))
    if isinstance(back, str):
        assert says_where(back, name)
        assert "war.toml" in back
        assert "(at line " in back
        return
    assert as_written(back.rows, empires().schema.kinds) == planted(name)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_planted_by_edits_is_the_same_mistake_or_refused_with_its_row(name: str) -> None:
    """Edit by edit, as somebody makes it in the window or by command, and each is taken back again."""
    document = edit_to(name)
    if isinstance(document, str):
        assert says_where(document, name)
        return
    assert as_written(document.subjects["scenario"].document.rows, empires().schema.kinds) == planted(name)
    document.go_to(0)
    assert as_written(document.subjects["scenario"].document.rows, empires().schema.kinds) == as_they_were()


def test_what_no_row_can_hold_is_refused_by_text_and_by_edit_and_everything_else_is_found_by_lint() -> None:
    """What is planted comes to the scenario that the test above looks over, unless it is refused at once."""
    refused = {name for name in MISTAKES if isinstance(edit_to(name), str)}
    unsound = {name for name, one in MISTAKES.items() if one.code == "row-unsound"}
    assert unsound <= refused
    assert len(refused) <= 15


# --- what has no finding can be played


WILD = (-3, 7, 250, "x", "9-9", None)


def edit_charts(seed: int, *, wild: bool) -> ScenarioDocument:
    """Return the campaign with some cells of its charts drawn anew: as a designer may, or anything at all."""
    rng, rows = Random(seed), deepcopy(shipped_scenario().rows)
    for chart in rng.sample(sorted(rows["Chart"]), 6):
        row = rows["Chart"][chart]
        cells = list(row["cells"])
        for at in rng.sample(range(len(cells)), min(len(cells), 5)):
            number = isinstance(cells[at], int)
            drawn = [*cells, *((rng.randint(0, 12),) if number else ()), *(WILD if wild else ())]
            cells[at] = rng.choice(drawn)
        row["cells"] = tuple(cells)
    return replace(shipped_scenario(), rows=rows)


@pytest.mark.parametrize("seed", range(count(200)))
def test_a_campaign_with_edited_charts_is_found_wanting_or_is_played_without_dying_of_them(seed: int) -> None:
    """Cells drawn at random, wild ones in every third campaign: what `check` lets pass no chart ends in play."""
    document = edit_charts(seed, wild=seed % 3 == 0)
    if any(one.severity == "error" for one in findings_in(document)):
        return
    rows = empires().system.start_rows(document.scenario(empires(), europe_1805))
    referee = Referee.begin(empires(), rows, Choices(), source=SeededDice(str(seed))).open()
    play_on(referee, RandomBot(seed), rounds=8)


def test_some_of_the_edited_campaigns_are_played_and_some_are_not() -> None:
    """Else the test above would prove nothing."""
    wrong = [
        any(one.severity == "error" for one in findings_in(edit_charts(seed, wild=seed % 3 == 0))) for seed in range(10)
    ]
    assert 2 <= sum(wrong) <= 8
