"""The Grand Campaign as its text has it: seven powers, minor countries with their armies, fleets, purses, statuses."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final

import pytest

from sandtable.engine import Choices, CoreHooks, Game, InstalledGame, Row, Scenario, Side, SideId
from sandtable.library import ScenarioDocument
from sandtable.library.text.titles import text_scenario
from sandtable.lint.scenarios import check_scenario
from sandtable.present import PresentHooks, Table
from sandtable_empires.campaign_texts import GRAND
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import (
    Area,
    Calendar,
    Corps,
    District,
    Fleet,
    Leader,
    Nation,
    Province,
    Treasury,
    enemies,
    month_text,
    powers,
    the_corps,
)  # fmt: skip
from sandtable_empires.model.arrivals import Recall
from sandtable_empires.model.quarter import Score
from sandtable_empires.model.status import PoliticalStatus
from sandtable_empires.soundness.rows import owned_rows
from sandtable_empires.status import zone_of
from sandtable_empires.system import EMPIRES
from tests.plugins.empires.watched import Watched

POWERS: Final = ("Austria", "France", "Great Britain", "Prussia", "Russia", "Spain", "Turkey")
WITH_CORPS: Final = (
    "Algeria", "Baden", "Bavaria", "Cyrenaica", "Denmark", "Egypt", "Hanover", "Hesse", "Holland", "Lombardy",
    "Morocco", "Naples", "Piedmont", "Poland", "Portugal", "Saxony", "Sweden", "Syria", "Tripolitania", "Tunisia",
    "Venetia", "Württemberg",
)  # fmt: skip
"""The minor countries of which public sources say that they have corps."""
MOST: Final = 3000
"""Plies of a month of seven powers: bots lay depots and take them away as long as they have money."""
VARIANT_STATUS: Final = {
    "Austria": 5, "France": 7, "Great Britain": 9, "Prussia": 6, "Russia": 8, "Spain": 7, "Turkey": 3,
}  # fmt: skip
VARIANT_MONEY: Final = {
    "Austria": 25, "France": 15, "Great Britain": 15, "Prussia": 20, "Russia": 40, "Spain": 60, "Turkey": 15,
}  # fmt: skip
QUARTERS: Final = (44, 72)
"""Those of this campaign, and those of the club's, from 1798, whose victory points these are."""
VARIANT_TARGETS: Final = {
    "Austria": 570, "France": 600, "Great Britain": 630, "Prussia": 540, "Russia": 590, "Spain": 530, "Turkey": 520,
}  # fmt: skip
VARIANT_SHIPS: Final = {
    "Great Britain": 71, "France": 24, "Spain": 31, "Russia": 33, "Sweden": 7, "Denmark": 9, "Naples": 5, "Portugal": 7,
    "Holland": 10, "Turkey": 7,
}  # fmt: skip
"""Ships of the line in the ship set-up of a club; Turkey's stand in its campaign of 1798."""


@cache
def scenario() -> Scenario:
    return text_scenario(GRAND, lambda: EMPIRES, europe_1805)


@cache
def family() -> InstalledGame:
    return InstalledGame(EMPIRES)


def rows() -> list[Row]:
    return EMPIRES.start_rows(scenario())


def begun(seed: str) -> Watched:
    return Watched(family(), rows(), Choices(grants=frozenset(scenario().grants)), seed, board=europe_1805(), most=MOST)


@pytest.fixture(scope="module")
def game() -> Game:
    return begun("the grand campaign").referee.game


def test_seven_powers_play_from_january_1805_to_december_1815(game: Game) -> None:
    calendar = game[Calendar]["calendar"]
    assert (month_text(game, 1), month_text(game, calendar.last)) == ("January 1805", "December 1815")
    assert powers(game) == POWERS
    assert {one: set(enemies(game, one)) for one in powers(game) if enemies(game, one)} == {
        "France": {"Great Britain"}, "Spain": {"Great Britain"}, "Great Britain": {"France", "Spain"},
    }  # fmt: skip


def test_minor_countries_at_peace_have_armies_and_nobody_plays_them(game: Game) -> None:
    resting = {side.id for side in game[Side] if game.seat_of(side.id) is None}
    assert (
        resting
        == {side.id for side in game[Side] if side.resting}
        == {str(one) for one in game[Side].ids()} - {*POWERS}
    )
    assert {corps.nation for corps in game[Corps]} == {*POWERS, *WITH_CORPS}
    for nation in game[Nation]:
        whose = {one.side for one in owned_rows(game) if one.nation == nation.id}
        assert whose <= {nation.side or SideId(nation.id)}


def test_statuses_purses_and_ships_are_those_of_the_variants_it_names(game: Game) -> None:
    assert {one.id: one.start - 18 for one in game[PoliticalStatus]} == VARIANT_STATUS
    assert {zone_of(game, one) for one in powers(game)} == {"Neutral"}
    assert {one.id: one.money for one in game[Treasury]} == VARIANT_MONEY
    ours, theirs = QUARTERS
    assert {one.id: one.target for one in game[Score]} == {
        side: round(points * ours / theirs) for side, points in VARIANT_TARGETS.items()
    }
    assert not any(one.points for one in game[Score])
    ships: Counter[str] = Counter()
    for fleet in game[Fleet]:
        ships[fleet.nation] += fleet.ships
    assert ships == VARIANT_SHIPS


def test_manpower_is_what_the_home_provinces_bring_in_a_quarter(game: Game) -> None:
    for purse in game[Treasury]:
        assert purse.manpower == sum(one.manpower for one in game[Province] if SideId(one.home) == purse.id)


def test_a_corps_off_the_map_is_empty_and_one_on_it_is_not(game: Game) -> None:
    assert {bool(corps.factors) for corps in game[Corps] if corps.area is None} == {False}
    assert all(corps.factors for corps in game[Corps] if corps.area is not None)
    cavalry = [corps for corps in game[Corps] if corps.room[0] == 0]
    assert {(corps.movement, corps.room) for corps in cavalry} == {(5, (0, 14, 0))}
    assert {corps.nation for corps in game[Corps] if corps.guards} == {"Austria", "France", "Prussia", "Russia"}


def test_a_corps_has_its_article_in_a_sentence(game: Game) -> None:
    for corps in game[Corps]:
        assert the_corps(game, corps.id) == f"the {corps.title}"


def test_leaders_come_in_their_years(game: Game) -> None:
    coming = {recall.id: month_text(game, recall.back) for recall in game[Recall]}
    assert coming == {
        "Barclay": "January 1807", "Eugène": "June 1805", "Poniatowski": "January 1807", "Wellington": "August 1808",
    }  # fmt: skip
    assert {one.id for one in game[Leader] if one.standing == "away"} == set(coming)


def test_every_area_is_held_by_whoever_controls_its_country(game: Game) -> None:
    """A province is not divided: what is ceded is so as a whole, and all else goes with its district."""
    ceded = {one.id: one.ceded_to for one in game[Province] if one.ceded_to is not None}
    assert ceded == {"east-frisia": "Prussia", "ionian-islands": "Russia"}
    for area in game[Area]:
        province = game[Province][area.province]
        district = game[District].get(province.district or "")
        if province.ceded_to is not None:
            assert area.holder == SideId(province.ceded_to)
        elif district is None:
            assert area.holder == SideId(province.home)
        else:
            assert area.holder == district.holder, area.id
    assert {one.id for one in game[District] if one.status == "free state"} == {"holland", "lombardy"}


def test_nothing_is_wrong_with_it() -> None:
    document = ScenarioDocument.of(scenario(), family(), europe_1805())
    assert [one.says for one in check_scenario(document, europe_1805(), family())] == []


def test_bots_play_a_quarter_and_the_books_balance() -> None:
    """What its modules do so far: fleets sail, armies march, nobody is lost."""
    game = begun("a quarter")
    game.play(3)
    assert month_text(game.referee.game, game.referee.game.round) == "April 1805"
    game.prove()


def test_who_leads_is_told_of_powers_and_in_victory_points(game: Game) -> None:
    """Minor countries at rest win nothing, and are not named where room is short."""
    hooks = game.hooks(PresentHooks)
    standing = hooks.standing(game)
    assert standing is not None
    assert [(one.side, one.says) for one in standing.scores][:2] == [
        ("Austria", "0 victory points of 348"), ("France", "0 victory points of 367"),
    ]  # fmt: skip
    assert (standing.leaders, standing.lead, len(standing.scores)) == ((), "Nobody has victory points yet", 7)
    table = next(one for one in hooks.panels(game) if isinstance(one, Table) and one.key == "score")
    assert (table.columns, len(table.rows)) == (("Side", "Victory points", "Money"), 7)
    told = list(game.hooks(CoreHooks).situation(game))
    assert told[0].startswith("Victory points: Austria 0, France 0")
    assert any("British Channel Fleet 25 before the port of Brest" in line for line in told)
