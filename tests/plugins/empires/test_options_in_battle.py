"""Options of combat at their boundaries and in battles fought out: 12.3.3, 12.3.4, 12.3.6, 12.3.10, 12.7."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec.structs import replace

from sandtable.engine import Action, EndStep, Game, Pass, Refused, Row
from sandtable.testing import Play
from sandtable_empires.campaign.appointments import Appoint
from sandtable_empires.combat.bearing import BearLosses, Burden
from sandtable_empires.combat.nightfall import FightOn
from sandtable_empires.combat.retreat import Retreat
from sandtable_empires.combat.tallies import modifier, table
from sandtable_empires.hookspecs.combat import CombatHooks, Share
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.irregulars.guerilla_moves import JoinFight
from sandtable_empires.model import (
    BRITAIN,
    FRANCE,
    RUSSIA,
    SPAIN,
    Area,
    Battle,
    Corps,
    CorpsId,
    Engaged,
    Leader,
    LeaderId,
    Nation,
    NationId,
    Present,
    force_id,
)  # fmt: skip
from sandtable_empires.options.guard_commitment import HELD_BACK, TODAY, CommitGuard, LoseGuards
from sandtable_empires.options.overwhelming_numbers import SlipAway
from sandtable_empires.options.proportional_land_losses import NameNation, Reckoned
from sandtable_empires.testing import (
    ATTACKER,
    BATTLE,
    DEFENDER,
    FR,
    GB,
    SP,
    alter,
    area,
    attack,
    battle,
    calendar,
    choose_chits,
    corps,
    iberia,
    leader,
    position,
)
from sandtable_empires.testing.iberia import PORTUGAL
from tests.plugins.empires.fights import ready

ONES = (1,) * 12
GUARD = ("guard_commitment",)
PARTS = ("proportional_land_losses",)


def fire_lines(game: Play, side: str) -> list[str]:
    return [line for line in game.log if line.startswith(f"{side} fires")]


# --- cavalry superiority (12.3.3)


def cavalry(mine: int, theirs: int, tactics: tuple[int, int], on: tuple[str, ...] = ("cavalry_superiority",)) -> Play:
    """Return the first round of an assault on a cordon, both sides with cavalry and a leader."""
    pieces = (
        corps("F I", FR, "Madrid", infantry=10, cavalry=mine), leader("Soult", FR, "F I", 3, tactics[0]),
        corps("S I", SP, "Madrid", infantry=10, cavalry=theirs), leader("Castaños", SP, "S I", 3, tactics[1]),
    )  # fmt: skip
    game = ready(*pieces, on=on, dice=ONES)
    attack(game, "Madrid")
    choose_chits(game, "assault", "cordon")
    return game


@pytest.mark.rule("EIA-12.3.3-modifier-cap", "EIA-12.3.3-superiority")
@pytest.mark.parametrize(
    ("mine", "tactics", "sum_of_all"), [(4, (5, 0), 1), (4, (0, 5), 0), (4, (3, 3), 1), (3, (5, 0), 1), (3, (0, 5), -1)]
)
def test_the_sum_of_all_modifiers_is_cut_at_plus_1(mine: int, tactics: tuple[int, int], sum_of_all: int) -> None:
    """+1 and +1 make +1, -1 and +1 make 0, and there is no lower limit (R-21). 4 cavalry against 2 are superior."""
    game = cavalry(mine, 2, tactics)
    assert modifier(game.game, ATTACKER).whole() == sum_of_all


@pytest.mark.rule("EIA-12.3.3-superiority")
def test_cavalry_counts_in_a_trivial_combat_too() -> None:
    pieces = corps("F I", FR, "Madrid", infantry=18, cavalry=2), corps("S I", SP, "Madrid", infantry=4)
    game = ready(*pieces, on=("overwhelming_numbers", "cavalry_superiority"), dice=ONES)
    attack(game, "Madrid")
    game.play(Pass())
    assert "+1 (2 cavalry against 0)" in fire_lines(game, FR)[0]


@pytest.mark.rule("EIA-12.3.3-superiority")
def test_it_is_counted_afresh_each_round() -> None:
    """Superior with 2 against 1; when one of the 2 has been lost it is so no more."""
    game = cavalry(2, 1, (3, 3))
    assert modifier(game.game, ATTACKER).whole() == 1
    game.change(game[Corps]["F I"], cavalry=1)
    assert modifier(game.game, ATTACKER).whole() == 0


@pytest.mark.rule("EIA-12.3.3-all-cavalry")
@pytest.mark.parametrize(("infantry", "superior"), [(0, False), (1, True)])
def test_one_man_on_foot_is_enough_for_superiority(infantry: int, superior: bool) -> None:
    pieces = corps("F C", FR, "Madrid", cavalry=6), corps("S C", SP, "Madrid", cavalry=2, infantry=infantry)
    game = ready(*pieces, on=("cavalry_superiority",), dice=ONES)
    attack(game, "Madrid")
    parts = game.game.hooks(CombatHooks).die_parts(game.game, ATTACKER)
    assert any(part.rule == "EIA-12.3.3-superiority" for part in parts) == superior


# --- guard commitment (12.3.4)


def defended_by_the_guard(*dice: int, guards: int = 4, area: str = "madrid") -> Play:
    """Return a Spanish probe met by a French counterattack: the French fire on 3-2."""
    pieces = corps("F Gd", FR, area, infantry=10, guard=guards, guards=True), corps("S I", SP, area, infantry=14)
    game = ready(*pieces, side=SP, on=GUARD, dice=(*dice, *ONES))
    attack(game, area)
    choose_chits(game, "probe", "counterattack")
    return game


@pytest.mark.rule("EIA-12.3.4-shift")
@pytest.mark.parametrize(("levels", "name"), [(0, "3-2"), (1, "3-3"), (2, "3-4")])
def test_table_3_2_becomes_3_3_or_3_4(levels: Literal[0, 1, 2], name: str) -> None:
    game = defended_by_the_guard()
    game.play(CommitGuard(FRANCE if levels else HELD_BACK, levels))
    assert f"on {name}," in fire_lines(game, FR)[0]


@pytest.mark.rule("EIA-12.3.4-shift", "BASE-7.5.2-levels")
def test_the_shift_stops_at_level_5() -> None:
    """R-24: 3-3 in a marsh is 2-4; by 2 levels it would be 2-6, and is 2-5."""
    pieces = (
        alter(Area, "Madrid", terrain="marsh"),
        corps("F Gd", FR, "Madrid", infantry=10, guard=4, guards=True), corps("F II", FR, "Madrid", infantry=4),
        corps("S I", SP, "Madrid", infantry=14), corps("S II", SP, "Madrid", infantry=4),
    )  # fmt: skip
    game = ready(*pieces, on=GUARD, dice=ONES)
    attack(game, "Madrid")
    choose_chits(game, "escalated assault", "outflank", defending=("S II",))
    assert (told := table(game.game, ATTACKER)) is not None
    assert told[0] == "2-4"
    game.play(CommitGuard(FRANCE, 2))
    assert "on 2-5," in fire_lines(game, FR)[0]


@pytest.mark.rule("EIA-12.3.4-loss-roll", "EIA-12.3.4-all-factors", "EIA-12.3.4-lost-do-not-fight")
def test_of_two_nations_one_is_committed_with_all_its_guards() -> None:
    """Two French guard corps and a Russian one: the French lose 4 of 5 on a 6 at two levels, the Russians nobody.

    Of which corps, their owner says.
    """
    russians = Nation(RUSSIA, "Russia", "Russian", FR, major=True)
    pieces = (
        russians, corps("F Gd", FR, "Madrid", infantry=6, guard=3, guards=True),
        corps("F Yg", FR, "Madrid", guard=2, guards=True),
        Corps(id=CorpsId("R Gd"), title="R Gd", side=FR, nation=RUSSIA, area=area("Madrid"), guard=3, guards=True),
    )  # fmt: skip
    game = ready(*pieces, corps("S I", SP, "Madrid", infantry=16), on=GUARD, dice=(6, *ONES))
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    assert {act.nation for act in game.may(CommitGuard)} == {HELD_BACK, FRANCE, RUSSIA}
    game.play(CommitGuard(FRANCE, 2))
    assert any("the guard of France is committed by 2 and loses 4" in line for line in game.log)
    assert game.questions == [(FR, ("LoseGuards",))]
    game.play(LoseGuards((("F Gd: guard", 2), ("F Yg: guard", 2))))
    assert game[Corps]["F Gd"].guard == 1
    assert "France fires 10 factors on 3-3" in fire_lines(game, FR)[0]


@pytest.mark.rule("EIA-12.3.4-once-a-day")
def test_a_power_that_has_committed_its_guard_is_refused_to_do_it_again() -> None:
    game = defended_by_the_guard()
    game.by_hand(lambda game: game.mark(FR, TODAY))
    assert game.why_not(CommitGuard(FRANCE, 1)) == {"EIA-12.3.4-once-a-day"}
    assert not game.why_not(CommitGuard(HELD_BACK, 0))


@pytest.mark.rule("EIA-12.3.4-plus-one", "EIA-12.3.4-plus-two")
def test_prussian_guards_go_in_by_one_level_only() -> None:
    prussia = NationId("Prussia")
    guards = Corps(
        id=CorpsId("Pr Gd"), title="Pr Gd", side=FR, nation=prussia, area=area("Madrid"), guard=4, guards=True
    )
    pieces = Nation(prussia, "Prussia", "Prussian", FR, major=True), guards
    game = ready(*pieces, corps("S I", SP, "Madrid", infantry=6), on=GUARD, dice=ONES)
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    with pytest.raises(Refused, match=r"EIA-12\.3\.4-plus-two"):
        game.play(CommitGuard(prussia, 2))
    game.play(CommitGuard(prussia, 1))
    assert "on 3-2," in fire_lines(game, FR)[0]


@pytest.mark.rule("EIA-12.3.4-plus-one")
def test_a_single_guard_factor_is_enough_for_one_level() -> None:
    game = defended_by_the_guard(1, guards=1)
    game.play(CommitGuard(FRANCE, 1))
    assert "on 3-3," in fire_lines(game, FR)[0]


@pytest.mark.rule("EIA-12.3.4-not-british-spanish")
def test_british_guards_are_not_even_asked_for() -> None:
    pieces = corps("F I", FR, "Lisbon", infantry=10), corps("B Gd", GB, "Lisbon", infantry=6, guard=3, guards=True)
    game = ready(*pieces, on=GUARD, dice=ONES)
    attack(game, "Lisbon")
    choose_chits(game, "assault", "defend")
    assert not any(CommitGuard.__name__ in kinds for _, kinds in game.questions)


@pytest.mark.rule("EIA-12.3.4-once-a-day")
def test_a_guard_that_went_in_today_stays_where_it_is() -> None:
    """The mark of the day keeps it from being asked for; a new day takes it away."""
    game = defended_by_the_guard()
    assert game.questions == [(FR, ("CommitGuard",))]
    game.play(CommitGuard(HELD_BACK, 0))
    game.until(CommitGuard)
    game.by_hand(lambda game: game.mark(FR, TODAY))
    asked = len([line for line in game.log if "committed" in line])
    game.play(CommitGuard(HELD_BACK, 0))
    game.until(FightOn)
    assert game.questions[0][1] == ("FightOn",)
    assert asked == len([line for line in game.log if "committed" in line])
    game.play(FightOn())
    choose_chits(game, "probe", "counterattack")
    assert game.questions == [(FR, ("CommitGuard",))]


@pytest.mark.rule("EIA-12.3.4-must-break-enemy", "EIA-12.3.4-all-lost")
@pytest.mark.parametrize(("spaniards", "repulsed"), [(1, False), (14, True)])
def test_an_enemy_destroyed_in_the_round_is_broken(spaniards: int, repulsed: bool) -> None:
    """R-46: one Spanish factor falls, and the guard has done its work; 14 stand, and it is repulsed."""
    pieces = (
        corps("F Gd", FR, "Madrid", infantry=18, guard=4, guards=True),
        corps("S I", SP, "Madrid", infantry=spaniards),
    )
    game = ready(*pieces, on=GUARD, dice=(1, 6, *ONES))
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    game.play(CommitGuard(FRANCE, 1))
    game.until(EndStep)
    assert any("the guard of France is repulsed" in line for line in game.log) == repulsed


@pytest.mark.rule("EIA-12.3.4-secret", "EIA-12.3.4-declare")
def test_a_side_without_guards_is_not_asked() -> None:
    game = defended_by_the_guard()
    assert game.questions == [(FR, ("CommitGuard",))]
    none = ready(corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", infantry=10), on=GUARD, dice=ONES)
    attack(none, "Madrid")
    choose_chits(none, "assault", "defend")
    assert not any("CommitGuard" in kinds for _, kinds in none.questions)


# --- overwhelming numbers (12.3.10)


@pytest.mark.rule("EIA-12.3.10-trivial")
def test_it_is_settled_at_the_start_of_the_combat() -> None:
    """9 against 2 is a battle, and stays one on the second day though one of the two has been lost (R-26)."""
    pieces = corps("F I", FR, "Madrid", infantry=9), corps("S I", SP, "Madrid", infantry=2)
    game = ready(*pieces, on=("overwhelming_numbers",), dice=ONES)
    attack(game, "Madrid")
    choose_chits(game, "probe", "defend")
    game.until(FightOn)
    game.change(game[Corps]["S I"], infantry=1)
    game.play(FightOn())
    assert (game[Battle]["battle-0001"].day, game[Battle]["battle-0001"].kind) == (2, "field")


@pytest.mark.rule("EIA-12.3.10-trivial")
def test_several_corps_are_counted_together() -> None:
    for second, kind in ((5, "trivial"), (4, "field")):
        pieces = (
            corps("F I", FR, "Madrid", infantry=5),
            corps("F II", FR, "Madrid", infantry=second),
            corps("S I", SP, "Madrid", infantry=2),
        )
        game = ready(*pieces, on=("overwhelming_numbers",), dice=ONES)
        attack(game, "Madrid")
        assert game[Battle]["battle-0001"].kind == kind


@pytest.mark.rule("EIA-12.3.10-withdraw")
def test_without_a_commander_each_corps_slips_away_for_itself() -> None:
    """Spanish corps, strategic 1: the one with a 1 gets away, the one with a 2 is caught."""
    pieces = (
        corps("F I", FR, "Madrid", infantry=20),
        corps("S I", SP, "Madrid", infantry=2),
        corps("S II", SP, "Madrid", infantry=2),
    )
    game = ready(*pieces, on=("overwhelming_numbers",), dice=(1, 2, *ONES))
    attack(game, "Madrid")
    game.play(SlipAway())
    assert [line.split(":")[0] for line in game.log if "slips" in line or "caught" in line] == [
        "S I slips away",
        "S II is caught",
    ]
    assert {row.id for row in game[Engaged].where("force", DEFENDER)} <= {"S II"}


@pytest.mark.rule("EIA-12.3.10-withdraw")
def test_who_has_slipped_away_loses_nobody_and_retreats() -> None:
    game = ready(
        corps("F I", FR, "Madrid", infantry=20),
        corps("S I", SP, "Madrid", infantry=2),
        on=("overwhelming_numbers",),
        dice=(1, *ONES),
    )
    attack(game, "Madrid")
    game.play(SlipAway())
    game.until(EndStep)
    assert (game[Corps]["S I"].infantry, game[Corps]["S I"].area != "madrid" or game[Corps]["S I"].inside) == (2, True)
    assert not len(game[Guerillas])


# --- leader casualties (12.7)


def after_check(
    *dice: int | tuple[int, ...],
    winner: str = "attacker",
    area: str = "madrid",
    pieces: tuple[Row, ...] = (),
    month: tuple[int, int] = (1808, 5),
) -> Play:
    """Return the position after the check that follows a combat in which Soult and Castaños took part."""

    async def over(game: Game) -> None:
        for row in battle(area, (FR, "F I"), (SP, "S I"), winner=winner, how="broken"):
            game.put(row)
        game.put(Present(LeaderId("Soult"), force_id(BATTLE, "attacker"), CorpsId("F I")))
        game.put(Present(LeaderId("Castaños"), force_id(BATTLE, "defender"), CorpsId("S I")))
        await game.hooks(CombatHooks).after_combat(game, BATTLE)

    forces = (
        corps("F I", FR, area, infantry=10), leader("Soult", FR, "F I", 4, 3),
        corps("S I", SP, area, infantry=5), leader("Castaños", SP, "S I", 2, 2),
    )  # fmt: skip
    kept = [row for row in forces if getattr(row, "id", "") not in {getattr(one, "id", "") for one in pieces}]
    return position(calendar(*month), *kept, *pieces, land=iberia, on=("leader_casualties",), dice=dice, do=over)


def standings(game: Play) -> tuple[str, str]:
    return game[Leader]["Soult"].standing, game[Leader]["Castaños"].standing


@pytest.mark.rule("EIA-12.7-check")
@pytest.mark.parametrize(("dice", "found"), [
    (((6, 5), (5, 6)), ("on the map", "on the map")),
    (((6, 6), 6, (1, 1)), ("dead", "on the map")),
    (((1, 1), (6, 6), 6), ("on the map", "dead")),
    (((6, 6), 6, (6, 6), 6), ("dead", "dead")),
])  # fmt: skip
def test_each_side_that_had_leaders_rolls_once(dice: tuple[int | tuple[int, ...], ...], found: tuple[str, str]) -> None:
    assert standings(after_check(*dice)) == found


@pytest.mark.rule("EIA-12.7-check", "BASE-7.5.2-after-combat")
def test_a_side_without_leaders_does_not_roll_and_neither_does_a_withdrawal() -> None:
    pieces = (
        corps("F I", FR, "Madrid", infantry=10),
        corps("S I", SP, "Madrid", infantry=5),
        leader("Soult", FR, "F I", 2, 3),
    )
    game = ready(*pieces, on=("leader_casualties",), dice=(1, *ONES))
    attack(game, "Madrid")
    choose_chits(game, "assault", "withdraw")
    game.until(EndStep)
    assert not any("leaders of" in line for line in game.log)
    assert game[Leader]["Soult"].standing == "on the map"


@pytest.mark.rule("EIA-12.7-check")
def test_a_leader_who_has_lost_his_corps_in_it_was_there() -> None:
    """Captured before the check, he may still be found to have been wounded: then he is no captive (R-34)."""
    taken = replace(leader("Castaños", SP, "S I", 2, 2), corps=None, standing="captured", captor=FR)
    game = after_check((1, 1), (6, 6), 3, pieces=(taken,))
    castanos = game[Leader]["Castaños"]
    assert (castanos.standing, castanos.captor, castanos.until) == ("wounded", None, 5)
    assert after_check((1, 1), (1, 1), pieces=(taken,))[Leader]["Castaños"].captor == FR


@pytest.mark.rule("EIA-12.7-killed", "EIA-12.7-wounded")
@pytest.mark.parametrize(("die", "standing", "until"), [(1, "wounded", 3), (5, "wounded", 7), (6, "dead", 0)])
def test_the_die_says_how_badly(die: int, standing: str, until: int) -> None:
    soult = after_check((6, 6), die, (1, 1))[Leader]["Soult"]
    assert (soult.standing, soult.until, soult.corps) == (standing, until, None)


@pytest.mark.rule("EIA-12.7-wounded")
def test_hit_in_march_1809_with_a_2_he_is_back_in_june() -> None:
    """Off the map through April and May; in June's Reinforcement Step he may join a corps again."""
    wounded = after_check((6, 6), 2, (1, 1), month=(1809, 3))[Leader]["Soult"]
    assert wounded.until == 4  # March is turn 1, June turn 4
    assert wounded.standing == "wounded"


@pytest.mark.rule("EIA-12.7-wounded", "BASE-12.7-recovered")
def test_a_wounded_leader_is_not_appointed_before_his_time() -> None:
    """Hit in May with a 1 he misses June whole: he may join a corps again in July, turn 3."""
    game = after_check((6, 6), 1, (1, 1), *(1,) * 300)
    months: list[int] = []
    for _ in range(200):
        if game.prompt is None or game.game.round > 3:
            break
        question = game.prompt.open[0]
        if question.accepts(Appoint) and any(act.leader == "Soult" for act in game.may(Appoint)):
            months.append(game.game.round)
        kinds: tuple[type[Action], ...] = (EndStep, Pass, *question.kinds)
        able = [kind for kind in kinds if question.accepts(kind)]
        game.play(next(ways[0] for kind in able if (ways := game.may(kind))), side=question.side)
    assert months == [3]


# --- proportional losses (12.3.6)


def losses_asked(game: Play) -> dict[NationId, int]:
    """Return what each contingent of the defenders is asked to bear in this round."""
    found: dict[NationId, int] = {}
    while game.prompt and game.prompt.open[0].accepts(BearLosses):
        force, share = game.about(Burden).force, game.about(Burden).share
        if share.nation in found and force == DEFENDER:
            break
        if force == DEFENDER and share.nation is not None:
            found[share.nation] = share.factors
        game.play(game.may(BearLosses)[0])
    return found


def mixed_losses(
    *dice: int, british: int = 8, portuguese: int = 4, spanish: int = 0, on: tuple[str, ...] = PARTS
) -> Play:
    """Return the losses of a British, Portuguese and Spanish force: a 6 on 4-1 makes 15% of 20, 3 factors."""
    pieces = [corps("F I", FR, "Lisbon", infantry=20), leader("Soult", FR, "F I", 4, 3)]
    pieces += [corps("B I", GB, "Lisbon", infantry=british), leader("Wellington", GB, "B I", 5, 3)]
    pieces += [corps("P I", PORTUGAL, "Lisbon", infantry=portuguese)] if portuguese else []
    pieces += [corps("S I", SP, "Lisbon", infantry=spanish)] if spanish else []
    game = ready(*pieces, on=on, dice=(*dice, *ONES))
    attack(game, "Lisbon")
    choose_chits(game, "escalated assault", "counterattack")
    while game.questions and game.questions[0] == (FR, ("BearLosses",)):
        game.play(game.may(BearLosses)[0])
    return game


@pytest.mark.rule("EIA-12.3.6-proportion")
def test_a_minor_is_a_contingent_of_its_own_though_the_same_player_has_it() -> None:
    """8 British and 4 Portuguese bear 2 and 1 of 3 losses."""
    assert losses_asked(mixed_losses(6)) == {BRITAIN: 2, PORTUGAL: 1}


@pytest.mark.rule("EIA-12.3.6-proportion")
def test_who_plays_both_contingents_settles_the_odd_loss_alone() -> None:
    """9 and 9 of 3 losses: 1.5 each, rounded up to 2 and 2: one of them is spared a factor."""
    game = mixed_losses(6, british=9, portuguese=9)
    assert game.questions == [(GB, ("NameNation",))]
    game.play(NameNation(PORTUGAL))
    assert losses_asked(game) == {BRITAIN: 2, PORTUGAL: 1}


@pytest.mark.rule("EIA-12.3.6-proportion")
@pytest.mark.parametrize(("dice", "bears"), [((), SPAIN), ((4, 2, 3), PORTUGAL), ((2, 4, 2, 3, 5), BRITAIN)])
def test_too_few_rounded_losses_are_made_up_by_agreement_or_by_the_lowest_die(
    dice: tuple[int, ...], bears: NationId
) -> None:
    """5, 5 and 5 of 4 losses: 1.33 each is rounded down to 1, and one of them bears one more (R-29)."""
    pieces: tuple[Row, ...] = (
        corps("F I", FR, "Lisbon", infantry=25), leader("Soult", FR, "F I", 4, 4),
        leader("Wellington", GB, "B I", 5, 3),
        *(corps(id, of, "Lisbon", infantry=5) for id, of in (("B I", GB), ("P I", PORTUGAL), ("S I", SP))),
    )  # fmt: skip
    game = ready(*pieces, on=PARTS, dice=(5, 1, *dice, *ONES))
    attack(game, "Lisbon")
    choose_chits(game, "escalated assault", "counterattack")
    while game.questions[0] == (FR, ("BearLosses",)):
        game.play(game.may(BearLosses)[0])
    assert game.questions == [(GB, ("NameNation",)), (SP, ("NameNation",))]
    game.play(NameNation(BRITAIN if dice else SPAIN), side=GB)
    game.play(NameNation(SPAIN), side=SP)
    assert losses_asked(game) == {nation: 2 if nation == bears else 1 for nation in (BRITAIN, PORTUGAL, SPAIN)}


@pytest.mark.rule("EIA-12.3.6-proportion")
@pytest.mark.parametrize(("british", "losses", "wanted"), [(4, 3, (2, 1)), (1, 3, (1, 2)), (8, 6, (4, 2))])
def test_the_ratio_is_that_of_the_start_of_the_combat(british: int, losses: int, wanted: tuple[int, int]) -> None:
    """8 British and 4 Portuguese began: the shares stay 2 to 1, but nobody bears more than he has left."""
    found: list[Share] = []

    async def later(game: Game) -> None:
        reckoned = Reckoned("B I", BATTLE, 8), Reckoned("P I", BATTLE, 4)
        for row in (*battle("Lisbon", (FR, "F I"), (GB, "B I", "P I")), *reckoned):
            game.put(row)
        found.extend(await game.hooks(CombatHooks).shares(game, force_id(BATTLE, "defender"), losses) or ())

    pieces = (
        corps("F I", FR, "Lisbon", infantry=5),
        corps("B I", GB, "Lisbon", infantry=british),
        corps("P I", PORTUGAL, "Lisbon", infantry=4),
    )
    position(*pieces, land=iberia, on=PARTS, do=later, dice=())
    assert tuple(share.factors for share in found) == wanted
    assert [share.nation for share in found] == [BRITAIN, PORTUGAL]


@pytest.mark.rule("EIA-12.3.6-proportion", "BASE-12.3.6-reckoned")
def test_who_has_fallen_still_counts_in_the_ratio() -> None:
    """8 British in two corps and 4 Portuguese began: of 6 losses the British bear 4, and name a whole corps.

    The next 4 are split 2 to 1 again, 3 and 1, though 4 British and 2 Portuguese in a corps each are left.
    """
    pieces = (
        corps("F I", FR, "Lisbon", infantry=40), leader("Soult", FR, "F I", 4, 3),
        leader("Wellington", GB, "B I", 5, 3),
        *(corps(id, of, "Lisbon", infantry=4) for id, of in (("B I", GB), ("B II", GB), ("P I", PORTUGAL))),
    )  # fmt: skip
    game = ready(*pieces, on=PARTS, dice=(6, 1, 2, 1, *ONES))
    attack(game, "Lisbon")
    choose_chits(game, "escalated assault", "counterattack")
    game.until(BearLosses)
    assert losses_of_round(game, prefer="B II") == {BRITAIN: 4, PORTUGAL: 2}
    assert game[Corps]["B II"].area is None
    assert losses_of_round(game, prefer="B I") == {BRITAIN: 3, PORTUGAL: 1}


@pytest.mark.rule("EIA-12.3.6-proportion")
@pytest.mark.parametrize(
    ("outflankers", "wanted"),
    [("once they have come", {BRITAIN: 2, PORTUGAL: 2}), ("from the start", {BRITAIN: 3, PORTUGAL: 1})],
)
def test_whether_outflankers_still_away_count_in_the_ratio_is_a_ruling(
    outflankers: str, wanted: dict[NationId, int]
) -> None:
    """8 British, half of them marching round the enemy, and 4 Portuguese: 4 losses of those who pin him."""
    pieces = (
        corps("F I", FR, "Lisbon", infantry=40), leader("Soult", FR, "F I", 3, 3),
        leader("Wellington", GB, "B I", 3, 3),
        *(corps(id, of, "Lisbon", infantry=4) for id, of in (("B I", GB), ("B II", GB), ("P I", PORTUGAL))),
    )  # fmt: skip
    ruled: dict[str, dict[str, object]] = {PARTS[0]: {"outflankers": outflankers}}
    game = ready(*pieces, on=PARTS, dice=(6, 1, *ONES), parameters=ruled)
    attack(game, "Lisbon")
    choose_chits(game, "assault", "outflank", defending=("B II",))
    game.until(BearLosses)
    assert losses_of_round(game, prefer="B I") == wanted


def losses_of_round(game: Play, prefer: str) -> dict[NationId, int]:
    """Bear what is asked for in this round; return what the defender's contingents bear."""
    lost: dict[NationId, int] = {}
    now = game[Battle]["battle-0001"].round
    while game.prompt and game.prompt.open[0].accepts(BearLosses) and game[Battle]["battle-0001"].round == now:
        question = game.prompt.open[0]
        share = game.about(Burden).share
        if question.side == GB and share.nation is not None:
            lost[share.nation] = share.factors
        ways = game.may(BearLosses)
        first = [way for way in ways if all(key.startswith(prefer) for key, _ in way.losses)]
        game.play((first or ways)[0])
    return lost


@pytest.mark.rule("BASE-12.3.6-forgotten")
def test_with_the_combat_the_count_is_over() -> None:
    game = ready(
        corps("F I", FR, "Madrid", infantry=20), corps("S I", SP, "Madrid", infantry=5), on=PARTS, dice=(6, 1, 6, 1)
    )
    attack(game, "Madrid")
    choose_chits(game, "escalated assault", "defend")
    game.until(Retreat)
    assert {row.id: row.factors for row in game[Reckoned]} == {"F I": 20, "S I": 5}
    game.play(Retreat(area("Toledo")))
    assert not len(game[Reckoned])


@pytest.mark.rule("EIA-12.3.6-proportion", "BASE-12.3.6-reckoned")
def test_guards_lost_on_their_commitment_in_the_first_round_are_in_the_starting_ratio() -> None:
    """8 French, 4 of them guards, and 4 Poles began. Two guards fall as they go in: 4 losses are still split 3 to 1.

    6 to 4 would make it 2 to 2.
    """
    poland = NationId("Poland")
    pieces = (
        Nation(poland, "Poland", "Polish", FR), corps("F Gd", FR, "Madrid", infantry=4, guard=4, guards=True),
        replace(corps("F II", FR, "Madrid", infantry=4), nation=poland), corps("S I", SP, "Madrid", infantry=40),
        leader("Castaños", SP, "S I", 3, 3),
    )  # fmt: skip
    game = ready(*pieces, on=(*GUARD, *PARTS), dice=(5, 1, 6, *ONES))
    attack(game, "Madrid")
    choose_chits(game, "assault", "counterattack")
    game.play(CommitGuard(FRANCE, 1))
    assert any("is committed by 1 and loses 2" in line for line in game.log)
    assert {row.id: row.factors for row in game[Reckoned] if row.force == ATTACKER} == {"F Gd": 8, "F II": 4}
    lost: dict[NationId | None, int] = {}
    while game.questions == [(FR, ("BearLosses",))] and game.prompt is not None:
        share = game.about(Burden).share
        lost[share.nation] = share.factors
        game.play(game.may(BearLosses)[0])
    assert lost == {FRANCE: 3, poland: 1}


@pytest.mark.rule("EIA-12.3.6-types")
def test_each_player_names_the_types_of_its_own_contingent() -> None:
    game = mixed_losses(6, portuguese=0, spanish=4)
    question = game.prompt.open[0] if game.prompt else None
    assert question is not None
    assert (question.side, game.about(Burden).of) == (GB, BRITAIN)
    assert all(key.startswith("B I") for act in game.may(BearLosses) for key in dict(act.losses))
    game.play(game.may(BearLosses)[0])
    assert game.prompt is not None
    assert (game.prompt.open[0].side, game.about(Burden).of) == (SP, SPAIN)


@pytest.mark.rule("EIA-12.3.6-types")
def test_guerillas_are_part_of_the_spanish_contingent() -> None:
    pieces = (
        corps("F I", FR, "Madrid", infantry=20), leader("Soult", FR, "F I", 4, 3),
        corps("B I", GB, "Madrid", infantry=8), leader("Wellington", GB, "B I", 5, 3), Guerillas(area("Madrid"), 4),
    )  # fmt: skip
    game = ready(*pieces, on=PARTS, dice=(6, *ONES))
    attack(game, "Madrid")
    game.play(JoinFight(4))
    choose_chits(game, "escalated assault", "counterattack")
    while game.questions[0] == (FR, ("BearLosses",)):
        game.play(game.may(BearLosses)[0])
    assert losses_asked(game) == {BRITAIN: 2, SPAIN: 1}
    assert game[Guerillas]["madrid"].factors == 3
