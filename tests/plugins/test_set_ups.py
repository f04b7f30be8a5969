"""How the games that ship are set up: their templates can be placed, their trees are whole, what cannot be says why."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import msgspec
import pytest

from sandtable.board import SpaceId
from sandtable.board.maps import Map
from sandtable.design.document import DesignDocument
from sandtable.design.scenario.designed import DesignedScenario
from sandtable.design.scenario.laid_game import laid_game
from sandtable.design.scenario.row_edits import AddRow, ChangeRows
from sandtable.engine import GameSystem, InstalledGame, Row, SideId
from sandtable.library.store.documents import ScenarioDocument
from sandtable.library.store.shelf import Shelf
from sandtable.present import setting_up
from sandtable_empires.model import Corps, Depot, DepotId
from sandtable_empires.system import EMPIRES
from sandtable_grande_armee.model import Unit as Troops
from sandtable_grande_armee.system import GRANDE_ARMEE
from sandtable_twin_rivers import TWIN_RIVERS, Unit, UnitId

GAMES: dict[str, GameSystem] = {"empires": EMPIRES, "grande_armee": GRANDE_ARMEE, "twin_rivers": TWIN_RIVERS}


@cache
def begun(name: str) -> DesignedScenario:
    """Return the first scenario of a game, to be worked on."""
    system = GAMES[name]
    family, scenario = InstalledGame(system), system.scenarios[0]
    sheet = cast("Map | None", scenario.map() if scenario.map is not None else None)
    return DesignedScenario.of(ScenarioDocument.of(scenario, family, sheet), Shelf(family), sheet)


@cache
def game(name: str) -> Any:
    return laid_game(begun(name))


def spaces(name: str) -> list[SpaceId]:
    if name == "twin_rivers":
        from sandtable_twin_rivers import Area

        return [SpaceId(area.id) for area in game(name)[Area]]
    sheet = begun(name).map
    assert sheet is not None
    if sheet.hexes is None:
        return list(sheet.graph.spaces)
    numbers = sheet.hexes.numbers
    return [SpaceId(str(one)) for one in numbers.all[numbers.grid.indices].tolist()]


@pytest.mark.parametrize("name", GAMES)
def test_every_template_can_be_placed_where_nothing_is_against_it(name: str) -> None:
    there = game(name)
    found = setting_up.templates(there)
    assert len({one.key for one in found}) == len(found) > 1
    branches = {one.id for one in setting_up.order_of_battle(there)}
    for template in found:
        document = DesignDocument({"scenario": begun(name)})
        id, fields = template.fresh(begun(name).ids(template.table))
        assert id not in begun(name).ids(template.table)
        assert "{}" not in f"{fields.get('title')}"
        if template.place:
            kind = there.family.schema.kinds[template.table]
            place = next(
                one
                for one in spaces(name)
                if not setting_up.why_not(there, made(kind, id, {**fields, template.place: one}), one)
            )
            fields[template.place] = place
        document.do(AddRow(template.table, id, fields))
        design: DesignedScenario = document.subjects["scenario"]
        now = laid_game(design)
        (line,) = (one for one in setting_up.order_of_battle(now) if (one.table, one.row) == (template.table, id))
        assert not line.to_place
        assert template.under in branches


def made(kind: Any, id: str, fields: dict[str, Any]) -> Any:
    return msgspec.convert({**fields, "id": id}, kind)


@pytest.mark.parametrize("name", GAMES)
def test_the_tree_is_whole_and_its_lines_stand_below_those_they_belong_to(name: str) -> None:
    lines = setting_up.order_of_battle(game(name))
    ids = [one.id for one in lines]
    assert len(set(ids)) == len(ids)
    assert all(not one.under or ids.index(one.under) < at for at, one in enumerate(lines))
    kinds: dict[str, type[Row]] = {"empires": Corps, "grande_armee": Troops, "twin_rivers": Unit}
    kind = kinds[name]
    told = {one.row for one in lines if one.table == kind.stored}
    assert told == {row.id for row in game(name)[kind]}
    sides = {one.side for one in setting_up.counts(game(name))}
    assert len(sides) > 1


def test_a_corps_off_the_map_is_still_to_place() -> None:
    document = DesignDocument({"scenario": begun("empires")})
    (corps, *_) = (one for one in game("empires")[Corps] if one.area is not None)
    before = {one.row for one in setting_up.still_to_place(game("empires"))}
    document.do(ChangeRows(Corps.stored, (corps.id,), {"area": None}))
    after = {one.row for one in setting_up.still_to_place(laid_game(document.subjects["scenario"]))}
    assert after - before == {corps.id}


def test_what_cannot_be_placed_says_why_with_its_rule() -> None:
    empires, armies, rivers = (game(name) for name in GAMES)
    corps = next(one for one in empires[Corps] if one.area is not None)
    sheet = begun("empires").map
    assert sheet is not None
    sea = next(space.id for space in sheet.graph.spaces.values() if space.kind == "sea")
    (fault,) = setting_up.why_not(empires, corps, sea)
    assert fault.says.endswith("is not land of this campaign: only fleets lie at sea")
    there = next(iter(empires[Depot]), None) or Depot(DepotId("d"), corps.side, corps.area)
    double = Depot(DepotId("another"), there.side, there.area)
    assert bool(setting_up.why_not(empires, double, SpaceId(there.area))) == (there.id in empires[Depot])
    unit = next(one for one in armies[Troops] if one.hex is not None)
    foe = next(one for one in armies[Troops] if one.hex is not None and one.side != unit.side)
    (fault,) = setting_up.why_not(armies, unit, foe.hex)
    assert (fault.rule, fault.says.endswith("an enemy")) == ("BASE-2c-enemy-hex", True)
    blue = Unit(UnitId("Blue X"), SideId("Blue"), next(one.area for one in rivers[Unit] if one.side == "Red"), 2)
    (fault,) = setting_up.why_not(rivers, blue, SpaceId(blue.area))
    assert fault.says.endswith("is held by the enemy")


def test_limits_are_told_with_what_is_used_of_them() -> None:
    assert not [one for one in setting_up.limits(game("empires")) if one.is_over]
    assert {one.rule for one in setting_up.limits(game("empires"))} == {"BASE-7.3-absorb-room"}
    assert {one.most for one in setting_up.limits(game("twin_rivers"))} == {4}
