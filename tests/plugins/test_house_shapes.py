"""Every shape of a house rule by form, at work in the campaigns that ship: its example shows it, and it is played."""

from __future__ import annotations

import tomllib
from functools import cache

import pytest

from sandtable.engine import Choices, GameSystem, InstalledGame, SeededDice, SpaceId
from sandtable.engine.errors import Broken
from sandtable.engine.rules.forms.rule_document import HouseRules, house_rules
from sandtable.lint.house_rules import require_sound
from sandtable.play.begin.starts import Start
from sandtable.testing import Play, play_randomly, position
from sandtable_empires.march import March
from sandtable_empires.model import Area, AreaId, CorpsId
from sandtable_empires.system import EMPIRES
from sandtable_grande_armee.campaign.house_words import terrain_of
from sandtable_grande_armee.model import UnitId
from sandtable_grande_armee.movement.march import March as HexMarch
from sandtable_grande_armee.system import GRANDE_ARMEE
from sandtable_twin_rivers import TWIN_RIVERS

GAMES: dict[str, tuple[GameSystem, str]] = {
    "peninsula": (EMPIRES, "peninsula-1808"),
    "wagram": (GRANDE_ARMEE, "wagram-1809"),
    "rivers": (TWIN_RIVERS, "twin_rivers"),
}
PLIES = 12
MONCEY = 'given = { corps = "Moncey\'s Corps" }'
IN_MADRID = 'given = { corps = "Moncey\'s Corps", way = [%s] }\nat = "France: land_movement"\nact = "March"'
FROM_VIENNA = 'given = { units = ["IV Corps, Lasalle"], way = [%s] }\nat = "France: movement_step"\nact = "March"'
BLUE_1 = 'given = { unit = "Blue 1", to = "%s" }\nat = "Blue: march"\nact = "March"'

SHAPES: dict[tuple[str, str], str] = {
    ("peninsula", "part"): f"""
        shape = "part"
        number = "allowance_parts"
        value = 2
        [[rule.example]]
        {MONCEY}
        total = 6
    """,
    ("peninsula", "number"): f"""
        shape = "number"
        rule = "BASE-7.3-points"
        value = 3
        [[rule.example]]
        {MONCEY}
        total = 3
    """,
    ("peninsula", "limit"): f"""
        shape = "limit"
        number = "allowance_parts"
        at_most = 2
        [[rule.example]]
        {MONCEY}
        total = 2
    """,
    ("peninsula", "cell"): """
        shape = "cell"
        chart = "terrain movement"
        at = ["mountain"]
        value = 5
        [[rule.example]]
        total = 5
    """,
    ("peninsula", "forbid"): f"""
        shape = "forbid"
        action = "March"
        because = "{{corps}} stays in {{corps.area}}"
        when = {{ all = [{{ word = "corps.area", is = "madrid" }}, {{ word = "month", is = 5 }}] }}
        [[rule.example]]
        {IN_MADRID % '"toledo"'}
        refused = true
    """,
    ("peninsula", "forbid a step"): f"""
        shape = "forbid"
        step = true
        action = "March"
        because = "{{corps}} does not go into {{there}}"
        when = {{ word = "there.terrain", is = "mountain" }}
        [[rule.example]]
        {IN_MADRID % '"cuenca"'}
        refused = true
        [[rule.example]]
        {IN_MADRID % '"toledo"'}
        refused = false
    """,
    ("peninsula", "allow"): f"""
        shape = "allow"
        rule = "BASE-7.3-cost"
        when = {{ word = "corps.cavalry", at_least = 1 }}
        [[rule.example]]
        {IN_MADRID % '"cuenca", "madrid", "cuenca", "madrid"'}
        refused = false
    """,
    ("peninsula", "throw"): f"""
        shape = "throw"
        event = "after_area_entered"
        dice = "1d6"
        on = {{ at_least = 4 }}
        then = "lose_infantry"
        to = "entry.corps"
        amount = 1
        [[rule.example]]
        {IN_MADRID % '"toledo"'}
        dice = [5]
        after = {{ word = "corps.infantry", is = 11 }}
    """,
    ("wagram", "part"): """
        shape = "part"
        number = "rating_parts"
        value = 2
        [[rule.example]]
        scenario = "wagram-1809"
        given = { leader = "Davout", role = "attack" }
        total = 7
    """,
    ("wagram", "number"): """
        shape = "number"
        rule = "BASE-5-rating"
        value = 1
        [[rule.example]]
        scenario = "wagram-1809"
        given = { leader = "Davout", role = "attack" }
        total = 1
    """,
    ("wagram", "limit"): """
        shape = "limit"
        number = "rating_parts"
        at_most = 1
        [[rule.example]]
        scenario = "wagram-1809"
        given = { leader = "Davout", role = "attack" }
        total = 1
    """,
    ("wagram", "cell"): """
        shape = "cell"
        chart = "terrain cost"
        at = ["clear"]
        value = 2
        [[rule.example]]
        scenario = "wagram-1809"
        total = 2
    """,
    ("wagram", "forbid"): f"""
        shape = "forbid"
        action = "March"
        because = "nobody marches in the first turn"
        when = {{ word = "turn", is = 1 }}
        [[rule.example]]
        scenario = "wagram-1809"
        {FROM_VIENNA % '"4014"'}
        refused = true
    """,
    ("wagram", "forbid a step"): f"""
        shape = "forbid"
        step = true
        action = "March"
        because = "nobody goes into {{there}}"
        when = {{ word = "there.terrain", is = "wood" }}
        [[rule.example]]
        scenario = "wagram-1809"
        {FROM_VIENNA % '"3914", "3813"'}
        refused = true
        [[rule.example]]
        scenario = "wagram-1809"
        {FROM_VIENNA % '"3914", "3814"'}
        refused = false
    """,
    ("wagram", "allow"): f"""
        shape = "allow"
        rule = "BASE-2c-cost"
        [[rule.example]]
        scenario = "wagram-1809"
        {FROM_VIENNA % '"3914", "3814", "3914", "3814", "3914", "3814", "3914", "3814"'}
        refused = false
    """,
    ("wagram", "throw"): """
        shape = "throw"
        event = "force_marches"
        dice = "1d6"
        on = { at_least = 4 }
        then = "disrupt"
        to = "unit"
        [[rule.example]]
        scenario = "wagram-1809"
        at = "France: force_march"
        act = "MakeForceMarch"
        given = { unit = "III Corps", rate = "single", supply = "French supply 1", leaders = [] }
        dice = [1, 4]
        after = { word = "unit.disrupted" }
    """,
    ("rivers", "part"): """
        shape = "part"
        number = "fire_parts"
        value = 2
        [[rule.example]]
        given = { area = "Aldbridge", side = "Blue" }
        total = 5
    """,
    ("rivers", "number"): """
        shape = "number"
        rule = "TR-3-strongest"
        value = 1
        [[rule.example]]
        given = { area = "Aldbridge", side = "Blue" }
        total = 1
    """,
    ("rivers", "limit"): """
        shape = "limit"
        number = "fire_parts"
        at_most = 1
        [[rule.example]]
        given = { area = "Aldbridge", side = "Blue" }
        total = 1
    """,
    ("rivers", "forbid"): f"""
        shape = "forbid"
        action = "March"
        because = "{{unit}} stays"
        when = {{ word = "unit.area.bridge" }}
        [[rule.example]]
        {BLUE_1 % "Cobham"}
        refused = true
    """,
    ("rivers", "allow"): f"""
        shape = "allow"
        rule = "TR-2-neighbours"
        [[rule.example]]
        {BLUE_1 % "Larch"}
        refused = false
    """,
    ("rivers", "throw"): f"""
        shape = "throw"
        event = "after_march"
        dice = "1d6"
        on = {{ at_most = 2 }}
        then = "lose_step"
        to = "unit"
        [[rule.example]]
        {BLUE_1 % "Cobham"}
        dice = [2]
        after = {{ word = "unit.steps", is = 2 }}
    """,
}  # fmt: skip


def area(key: str) -> AreaId:
    return AreaId(SpaceId(key))


@cache
def family(game: str) -> InstalledGame:
    return InstalledGame(GAMES[game][0])


def document(game: str, shape: str) -> HouseRules:
    head = f'game = "{GAMES[game][0].key}"\nkey = "house"\ntitle = "House"\nsays = "A rule of the house."\n'
    body = SHAPES[game, shape]
    return house_rules(tomllib.loads(f'{head}[[rule]]\nid = "HOUSE-one"\nsays = "A rule."\n{body}'), "house.toml")


def at_the_start(made: InstalledGame, game: str, at: str, on: tuple[str, ...]) -> Play:
    """Return a campaign that ships as it begins, at a step of its first turn."""
    start = next(one for one in made.system.scenarios if one.key == GAMES[game][1])
    rows = made.system.start_rows(start)
    return position(
        made, *rows, on={*start.options, *on}, parameters=start.parameters, grants=start.grants, at=at,
        board=start.board(),
    )  # fmt: skip


@pytest.mark.parametrize(("game", "shape"), SHAPES)
def test_a_shape_does_what_its_example_says_and_is_played(game: str, shape: str) -> None:
    rules = document(game, shape)
    found = require_sound(family(game), rules)
    assert not found, [one.words for one in found]
    made = family(game).carrying([rules])
    start = next(one for one in made.system.scenarios if one.key == GAMES[game][1])
    referee = Start(made, start).begin(
        Choices(frozenset({*start.options, "house"}), grants=frozenset(start.grants)), source=SeededDice("house")
    ).open()  # fmt: skip
    with pytest.raises(Broken, match=f"no end after {PLIES} actions"):  # so far all goes well
        play_randomly(referee, "house", most=PLIES)


def test_another_cell_of_a_chart_is_what_a_march_costs() -> None:
    """Moncey has four points: mountains for five are out of his reach, those for two are not."""
    for key, on, reasons in (
        ("peninsula", (), set[str]()), ("peninsula", ("house",), {"BASE-7.3-cost"}),
    ):  # fmt: skip
        made = family(key).carrying([document(key, "cell")])
        play = at_the_start(made, key, "France: land_movement", on)
        act = March(CorpsId("Moncey's Corps"), (area("cuenca"),))
        assert play.why_not(act) == reasons
        cost = play.game.chart("terrain movement").at("mountain")
        assert cost == (5 if on else 2)


def test_a_forbidden_step_bars_the_way_of_a_march_in_the_peninsula() -> None:
    made = family("peninsula").carrying([document("peninsula", "forbid a step")])
    ways: list[set[str]] = []
    for on in ((), ("house",)):
        play = at_the_start(made, "peninsula", "France: land_movement", on)
        reach = {act.way[-1] for act in play.may(March) if act.corps == "Moncey's Corps"}
        ways.append(set(map(str, reach)))
        over = March(CorpsId("Moncey's Corps"), (area("cuenca"), area("madrid")))
        assert ("HOUSE-one" in play.why_not(over)) == bool(on)
        play.play(March(CorpsId("Moncey's Corps"), (area("toledo"),)))
        play.prove()
    free, barred = ways
    assert barred < free
    assert "cuenca" in free - barred
    assert {play.game[Area][area(one)].terrain for one in barred}.isdisjoint({"mountain"})


def test_a_forbidden_step_bars_the_way_of_a_march_at_wagram() -> None:
    made = family("wagram").carrying([document("wagram", "forbid a step")])
    ways: list[set[str]] = []
    hussars = (UnitId("IV Corps, Lasalle"),)
    for on in ((), ("house",)):
        play = at_the_start(made, "wagram", "France: movement_step", on)
        (offer,) = (one for one in play.referee.offers() if one.kind is HexMarch)
        found = offer.fill(units=hussars).actions()
        ways.append({str(act.way[-1]) for act in found if isinstance(act, HexMarch)})
        wooded = HexMarch(hussars, (SpaceId("3914"), SpaceId("3813")))
        assert ("HOUSE-one" in play.why_not(wooded)) == bool(on)
        play.play(HexMarch(hussars, (SpaceId("3914"), SpaceId("3814"))))
        play.prove()
    free, barred = ways
    assert barred < free
    assert "3813" in free - barred
    assert not [one for one in barred if terrain_of(play.game, SpaceId(one)) == "wood"]
