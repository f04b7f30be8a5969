"""Victory: cities, losses, a line of retreat; what odds say of a battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from sandtable.engine import EndStep, Row, SideId, SpaceId
from sandtable.lab.odds import contests_of, odds
from sandtable.present import presentation
from sandtable.testing import Play, play_randomly
from sandtable_grande_armee.campaign.victory import line_is_open, score
from sandtable_grande_armee.combat.attack import Attack
from sandtable_grande_armee.model import (
    Account,
    Aim,
    Army,
    Battle,
    Calendar,
    City,
    CityId,
    Engaged,
    Retreat,
    Unit,
    UnitId,
)
from sandtable_grande_armee.movement.march import March
from sandtable_grande_armee.testing import AUSTRIA, FRANCE, PRUSSIA, meadow, position, unit
from sandtable_grande_armee.testing.armies import face_to_face, strength_of
from tests.tiers import count

NEY, YORK = unit("Ney", FRANCE, "5-4", "0505"), unit("York", PRUSSIA, "5-4", "1505")
WEIMAR = City(CityId(SpaceId("0605")), 3, PRUSSIA)


def campaign(*pieces: Row | Iterable[Row], at: str = "France: movement_step", turns: int = 1, **given: Any) -> Play:
    return position(*pieces, Calendar("calendar", "1806-10-08", 3, turns), at=at, **given)


def ended(game: Play) -> Play:
    """Play on to the end, doing nothing."""
    return game.until(lambda play: play.prompt is None, prefer=EndStep)


@pytest.mark.rule("BASE-5-city-taken", "BASE-5-victory-cities", "BASE-5-victory")
def test_whoever_holds_the_cities_at_the_end_wins() -> None:
    game = campaign(NEY, YORK, WEIMAR)
    assert (score(game.game, FRANCE).whole(), score(game.game, PRUSSIA).whole()) == (0, 3)
    game.play(March((UnitId("Ney"),), (SpaceId("0605"),)))
    assert game.game[City][WEIMAR.id].holder == FRANCE
    assert score(game.game, FRANCE).lines() == ["3 0605 (BASE-5-victory-cities)", "= 3 victory points"]
    over = ended(game).game.ended
    assert over is not None
    assert (over.winner, over.why) == (FRANCE, "the last turn is over; victory points: France 3, Prussia 0")


@pytest.mark.rule("BASE-5-city-taken")
@pytest.mark.parametrize(("holder", "now"), [(PRUSSIA, FRANCE), (None, FRANCE), (AUSTRIA, AUSTRIA)])
def test_a_city_of_a_friend_stays_his(holder: SideId | None, now: SideId) -> None:
    sides = (
        Army(FRANCE, "west", (PRUSSIA,)), Army(AUSTRIA, "east", (PRUSSIA,)), Army(PRUSSIA, "north", (FRANCE, AUSTRIA)),
    )  # fmt: skip
    game = campaign(NEY, YORK, unit("Mack", AUSTRIA, "2-5", "0202"), City(WEIMAR.id, 3, holder), *sides)
    game.play(March((UnitId("Ney"),), (SpaceId("0605"),)))
    assert game.game[City][WEIMAR.id].holder == now


@pytest.mark.rule("BASE-5-victory")
def test_as_many_points_on_both_sides_are_nobodys_victory_and_it_lasts_its_turns() -> None:
    game = campaign(NEY, YORK, turns=2)
    game.until(lambda play: play.game.round == 2, prefer=EndStep)
    assert game.game.ended is None
    over = ended(game).game.ended
    assert over is not None
    assert over.winner is None


@pytest.mark.rule("BASE-5-victory-losses")
def test_losses_of_the_enemy_count_by_the_scenarios_number() -> None:
    lost = Account("Prussia: combat", PRUSSIA, "combat", -7), Account("Prussia: combined", PRUSSIA, "combined", -4)
    game = campaign(NEY, YORK, Aim(FRANCE, losses=3), lost)
    assert score(game.game, FRANCE).lines()[0] == "2 7 strength points of the enemy lost (BASE-5-victory-losses)"
    assert score(campaign(NEY, YORK, lost).game, FRANCE).whole() == 0


@pytest.mark.rule("BASE-5-victory-line")
def test_a_line_of_retreat_leads_clear_of_enemies_to_ones_side_of_the_map() -> None:
    aim = Aim(PRUSSIA, line=4)
    wall = [unit(f"F{column}", FRANCE, "1-5", f"{column:02}03") for column in range(1, 21, 2)]
    assert score(campaign(NEY, YORK, aim).game, PRUSSIA).whole() == 4
    cut = campaign(NEY, YORK, aim, wall)
    assert not line_is_open(cut.game, PRUSSIA)
    assert score(cut.game, PRUSSIA).whole() == 0
    half = campaign(NEY, YORK, aim, wall, unit("Kleist", PRUSSIA, "5-4", "1501"))
    assert line_is_open(half.game, PRUSSIA)
    less = campaign(NEY, YORK, aim, wall, unit("Kleist", PRUSSIA, "2-5", "1501"))
    assert not line_is_open(less.game, PRUSSIA)
    hills = meadow(mountain=" ".join(f"{column:02}02" for column in range(1, 21)))
    assert not line_is_open(campaign(NEY, YORK, aim, sheet=hills).game, PRUSSIA)


@pytest.mark.rule("BASE-5-victory-army")
def test_an_army_without_troops_has_lost() -> None:
    lost = Account("Prussia: combat", PRUSSIA, "combat", -7)
    over = ended(campaign(NEY, unit("bread", PRUSSIA, "supply", "1505"), lost, turns=9)).game.ended
    assert over is not None
    assert (over.winner, over.why) == (FRANCE, "Prussia has no troops left")


def test_how_things_stand_is_told() -> None:
    game = campaign(NEY, YORK, WEIMAR, Aim(PRUSSIA, line=4))
    standing = presentation.standing(game.game)
    assert standing is not None
    assert standing.leaders == (PRUSSIA,)
    assert [one.says for one in standing.scores] == ["0 victory points", "7 victory points"]


def test_odds_of_an_attack_and_of_the_battle_that_is_fought() -> None:
    game = campaign(
        unit("Ney", FRANCE, "18-2", "0505"), unit("wagons", FRANCE, "supply", "0405"),
        unit("York", PRUSSIA, "5-4", "0506"),
        unit("Kleist", PRUSSIA, "5-4", "1505"), at="France: attack", turns=9,
    )  # fmt: skip
    assert [one.title for one in contests_of(game.game)] == ["Attack on 0506"]
    found = odds(game.referee, games=60).results
    assert found.unfinished == 0
    assert found.share(FRANCE) > 0.5
    assert found.mean(PRUSSIA) > found.mean(FRANCE)
    assert 0 < found.chance("York is lost") < 1
    game.play(Attack(SpaceId("0506"), (UnitId("Ney"),)))
    assert [one.title for one in contests_of(game.game)] == ["Battle in 0506"]
    assert odds(game.referee, games=20).results.unfinished == 0


@pytest.mark.parametrize("seed", range(count(100)))
def test_random_games_of_two_armies_end_and_their_strength_balances(seed: int) -> None:
    game = face_to_face(seed)
    began = {side: strength_of(game, side)[0] for side in (FRANCE, PRUSSIA)}
    play_randomly(game.referee, seed, most=20_000)
    for side in (FRANCE, PRUSSIA):
        stands, come = strength_of(game, side)
        assert stands == began[side] + come
    assert not any(len(game.game[kind]) for kind in (Battle, Engaged, Retreat))
    assert all(unit.hex is None or game.game.board.knows(unit.hex) for unit in game.game[Unit])
