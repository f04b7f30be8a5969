"""The list of options: one that lacks what it needs is not offered, and says what it lacks."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QListWidgetItem

from sandtable.engine import Choices, InstalledGame
from sandtable.testing import toy
from sandtable_editor.play.forms.options_form import OptionsForm
from tests.editor.workbench import Workbench
from tests.games.seas import Base, Navy, Storms, Wrecks

GAME = InstalledGame(toy(Base, Navy, Storms, Wrecks))


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
    assert (is_offered(form, "Storms"), item(form, "Storms").text()) == (False, "Storms (out of force)")
    assert "navy is not in force" in item(form, "Storms").toolTip()
    form.list.setCurrentItem(item(form, "Storms"))
    bench.settle()
    assert "it needs navy: navy is not in force." in shown(form)
    assert "Module navy is out of force: it needs sea: the scenario does not grant sea" in shown(form)
    form.close()


def test_an_option_is_offered_as_soon_as_another_gives_it_what_it_needs(bench: Workbench) -> None:
    form = form_of(bench, grants=("sea",))
    assert (is_offered(form, "Storms"), is_offered(form, "Wrecks")) == (True, False)
    item(form, "Storms").setCheckState(Qt.CheckState.Checked)
    assert is_offered(form, "Wrecks")
    item(form, "Wrecks").setCheckState(Qt.CheckState.Checked)
    assert form.choices == Choices(frozenset({"storms", "wrecks"}), grants=frozenset({"sea"}))
    item(form, "Storms").setCheckState(Qt.CheckState.Unchecked)
    assert item(form, "Wrecks").text() == "Wrecks (out of force)"
    assert is_offered(form, "Wrecks")  # it can be switched off again
    form.close()


def test_a_preset_leaves_what_is_granted(bench: Workbench) -> None:
    form = form_of(bench, grants=("sea",))
    form.choose(Choices(frozenset({"storms"})))
    assert form.choices.grants == {"sea"}
    form.close()
