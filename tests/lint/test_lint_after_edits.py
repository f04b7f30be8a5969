"""A look at what an edit of a scenario touched finds what a look at all of it does: random edits in every game."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.design.scenario_draft import open_design
from sandtable.engine import InstalledGame
from sandtable.engine.state.charts import Chart, DesignedChart, Lookup
from sandtable.engine.state.rows import Due
from sandtable.library.shipped import shipped_path
from sandtable.library.store.documents import ScenarioDocument
from sandtable.library.store.scenario_parts import RowChanges, Rows, ScenarioNote
from sandtable.library.store.shelf import Shelf
from sandtable.lint.findings import Finding
from sandtable.lint.scenarios import ScenarioLint, check_scenario
from sandtable.play.begin.games import Games
from tests.lint.marches import FAMILY, scenario
from tests.lint.ploughed_marches import PLOUGHED, ploughed
from tests.lint.sheets import isle
from tests.tiers import count

EDITS = count(1000)
SHIPPED = {
    "peninsula-1808": "empires", "danube-1809": "empires", "jena-1806": "grande_armee",
    "wagram-1809": "grande_armee", "austria-1809": "grande_armee",
}  # fmt: skip
GAMES = Games()
Given = tuple[ScenarioDocument, Any, InstalledGame, Shelf]


def shipped(key: str) -> Given:
    design = open_design(shipped_path(), key, GAMES.family(SHIPPED[key]))
    assert design.shelf is not None
    return design.document, design.map, design.family, design.shelf


def of_a_game(game: str) -> Given:
    """Return the first scenario of a game that has its scenarios in its code."""
    family = GAMES.family(game)
    first = family.system.scenarios[0]
    shelf = Shelf(family)
    sheet: Any = first.map() if first.map is not None else None
    return shelf.scenario(first.key), sheet, family, shelf


def of_marches() -> Given:
    return scenario(), isle(), FAMILY, Shelf(FAMILY)


def of_ploughed_marches() -> Given:
    return ploughed(revision=isle().digest), isle(), PLOUGHED, Shelf(PLOUGHED)


class OnBase(Shelf):
    """A shelf with one scenario on it."""

    def __init__(self, base: ScenarioDocument, family: InstalledGame) -> None:
        super().__init__(family)
        self._base = base

    def scenario(self, key: str) -> ScenarioDocument:
        return self._base if key == self._base.key else super().scenario(key)


def overlay() -> Given:
    """Return a scenario that extends the one on the Peninsula and says nothing yet."""
    base, sheet, family, _ = shipped("peninsula-1808")
    over = replace(base, key="over", extends=base.key, base=base.digest, rows={}, setting={})
    return over, sheet, family, OnBase(base, family)


SCENARIOS: dict[str, Callable[[], Given]] = {
    **{key: partial(shipped, key) for key in SHIPPED},
    **{key: partial(of_a_game, key) for key in ("twin_rivers", "drill_ground")},
    "marches": of_marches, "ploughed marches": of_ploughed_marches, "overlay": overlay,
}  # fmt: skip


class Mischief:
    """Edits of a scenario, sound ones and others, drawn at random."""

    def __init__(self, given: Given, seed: int) -> None:
        self.first, self.sheet, self.family, self.shelf = given
        self.rng = Random(seed)
        self.named: Rows = self.first.rows or self.shelf.laid(self.first).rows

    def edit(self, document: ScenarioDocument) -> ScenarioDocument:
        kinds = (self.change, self.change, self.move, self.move, self.remove, self.add, self.spoil, self.put_back)
        rare = (self.words, self.options, self.cell, self.due, self.setting, self.over)
        return self.rng.choice((*kinds, *kinds, *rare))(document)

    def _row(self) -> tuple[str, str]:
        table = self.rng.choice(sorted(table for table, some in self.named.items() if some))
        return table, self.rng.choice(sorted(self.named[table]))

    def _put(self, document: ScenarioDocument, table: str, id: str, row: dict[str, Any] | None) -> ScenarioDocument:
        some = {**document.rows.get(table, {}), id: row}
        rows: Rows = {**document.rows, table: {id: one for id, one in sorted(some.items()) if one is not None}}
        return replace(document, rows=rows)

    def _now(self, document: ScenarioDocument, table: str, id: str) -> dict[str, Any]:
        return deepcopy(document.rows.get(table, {}).get(id) or self.named[table][id])

    def change(self, document: ScenarioDocument) -> ScenarioDocument:
        """Give a row a value that another of its table has."""
        table, id = self._row()
        other = self.rng.choice(sorted(self.named[table].values(), key=str))
        field = self.rng.choice(sorted(other))
        return self._put(document, table, id, {**self._now(document, table, id), field: other[field], "id": id})

    def move(self, document: ScenarioDocument) -> ScenarioDocument:
        """Change a field that says a place, a date or how many."""
        table, id = self._row()
        row = self._now(document, table, id)
        if not (fields := sorted(name for name in row if name != "id")):
            return document
        field = self.rng.choice(fields)
        choices: dict[str, list[Any]] = {"str": ["toledo", "nowhere", ""], "int": [0, 1, 7, 99]}
        value = self.rng.choice(choices.get(row[field].__class__.__name__, [None]))
        return self._put(document, table, id, {**row, field: value})

    def remove(self, document: ScenarioDocument) -> ScenarioDocument:
        return self._put(document, *self._row(), None)

    def put_back(self, document: ScenarioDocument) -> ScenarioDocument:
        """Undo whatever has been done to a few rows."""
        for table, id in (self._row() for _ in range(self.rng.randint(1, 9))):
            document = self._put(document, table, id, self.first.rows.get(table, {}).get(id))
        return document

    def add(self, document: ScenarioDocument) -> ScenarioDocument:
        table, id = self._row()
        fresh = f"{id} {self.rng.randint(2, 4)}"
        return self._put(document, table, fresh, {**self._now(document, table, id), "id": fresh})

    def spoil(self, document: ScenarioDocument) -> ScenarioDocument:
        table, id = self._row()
        row = self._now(document, table, id)
        wrong = self.rng.choice(({"colour": "blue"}, {"id": "another"}, {"side": 3}, {}))
        return self._put(document, self.rng.choice((table, table, "Dragon")), id, {**row, **wrong})

    def words(self, document: ScenarioDocument) -> ScenarioDocument:
        table, id = self._row()
        note = ScenarioNote(id="n", text="On it", table=table, row=id)
        return replace(document, title=f"{document.title}!", notes=self.rng.choice(((), (note,))))

    def options(self, document: ScenarioDocument) -> ScenarioDocument:
        keys = [*self.family.options, "no-such-option"]
        chosen = self.rng.sample(keys, self.rng.randint(0, min(3, len(keys))))
        return replace(document, options=tuple(chosen), grants=self.rng.choice(((), ("dragons",))))

    def cell(self, document: ScenarioDocument) -> ScenarioDocument:
        """Put a cell over a chart, or print it again."""
        charts = sorted(self.named.get(Chart.stored, {}))
        if not charts:
            return document
        id = self.rng.choice(charts)
        axes = self.named[Chart.stored][id]["axes"]
        keys = [
            self.rng.choice([*axis["keys"], "no such key"] if self.rng.random() < 0.1 else axis["keys"])
            for axis in axes
        ]
        row = {"id": id, "cells": [{"keys": keys, "cell": self.rng.choice((1, 2, "x", None)), "was": 2}]}
        return self._put(document, DesignedChart.stored, id, self.rng.choice((row, row, None)))

    def due(self, document: ScenarioDocument) -> ScenarioDocument:
        row = {"id": "due", "what": "whatever", "when": self.rng.randint(0, 2), "step": "never"}
        return self._put(document, Due.stored, "due", self.rng.choice((row, None)))

    def setting(self, document: ScenarioDocument) -> ScenarioDocument:
        return replace(document, setting=self.rng.choice((self.first.setting, {"colour": "blue"}, {})))

    def over(self, document: ScenarioDocument) -> ScenarioDocument:
        """Of an overlay: change fields of its base, and take rows of it out."""
        if not document.extends:
            return document
        (table, id), (gone_table, gone) = self._row(), self._row()
        fields = {table: {id: {"side": "France"}}}
        return replace(document, over=RowChanges(fields, {gone_table: (gone,)}))


def words_of(found: list[Finding[ScenarioDocument]]) -> list[dict[str, Any]]:
    return sorted((one.facts() for one in found), key=str)


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_edits_touched_is_found_as_all_is(name: str) -> None:
    mischief = Mischief(SCENARIOS[name](), seed=1809)
    document, kinds = mischief.first, set[str]()
    lint = ScenarioLint.of(document, mischief.sheet, mischief.family, shelf=mischief.shelf)
    for number in range(EDITS):
        document = mischief.first if number % 30 == 29 else mischief.edit(document)
        lint = lint.after(document)
        found = check_scenario(document, mischief.sheet, mischief.family, shelf=mischief.shelf)
        assert words_of(lint.findings) == words_of(found), number
        kinds |= {one.code for one in found}
    assert len(kinds) >= 3, kinds


def test_a_chart_that_only_rules_of_before_looked_up_is_missed_no_more() -> None:
    """Winter, which looks up a chart, is taken out in favour of options that cannot be used together."""
    document, sheet, family, shelf = SCENARIOS["marches"]()
    winter = replace(document, options=("boats", "skating", "winter"), grants=("dragons", "lakes"))
    lint = ScenarioLint.of(winter, sheet, family, shelf=shelf)
    assert "chart-missing" in {one.code for one in lint.findings}
    without = replace(winter, options=("skating",), grants=())
    assert words_of(lint.after(without).findings) == words_of(check_scenario(without, sheet, family, shelf=shelf))


def test_what_an_edit_did_not_touch_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A corps that is moved has no chart looked at; a cell that is changed only its own."""
    document, sheet, family, shelf = shipped("peninsula-1808")
    lint = ScenarioLint.of(document, sheet, family, shelf=shelf)
    looked: list[str] = []
    faults = Lookup.faults

    def look(lookup: Lookup, chart: Chart) -> list[str]:
        looked.append(chart.id)
        return faults(lookup, chart)

    monkeypatch.setattr(Lookup, "faults", look)
    corps = {**document.rows["Corps"], "Dupont's Corps": {**document.rows["Corps"]["Dupont's Corps"], "area": "madrid"}}
    lint = lint.after(replace(document, rows={**document.rows, "Corps": corps}))
    assert (lint.findings, looked) == ([], [])
    id, chart = next(iter(document.rows[Chart.stored].items()))
    cell = {"keys": [axis["keys"][0] for axis in chart["axes"]], "cell": chart["cells"][0]}
    lint = lint.after(
        replace(document, rows={**document.rows, DesignedChart.stored: {id: {"id": id, "cells": [cell]}}})
    )
    assert ([one.code for one in lint.findings], set(looked)) == (["chart-cell-same"], {id})
