"""How the campaign looks: what a map of provinces must show, and tables that have nothing to say."""

from __future__ import annotations

import pytest

from sandtable.engine import Choices, Game, InstalledGame, Referee, SeededDice
from sandtable.engine.hookspecs import CoreHooks
from sandtable.lab.bots import RandomBot, play_on
from sandtable.play.record.past import Past
from sandtable.play.record.trails import trails_of
from sandtable.present import PresentHooks, Sheet, presentation
from sandtable.present.panels import Table
from sandtable_empires.campaign.order import TakePlace
from sandtable_empires.colours import legend_of
from sandtable_empires.hookspecs.control import score
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.land.attempts import Assault
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.march import March
from sandtable_empires.model import Area, AreaId, Arrival, Corps, Garrison, Link, Siege, SiegeId, WarAim
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing import FR, GB, SP, area, attack, calendar, corps, garrison, iberia, laid_out, position
from sandtable_empires.testing.peninsula import rows
from tests.plugins.empires.fights import ready

FAMILY = InstalledGame(EMPIRES)


@pytest.fixture(scope="module")
def peninsula() -> Game:
    return Referee.begin(FAMILY, rows(), Choices(), source=SeededDice(1)).open().game


def test_neighbouring_provinces_have_shades_of_their_own(peninsula: Game) -> None:
    mode = next(one for one in peninsula.hooks(PresentHooks).map_modes(peninsula) if one.key == "province")
    fills, area = {str(space): fill for space, fill in mode.fills.items()}, peninsula[Area]
    for link in peninsula[Link]:
        here, there = (area[end] for end in link.ends)
        if here.province != there.province:
            assert fills[here.id] != fills[there.id], f"{here.province} beside {there.province}"


def test_reinforcements_are_told_by_the_month_until_none_are_left(peninsula: Game) -> None:
    tables = {one.key: one for one in peninsula.hooks(PresentHooks).panels(peninsula)}
    arrivals = tables["calendar"]
    assert isinstance(arrivals, Table)
    assert arrivals.rows[0][0] == "June 1808"
    assert "factors" in arrivals.rows[0][2]
    alone = (
        Referee.begin(
            FAMILY, [*iberia(), *laid_out(corps("F I", FR, "Burgos", infantry=5), land=iberia)], source=SeededDice(1)
        )
        .open()
        .game
    )
    assert not len(alone[Arrival])
    (left,) = (one for one in alone.hooks(PresentHooks).panels(alone) if one.key == "calendar")
    assert isinstance(left, Table)
    assert [row[1:] for row in left.rows] == [("everybody", "the last month of the campaign")]


# -- sieges

BADAJOZ = area("Badajoz")


def besieged_city(tries: int = 0, *, breached: bool = False, area: AreaId = BADAJOZ) -> Game:
    """Return France before a Spanish corps and garrison in a city."""
    pieces = (
        corps("F I", FR, area, infantry=9), corps("S I", SP, area, infantry=3, inside=True),
        garrison(SP, area, infantry=2), corps("F II", FR, "Madrid", infantry=5), garrison(SP, "Cadiz", infantry=1),
        Siege(SiegeId(area), area, FR, tries, breached),
    )  # fmt: skip
    return Referee.begin(FAMILY, [*iberia(), *laid_out(*pieces, land=iberia)], source=SeededDice(1)).open().game


def badges(game: Game) -> dict[str, tuple[str, ...]]:
    return {one.piece: one.badges for one in game.hooks(PresentHooks).counters(game)}


@pytest.mark.parametrize(
    ("game", "state"),
    [
        (besieged_city(), "walls whole"),
        (besieged_city(1), "walls whole after one attempt"),
        (besieged_city(2, breached=True), "walls breached after 2 attempts"),
        (besieged_city(area=area("Madrid")), "no walls"),
    ],
)
def test_a_siege_has_its_sign_and_says_how_far_it_has_come(game: Game, state: str) -> None:
    (sign,) = game.hooks(PresentHooks).signs(game)
    (city,) = (game[Area][siege.area] for siege in game[Siege])
    says = f"France besieges {city.title}"
    assert (sign.space, sign.symbol, sign.title, sign.says) == (city.id, "siege", says, state)
    assert list(game.hooks(CoreHooks).situation(game))[-1] == f"Sieges: {says}, {state}"


def test_a_side_without_corps_is_not_said_to_have_nothing_on_the_map(peninsula: Game) -> None:
    """Great Britain holds Gibraltar, and its ships lie off the coast."""
    told = [line for line in peninsula.hooks(CoreHooks).situation(peninsula) if line.startswith("Great Britain")]
    assert told == ["Great Britain: no corps on the map"]


def test_who_besieges_and_who_is_besieged_is_told_apart() -> None:
    told = badges(besieged_city())
    assert told["F I"] == ("lays siege",)
    assert told["S I"] == told[f"{SP} garrison of badajoz"] == ("besieged",)
    assert told["F II"] == told[f"{SP} garrison of cadiz"] == ()


def test_a_garrison_goes_by_its_city() -> None:
    game = besieged_city()
    titles = {one.title for one in game.hooks(PresentHooks).counters(game) if one.kind == "Garrison"}
    assert titles == {"Badajoz garrison", "Cadiz garrison"}


def test_without_a_siege_there_is_no_sign(peninsula: Game) -> None:
    assert not peninsula.hooks(PresentHooks).signs(peninsula)
    assert not any(line.startswith("Sieges") for line in peninsula.hooks(CoreHooks).situation(peninsula))


# -- what is being fought


def in_front(game: Game) -> list[dict[str, str]]:
    """Return what the sheets in front say, by the titles of their lines."""
    sheets = [one for one in game.hooks(PresentHooks).panels(game) if isinstance(one, Sheet) and one.where == "window"]
    return [
        {"": f"{sheet.group}: {sheet.title}", **{one.title: one.value for one in sheet.entries}} for sheet in sheets
    ]


def test_a_storm_is_told_in_front_as_a_battle_is() -> None:
    walls = Siege(SiegeId(BADAJOZ), BADAJOZ, FR, 1, breached=True)
    inside = garrison(SP, "Badajoz", infantry=4), corps("B I", GB, "Badajoz", infantry=2, inside=True)
    game = ready(corps("F I", FR, "Badajoz", infantry=18, cavalry=2), *inside, walls, dice=(4, 4))
    assert in_front(game.game) == []
    game.play(Assault(SiegeId("badajoz")))
    attacker, defender = in_front(game.game)
    assert attacker[""] == "Assault on Badajoz: Attacker: France"
    assert attacker["Troops"] == "17I 2C"  # what it has lost is gone already
    assert defender[""] == "Assault on Badajoz: Defender: Spain"
    assert defender["Troops"] == "Spain 4I, Great Britain 2I"
    assert defender["Factors that fire"] == "6"
    assert float(attacker["Morale"]) < 4.0  # both have fired once
    assert {"Table", "Die modifier"} <= attacker.keys() & defender.keys()


def test_guerillas_in_a_storm_are_counted_as_such() -> None:
    walls, band = Siege(SiegeId(BADAJOZ), BADAJOZ, FR, 1, breached=True), Guerillas(BADAJOZ, 0, 2)
    game = ready(corps("F I", FR, "Badajoz", infantry=18), garrison(SP, "Badajoz", militia=3), walls, band, dice=(1, 1))
    game.play(Assault(SiegeId("badajoz")))
    defender = in_front(game.game)[1]
    assert defender["Factors that fire"] == "5"
    assert "3M" in defender["Troops"]
    assert "2 guerilla" in defender["Troops"]


def test_a_battle_is_told_in_front() -> None:
    game = ready(corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", militia=3, infantry=6))
    attack(game, "Madrid")
    attacker, defender = in_front(game.game)
    assert attacker[""] == "Battle of Madrid, day 1: Attacker: France"
    assert (attacker["Corps"], defender["Corps"]) == ("F I (10I)", "S I (3M 6I)")
    assert attacker["Morale"] == "4.0 of 4.0"


# -- who leads


@pytest.mark.rule("BASE-9-end")
def test_the_invader_trails_until_it_holds_what_it_needs(peninsula: Game) -> None:
    standing = presentation.standing(peninsula)
    aim = peninsula[WarAim]["contest"]
    assert standing is not None
    held = score(peninsula, FR).whole()
    assert held < aim.needs
    assert standing.lead == f"France trails: {held} of {aim.needs} provinces"
    assert f"France wins if it holds at least {aim.needs} provinces outside its home" in standing.aim
    assert FR not in standing.leaders
    assert {one.side for one in standing.scores} == {FR, GB, SP}


# -- over time


def test_what_is_counted_are_provinces_money_and_factors(peninsula: Game) -> None:
    counted = {one.title: one.values for one in peninsula.hooks(PresentHooks).measures(peninsula)}
    assert list(counted) == ["Provinces", "Money", "Factors on the map"]
    assert counted["Provinces"].keys() == counted["Factors on the map"].keys() == {FR, GB, SP}
    on_map = [one for one in peninsula[Corps].where("side", FR) if one.area is not None]
    held = sum(one.factors for one in (*on_map, *peninsula[Garrison].where("side", FR)))
    assert counted["Factors on the map"][FR] == held > 0


def test_the_trail_of_a_corps_goes_by_every_area_of_its_march() -> None:
    referee = Referee.begin(FAMILY, rows(), source=SeededDice(1), board=europe_1805()).open()
    play_on(referee, RandomBot("march"), rounds=4)
    past = Past(referee)
    marched = {ply.id: ply.action for ply in past.plies if isinstance(ply.action, March) and len(ply.action.way) > 1}
    assert marched
    for id, act in marched.items():
        (ply,) = (one for one in past.plies if one.id == id)
        trails = {one.piece: one for one in trails_of(past, [ply], (FR, GB, SP))}
        if act.corps in trails:
            gone = trails[act.corps].spaces[1:]
            assert gone == tuple(act.way)[: len(gone)]


# -- cards


def test_the_card_of_a_corps_tells_its_factors_by_arm_and_its_leaders(peninsula: Game) -> None:
    one = next(one for one in peninsula[Corps].where("side", FR) if one.area is not None and one.infantry)
    told = presentation.card(peninsula, one.id)
    assert told is not None
    facts = {entry.title: entry.value for entry in told.entries}
    assert told.title == one.title
    assert f"{one.infantry} infantry" in facts["Composition"]
    assert facts["Strength"].startswith(f"{one.factors} of at most ")
    assert facts["Movement"] == f"{one.movement} points"


def test_guerillas_are_told_by_their_counter() -> None:
    game = ready(corps("F I", FR, "Badajoz", infantry=18), Guerillas(BADAJOZ, 2, 0)).game
    told = presentation.card(game, f"guerillas {BADAJOZ}")
    assert told is not None
    assert {entry.title: entry.value for entry in told.entries} == {"Side": "Spain", "Strength": "2"}


def test_sides_of_one_colour_share_a_line_of_the_legend() -> None:
    told = legend_of([("France", "#00f"), ("Naples", "#888"), ("Saxony", "#0f0"), ("Sicily", "#888")])
    assert told == (("#00f", "France"), ("#888", "other minor countries"), ("#0f0", "Saxony"))


def test_the_legend_of_the_holders_names_the_powers_first_and_no_colour_twice() -> None:
    game = position(
        calendar(1805, 1), corps("F I", FR, "Paris", infantry=5), grants=(CAMPAIGN,), at="France: depots"
    ).game
    (mode,) = (one for one in game.hooks(PresentHooks).map_modes(game) if one.key == "holder")
    shown = [colour for colour, _ in mode.legend]
    assert len(set(shown)) == len(shown)
    assert [words for _, words in mode.legend][:2] == ["Austria", "France"]
    assert set(mode.fills.values()) <= set(shown)


@pytest.mark.parametrize(
    ("place", "says"), [(1, "before Russia"), (3, "after Turkey, before Austria"), (7, "after Spain")]
)
def test_of_seven_who_move_only_those_beside_the_place_are_told(place: int, says: str) -> None:
    army = corps("F I", FR, "Paris", infantry=5)
    game = position(calendar(1805, 1), army, grants=(CAMPAIGN,), at="France: depots").game
    assert TakePlace.value_facts(game, "place", place) == says


def test_of_three_who_move_all_are_told(peninsula: Game) -> None:
    assert TakePlace.value_facts(peninsula, "place", 3) == "Great Britain, Spain, France"
