"""The list of options: one that lacks what it needs is not offered, and says what it lacks."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QListWidgetItem

from sandtable.engine import Choices, InstalledGame, Option, RuleModule
from sandtable.testing import toy
from sandtable_editor.play.forms.options_form import OptionsForm
from tests.editor.workbench import Workbench


class Fleet(RuleModule):
    """Fleets, where there is a sea."""

    key = "fleet"
    option = Option("Fleets", "Fleets put to sea.")
    needs = "sea"


class Storms(RuleModule):
    """Storms, where there are fleets."""

    key = "storms"
    option = Option("Storms", "It blows.")
    needs = "fleet"


class Tides(RuleModule):
    """Tides, where there is a moon."""

    key = "tides"
    needs = "moon"


GAME = InstalledGame(toy(Fleet, Storms, Tides))


def form_of(bench: Workbench, *on: str, grants: tuple[str, ...] = ()) -> OptionsForm:
    form = OptionsForm(GAME, Choices(frozenset(on), grants=frozenset(grants)), bench.window.jobs)
    form.show()
    bench.settle()
    return form


def item(form: OptionsForm, title: str) -> QListWidgetItem:
    return form.list.findItems(title, Qt.MatchFlag.MatchStartsWith)[0]


def is_offered(form: OptionsForm, title: str) -> bool:
    return bool(item(form, title).flags() & Qt.ItemFlag.ItemIsUserCheckable)


def shown(form: OptionsForm) -> str:
    return "\n".join(one.text() for one in form.findChildren(QLabel) if one.isVisible())


def test_an_option_that_the_scenario_gives_no_ground_for_is_not_offered(bench: Workbench) -> None:
    form = form_of(bench)
    assert (is_offered(form, "Fleets"), item(form, "Fleets").text()) == (False, "Fleets (out of force)")
    assert "the scenario does not grant sea" in item(form, "Fleets").toolTip()
    form.list.setCurrentItem(item(form, "Fleets"))
    bench.settle()
    assert "it needs sea: the scenario does not grant sea." in shown(form)
    assert "Module tides is out of force: it needs moon: the scenario does not grant moon" in shown(form)
    form.close()


def test_an_option_is_offered_as_soon_as_another_gives_it_what_it_needs(bench: Workbench) -> None:
    form = form_of(bench, grants=("sea", "moon"))
    assert (is_offered(form, "Fleets"), is_offered(form, "Storms")) == (True, False)
    item(form, "Fleets").setCheckState(Qt.CheckState.Checked)
    assert is_offered(form, "Storms")
    item(form, "Storms").setCheckState(Qt.CheckState.Checked)
    assert form.choices == Choices(frozenset({"fleet", "storms"}), grants=frozenset({"sea", "moon"}))
    item(form, "Fleets").setCheckState(Qt.CheckState.Unchecked)
    assert item(form, "Storms").text() == "Storms (out of force)"
    assert is_offered(form, "Storms")  # it can be switched off again
    form.close()


def test_a_preset_leaves_what_is_granted(bench: Workbench) -> None:
    form = form_of(bench, grants=("sea",))
    form.choose(Choices(frozenset({"fleet"})))
    assert form.choices.grants == {"sea"}
    form.close()
