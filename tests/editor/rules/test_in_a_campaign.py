"""The rules of the campaign on the table: what changes there, what is put to the table or into it; options alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog

from sandtable.engine import Choices, GameSystem, InstalledGame
from sandtable.engine.rules.forms.rule_text import read_rules_file
from sandtable.engine.state.rows import InForce, Proposal
from sandtable.play.begin.starts import Start
from sandtable_empires.system import EMPIRES
from sandtable_grande_armee.system import GRANDE_ARMEE
from sandtable_twin_rivers import TWIN_RIVERS
from tests.editor.rules.rules_bench import RulesBench

GARRISON = Path(__file__).parents[3] / "docs" / "examples" / "garrison.toml"


@pytest.fixture
def rivers(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[RulesBench]:
    made = RulesBench(qapp, tmp_path, InstalledGame(TWIN_RIVERS))
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


def test_what_changes_in_the_campaign_is_worked_out_and_it_stays_as_it_is(rivers: RulesBench) -> None:
    campaign = rivers.begin()
    page = rivers.come_to_rules()
    assert rivers.desk.target.is_campaign
    before, head = campaign.game.state.hash, campaign.referee.journal.head
    rivers.switch("river_line")
    page.work_out_here()
    rivers.wait(lambda: bool(page.here.sections) and not page.here.is_busy)
    assert "3 → 4" in rivers.plain_screen()
    assert "tries with dice of their own" in rivers.plain_screen()
    assert (campaign.game.state.hash, campaign.referee.journal.head) == (before, head)
    rivers.switch("forced_march")
    assert "The choice is another now" in rivers.plain_screen()


def test_what_was_worked_out_before_the_campaign_went_on_says_so(rivers: RulesBench) -> None:
    campaign = rivers.begin()
    page = rivers.come_to_rules()
    rivers.switch("forced_march")
    page.work_out_here()
    rivers.wait(lambda: bool(page.here.sections) and not page.here.is_busy)
    assert "has gone on since" not in rivers.plain_screen()
    head = campaign.referee.journal.head
    rivers.rules.propose()
    rivers.window.show_workspace(rivers.play)
    rivers.wait(lambda: campaign.referee.journal.head != head and not campaign.is_playing)
    rivers.window.show_workspace(rivers.rules)
    rivers.settle()
    assert "The campaign has gone on since: work it out again." in rivers.plain_screen()


def test_the_campaign_behind_it_says_nothing_at_the_foot_of_the_window(rivers: RulesBench) -> None:
    rivers.begin()
    rivers.come_to_rules()
    says = rivers.window.status.hint.text()
    assert says
    rivers.theme.choose("contrast")
    rivers.settle()
    rivers.theme.choose("light")
    rivers.settle()
    assert rivers.window.status.hint.text() == says


def test_it_can_be_stopped(rivers: RulesBench) -> None:
    rivers.begin()
    page = rivers.come_to_rules()
    rivers.switch("river_line")
    page.work_out_here()
    page.here.cancel()
    rivers.wait(lambda: not page.here.is_busy)
    assert not page.here.sections
    assert page.here.begin.isEnabled()


def test_a_choice_is_put_to_the_table(rivers: RulesBench) -> None:
    campaign = rivers.begin()
    rivers.come_to_rules()
    assert not rivers.window.commands["rules_propose"].isEnabled()
    rivers.switch("river_line")
    rivers.rules.propose()
    rivers.settle()
    in_force = campaign.game[InForce]["options"]
    assert campaign.game[Proposal].last() is not None or "river_line" in in_force.on


def test_a_house_rule_is_put_into_the_campaign(rivers: RulesBench) -> None:
    campaign = rivers.begin()
    rivers.come_to_rules()
    asked: list[bool] = []
    rivers.rules.reopen_wanted.connect(lambda: asked.append(True))
    rivers.rules.carry(read_rules_file(GARRISON))
    assert asked
    assert "garrison" in campaign.referee.journal.epochs[-1].house


@pytest.mark.parametrize("system", [EMPIRES, GRANDE_ARMEE, TWIN_RIVERS], ids=lambda one: one.key)
def test_every_option_alone_by_the_window_answers_as_the_engine_and_begins(
    qapp: QApplication, tmp_path: Path, home: Path, system: GameSystem
) -> None:
    family = InstalledGame(system)
    rules = RulesBench(qapp, tmp_path, family)
    rules.come_to_rules()
    start = rules.desk.target.start
    assert start is not None
    at_first = rules.desk.choices
    assert family.options
    for key in sorted(family.options):
        rules.switch(key)
        if family.lacks(key, at_first):  # what is out of force in this scenario is not offered
            assert rules.desk.choices == at_first
            continue
        chosen = rules.desk.choices
        assert chosen.on == at_first.on ^ {key}
        verdict = rules.page.verdict.verdict
        assert verdict is not None
        assert list(verdict.problems) == family.problems(chosen)
        assert list(verdict.near) == (family.nearest(chosen) if verdict.problems else [])
        alone = replace(chosen, on=frozenset({key}))
        if not family.problems(alone):
            assert start.begin(alone).open().prompt is not None
        rules.switch(key)
        assert rules.desk.choices == at_first
    rules.close()


def _grounds() -> Iterator[Start]:
    """Yield a scenario of each game, and one more for each other set of words that a game's scenarios grant."""
    for system in (EMPIRES, GRANDE_ARMEE, TWIN_RIVERS):
        family = InstalledGame(system)
        yield from {one.grants: Start(family, one) for one in reversed(system.scenarios)}.values()


@pytest.mark.parametrize("start", [*_grounds()], ids=lambda one: one.name)
def test_all_pairs_of_options_by_the_engine(start: Start) -> None:
    """Each set that works begins; one that does not is near to sets that do."""
    family, grants = start.family, start.begins_with.grants
    sets = [Choices(frozenset(on), grants=grants) for on in combinations(sorted(family.options), 2)]
    broken = [one for one in sets if family.problems(one)]
    for choices in broken:
        near = family.nearest(choices)
        assert near
        assert not any(family.problems(replace(choices, on=on)) for on in near)
    working = [one for one in sets if one not in broken]
    assert working or len(family.options) < 2
    for choices in working:
        assert start.begin(choices).open().prompt is not None


def test_the_sheet_is_called_after_the_campaign_and_is_of_the_kind_that_is_chosen(
    rivers: RulesBench, tmp_path: Path
) -> None:
    rivers.begin()
    rivers.come_to_rules()
    rivers.rules.write_sheet(str(tmp_path / "rules.html"))
    assert "<h1>Twin Rivers</h1>" in (tmp_path / "rules.html").read_text("utf-8")
    rivers.rules.write_sheet(str(tmp_path / "rules.pdf"))
    assert (tmp_path / "rules.pdf").read_bytes().startswith(b"%PDF")
    rivers.rules.ask_sheet()
    (dialog,) = rivers.window.findChildren(QFileDialog)
    assert Path(dialog.selectedFiles()[0]).name == "rules.html"
    dialog.filterSelected.emit("PDF (*.pdf)")
    assert Path(dialog.selectedFiles()[0]).name == "rules.pdf"
    dialog.reject()


def test_the_line_at_the_foot_is_of_the_rules_and_not_of_the_table(rivers: RulesBench) -> None:
    rivers.begin()
    rivers.come_to_rules()
    assert "Space: switch an option" in rivers.window.status.hint.text()
