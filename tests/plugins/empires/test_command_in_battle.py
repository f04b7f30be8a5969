"""10.6.1 in battles that are fought out: who commands after arrivals and losses, and what ratings do round by round."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.engine import Game, Row, SideId
from sandtable.testing import Play
from sandtable_empires import testing
from sandtable_empires.combat.attack import Attack
from sandtable_empires.combat.bearing import BearLosses
from sandtable_empires.combat.chits import AttackerChits, DefenderChits
from sandtable_empires.combat.reinforcing import Reinforce
from sandtable_empires.combat.retreat import Retreat
from sandtable_empires.combat.sharing import ApportionLosses
from sandtable_empires.combat.tallies import intrinsic, modifier, strategic, tactical
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.command import CommandHooks
from sandtable_empires.leaders.appointing import NamePower
from sandtable_empires.model import (
    AUSTRIA,
    BRITAIN,
    FRANCE,
    PRUSSIA,
    RUSSIA,
    Battle,
    Corps,
    CorpsId,
    Engaged,
    Fleet,
    FleetId,
    Force,
    Leader,
    LeaderId,
    Nation,
    NationId,
    Present,
    force_id,
)
from sandtable_empires.testing import (
    ATTACKER,
    BATTLE,
    DEFENDER,
    FR,
    GB,
    SP,
    Piece,
    area,
    attack,
    battle,
    choose_chits,
    iberia,
    leader,
    position,
)
from sandtable_empires.testing.iberia import PORTUGAL
from tests.plugins.empires.fights import ready

ONES = (1,) * 12


NATION = {"F": FR, "S": SP, "B": GB, "P": PORTUGAL}


def corps(id: str, area: str | None, **fields: Any) -> Corps:
    """Return a corps of five; the first letter of its id says whose it is."""
    return testing.corps(id, NATION[id[0]], area, **{"infantry": 5, **fields})


def attack_madrid(*pieces: Piece, ratings: tuple[int, int] | None = None, on: tuple[str, ...] = ()) -> Play:
    """Return France's attack on a Spanish corps in Madrid; ``ratings`` are printed on the French corps."""
    printed = dict(zip(((FR, "strategic"), (FR, "tactical")), ratings or (), strict=False))
    game = position(
        *pieces, corps("S I", "Madrid"), land=iberia, at=f"{FR}: land_combat", on=on, dice=ONES,
        charts={"corps ratings": printed},
    )  # fmt: skip
    game.play(Attack(area("Madrid")))
    return game


# --- without a leader


@pytest.mark.rule("EIA-10.6.1-fleets-unrated")
@pytest.mark.parametrize(("side", "nation"), [(FR, FRANCE), (GB, BRITAIN)])
def test_fleets_have_no_ratings_of_their_own(side: SideId, nation: NationId) -> None:
    """A French or British corps is rated 2 and 2, a fleet of the same power 0 and 0."""
    fleet = Fleet(id=FleetId("fleet"), title="a fleet", side=side, nation=nation, ships=20, port=area("Cadiz"))
    game = attack_madrid(fleet, corps("F I", "Madrid"), corps("B I", "Lisbon")).game
    (part,) = intrinsic(game, "fleet", "strategic").parts
    assert (part.value, part.rule) == (0, "EIA-10.6.1-fleets-unrated")
    assert intrinsic(game, "fleet", "tactical").whole() == 0
    assert [
        intrinsic(game, f"{side[0] if side == FR else 'B'} I", which).whole() for which in ("strategic", "tactical")
    ] == [2, 2]


@pytest.mark.rule("EIA-10.6.1-no-leader")
def test_best_strategic_and_best_tactical_come_from_different_corps() -> None:
    """R-18: in 1810 a Prussian corps is rated 2 and 1, a Russian one 1 and 2: together they have 2 and 2."""
    nations = (
        Nation(PRUSSIA, "Prussia", "Prussian", FR, major=True),
        Nation(RUSSIA, "Russia", "Russian", FR, major=True),
    )
    allies = [
        Corps(id=CorpsId(id), title=id, side=FR, nation=nation, area=area("Madrid"), infantry=3)
        for id, nation in (("Pr I", PRUSSIA), ("R I", RUSSIA))
    ]
    game = ready(*nations, *allies, corps("S I", "Madrid"), month=(1810, 5))
    attack(game, "Madrid")
    assert [intrinsic(game.game, "Pr I", which).whole() for which in ("strategic", "tactical")] == [2, 1]
    assert [intrinsic(game.game, "R I", which).whole() for which in ("strategic", "tactical")] == [1, 2]
    assert (strategic(game.game, ATTACKER).whole(), tactical(game.game, ATTACKER).whole()) == (2, 2)


@pytest.mark.rule("EIA-10.6.1-minor-ratings")
@pytest.mark.parametrize(("die", "away"), [(2, True), (3, False)])
def test_a_minors_corps_withdraws_on_the_rating_of_its_controller(die: int, away: bool) -> None:
    """A Portuguese corps alone tries with the British 2, not with a 1 of its own; the assault adds nothing."""
    game = ready(corps("F I", "Lisbon"), corps("P I", "Lisbon"), dice=(die, *ONES))
    attack(game, "Lisbon")
    choose_chits(game, "assault", "withdraw")
    assert any("P I withdraws" in line for line in game.log) == away


@pytest.mark.rule("BASE-7.5.2-austrian-die")
@pytest.mark.parametrize(
    ("nation", "attacker", "defender", "added"),
    [
        ("Austria", "echelon", "cordon", 1),
        ("Austria", "echelon", "defend", 0),
        ("France", "echelon", "cordon", 0),
        (None, "echelon", "cordon", 0),
    ],
)
def test_an_austrian_commander_adds_to_the_die_with_some_pairs_of_chits(
    nation: str | None, attacker: AttackerChits, defender: DefenderChits, added: int
) -> None:
    """Austrians are at home in echelon against a cordon; without a commander, or under another, they are not."""
    chief = [replace(leader("Charles", FR, "F I", 3, 3), nation=NationId(nation))] if nation else []
    game = attack_madrid(Nation(AUSTRIA, "Austria", "Austrian", FR, major=True), corps("F I", "Madrid"), *chief)
    assert game[Force][ATTACKER].commander == ("Charles" if nation else None)
    choose_chits(game, attacker, defender)
    parts = [one for one in modifier(game.game, ATTACKER).parts if one.rule == "BASE-7.5.2-austrian-die"]
    assert [(one.value, one.says) for one in parts] == ([(1, "Austrian commander")] if added else [])
    assert any("+1 (Austrian commander)" in line for line in game.log) == bool(added)


@pytest.mark.rule("EIA-10.6.1-outflank-counted")
def test_corps_that_march_round_the_enemy_are_commanded_too() -> None:
    """Maximum 2: two corps are no burden, a third that outflanks is."""
    for count, rating in ((2, 4), (3, 3)):
        corps_there = [corps(f"F {n}", "Madrid") for n in range(count)]
        game = attack_madrid(*corps_there, leader("Ney", FR, "F 0", 3, 4, maximum=2))
        choose_chits(game, "outflank", "cordon" if count == 2 else "counterattack", round_the_enemy=(f"F {count - 1}",))
        assert tactical(game.game, ATTACKER).whole() == rating


# --- in command


@pytest.mark.rule("EIA-10.6.1-one-commander")
def test_a_better_leader_who_does_not_command_helps_nobody() -> None:
    game = attack_madrid(
        corps("F I", "Madrid"),
        leader("Jourdan", FR, "F I", 1, 1, seniority="A"),
        leader("Ney", FR, "F I", 5, 5, seniority="C"),
    )
    assert game[Force][ATTACKER].commander == "Jourdan"
    assert (strategic(game.game, ATTACKER).whole(), tactical(game.game, ATTACKER).whole()) == (1, 1)


@pytest.mark.rule("EIA-10.6.1-pursuit")
def test_a_cavalry_leader_helps_the_pursuit_under_another_commander() -> None:
    """Of his own nation a factor must ride: the cavalry of an ally does not do."""
    murat = replace(leader("Murat", FR, "F I", 4, 3, seniority="C"), cavalry=True)
    soult = leader("Soult", FR, "F I", 4, 3, seniority="A")
    for riders, helps in ((corps("F II", "Madrid", cavalry=1), True), (corps("F II", "Madrid"), False)):
        game = attack_madrid(corps("F I", "Madrid"), riders, murat, soult)
        parts = game.game.hooks(CombatHooks).pursuit_parts(game.game, ATTACKER)
        assert game[Force][ATTACKER].commander == "Soult"
        assert [part.value for part in parts] == ([1] if helps else [])
    poles = replace(corps("F II", "Madrid", cavalry=1), nation=NationId("Poland"))
    game = attack_madrid(
        Nation(NationId("Poland"), "Poland", "Polish", FR), corps("F I", "Madrid"), poles, murat, soult
    )
    assert not game.game.hooks(CombatHooks).pursuit_parts(game.game, ATTACKER)


# --- as the rounds pass


def long_battle(*pieces: Row, dice: tuple[int, ...] = ()) -> Play:
    """Return the moment before the second round of a hard fight in Madrid in which France may be reinforced."""
    game = ready(
        corps("F I", "Madrid", infantry=18), corps("F II", "Toledo"), corps("S I", "Madrid", infantry=18), *pieces,
        dice=(1, 1, *dice, 1, 1, 1, 1, 1, 1),
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "probe", "defend")
    while game.prompt and game.prompt.open[0].accepts(BearLosses):
        game.play(game.may(BearLosses)[0])
    assert game.questions == [(FR, ("Reinforce",))]
    return game


@pytest.mark.rule("EIA-10.6.1-reinforcing-leader")
@pytest.mark.parametrize(
    ("there", "seniority", "commander"),
    [("B", "A", "Soult"), ("B", "B", "Ney"), ("B", "C", "Ney"), (None, "D", "Soult")],
)
def test_a_leader_who_arrives_takes_over_from_a_junior_or_from_nobody(
    there: str | None, seniority: str, commander: str
) -> None:
    ney = [leader("Ney", FR, "F I", 3, 4, seniority=there)] if there else []
    game = long_battle(leader("Soult", FR, "F II", 4, 3, seniority=seniority), *ney, dice=(4,))
    assert game[Force][ATTACKER].commander == ("Ney" if there else None)
    game.play(Reinforce((CorpsId("F II"),)))
    assert game[Force][ATTACKER].commander == commander
    assert {row.id for row in game[Present]} == {"Soult", *(one.id for one in ney)}


@pytest.mark.rule("EIA-10.6.1-reinforcing-leader")
@pytest.mark.parametrize(("there", "commander", "side"), [(True, "Castaños", SP), (False, "Wellington", GB)])
def test_a_leader_of_another_power_takes_over_only_where_nobody_commands(
    there: bool, commander: str, side: str
) -> None:
    """However senior he is; where he commands his power decides for the force."""

    force = force_id(BATTLE, "defender")

    async def arrives(game: Game) -> None:
        for row in battle("Madrid", (FR,), (SP,)):
            game.put(row)
        game.change(game[Force][force], commander=LeaderId("Castaños") if there else None)
        await game.hooks(CommandHooks).after_reinforced(game, force, LeaderId("Wellington"))

    pieces = (
        corps("F I", "Bayonne"), corps("S I", "Madrid"), corps("B I", "Madrid"),
        leader("Castaños", SP, "S I", 2, 2, seniority="D"), leader("Wellington", GB, "B I", 5, 5, seniority="A"),
    )  # fmt: skip
    game = position(*pieces, land=iberia, do=arrives)
    row = game[Force][force]
    assert (row.commander, row.side) == (commander, side)


@pytest.mark.rule("EIA-10.6.1-round-by-round")
def test_reinforcements_change_a_tactical_rating_in_the_middle_of_a_battle() -> None:
    """Ney, tactical 4, maximum 1, with a second corps has 3: against Castaños' 3 his die was +1 and is 0 now."""
    game = long_battle(leader("Ney", FR, "F I", 3, 4, maximum=1), leader("Castaños", SP, "S I", 3, 3), dice=(2,))
    assert tactical(game.game, ATTACKER).whole() == 4
    assert any("France fires 18 factors" in line and "+1 (tactical 4 against 3)" in line for line in game.log)
    game.play(Reinforce((CorpsId("F II"),)))
    assert tactical(game.game, ATTACKER).whole() == 3
    second = [line for line in game.log if line.startswith("France fires")][1]
    assert "tactical" not in second


@pytest.mark.rule("EIA-10.6.1-round-by-round")
def test_a_reinforcing_senior_brings_his_ratings_at_once() -> None:
    game = long_battle(
        leader("Dupont", FR, "F I", 2, 0, seniority="D"), leader("Soult", FR, "F II", 4, 5, seniority="B"), dice=(4,)
    )
    assert modifier(game.game, ATTACKER).whole() == -1
    game.play(Reinforce((CorpsId("F II"),)))
    assert tactical(game.game, ATTACKER).whole() == 5
    assert modifier(game.game, ATTACKER).whole() == 1


@pytest.mark.rule("BASE-10.6.1-succession")
def test_when_the_commander_has_lost_his_last_corps_another_takes_over() -> None:
    """Of two equal powers Spain commands; its one factor falls, and Wellington is left."""
    game = ready(
        corps("F I", "Madrid", infantry=18), corps("S I", "Madrid", infantry=1), corps("B I", "Madrid", infantry=12),
        leader("Castaños", SP, "S I", 2, 2), leader("Wellington", GB, "B I", 3, 5, seniority="A"), side=FR,
        dice=(6, *ONES),
    )  # fmt: skip
    attack(game, "Madrid")
    game.play(NamePower(SP), side=GB)
    game.play(NamePower(SP), side=SP)
    assert game[Force][DEFENDER].commander == "Castaños"
    choose_chits(game, "assault", "counterattack")
    while game.prompt and game.prompt.open[0].accepts(BearLosses):
        game.play(game.may(BearLosses)[0])
    game.play(next(act for act in game.may(ApportionLosses) if dict(act.shares).get(SP)))
    while game.prompt and game.prompt.open[0].accepts(BearLosses):
        ways = game.may(BearLosses)
        fatal = [act for act in ways if dict(act.losses).get("S I: infantry")]
        game.play((fatal or ways)[0])
    assert game[Corps]["S I"].area is None
    assert not len(game[Battle]) or game[Force][DEFENDER].commander == "Wellington"
    assert game[Leader]["Castaños"].corps is None


@pytest.mark.rule("BASE-10.6.1-parting", "BASE-7.5.2-cleared", "BASE-7.5.2-over")
def test_when_it_is_over_nobody_takes_part_any_longer() -> None:
    game = attack_madrid(corps("F I", "Madrid"), leader("Soult", FR, "F I", 4, 3), leader("Castaños", SP, "S I", 2, 2))
    choose_chits(game, "probe", "withdraw")
    assert {row.id for row in game[Present]} == {"Soult", "Castaños"}
    game.play(Retreat(area("Toledo")))
    assert [len(game[kind]) for kind in (Battle, Force, Engaged, Present)] == [0, 0, 0, 0]


# --- corps without a leader (12.3.7)


@pytest.mark.rule("EIA-12.3.7-corps-leaders")
@pytest.mark.parametrize(("count", "rating"), [(1, 3), (2, 2), (3, 1), (4, 1)])
def test_corps_of_tactical_3_led_as_by_a_maximum_of_1(count: int, rating: int) -> None:
    """2 corps without a leader, best tactical 3: 2; 3 corps: 1."""
    several = [corps(f"F {n}", "Madrid") for n in range(count)]
    game = attack_madrid(*several, ratings=(2, 3), on=("corps_leaders",))
    assert tactical(game.game, ATTACKER).whole() == rating


@pytest.mark.rule("EIA-12.3.7-corps-leaders-scope", "BASE-7.5.2-withdraw-one-by-one")
@pytest.mark.parametrize("on", [("corps_leaders",), ()])
def test_they_withdraw_one_by_one_all_the_same(on: tuple[str, ...]) -> None:
    """Two Spanish corps, strategic 1: one gets away on a 1, the other does not on a 2 and fights alone."""
    game = ready(corps("F I", "Madrid"), corps("S I", "Madrid"), corps("S II", "Madrid"), on=on, dice=(1, 2, *ONES))
    attack(game, "Madrid")
    choose_chits(game, "assault", "withdraw")
    tried = [line.split(":")[0] for line in game.log if "withdraw" in line and line.startswith("S ")]
    assert tried == ["S I withdraws", "S II cannot withdraw"]


@pytest.mark.rule("EIA-12.3.7-corps-leaders-scope")
@pytest.mark.parametrize("on", [("corps_leaders",), ()])
def test_they_reinforce_one_by_one_all_the_same(on: tuple[str, ...]) -> None:
    """Two French corps, strategic 2, each on its own die: a 2 brings one, a 3 does not bring the other."""
    game = ready(
        corps("F I", "Madrid", infantry=18), corps("F II", "Toledo"), corps("F III", "Toledo"),
        corps("S I", "Madrid", infantry=18), on=on, dice=(1, 1, 2, 3, 1, 1, 1, 1),
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "probe", "defend")
    while game.prompt and game.prompt.open[0].accepts(BearLosses):
        game.play(game.may(BearLosses)[0])
    game.play(Reinforce((CorpsId("F II"), CorpsId("F III"))))
    assert (game[Corps]["F II"].area, game[Corps]["F III"].area) == ("madrid", "toledo")


@pytest.mark.rule("EIA-12.3.7-further-floor")
@pytest.mark.parametrize(("count", "rating"), [(3, 1), (4, 0), (9, 0)])
def test_however_many_corps_the_rating_stops_at_0(count: int, rating: int) -> None:
    """Tactical 3, maximum 1: 3 corps cost 2, 4 cost 3, 9 would cost 8; the option holds that floor itself."""
    several = [corps(f"F {n}", "Madrid", infantry=1) for n in range(count)]
    game = attack_madrid(*several, leader("Ney", FR, "F 0", 3, 3, maximum=1), on=("further_tactical_reductions",))
    told = tactical(game.game, ATTACKER)
    assert told.whole() == rating
    assert "EIA-12.3.7-further-floor" in {part.rule for part in told.parts}
