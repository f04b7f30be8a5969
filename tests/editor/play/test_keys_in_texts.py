"""Texts that name a key name the one that its command has: given another, all of them say so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMessageBox, QWidget

from sandtable.engine import EndStep
from sandtable.play.table import going_back
from sandtable.play.table.sitting import Wishes
from tests.editor.play.player import enter, sit_down
from tests.editor.play.test_fields import ORDERS, at_march
from tests.editor.workbench import Workbench

KEY: Final = re.compile(r"(?:(?:Ctrl|Alt|Shift|Meta)\+)+[^\s,:;.)]+|\bF\d+\b")
FIXED: Final = {"F2", "Alt+A"}
"""Keys that no command has: of a list, of an underlined letter."""
NAMED: Final = {"Ctrl+N", "Ctrl+O", "Ctrl+Enter", "Ctrl+P", "Ctrl+F", "Ctrl+G", "Alt+Left", "Alt+Right", "Ctrl+Z"}
"""What texts name while commands have their own keys, if all these places are gone to."""


def texts(bench: Workbench) -> Iterator[str]:
    """Yield all words of the window and its dialogs, tool tips too."""
    for root in bench.roots():
        for one in (root, *root.findChildren(QWidget)):
            yield from (one.toolTip(), one.statusTip(), one.whatsThis(), one.accessibleDescription())
            if isinstance(one, QLabel | QAbstractButton):
                yield one.text()
            if isinstance(one, QMessageBox):
                yield one.informativeText()


def named(bench: Workbench) -> set[str]:
    """Return the keys that can be read in the window now."""
    bench.settle()
    return {key for text in texts(bench) for key in KEY.findall(text)} - FIXED


def go_round(bench: Workbench) -> set[str]:
    """Return the keys that are read in all that names some."""
    return named(bench) | keys_of_a_turn(bench) | keys_of_bots(bench) | keys_at_the_end(bench)


def put_away(bench: Workbench) -> None:
    """Close the campaign, and have no file of it."""
    bench.play.close_campaign()
    bench.settle()
    for path in bench.folder.glob("*.campaign*"):
        path.unlink()


def keys_of_a_turn(bench: Workbench) -> set[str]:
    """Return the keys that are read while somebody is asked, and looks back, and is guided."""
    at_march(bench)
    found = named(bench)
    for offer in bench.draft.open:
        bench.draft.take_up(offer)
        found |= named(bench)
        bench.draft.put_down()
    for command in ("look_back", "recap", "guide"):
        bench.window.commands[command].trigger()
        bench.settle()
        bench.wait(lambda: not bench.window.jobs.running)
        found |= named(bench)
        bench.campaign_view.middle.leave()
    bench.campaign_view.guiding.leave()
    put_away(bench)
    return found


def keys_of_bots(bench: Workbench) -> set[str]:
    """Return the keys that are read while bots play and are paused, and when they are to be undone."""
    bench.window.settings.put("play/pace", "slow")
    bench.begin(Wishes(seed="3", seats="Anna=Blue,bots=Red", bots=("Red",)), ORDERS[0], name="bots")
    sit_down(bench)
    while bench.campaign.turn_state != "bots":
        enter(bench, EndStep())
    found = named(bench)
    bench.window.commands["bots_wait"].setChecked(True)
    found |= named(bench)
    bench.window.commands["bots_wait"].setChecked(False)
    bench.campaign_view.pace.choose("at once")
    bench.wait(lambda: bench.stands("asks") or bench.stands("over"))
    bench.window.commands["undo"].trigger()
    found |= named(bench)
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QMessageBox):
            widget.reject()
    put_away(bench)
    return found


def keys_at_the_end(bench: Workbench) -> set[str]:
    """Return the keys that are read when the game is over."""
    bench.window.settings.put("play/pace", "at once")
    bench.begin(Wishes(seed="3", seats="bots=Red+Blue", bots=("Red", "Blue")), name="end")
    bench.wait(lambda: bench.stands("over"))
    found = named(bench)
    put_away(bench)
    return found


def test_all_texts_follow_the_keys_of_ones_own(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(going_back, "MANY_OF_BOTS", 1)
    commands = bench.window.commands
    assert go_round(bench) >= NAMED
    given = {f"Ctrl+Shift+F{at}" for at in range(1, 36)} | {f"Ctrl+Alt+F{at}" for at in range(1, 36)}
    free = sorted(given)
    for command in [one.action.objectName() for one in commands if one.keys]:
        assert commands.give_key(command, QKeySequence(free.pop())) == ""
    assert named(bench) <= given  # what is shown already, too
    assert go_round(bench) <= given


def test_where_a_command_has_no_key_its_menu_is_named(bench: Workbench) -> None:
    bench.begin()
    bench.window.commands.give_key("find", None)
    bench.settle()
    place = bench.campaign_view.place
    assert place is not None
    said = [label.text() for label in place.findChildren(QLabel)]
    assert "Click a place on the map, or find one: “Find a place” in the menu Edit." in said
    assert bench.window.commands.key_of("do_it") == "Ctrl+Enter"
