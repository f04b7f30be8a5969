"""The map as a screen reader has it: counters and spaces with names, states, places and actions; the focus is told."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget

from sandtable.present import Reach
from sandtable_editor.canvas import MapView
from sandtable_editor.canvas.widget.spoken_map import FOCUS, MENU, PRESS, SpokenPart
from tests.editor.canvas.small_maps import Hands, S, counter, hexes
from tests.editor.canvas.test_mouse import Heard


@pytest.fixture
def heard(view: MapView) -> Heard:
    view.set_counters([counter("i", "alba", order=1), counter("ii", "alba", order=2), counter("iii", "dora")])
    return Heard(view)


def spoken(view: MapView) -> QAccessibleInterface:
    return QAccessible.queryAccessibleInterface(view)


def names(view: MapView) -> list[str]:
    it = spoken(view)
    return [it.child(at).text(QAccessible.Text.Name) for at in range(it.childCount())]


def part(view: MapView, name: str) -> QAccessibleWidget:
    it = spoken(view)
    found = next(it.child(at) for at, one in enumerate(names(view)) if one.startswith(name))
    assert isinstance(found, QAccessibleWidget)
    return found


def test_counters_and_spaces_are_its_children_and_have_names(view: MapView, heard: Heard) -> None:
    it = spoken(view)
    assert it.text(QAccessible.Text.Name) == "Map"
    assert it.role() == QAccessible.Role.List
    found = names(view)
    assert found[0] == view.words_of("ii")
    assert "1 of 2" in found[0]
    assert "Alba, 2 counters: II Corps, I Corps" in found
    assert "Bona" in found
    assert len(found) == 3 + len(view.geography.ids) + len(view.geography.marks)
    for at in range(it.childCount()):
        child = it.child(at)
        assert it.indexOfChild(child) == at
        assert child.parent() is it
        assert child.role() == QAccessible.Role.ListItem


def test_the_focus_of_the_keys_is_told(view: MapView, heard: Heard, hands: Hands, hearing: list[str]) -> None:
    assert spoken(view).focusChild() is None
    hands.key(Qt.Key.Key_Tab)
    focused = spoken(view).focusChild()
    assert focused.text(QAccessible.Text.Name).startswith("II Corps")
    assert focused.state().focused
    hands.key(Qt.Key.Key_Right)
    assert spoken(view).focusChild().text(QAccessible.Text.Name) == "Bona"
    assert hearing == [view.words_of("ii"), "Bona"]


def test_what_may_be_chosen_and_what_it_costs_is_said(view: MapView, heard: Heard) -> None:
    view.highlight({S("bona"): "#112233"})
    assert "Bona, can be chosen" in names(view)
    view.highlight({})
    view.show_reach(
        Reach(
            piece="iii", costs={S("bona"): "2"}, barred={S("cava"): ("the river is in flood (R-1)",)},
            further={S("alba"): "5"}, risk="forced march",
        )
    )  # fmt: skip
    said = names(view)
    assert "Bona, reached for 2 movement points" in said
    assert "Cava, cannot be reached: the river is in flood (R-1)" in said
    assert "Alba, 2 counters: II Corps, I Corps, reached for 5 movement points: forced march" in said


def test_a_reader_can_press_focus_and_ask_for_the_menu(view: MapView, heard: Heard) -> None:
    assert part(view, "III").actionNames() == [PRESS, FOCUS, MENU]
    clicked: list[str] = []
    view.counter_clicked.connect(clicked.append)
    part(view, "III").doAction(PRESS)
    assert clicked == ["iii"]
    assert view.selection == ("iii",)
    assert part(view, "III").state().selected
    part(view, "Bona").doAction(PRESS)
    assert heard.of("space_clicked") == [("bona",)]
    part(view, "I Corps").doAction(FOCUS)
    assert view.counters.focus == "i"
    part(view, "Cava").doAction(MENU)
    assert [space for space, _ in heard.of("space_context")] == ["cava"]


def test_they_are_where_they_are_seen(view: MapView, heard: Heard) -> None:
    it = spoken(view)
    for name in ("III", "Bona", "Cava"):
        box = part(view, name).rect()
        assert not box.isEmpty()
        there = it.childAt(box.center().x(), box.center().y())
        assert there.text(QAccessible.Text.Name).startswith(name)


def test_what_is_gone_says_nothing_and_is_let_go_of(view: MapView, heard: Heard) -> None:
    held = part(view, "III")
    view.set_counters([counter("i", "alba")])
    assert names(view)[0].startswith("I Corps")
    assert held.text(QAccessible.Text.Name) == ""
    held.doAction(PRESS)
    assert view.selection == ()
    del held
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert len(view.findChildren(SpokenPart)) <= len(names(view))


def test_of_hexes_those_are_heard_of_that_matter(view: MapView, hands: Hands) -> None:
    view.show_map(hexes())
    view.set_counters([counter("i", "0504")])
    assert len(names(view)) < 40
    assert any(one.startswith("0504, 1 counter: I Corps") for one in names(view))
    hands.click(hands.at("0707"))
    assert any(one.startswith("0707") for one in names(view))


@pytest.fixture
def hearing(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Give what a screen reader is told to have the focus."""
    told: list[str] = []

    def hear(event: QAccessibleEvent) -> None:
        if event.type() == QAccessible.Event.Focus:
            told.append(event.accessibleInterface().text(QAccessible.Text.Name))

    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    QAccessible.setActive(True)
    yield told
    QAccessible.setActive(False)
