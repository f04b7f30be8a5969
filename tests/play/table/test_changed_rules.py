"""Rules that have changed since a campaign was played last: a few by name, many by how many there are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.engine import Choices, Referee
from sandtable.engine.referee.epochs import epoch_of
from sandtable.play.table.changed_rules import list_changes, summarize_changes
from sandtable.testing import install_game
from sandtable_twin_rivers import MODULES, SCENARIO, TWIN_RIVERS


def played() -> Referee:
    game = install_game(TWIN_RIVERS)
    referee = Referee.begin(game, game.system.start_rows(SCENARIO), Choices(frozenset(game.options))).open()
    referee.accept_rules(epoch_of(referee))
    return referee


def test_what_has_not_changed_is_not_told() -> None:
    assert summarize_changes(played()) == []


def test_a_few_modules_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    referee = played()
    monkeypatch.setattr(MODULES[0], "version", "2")
    assert summarize_changes(referee) == list_changes(referee)
    (told,) = list_changes(referee)
    assert told.startswith("The module marching went from version ")


def begun_without(*keys: str) -> Referee:
    """Return a campaign that was begun when modules of Twin Rivers were not there yet, or were off."""
    referee = played()
    then = epoch_of(referee)
    modules = {key: told for key, told in then.modules.items() if key not in keys}
    referee.accept_rules(replace(then, modules=modules))
    return referee


def test_a_module_that_has_come_since_is_named_and_an_option_is_not() -> None:
    """The option may have been switched on at the table."""
    there = install_game(TWIN_RIVERS).in_force(Choices())
    always = [one.key for one in MODULES if one.key in there]
    options = sorted(install_game(TWIN_RIVERS).options)
    assert list_changes(begun_without(always[0], options[0])) == [f"The module {always[0]} is new"]
    assert summarize_changes(begun_without(*always[:4])) == [
        "4 modules of Twin Rivers are new since this campaign was played."
    ]


def test_many_are_counted_by_game(monkeypatch: pytest.MonkeyPatch) -> None:
    referee = played()
    for module in MODULES:
        monkeypatch.setattr(module, "version", "2")
    assert summarize_changes(referee) == ["8 modules of Twin Rivers are newer than in this campaign."]
    assert len(list_changes(referee)) == 8
