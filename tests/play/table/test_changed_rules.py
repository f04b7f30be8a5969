"""Rules that have changed since a campaign was played last: a few by name, many by how many there are."""

from __future__ import annotations

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


def test_many_are_counted_by_game(monkeypatch: pytest.MonkeyPatch) -> None:
    referee = played()
    for module in MODULES:
        monkeypatch.setattr(module, "version", "2")
    assert summarize_changes(referee) == ["8 modules of Twin Rivers are newer than in this campaign."]
    assert len(list_changes(referee)) == 8
