"""7.5.2: who marches to the sound of the guns, on whose rating, and whom else it concerns."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import Pass, Row
from sandtable.testing import Play
from sandtable_empires.combat.reinforcing import Reinforce, nearby
from sandtable_empires.leaders.appointing import NameCommander
from sandtable_empires.model import (
    Combined,
    Corps,
    CorpsId,
    Engaged,
    Force,
    LeaderId,
    Link,
    NationId,
    link_id,
)  # fmt: skip
from sandtable_empires.testing import ATTACKER, DEFENDER, FR, GB, SP, area, attack, choose_chits, corps, leader
from sandtable_empires.testing.iberia import PORTUGAL
from tests.plugins.empires.fights import ready
from tests.plugins.empires.test_battle_days import ONES

F2, F3 = map(CorpsId, ("F II", "F III"))


def second_round(*pieces: Row, dice: tuple[int, ...] = (), side: str = FR, where: str = "madrid", **more: Any) -> Play:
    """Return the moment before the second round of a battle in which somebody may call for help."""
    game = ready(*pieces, side=side, dice=(1, 1, *dice, *ONES), **more)
    attack(game, where)
    choose_chits(game, "probe", "defend")
    while game.prompt and game.prompt.open[0].kinds[0].__name__ in ("BearLosses", "ApportionLosses"):
        game.play(game.may(game.prompt.open[0].kinds[0])[0])
    return game


FRENCH = corps("F I", FR, "Madrid", infantry=18), corps("S I", SP, "Madrid", infantry=18)
HELP = corps("F II", FR, "Toledo", infantry=5), corps("F III", FR, "Toledo", infantry=5)


def arrival_lines(game: Play) -> list[str]:
    return [line for line in game.log if "arrives:" in line or "does not come:" in line]


def area_of(game: Play, id: CorpsId) -> str | None:
    return game[Corps][id].area


@pytest.mark.rule("BASE-10.6.1-marching", "BASE-7.5.2-reinforce")
@pytest.mark.parametrize(("die", "come"), [(4, True), (5, False)])
def test_those_who_come_with_a_leader_come_together_on_his_rating(die: int, come: bool) -> None:
    """One die for both, against Soult's 4; corps of their own would need a 2."""
    game = second_round(*FRENCH, *HELP, leader("Soult", FR, "F II", 4, 3), dice=(die,))
    game.play(Reinforce((F2, F3)))
    assert len(arrival_lines(game)) == 1
    assert (area_of(game, F2), area_of(game, F3)) == (("madrid", "madrid") if come else ("toledo", "toledo"))


def test_of_several_the_most_senior_leads() -> None:
    """Ney, of the higher rating, comes first by name; Soult is the senior."""
    chiefs = leader("Ney", FR, "F II", 5, 4, seniority="C"), leader("Soult", FR, "F III", 1, 3, seniority="A")
    game = second_round(*FRENCH, *HELP, *chiefs, dice=(2,))
    game.play(Reinforce((F2, F3)))
    assert len(arrival_lines(game)) == 1
    assert arrival_lines(game)[0].startswith("Soult does not come: 2 against")
    assert area_of(game, F2) == "toledo"


def test_among_equals_their_player_says_who_leads_and_he_takes_command() -> None:
    chiefs = leader("Ney", FR, "F II", 5, 4), leader("Soult", FR, "F III", 1, 3)
    game = second_round(*FRENCH, *HELP, *chiefs, dice=(1,))
    game.play(Reinforce((F2, F3)))
    game.play(NameCommander(LeaderId("Soult")))
    assert area_of(game, F2) == "madrid"
    assert game[Force][ATTACKER].commander == "Soult"


def test_without_their_leader_they_come_each_on_its_own() -> None:
    """Soult stays in Toledo with F II: F III alone has a 2 of its own."""
    game = second_round(*FRENCH, *HELP, leader("Soult", FR, "F II", 4, 3), dice=(3,))
    game.play(Reinforce((F3,)))
    assert arrival_lines(game)[0].startswith("F III does not come: 3 against")


def test_corps_of_different_areas_try_apart() -> None:
    burgos = corps("F III", FR, "Burgos", infantry=5)
    game = second_round(*FRENCH, HELP[0], burgos, leader("Soult", FR, "F II", 4, 3), dice=(3, 4))
    game.play(Reinforce((F2, F3)))
    assert {line.split(" ")[0] for line in arrival_lines(game)} == {"Soult", "F"}
    assert (area_of(game, F2), area_of(game, F3)) == ("madrid", "burgos")


# --- allies


def test_every_power_of_a_force_calls_its_own_corps() -> None:
    """Wellington commands, with two corps to one: Spain's neighbours are not shut out."""
    game = second_round(
        corps("F I", FR, "Madrid", infantry=18), corps("B I", GB, "Madrid", infantry=9),
        corps("P I", PORTUGAL, "Madrid", infantry=3),
        corps("S I", SP, "Madrid", infantry=9), leader("Wellington", GB, "B I", 5, 5),
        corps("S II", SP, "Toledo", infantry=5), corps("B II", GB, "Toledo", infantry=5), dice=(1, 1),
    )  # fmt: skip
    assert game[Force][DEFENDER].side == GB
    assert game.questions == [(GB, ("Reinforce",))]
    assert {id for act in game.may(Reinforce) for id in act.corps} == {"B II"}
    game.play(Reinforce((CorpsId("B II"),)))
    assert game.questions == [(SP, ("Reinforce",))]
    game.play(Reinforce((CorpsId("S II"),)))
    assert {row.id for row in game[Engaged].where("force", DEFENDER)} == {"B I", "B II", "P I", "S I", "S II"}


@pytest.mark.rule("EIA-10.6.1-allied-army")
def test_corps_of_two_powers_march_together_under_one_leader() -> None:
    game = second_round(
        corps("F I", FR, "Madrid", infantry=18), corps("S I", SP, "Madrid", infantry=18),
        corps("B I", GB, "Madrid", infantry=1),
        corps("S II", SP, "Toledo", infantry=5), corps("B II", GB, "Toledo", infantry=5),
        leader("Wellington", GB, "B II", 5, 5), leader("Castaños", SP, "S I", 2, 2), dice=(5,),
    )  # fmt: skip
    for side in (SP, GB):
        game.play(Reinforce((CorpsId(f"{side[0] if side == SP else 'B'} II"),)), side=side)
    assert len(arrival_lines(game)) == 1
    assert arrival_lines(game)[0].startswith("Wellington arrives: 5 against")
    assert game[Force][DEFENDER].commander == "Castaños"


BRITISH = (
    corps("F I", FR, "Madrid", infantry=18),
    corps("B I", GB, "Madrid", infantry=18),
    corps("S I", SP, "Toledo", infantry=5),
)


@pytest.mark.parametrize(("ruling", "asked"), [("in defence", True), ("never", False)])
def test_whether_an_ally_without_a_corps_there_may_come_is_a_ruling(ruling: str, asked: bool) -> None:
    game = second_round(*BRITISH, parameters={"reinforcing": {"allies": ruling}})
    assert (game.questions == [(SP, ("Reinforce",))]) == asked


@pytest.mark.parametrize(("combined", "asked"), [(False, False), (True, True)])
def test_in_an_attack_only_those_who_move_together_help(combined: bool, asked: bool) -> None:
    together = Combined("together", (NationId("Great Britain"), NationId("Spain")))
    game = second_round(*BRITISH, *([together] if combined else []), side=GB)
    assert (game.questions == [(SP, ("Reinforce",))]) == asked


# --- ways


@pytest.mark.rule("BASE-7.5.2-terrain-reinforce")
@pytest.mark.parametrize("where", ["madrid", "cuenca"])
def test_mountains_keep_reinforcements_back(where: str) -> None:
    """On a 2, the rating of a French corps, F II comes to Madrid; in the mountains of Cuenca it would need a 1."""
    forces = corps("F I", FR, where, infantry=18), corps("S I", SP, where, infantry=18)
    game = second_round(*forces, HELP[0], where=where, dice=(2,))
    game.play(Reinforce((F2,)))
    assert area_of(game, F2) == ("madrid" if where == "madrid" else "toledo")


def test_nobody_comes_by_a_crossing_that_is_not_in_play() -> None:
    """Seville has a crossing to Madrid that is optional."""
    ends = area("Madrid"), area("Seville")
    game = second_round(
        *FRENCH, corps("F II", FR, "Seville", infantry=5), Link(link_id(*ends), ends, across="optional_crossing")
    )  # fmt: skip
    assert game.questions != [(FR, ("Reinforce",))]
    assert nearby(game.game, ATTACKER, FR) == ()


def test_held_back_by_an_enemy_of_its_own() -> None:
    game = second_round(
        *FRENCH, HELP[0], corps("S II", SP, "Toledo", infantry=5), corps("F III", FR, "Burgos", infantry=5)
    )
    assert {id for act in game.may(Reinforce) for id in act.corps} == {"F III"}
    game.play(Pass())


SPANISH = corps("S I", SP, "Madrid", infantry=9), corps("S II", SP, "Burgos"), corps("S III", SP, "Saragossa")
ENGLISH = (
    corps("B I", GB, "Madrid", infantry=9),
    corps("B II", GB, "Toledo"),
    corps("B III", GB, "Cuenca"),
    corps("B IV", GB, "Toledo"),
)
EQUALS = (
    leader("Wellington", GB, "B II", 5, 5, seniority="A"), leader("Hill", GB, "B III", 5, 5, seniority="A"),
    leader("Cuesta", SP, "S II", 5, 5, seniority="B"), leader("Blake", SP, "S III", 5, 5, seniority="B"),
)  # fmt: skip


@pytest.mark.rule("EIA-10.6.1-reinforcing-leader")
def test_of_the_leaders_who_arrive_those_of_the_commanders_power_may_take_over() -> None:
    """The British are more and senior, yet Spain is asked which of its two equals relieves its Castaños."""
    castanos = leader("Castaños", SP, "S I", 1, 1, seniority="D")
    game = second_round(FRENCH[0], *SPANISH, *ENGLISH, castanos, *EQUALS, dice=(1,) * 4)
    game.play(Reinforce((CorpsId("S II"), CorpsId("S III"))), side=SP)
    game.play(Reinforce((CorpsId("B II"), CorpsId("B III"), CorpsId("B IV"))), side=GB)
    assert game.questions == [(SP, ("NameCommander",))]
    assert game.may(NameCommander) == [NameCommander(LeaderId("Blake")), NameCommander(LeaderId("Cuesta"))]
    game.play(NameCommander(LeaderId("Cuesta")))
    assert game[Force][DEFENDER].commander == "Cuesta"


@pytest.mark.rule("EIA-10.6.1-reinforcing-leader")
def test_where_nobody_commands_all_who_arrive_are_asked_for() -> None:
    """Spaniards alone fight; Britain has most of the corps that come, and names one of its equals."""
    game = second_round(FRENCH[0], *SPANISH, *ENGLISH[1:], *EQUALS, dice=(1,) * 4)
    game.play(Reinforce((CorpsId("S II"), CorpsId("S III"))), side=SP)
    game.play(Reinforce((CorpsId("B II"), CorpsId("B III"), CorpsId("B IV"))), side=GB)
    assert game.questions == [(GB, ("NameCommander",))]
    game.play(NameCommander(LeaderId("Wellington")))
    assert game[Force][DEFENDER].commander == "Wellington"
