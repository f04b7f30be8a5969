"""Somebody who enters an action at the window: with the mouse in the prompt, with the keyboard, or on the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QListWidget, QPushButton, QSpinBox

from sandtable.engine import Action
from sandtable.engine.running.offers import Offer
from sandtable.play.turn.entries import DiceEntry, ListEntry, NumberEntry, SharesEntry, SubsetEntry, TextEntry, WayEntry
from sandtable_editor.play.turn.fields.field import ValueList
from sandtable_editor.play.turn.fields.shared import SharedField
from tests.editor.workbench import CTRL, Workbench

How = Literal["mouse", "keys", "map"]
ENTER, DOWN, UP, SPACE = Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Space


def enter(bench: Workbench, action: Action, how: How = "mouse") -> None:
    """Enter an action for the question that is open, and do it."""
    plies = bench.campaign.referee.journal.serial
    if bench.draft.offer is None or bench.draft.offer.kind is not type(action):
        choose_kind(bench, type(action).label(), how)
    for name in action.__struct_fields__:
        if bench.campaign.referee.journal.serial == plies and bench.draft.field == name:
            fill(bench, getattr(action, name), how)
    if bench.campaign.referee.journal.serial == plies and bench.draft.action() == action:
        go_on(bench, how)
    done = bench.campaign.referee.journal
    assert done.serial > plies, f"{action} was not done: {bench.draft.objection}, {bench.draft.filled_fields}"
    assert done[plies].action == action, f"{done[plies].action} was done, not {action}"


def choose_kind(bench: Workbench, label: str, how: How) -> None:
    """Choose a kind of action by its name, with the mouse or by its number."""
    number = next(one.number for one in bench.draft.listed if one.offer.label == label)
    if how == "keys" and number < 10 and bench.draft.offer is None:
        bench.key(Qt.Key(Qt.Key.Key_0.value + number))
    else:
        bench.click(next(one for one in bench.campaign_view.prompt.offers if one.number == number))


def go_on(bench: Workbench, how: How) -> None:
    """Say that a field, or the action, is filled."""
    if how == "keys":
        bench.key(ENTER, CTRL)
    else:
        bench.click(bench.campaign_view.prompt.commit)


def fill(bench: Workbench, value: Any, how: How) -> None:
    """Fill the present field with a value, and go on."""
    entry = bench.draft.entry
    fillers: dict[type[object], Callable[[Workbench, Any, How], None]] = {
        ListEntry: _listed, NumberEntry: _number, SubsetEntry: _several, SharesEntry: _shared, WayEntry: _way,
        TextEntry: _words, DiceEntry: _dice,
    }  # fmt: skip
    fillers[type(entry)](bench, value, how)
    if bench.draft.entry is entry and not isinstance(entry, ListEntry):
        assert bench.campaign_view.prompt.commit.isEnabled(), f"{value} cannot be: {bench.screen()}"
        go_on(bench, how)


def _listed(bench: Workbench, value: Any, how: How) -> None:
    entry = bench.draft.entry
    assert isinstance(entry, ListEntry)
    row, spot = entry.values.index(value), bench.draft.places.spot(value)
    if how == "map" and spot in bench.map.counters:
        bench.click_counter(spot)
    elif how == "map" and bench.draft.places.is_space(spot):
        bench.click_space(spot)
    elif how == "keys":
        _go_to(bench, bench.field(ValueList), row)
        bench.key(ENTER)
    else:
        bench.choose(row, bench.field(ValueList))


def _go_to(bench: Workbench, listed: QAbstractItemView, row: int) -> None:
    """Go to a row with the arrows, as fast as somebody types."""
    for _ in range(abs(listed.currentIndex().row() - row)):
        there = QApplication.focusWidget()
        assert there is not None
        QTest.keyClick(there, DOWN if listed.currentIndex().row() < row else UP)
    bench.settle()
    assert listed.currentIndex().row() == row, "the keyboard is elsewhere"


def _number(bench: Workbench, value: int, how: How) -> None:
    box = bench.field(QSpinBox)
    if how == "keys":
        bench.key(Qt.Key.Key_A, CTRL)
        bench.write(str(value))
    else:
        for _ in range(abs(box.value() - value)):
            box.stepBy(1 if box.value() < value else -1)
            bench.settle(1)


def _several(bench: Workbench, value: tuple[Any, ...], how: How) -> None:
    entry, listed = bench.draft.entry, bench.field(QListWidget)
    assert isinstance(entry, SubsetEntry)
    for one in value:
        if one in entry.chosen:
            continue
        row = entry.domain.values.index(one)
        if how == "map" and one in bench.map.counters:
            bench.click_counter(one)
        elif how == "keys":
            _go_to(bench, listed, row)
            bench.key(SPACE)
        else:
            bench.choose(row, listed)


def _shared(bench: Workbench, value: tuple[tuple[Any, int], ...], how: How) -> None:
    entry, field = bench.draft.entry, bench.campaign_view.prompt.field
    assert isinstance(entry, SharesEntry)
    assert isinstance(field, SharedField)
    shares = dict(value)
    for part, box in field.boxes.items():
        share = shares.get(part, 0)
        if how == "map" and part in bench.map.counters:
            for _ in range(share):
                bench.click_counter(part)
        elif how == "keys":
            box.setFocus()
            bench.key(Qt.Key.Key_A, CTRL)
            bench.write(str(share))
        else:
            for _ in range(abs(box.value() - share)):
                bench.key(UP if box.value() < share else DOWN, widget=box)


def _way(bench: Workbench, value: tuple[Any, ...], how: How) -> None:
    entry = bench.draft.entry
    assert isinstance(entry, WayEntry)
    for at, step in enumerate(value):
        if entry.way[: at + 1] == value[: at + 1]:
            continue
        row = list(entry.onward()).index(step)
        if how == "map":
            bench.click_space(bench.draft.places.spot(step))
        elif how == "keys":
            _go_to(bench, bench.field(ValueList), row)
            bench.key(ENTER)
        else:
            bench.choose(row, bench.field(ValueList))
    assert entry.way == value


def _words(bench: Workbench, value: str, how: How) -> None:
    bench.click(bench.field(QLineEdit))
    bench.write(value)


def _dice(bench: Workbench, value: tuple[int, ...], how: How) -> None:
    if how == "keys":
        bench.write(" ".join(map(str, value)))
    else:
        field = bench.campaign_view.prompt.field
        assert field is not None
        faces = field.findChildren(QPushButton)
        for face in value:
            bench.click(faces[face - 1])


def sit_down(bench: Workbench) -> None:
    """Have whoever is asked come to the screen, through the curtain."""
    if bench.campaign.turn_state == "next":
        bench.click(bench.campaign_view.prompt.commit)
    if bench.campaign.turn_state == "curtain":
        bench.click(bench.campaign_view.curtain.sit)


def offer_of(bench: Workbench, label: str) -> Offer:
    """Return an offer by its label."""
    return next(one for one in (*bench.draft.open, *bench.draft.shut) if one.label == label)
