"""Rulings in the dialogs: found, explained, decided for a new campaign and, by agreement, in a running one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QListWidgetItem, QMessageBox, QPushButton

from sandtable.engine import InstalledGame, Option, RuleModule
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.engine.rules.options import Choices
from sandtable.engine.running.offers import offers
from sandtable.library.campaigns.opening import open_campaign
from sandtable.play.table.sitting import Wishes, resume_sitting
from sandtable.testing import toy
from sandtable_editor.play.forms.options_form import OptionsForm
from sandtable_editor.play.table.options_dialog import OptionsDialog
from sandtable_editor.shell.pieces import Sentence
from tests.editor.workbench import Workbench
from tests.engine.rules.test_rulings import Bridges

STORMS = "Commanders in storms"
NOT_USED = {"storm_command": {"commanders": "not used"}}


def named(form: OptionsForm, title: str) -> QListWidgetItem:
    return form.list.findItems(title, Qt.MatchFlag.MatchStartsWith)[0]


def decide(bench: Workbench, form: OptionsForm, value: str) -> QComboBox:
    """Choose a value for the ruling on storms, as a hand does."""
    form.list.setCurrentItem(named(form, STORMS))
    bench.settle()
    (box,) = form.explanation.findChildren(QComboBox)
    box.setCurrentIndex(box.findText(value, Qt.MatchFlag.MatchStartsWith))
    bench.settle()
    return box


def form_of(bench: Workbench, choices: Choices | None = None) -> OptionsForm:
    form = OptionsForm(bench.family, choices or Choices(), bench.window.jobs)
    form.show()
    bench.settle()
    return form


def test_rulings_stand_under_a_heading_with_what_they_decide_and_their_rules(peninsula: Workbench) -> None:
    form = form_of(peninsula)
    heading = named(form, "Rulings")
    assert not heading.flags() & Qt.ItemFlag.ItemIsSelectable
    assert named(form, STORMS).text() == "Commanders in storms: used"
    assert form.list.row(heading) < form.list.row(named(form, STORMS))
    box = decide(peninsula, form, "used")
    assert [box.itemText(at) for at in range(box.count())] == ["used (recommended)", "not used"]
    (says,) = [one for one in form.explanation.findChildren(Sentence) if "no rule excepts them" in one.text()]
    says.linkActivated.emit("rule:BASE-10.6.1-storm-ratings")
    shown = "\n".join(one.text() for one in form.explanation.findChildren(QLabel) if one.isVisible())
    assert f"<b>BASE-10.6.1-storm-ratings: {peninsula.family.texts['BASE-10.6.1-storm-ratings'].title}</b>" in shown
    form.close()


def test_rulings_are_found_by_their_words(peninsula: Workbench) -> None:
    form = form_of(peninsula)
    form.words.setText("assaults sorties")
    rows = [form.list.item(at) for at in range(form.list.count())]
    assert [row.text() for row in rows if not row.isHidden()] == ["Rulings", "Commanders in storms: used"]
    form.words.setText("cavalry superiority")
    assert [row.text() for row in rows if not row.isHidden()] == ["Cavalry superiority"]
    form.close()


def test_a_scenario_may_come_with_its_rulings(peninsula: Workbench) -> None:
    form = form_of(peninsula, Choices(parameters=NOT_USED))
    assert form.choices.parameters == NOT_USED
    assert named(form, STORMS).text() == "Commanders in storms: not used"
    assert named(form, STORMS).font().bold()
    decide(peninsula, form, "used")
    assert form.choices == Choices()  # the default is nothing that was chosen
    form.close()


class Ice(RuleModule):
    """An option that can never be used."""

    key = "ice"
    option = Option("Ice", "Rivers freeze.", conflicts=("bridges",))


def test_the_nearest_set_that_works_leaves_rulings_as_they_are(bench: Workbench) -> None:
    line = {"bridges": {"crossing": "in line"}}
    form = OptionsForm(InstalledGame(toy(Bridges, Ice)), Choices(frozenset({"ice"}), line), bench.window.jobs)
    form.show()
    bench.wait(lambda: any(one.text() == "Without ice" for one in form.findChildren(QPushButton)))
    bench.press("Without ice", form)
    assert form.choices == Choices(parameters=line)
    form.close()


def test_a_ruling_is_changed_by_agreement_taken_back_and_kept(peninsula: Workbench) -> None:
    bench = peninsula
    bench.begin(Wishes(seed="1", seats="one"))
    campaign = bench.campaign
    bench.window.commands["options"].trigger()
    bench.settle()
    made = next(one for one in QApplication.topLevelWidgets() if isinstance(one, OptionsDialog) and one.isVisible())
    decide(bench, made.form, "not used")
    bench.wait(made.propose.isEnabled)
    assert "<b>Commanders in storms:</b> used → not used" in "\n".join(
        one.text() for one in made.impact.findChildren(QLabel)
    )
    bench.press("Propose to the table", made)
    while isinstance(box := QApplication.activeModalWidget(), QMessageBox):
        bench.press("I agree", box)
    bench.window.activateWindow()
    _on(bench)
    assert campaign.game.rulebook.choices.parameters == NOT_USED
    path, family = campaign.sitting.path, bench.family
    assert "“Commanders in storms” is now not used (it was used)" in bench.log_text()
    bench.play.close_campaign()
    bench.settle()
    opened = open_campaign(family, path)
    assert not [one for one in verify(family, opened.start, opened.referee.journal) if isinstance(one, Mismatch)]
    bench.play.accept(resume_sitting(opened))
    bench.settle()
    assert bench.campaign.game.rulebook.choices.parameters == NOT_USED
    while bench.campaign.game.rulebook.choices.parameters:
        bench.campaign_view.council.undo()
        bench.settle()
    assert bench.campaign.game.rulebook.choices == Choices()


def _on(bench: Workbench) -> None:
    """Answer until the step has ended: the order of movement, then the end of the depots."""
    referee = bench.campaign.referee
    while not referee.game.rulebook.choices.parameters:
        prompt = referee.prompt
        assert prompt is not None
        ask = prompt.open[0]
        offer = offers(referee.view(ask.side), ask)
        action = next((one for one in offer if one.label == "End step"), offer[0])
        bench.campaign.act(lambda: referee.play(next(iter(action.actions())), ask.side))  # noqa: B023
        bench.settle()
