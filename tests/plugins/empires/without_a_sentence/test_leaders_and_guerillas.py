"""Guerillas, leaders and their options, the months, with one sentence out of force."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

import pytest
from msgspec.structs import replace

from sandtable.engine import EndStep, Game, Invalid, Row
from sandtable.testing import Play
from sandtable_empires.campaign.order import TakePlace
from sandtable_empires.combat.attack import Attack
from sandtable_empires.combat.bearing import BearLosses
from sandtable_empires.combat.tallies import strategic, tactical
from sandtable_empires.disputes import NameClaimant
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.irregulars.guerilla_moves import GarrisonCity, MoveGuerillas
from sandtable_empires.irregulars.guerillas import PlaceGuerillas
from sandtable_empires.land.attempts import Sortie
from sandtable_empires.land.attrition import LoseFactors
from sandtable_empires.model import (
    BRITAIN,
    FRANCE,
    SPAIN,
    Area,
    Arrival,
    ArrivalId,
    Battle,
    Combined,
    CorpsId,
    Engaged,
    Force,
    Garrison,
    GarrisonId,
    Leader,
    Nation,
    NationId,
    Present,
    Province,
    Siege,
    SiegeId,
    Storm,
    Treasury,
    force_id,
)  # fmt: skip
from sandtable_empires.options.guard_commitment import CommitGuard, Committed
from sandtable_empires.options.proportional_land_losses import Reckoned
from sandtable_empires.testing import (
    ATTACKER,
    BATTLE,
    DEFENDER,
    FR,
    GB,
    SP,
    Piece,
    alter,
    area,
    battle,
    calendar,
    choose_chits,
    corps,
    garrison,
    guerillas,
    holdings,
    iberia,
    leader,
    position,
)
from sandtable_empires.testing.iberia import PORTUGAL
from tests.plugins.empires.without_a_sentence import house, lacking

BOTH = pytest.mark.parametrize("in_force", [True, False])


def set_up(
    *pieces: Piece,
    without: Iterable[str],
    at: str = f"{FR}: land_combat",
    on: Iterable[str] = (),
    dice: Iterable[int | tuple[int, ...]] = (),
    do: Callable[[Game], Awaitable[None]] | None = None,
) -> Play:
    options = [*on, *lacking(without)]
    return position(*pieces, land=iberia, at=at, on=options, dice=tuple(dice), do=do, family=house())


def without(*ids: str) -> pytest.MarkDecorator:
    """Play the position with each of these rules taken away, and with none."""
    return pytest.mark.parametrize("rules", [(), *((id,) for id in ids)], ids=["all", *ids])


# --- 10.1.1: guerillas


def after_a_defeat(rules: tuple[str, ...], kind: str = "field") -> int:
    """Return how many guerillas there are after a Spanish corps was beaten in Saragossa."""

    async def over(game: Game) -> None:
        for row in battle("Saragossa", (FR, "F I"), (SP, "S I"), kind=kind, winner="attacker", how="broken"):
            game.put(row)
        await game.hooks(CombatHooks).after_combat(game, BATTLE)

    there = corps("F I", FR, "Saragossa", infantry=5), corps("S I", SP, "Saragossa", infantry=5)
    return sum(one.factors for one in set_up(*there, without=rules, at="", do=over)[Guerillas])


@pytest.mark.rule("EIA-10.1.1-create-on-defeat", "EIA-10.1.1-spain-only")
@without("EIA-10.1.1-create-on-defeat", "EIA-10.1.1-spain-only")
def test_a_defeat_raises_them(rules: tuple[str, ...]) -> None:
    assert after_a_defeat(rules) == (0 if rules else 1)


@pytest.mark.rule("EIA-10.1.1-create-on-defeat-limits")
@without("EIA-10.1.1-create-on-defeat-limits")
def test_a_trivial_one_does_not(rules: tuple[str, ...]) -> None:
    assert after_a_defeat(rules, "trivial") == (1 if rules else 0)


@pytest.mark.rule("EIA-10.1.1-create-by-die", "EIA-10.1.1-create-die-trigger", "EIA-10.1.1-create-place-choice")
@without("EIA-10.1.1-create-by-die", "EIA-10.1.1-create-die-trigger", "EIA-10.1.1-create-place-choice")
def test_an_invaded_province_throws_and_spain_says_where(rules: tuple[str, ...]) -> None:
    there = corps("F I", FR, "Saragossa", infantry=5), corps("S I", SP, "Cadiz", infantry=1)
    game = set_up(*there, without=rules, at=f"{SP}: guerilla", dice=[1])
    asked = game.questions == [(SP, ("PlaceGuerillas",))]
    assert (game.throws, asked) == {
        (): ([1], True),
        ("EIA-10.1.1-create-place-choice",): ([1], False),
    }.get(rules, ([], False))
    if asked:
        game.play(PlaceGuerillas(area("Teruel")))
    assert sum(one.factors for one in game[Guerillas]) == (0 if rules else 3)


@pytest.mark.rule("EIA-10.1.1-removal")
@without("EIA-10.1.1-removal", "EIA-10.1.1-create-by-die")
def test_they_go_home_with_the_last_invader(rules: tuple[str, ...]) -> None:
    there = corps("F I", FR, "Bayonne", infantry=5), guerillas("Madrid", 2)
    game = set_up(*there, without=rules, at=f"{SP}: guerilla")
    assert len(game[Guerillas]) == (rules == ("EIA-10.1.1-removal",))


@pytest.mark.rule("BASE-10.1.1-own-step")
@without("BASE-10.1.1-own-step")
def test_spain_alone_moves_them(rules: tuple[str, ...]) -> None:
    there = corps("F I", FR, "Bayonne", infantry=5), guerillas("Madrid", 2)
    game = set_up(*there, without=rules, at=f"{FR}: land_movement")
    against = game.why_not(MoveGuerillas(area("Madrid"), area("Toledo"), 1))
    assert against == (set() if rules else {"BASE-10.1.1-own-step"})


@pytest.mark.rule("EIA-10.1.1-garrison-use")
@without("EIA-10.1.1-garrison-use")
def test_they_go_into_open_cities_alone(rules: tuple[str, ...]) -> None:
    there = corps("F I", FR, "Toledo", infantry=1), garrison(FR, "Toledo", infantry=1), guerillas("Toledo", 2)
    game = set_up(*there, without=rules, at=f"{SP}: land_movement")
    assert game.why_not(GarrisonCity(area("Toledo"), 1)) == (set() if rules else {"EIA-10.1.1-garrison-use"})


@pytest.mark.rule("BASE-10.1.1-in-and-out")
@without("BASE-10.1.1-in-and-out")
def test_others_go_in_or_out_than_are_there(rules: tuple[str, ...]) -> None:
    there = corps("S I", SP, "Cadiz", infantry=1), guerillas("Toledo", 2, inside=1)
    game = set_up(*there, without=rules, at=f"{SP}: land_movement")
    assert game.why_not(GarrisonCity(area("Toledo"), 1)) == (set() if rules else {"BASE-10.1.1-in-and-out"})
    assert game.why_not(GarrisonCity(area("Toledo"), 0)) == game.why_not(GarrisonCity(area("Toledo"), 2)) == set()


# --- 10.6.1: who commands


def attack_madrid(*pieces: Row, rules: Iterable[str], on: Iterable[str] = (), dice: Iterable[int] = ()) -> Play:
    """Return France's attack on Madrid."""
    game = set_up(*pieces, without=rules, on=on, dice=dice)
    game.play(Attack(area("Madrid")))
    return game


SOULT, NEY = leader("Soult", FR, "F I", 4, 3, seniority="B"), leader("Ney", FR, "F I", 3, 4, seniority="C")
TWO = corps("F I", FR, "Madrid", infantry=9), corps("S I", SP, "Madrid", infantry=9)


@pytest.mark.rule("EIA-10.6.1-single-leader", "EIA-10.6.1-allied-army", "BASE-10.6.1-takes-command")
@without("EIA-10.6.1-single-leader", "EIA-10.6.1-allied-army", "BASE-10.6.1-takes-command", "EIA-10.6.1-seniority")
def test_the_only_leader_commands(rules: tuple[str, ...]) -> None:
    game = attack_madrid(*TWO, SOULT, rules=rules)
    nobody = {("EIA-10.6.1-single-leader",), ("BASE-10.6.1-takes-command",)}
    assert game[Force][ATTACKER].commander == (None if rules in nobody else "Soult")


@pytest.mark.rule("EIA-10.6.1-seniority")
@without("EIA-10.6.1-seniority", "EIA-10.6.1-single-leader")
def test_of_two_the_senior_commands(rules: tuple[str, ...]) -> None:
    game = attack_madrid(*TWO, SOULT, NEY, rules=rules)
    assert game[Force][ATTACKER].commander == (None if rules == ("EIA-10.6.1-seniority",) else "Soult")


@pytest.mark.rule("EIA-10.6.1-seniority-tie")
@without("EIA-10.6.1-seniority-tie")
def test_of_equals_his_player_picks_one(rules: tuple[str, ...]) -> None:
    game = attack_madrid(*TWO, SOULT, leader("Victor", FR, "F I", 1, 1, seniority="B"), rules=rules)
    assert (game.questions == [(FR, ("NameCommander",))]) == (not rules)


@pytest.mark.rule("EIA-10.6.1-allied-army")
@without("EIA-10.6.1-allied-army")
def test_the_power_with_most_corps_supplies_him(rules: tuple[str, ...]) -> None:
    """Spain, attacked, would decide for the force; two British corps with a leader outnumber its one."""
    allied = corps("B I", GB, "Madrid", infantry=5), corps("B II", GB, "Madrid", infantry=5)
    leaders = leader("Wellington", GB, "B I", 5, 5), leader("Castaños", SP, "S I", 2, 2)
    game = attack_madrid(*TWO, *allied, *leaders, rules=rules)
    before = game[Force][DEFENDER].side
    assert before == GB or rules
    assert (game[Force][DEFENDER].commander == "Wellington") == (not rules or before == GB)


@pytest.mark.rule("EIA-10.6.1-allied-tie", "BASE-10.6.1-decides")
@pytest.mark.parametrize(("leaders", "id"), [(True, "EIA-10.6.1-allied-tie"), (False, "BASE-10.6.1-decides")])
@BOTH
def test_equals_agree_who_supplies_him_or_decides(leaders: bool, id: str, in_force: bool) -> None:
    allied = (
        corps("B I", GB, "Madrid", infantry=5),
        leader("Wellington", GB, "B I", 5, 5),
        leader("Castaños", SP, "S I", 2, 2),
    )
    game = attack_madrid(*TWO, *(allied if leaders else allied[:1]), rules=() if in_force else (id,))
    assert (game.questions == [(GB, ("NamePower",)), (SP, ("NamePower",))]) == in_force


# --- 10.6.1: with what ratings


def ratings_of(rules: Iterable[str], *pieces: Row) -> tuple[int, int]:
    game = attack_madrid(*TWO, *pieces, rules=rules)
    return strategic(game.game, ATTACKER).whole(), tactical(game.game, ATTACKER).whole()


@pytest.mark.rule("EIA-10.6.1-one-commander", "BASE-10.6.1-strategic", "EIA-10.6.1-round-by-round")
@without("EIA-10.6.1-one-commander", "BASE-10.6.1-strategic", "EIA-10.6.1-round-by-round", "EIA-10.6.1-no-leader")
def test_the_commanders_ratings_count(rules: tuple[str, ...]) -> None:
    found: dict[tuple[str, ...], tuple[int, int]] = {
        ("EIA-10.6.1-one-commander",): (0, 0),
        ("BASE-10.6.1-strategic",): (0, 3),
        ("EIA-10.6.1-round-by-round",): (4, 0),
    }
    assert ratings_of(rules, SOULT) == found.get(rules, (4, 3))


@pytest.mark.rule("EIA-10.6.1-no-leader")
@without("EIA-10.6.1-no-leader", "EIA-10.6.1-one-commander")
def test_without_one_those_of_the_best_corps(rules: tuple[str, ...]) -> None:
    assert ratings_of(rules) == ((0, 0) if rules == ("EIA-10.6.1-no-leader",) else (2, 2))


@pytest.mark.rule("EIA-10.6.1-no-corps")
@without("EIA-10.6.1-no-corps")
def test_without_any_corps_0_is_the_rating(rules: tuple[str, ...]) -> None:
    game = attack_madrid(*TWO, rules=rules)
    game.remove(game[Engaged]["S I"])
    says = [part.says for part in strategic(game.game, DEFENDER).parts]
    assert says == ([] if rules else ["no corps"])


@pytest.mark.rule("BASE-10.6.1-maximum")
@without("BASE-10.6.1-maximum")
def test_more_corps_than_his_maximum_burden_him(rules: tuple[str, ...]) -> None:
    more = [corps(f"F {n}", FR, "Madrid", infantry=1) for n in range(3)]
    assert ratings_of(rules, *more, leader("Ney", FR, "F I", 3, 4, maximum=3))[1] == (4 if rules else 3)


# --- 12.3.3: cavalry


def superior(rules: Iterable[str], *pieces: Row, outflanks: str = "") -> bool:
    """Tell whether French cavalry is superior to that of a Spanish corps of 2."""
    game = attack_madrid(*pieces, rules=rules, on=["cavalry_superiority"])
    if outflanks:
        game.change(game[Force][ATTACKER], outflankers="away")
        game.change(game[Engaged][outflanks], outflanking=True)
    parts = game.game.hooks(CombatHooks).die_parts(game.game, ATTACKER)
    return any(part.rule == "EIA-12.3.3-superiority" for part in parts)


FOOT, HORSE = corps("F I", FR, "Madrid", infantry=9), corps("F C", FR, "Madrid", cavalry=4)
SPANIARDS = corps("S I", SP, "Madrid", infantry=9, cavalry=2)


@pytest.mark.rule("EIA-12.3.3-superiority")
@without("EIA-12.3.3-superiority", "EIA-12.3.3-no-doubling")
def test_twice_the_cavalry_is_superior(rules: tuple[str, ...]) -> None:
    assert superior(rules, FOOT, HORSE, SPANIARDS) == (rules != ("EIA-12.3.3-superiority",))


@pytest.mark.rule("EIA-12.3.3-outflank-arrival")
@without("EIA-12.3.3-outflank-arrival", "EIA-12.3.3-no-doubling")
def test_not_while_it_marches_round_the_enemy(rules: tuple[str, ...]) -> None:
    assert superior(rules, FOOT, HORSE, SPANIARDS, outflanks="F C") == (rules == ("EIA-12.3.3-outflank-arrival",))


@pytest.mark.rule("EIA-12.3.3-all-cavalry")
@without("EIA-12.3.3-all-cavalry")
def test_nor_where_there_is_nothing_else(rules: tuple[str, ...]) -> None:
    assert superior(rules, HORSE, corps("S C", SP, "Madrid", cavalry=2)) == bool(rules)


# --- 12.3.4: guards

AUSTRIANS = Nation(NationId("Austria"), "Austria", "Austrian", SP)
GUARDS = (
    AUSTRIANS, corps("F Gd", FR, "Madrid", infantry=6, guard=3),
    corps("S I", SP, "Madrid", infantry=9),
)  # fmt: skip


@pytest.mark.rule("EIA-12.3.4-declare")
@without("EIA-12.3.4-declare")
def test_a_guard_may_be_committed(rules: tuple[str, ...]) -> None:
    game = attack_madrid(*GUARDS, rules=rules, on=["guard_commitment"], dice=(1,) * 9)
    choose_chits(game, "assault", "defend")
    assert (game.questions == [(FR, ("CommitGuard",))]) == (not rules)


@pytest.mark.rule("EIA-12.3.4-secret")
@without("EIA-12.3.4-secret")
def test_both_write_it_down(rules: tuple[str, ...]) -> None:
    """Without that France says first what it does, and Spain sees it."""
    austrians = replace(corps("S Gd", SP, "Madrid", infantry=8, guard=2), nation=AUSTRIANS.id)
    game = attack_madrid(*GUARDS, austrians, rules=rules, on=["guard_commitment"], dice=(1,) * 9)
    choose_chits(game, "assault", "defend")
    assert [side for side, _ in game.questions] == ([FR] if rules else [FR, SP])
    game.play(CommitGuard(FRANCE, 1), side=FR)
    assert (len(game[Committed]), game.questions) == (len(rules), [(SP, ("CommitGuard",))])


@pytest.mark.rule("EIA-12.3.4-one-nationality")
@without("EIA-12.3.4-one-nationality")
def test_the_guard_of_one_nation_goes_in(rules: tuple[str, ...]) -> None:
    """Austria, with Spain, and Great Britain, under whom Prussians fight, both commit theirs; without it both go in."""
    prussians = Nation(NationId("Prussia"), "Prussia", "Prussian", GB)
    guards = (
        AUSTRIANS, prussians, replace(corps("S Gd", SP, "Madrid", infantry=8, guard=2), nation=AUSTRIANS.id),
        replace(corps("B Gd", GB, "Madrid", infantry=8, guard=2), nation=prussians.id),
        corps("B I", GB, "Madrid", infantry=1), leader("Wellington", GB, "B I"),
    )  # fmt: skip
    game = attack_madrid(FOOT, *guards, rules=rules, on=["guard_commitment"], dice=(1,) * 9)
    choose_chits(game, "assault", "defend")
    for side, nation in ((GB, prussians.id), (SP, AUSTRIANS.id)):
        game.play(CommitGuard(nation, 1), side=side)
    if not rules:
        for side in (GB, SP):
            game.play(NameClaimant(GB), side=side)
    assert sum("is committed by 1" in line for line in game.log) == 1 + len(rules)


# --- 12.3.6: shares


def begin_counting(at: str, rules: Iterable[str]) -> tuple[int, Play]:
    """Return how many corps and garrisons are counted in a combat or a storm that has just begun."""
    portuguese = Garrison(id=GarrisonId("P"), side=GB, nation=PORTUGAL, area=area("Badajoz"), militia=5, infantry=5)
    storm = (
        corps("F I", FR, "Badajoz", infantry=40), garrison(SP, "Badajoz", militia=10, infantry=10), portuguese,
        Siege(SiegeId("badajoz"), area("Badajoz"), FR),
    )  # fmt: skip
    on, dice = ["proportional_land_losses"], (1, 6, *(1,) * 20)
    if at == "storm":
        game = set_up(*storm, without=rules, on=on, dice=dice, at=f"{SP}: land_combat")
        game.play(Sortie(area("Badajoz")))
    else:
        game = attack_madrid(*TWO, rules=rules, on=on, dice=dice)
        choose_chits(game, "probe", "defend")
    return len(game[Reckoned]), game


@pytest.mark.rule("BASE-12.3.6-reckoned", "BASE-12.3.6-storm-reckoned")
@without("BASE-12.3.6-reckoned", "BASE-12.3.6-storm-reckoned")
@pytest.mark.parametrize(
    ("at", "id", "there"), [("combat", "BASE-12.3.6-reckoned", 2), ("storm", "BASE-12.3.6-storm-reckoned", 5)]
)
def test_combats_and_storms_are_counted_as_they_begin(at: str, id: str, there: int, rules: tuple[str, ...]) -> None:
    assert begin_counting(at, rules)[0] == (0 if rules == (id,) else there)


@pytest.mark.rule("BASE-12.3.6-forgotten", "BASE-12.3.6-storm-forgotten")
@without("BASE-12.3.6-forgotten", "BASE-12.3.6-storm-forgotten")
@pytest.mark.parametrize(("at", "id"), [("combat", "BASE-12.3.6-forgotten"), ("storm", "BASE-12.3.6-storm-forgotten")])
def test_with_their_end_the_count_is_over(at: str, id: str, rules: tuple[str, ...]) -> None:
    count, game = begin_counting(at, rules)
    for _ in range(40):
        if game.prompt is None or not (len(game[Battle]) or len(game[Storm])):
            break
        question = game.prompt.open[0]
        game.play(game.may(question.kinds[0])[0], side=question.side)
    assert len(game[Reckoned]) == (count if rules == (id,) else 0)


@pytest.mark.rule("EIA-12.3.6-proportion")
@without("EIA-12.3.6-proportion")
def test_losses_are_shared_in_proportion(rules: tuple[str, ...]) -> None:
    """By the rule; without it by the side that decides for the force. In a storm too."""
    storm = begin_counting("storm", rules)[1]
    allied = corps("B I", GB, "Madrid", infantry=18), leader("Wellington", GB, "B I", 5, 5)
    battle = attack_madrid(*TWO, *allied, rules=rules, on=["proportional_land_losses"], dice=(6, *(1,) * 9))
    choose_chits(battle, "escalated assault", "counterattack")
    for game, own in ((storm, LoseFactors), (battle, BearLosses)):
        while game.questions[0] == (FR, (own.__name__,)):
            game.play(game.may(own)[0])
        assert (game.questions[0][1] == ("ApportionLosses",)) == bool(rules)


# --- 12.7: leaders


def check_leaders(rules: Iterable[str], *dice: int | tuple[int, ...]) -> tuple[str, Sequence[int]]:
    """Return how Soult, alone on his side, is after a combat, and what was thrown."""

    async def over(game: Game) -> None:
        for row in battle("Madrid", (FR,), (SP,), winner="attacker", how="broken"):
            game.put(row)
        game.put(Present(SOULT.id, force_id(BATTLE, "attacker"), CorpsId("F I")))
        await game.hooks(CombatHooks).after_combat(game, BATTLE)

    game = set_up(*TWO, SOULT, without=rules, on=["leader_casualties"], dice=dice, at="", do=over)
    return game[Leader]["Soult"].standing, game.throws


@pytest.mark.rule("EIA-12.7-check", "EIA-12.7-pick", "EIA-12.7-killed", "EIA-12.7-wounded")
@without("EIA-12.7-check", "EIA-12.7-pick", "EIA-12.7-killed", "EIA-12.7-wounded")
@pytest.mark.parametrize(("die", "standing"), [(6, "dead"), (2, "wounded")])
def test_a_leader_is_hit(die: int, standing: str, rules: tuple[str, ...]) -> None:
    unhurt = {"dead": "EIA-12.7-killed", "wounded": "EIA-12.7-wounded"}[standing]
    throws: dict[tuple[str, ...], list[int]] = {("EIA-12.7-check",): [], ("EIA-12.7-pick",): [12]}
    spared = rules in ((unhurt,), ("EIA-12.7-check",), ("EIA-12.7-pick",))
    assert check_leaders(rules, (6, 6), die) == ("on the map" if spared else standing, throws.get(rules, [12, die]))


# --- 5.2: what comes


@pytest.mark.rule("BASE-5.2-placing")
@without("BASE-5.2-placing")
def test_what_finds_no_place_holds_nobody_up(rules: tuple[str, ...]) -> None:
    """French stand in both ports of B I; Great Britain, which has a leader to appoint, may be done all the same."""
    ports = area("Lisbon"), area("Oporto")
    comes = Arrival(id=ArrivalId("B I"), side=GB, nation=BRITAIN, turn=1, corps=CorpsId("B I"), areas=ports, infantry=5)
    there = corps("B I", GB, None), corps("B II", GB, "Badajoz", infantry=5), leader("Wellington", GB, None)
    french = corps("F I", FR, "Lisbon", infantry=5), corps("F II", FR, "Oporto", infantry=5)
    game = set_up(comes, *there, *french, without=rules, at=f"{GB}: army_reinforcement")
    assert game.why_not(EndStep()) == ({"BASE-5.2-schedule"} if rules else set())


# --- 7.0, 7.6, 9: the months

EVERYBODY = [
    corps("F I", FR, "Bayonne", infantry=5), corps("B I", GB, "Lisbon", infantry=5),
    corps("S I", SP, "Cadiz", infantry=5),
]  # fmt: skip


@pytest.mark.rule("BASE-7.0-order", "BASE-7.0-combined")
@without("BASE-7.0-order", "BASE-7.0-combined")
def test_france_takes_its_partner_along(rules: tuple[str, ...]) -> None:
    """France would move first, Great Britain second, Spain last: with France."""
    together = Combined("two", (FRANCE, SPAIN))
    game = set_up(*EVERYBODY, together, without=rules, at="")
    if rules != ("BASE-7.0-order",):
        game.play(TakePlace(1))
    assert game.questions[0][0] == (FR if rules else GB)


def month_ends(rules: Iterable[str], turns: int = 20) -> Play:
    """Return the end of March: France stands in Madrid, Spain's Cadiz is a capital."""
    land = calendar(1808, 3, turns), alter(Province, "Andalusia", capital="Cadiz")
    return set_up(*land, *EVERYBODY, corps("F II", FR, "Madrid", infantry=5), without=rules, at="conquest_step")


@pytest.mark.rule("BASE-7.6-conquest", "BASE-9-income", "BASE-9-end")
@without("BASE-7.6-conquest", "BASE-9-income", "BASE-9-end")
def test_the_month_ends(rules: tuple[str, ...]) -> None:
    last = month_ends(rules, turns=1).game
    assert last[Area]["madrid"].holder == (SP if rules == ("BASE-7.6-conquest",) else FR)
    assert last[Treasury][SP].money == (20 if rules == ("BASE-9-income",) else 23)
    assert (last.ended is None) == (rules == ("BASE-9-end",))


@pytest.mark.rule("EIA-10.8-general")
def test_some_rule_must_settle_equal_claims() -> None:
    here = holdings(FR, "Oporto"), corps("B I", GB, "Oporto", infantry=5), corps("S I", SP, "Oporto", infantry=5)
    with pytest.raises(Invalid, match=r"takes EIA-10\.8-general out of force, the base answer to settle_claim"):
        set_up(*here, without=["EIA-10.8-general"], at="conquest_step")
