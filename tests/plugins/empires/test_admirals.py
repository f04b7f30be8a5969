"""10.6, 6.3: Nelson stands with a fleet, has the wind more often, and his victories count for more."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sandtable.engine import Pass
from sandtable.present import PresentHooks
from sandtable.testing import Play
from sandtable_empires.model import Admiral, AdmiralId, Fleet, FleetId, NationId
from sandtable_empires.model.status import PoliticalStatus
from sandtable_empires.naval.admirals import HoistFlag
from sandtable_empires.naval.fighting import wind
from sandtable_empires.naval.outcome import RetreatAtSea
from sandtable_empires.testing import FR, GB, SP, Piece, fleet, status
from tests.plugins.empires.test_naval_combat import ATTACKER, DEFENDER, SEA, attack, begin, line

NELSON, GB_2 = AdmiralId("Nelson"), FleetId("GB 2")


def nelson(fleet: str | None = "GB 1") -> Admiral:
    return Admiral(
        id=NELSON, title="Nelson", side=GB, nation=NationId(GB), fleet=FleetId(fleet) if fleet is not None else None
    )


@pytest.mark.rule("BASE-6.3-wind-admiral")
@pytest.mark.parametrize(("where", "added"), [("GB 1", 2), ("GB 2", 1), (None, 1)])
def test_nelson_adds_one_to_the_wind_of_his_fleet(where: str | None, added: int) -> None:
    """The record of play has it so: British 1 and Nelson 1."""
    game = attack(*line(), fleet("GB 2", GB, "Portsmouth"), nelson(where))
    assert (wind(game.game, ATTACKER).whole(), wind(game.game, DEFENDER).whole()) == (added, 0)


def fought(*pieces: Piece, dice: Iterable[int]) -> Play:
    game = attack(*pieces, status(GB, 20), status(FR, 22), dice=tuple(dice))
    game.play(Pass())
    return game


@pytest.mark.rule("BASE-6.3-points-admiral")
@pytest.mark.parametrize(("where", "box"), [("GB 1", 22), (None, 21)])
def test_a_victory_under_nelson_counts_once_more(where: str | None, box: int) -> None:
    game = fought(*line(), nelson(where), dice=(6, 1, 6, 1))
    assert (game[PoliticalStatus][GB].box, game[PoliticalStatus][FR].box) == (box, 21)


@pytest.mark.rule("BASE-6.3-points-admiral")
def test_a_defeat_under_nelson_costs_no_more() -> None:
    game = fought(*line(british=10), nelson(), dice=(1, 6, 1, 6))
    assert game[PoliticalStatus][GB].box == 19


@pytest.mark.rule("BASE-10.6-admiral-lost")
def test_an_admiral_whose_fleet_is_lost_waits() -> None:
    game = fought(fleet("GB 1", GB, SEA, 1, "sea"), fleet("F 1", FR, SEA, 30, "sea"), nelson(), dice=(1, 6, 1, 6))
    assert (FleetId("GB 1") in game[Fleet], game[Admiral]["Nelson"].fleet) == (False, None)
    assert "Nelson has lost his fleet" in game.log


@pytest.mark.rule("BASE-10.6.2-admiral")
def test_he_is_put_with_a_fleet_in_an_own_port_in_the_naval_reinforcement_step() -> None:
    pieces = fleet("GB 1", GB, "Portsmouth"), fleet("GB 2", GB, "London"), fleet("GB 3", GB, SEA, 5, "sea")
    game = begin(*pieces, fleet("S 1", SP, "Cadiz"), nelson(), at=f"{GB}: naval_reinforcement_step", order=(GB, FR))
    assert {act.fleet for act in game.may(HoistFlag)} == {"GB 2"}
    assert game.why_not(HoistFlag(NELSON, FleetId("GB 3"))) == {"BASE-10.6.2-admiral"}
    game.play(HoistFlag(NELSON, GB_2))
    assert game[Admiral]["Nelson"].fleet == "GB 2"


def test_he_is_seen_with_his_fleet() -> None:
    game = begin(fleet("GB 1", GB, "Portsmouth"), fleet("F 1", FR, "Brest"), nelson())
    hooks = game.game.hooks(PresentHooks)
    assert [one.leader for one in hooks.counters(game.game) if one.piece == "GB 1"] == ["Nelson"]
    card = hooks.card(game.game, "GB 1")
    assert card is not None
    assert ("Admiral", "Nelson") in [(one.title, one.value) for one in card.entries]


def test_he_goes_where_his_fleet_retreats() -> None:
    game = fought(*line(british=10), nelson(), dice=(1, 6, 1, 6))
    game.play(RetreatAtSea(min(act.port for act in game.may(RetreatAtSea))))
    assert game[Admiral]["Nelson"].fleet == "GB 1"
