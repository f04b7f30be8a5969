"""10.6 with more than two sides: who commands in storms, for whom, and whose corps a leader may lead."""

from __future__ import annotations

import pytest

from sandtable.engine import Row
from sandtable.testing import Play
from sandtable_empires.campaign.appointments import Appoint
from sandtable_empires.campaign.combined import StormTogether
from sandtable_empires.combat.attack import Attack
from sandtable_empires.fronts import fronts
from sandtable_empires.land.attempts import Assault, Sortie
from sandtable_empires.land.raids import RaidDepot
from sandtable_empires.leaders.appointing import NameCommander, NamePower
from sandtable_empires.model import CorpsId, Force, LeaderId, SiegeId
from sandtable_empires.testing import (
    AU,
    FR,
    GB,
    PR,
    RU,
    SP,
    Piece,
    alliance,
    area,
    combined_movement,
    control,
    corps,
    depot,
    garrison,
    leader,
    position,
    siege,
    war,
)  # fmt: skip

PRAGUE = area("Prague")
DAVOUT = leader("Davout", FR, "F I", tactical=5, seniority="A", maximum=2)


def fires(game: Play, side: str) -> str:
    """Return the first line of fire of a side."""
    return next(line for line in game.log if line.startswith(f"{side} fires"))


# --- storms


def storm(*pieces: Piece, dice: tuple[int, ...] = (3, 3) * 3, **rulings: str) -> Play:
    """France storms Prague, which Austrians hold, through a breach."""
    game = position(
        war(FR, AU, RU), alliance(AU, RU), siege(FR, "Prague", breached=True), corps("F I", FR, "Prague", infantry=9),
        *pieces, at="France: land_combat", dice=dice, parameters={"storm_command": rulings},
    )  # fmt: skip
    game.play(Assault(SiegeId(PRAGUE)))
    return game


@pytest.mark.rule("BASE-10.6.1-storm-ratings", "EIA-10.6.1-no-corps", "EIA-10.6.1-rating-comparison")
def test_a_garrison_without_a_corps_has_a_rating_of_0_and_the_commander_chart_counts() -> None:
    game = storm(garrison(AU, "Prague", infantry=6), DAVOUT)
    assert "Davout commands for France" in game.log
    assert "+1 (tactical 5 against 0)" in fires(game, FR)
    assert "-1 (tactical 0 against 5)" in fires(game, AU)


@pytest.mark.rule("BASE-10.6.1-storm-command")
def test_by_a_ruling_storms_have_no_commanders() -> None:
    game = storm(garrison(AU, "Prague", infantry=6), DAVOUT, commanders="not used")
    assert not any("tactical" in line or "commands" in line for line in game.log)


@pytest.mark.rule("BASE-10.6.1-storm-ratings", "EIA-10.6.1-no-leader")
def test_without_a_leader_the_best_corps_counts() -> None:
    """Prussian corps are rated 1, the garrison 0: an attacker has nothing from it, a defender 1 less."""
    game = position(
        war(PR, AU), siege(PR, "Prague", breached=True), corps("P I", PR, "Prague", infantry=9),
        garrison(AU, "Prague", infantry=6), at="Prussia: land_combat", dice=(3, 3) * 3,
    )  # fmt: skip
    game.play(Assault(SiegeId(PRAGUE)))
    assert "tactical" not in fires(game, PR)
    assert "tactical 0 against 1" in fires(game, AU)


@pytest.mark.rule("EIA-10.6.1-tactical-maximum")
@pytest.mark.parametrize(("maximum", "rating"), [(3, 5), (2, 4), (1, 3)])
def test_the_tactical_maximum_holds_in_storms(maximum: int, rating: int) -> None:
    others = [corps(f"F {name}", FR, "Prague", infantry=2) for name in ("II", "III")]
    davout = leader("Davout", FR, "F I", tactical=5, maximum=maximum)
    game = storm(garrison(AU, "Prague", infantry=6), *others, davout)
    assert f"tactical {rating} against 0" in fires(game, FR)


@pytest.mark.rule("EIA-12.3.7-corps-leaders")
def test_corps_leaders_hold_in_storms() -> None:
    others = [corps(f"F {name}", FR, "Prague", infantry=2) for name in ("II", "III")]
    game = position(
        war(FR, AU), siege(FR, "Prague", breached=True), corps("F I", FR, "Prague", infantry=9), *others,
        garrison(AU, "Prague", infantry=6), at="France: land_combat", dice=(3, 3) * 3, on=["corps_leaders"],
    )  # fmt: skip
    game.play(Assault(SiegeId(PRAGUE)))
    assert "(tactical 0 against 0)" in fires(game, FR)  # 2, less 2 for three times his maximum


@pytest.mark.rule("EIA-10.6.1-allied-army", "BASE-10.6.1-storm-command")
def test_of_allies_in_a_storm_the_power_with_most_corps_commands() -> None:
    """Russia storms with France and has two corps there, but France has begun it and decides."""
    game = position(
        war(FR, AU), war(RU, AU), alliance(FR, RU), combined_movement(FR, RU), siege(FR, "Prague", breached=True),
        DAVOUT,        corps("F I", FR, "Prague", infantry=9), corps("R I", RU, "Prague", infantry=4),
        corps("R II", RU, "Prague", infantry=4), leader("Bagration", RU, "R I", tactical=4),
        garrison(AU, "Prague", infantry=6), at="France: land_combat", dice=(3, 3) * 3,
    )  # fmt: skip
    game.play(Assault(SiegeId(PRAGUE)))
    game.play(StormTogether(), side=RU)
    assert "Bagration commands for Russia" in game.log
    assert "tactical 4 against 0" in fires(game, FR)


@pytest.mark.rule("EIA-10.6.1-seniority-tie", "BASE-10.6.1-storm-command")
def test_of_equals_in_a_besieged_city_the_player_picks() -> None:
    leaders = leader("Mack", AU, "A I", tactical=1, seniority="B"), leader("Charles", AU, "A I", tactical=4)
    game = storm(corps("A I", AU, "Prague", infantry=6, inside=True), *leaders)
    assert game.questions == [(AU, ("NameCommander",))]
    assert game.prompt is not None
    assert [ask.rule for ask in game.prompt.open] == ["EIA-10.6.1-seniority-tie"]
    game.play(NameCommander(LeaderId("Charles")))
    assert "tactical 4 against 2" in fires(game, AU)


@pytest.mark.rule("BASE-10.6.1-storm-command")
def test_sorties_and_raids_have_commanders_too() -> None:
    pieces = war(FR, AU), corps("F I", FR, "Prague", infantry=9), DAVOUT
    sortie = position(
        *pieces, siege(FR, "Prague"), garrison(AU, "Prague", infantry=6), at="Austria: land_combat", dice=(3, 3) * 3
    )
    sortie.play(Sortie(PRAGUE))
    raid = position(
        *pieces, depot(AU, "Prague"), garrison(AU, "Prague", "depot", infantry=6), at="France: land_combat",
        dice=(3, 3) * 3,
    )  # fmt: skip
    raid.play(RaidDepot(PRAGUE))
    assert all("tactical 5 against 0" in fires(game, FR) for game in (sortie, raid))


@pytest.mark.rule("BASE-10.6.1-storm-command")
def test_who_commands_is_shown() -> None:
    leaders = leader("Mack", AU, "A I", tactical=1), leader("Charles", AU, "A I", tactical=4)
    game = storm(corps("A I", AU, "Prague", infantry=6, inside=True), *leaders, DAVOUT)
    sheets = list(fronts(game.game, lambda side: "#000000"))
    told = {sheet.key.rpartition(" ")[2]: {one.title: one.value for one in sheet.entries} for sheet in sheets}
    assert (told["attacker"]["Commander"], told["defender"]["Commander"]) == ("Davout", "no leader")
    game.play(NameCommander(LeaderId("Charles")))
    game.prove()


# --- who decides where no leader is

EQUALS = (
    war(FR, AU, RU), alliance(AU, RU), corps("F I", FR, "Prague", infantry=9),
    corps("A I", AU, "Prague", infantry=5), corps("R I", RU, "Prague", infantry=5),
)  # fmt: skip


@pytest.mark.rule("BASE-10.6.1-decides")
@pytest.mark.parametrize(
    ("leaders", "rule"),
    [
        ((), "BASE-10.6.1-decides"),
        ((leader("Charles", AU, "A I"), leader("Kutusov", RU, "R I")), "EIA-10.6.1-allied-tie"),
    ],
)
def test_equals_without_a_leader_decide_under_a_rule_of_their_own(leaders: tuple[Row, ...], rule: str) -> None:
    game = position(*EQUALS, *leaders, at="France: land_combat")
    game.play(Attack(PRAGUE))
    assert game.prompt is not None
    assert {(ask.side, ask.rule) for ask in game.prompt.open} == {(AU, rule), (RU, rule)}
    game.play(NamePower(RU), side=AU)
    game.play(NamePower(RU), side=RU)
    assert [force.side for force in game[Force] if force.role == "defender"] == [RU]


@pytest.mark.rule("BASE-10.6.1-decides")
def test_they_throw_for_it_under_that_rule_too() -> None:
    game = position(*EQUALS, at="France: land_combat", dice=[2, 5])
    game.play(Attack(PRAGUE))
    game.play(NamePower(AU), side=AU)
    game.play(NamePower(RU), side=RU)
    thrown = [throw.rule for ply in game.referee.journal.line() for throw in ply.throws]
    assert thrown == ["BASE-10.6.1-decides"] * 2
    assert [force.side for force in game[Force] if force.role == "defender"] == [RU]


# --- whose corps he may lead

WAITING = leader("Davout", FR, None)
FRENCH, BAVARIANS = corps("F I", FR, "Paris", infantry=5), corps("Bav I", "Bavaria", "Munich", infantry=5)


@pytest.mark.rule("BASE-10.6-appoint")
@pytest.mark.parametrize("id", ["F I", "Bav I"])
def test_a_leader_may_join_a_corps_of_his_power_or_of_a_minor_that_it_controls(id: str) -> None:
    game = position(control(FR, "Bavaria"), FRENCH, BAVARIANS, WAITING, at="France: army_reinforcement")
    assert game.why_not(Appoint(LeaderId("Davout"), CorpsId(id))) == set()


@pytest.mark.rule("BASE-10.6-appoint")
def test_one_of_a_minor_keeps_to_his_nation() -> None:
    wrede = leader("Wrede", "Bavaria", None)
    game = position(control(FR, "Bavaria"), FRENCH, BAVARIANS, wrede, at="France: army_reinforcement")
    assert game.why_not(Appoint(LeaderId("Wrede"), CorpsId("F I"))) == {"BASE-10.6-appoint"}
    assert game.why_not(Appoint(LeaderId("Wrede"), CorpsId("Bav I"))) == set()


@pytest.mark.rule("EIA-10.6.1-minor-ratings", "EIA-10.6.1-allied-army")
def test_corps_of_a_minor_count_for_the_power_that_controls_it() -> None:
    """One French and one Bavarian corps outnumber the Spanish one: France commands (R-15)."""
    game = position(
        war(FR, AU), war(SP, AU), alliance(FR, SP), control(FR, "Bavaria"), combined_movement(FR, SP),
        corps("F I", FR, "Prague", infantry=5), corps("Bav I", "Bavaria", "Prague", infantry=5), DAVOUT,
        corps("S I", SP, "Prague", infantry=5), leader("Reding", SP, "S I", seniority="A"),
        corps("A I", AU, "Prague", infantry=5), at="Austria: land_combat",
    )  # fmt: skip
    game.play(Attack(PRAGUE))
    assert "Davout commands for France" in game.log
    assert GB not in {side for side, _ in game.questions}
