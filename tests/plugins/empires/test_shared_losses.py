"""7.5.2 and 12.3.6: how the powers of a force share its losses, and its captors the prisoners."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.engine import Game, Refused, Row, SideId
from sandtable.testing import Play
from sandtable_empires.combat.allotment import Allotment, arm_caps
from sandtable_empires.combat.bearing import BearLosses
from sandtable_empires.combat.captives import DividePrisoners, imprison
from sandtable_empires.combat.sharing import Apportioned, ApportionLosses
from sandtable_empires.disputes import NameClaimant
from sandtable_empires.land.attempts import Sortie
from sandtable_empires.land.attrition import Attrition, LoseFactors
from sandtable_empires.land.foraging import Forage
from sandtable_empires.model import (
    SPAIN,
    Contingent,
    Corps,
    CorpsId,
    Garrison,
    GarrisonId,
    Prisoners,
    Siege,
    SiegeId,
    Storm,
)  # fmt: skip
from sandtable_empires.options.proportional_land_losses import Reckoned
from sandtable_empires.testing import FR, GB, SP, area, attack, choose_chits, corps, garrison, iberia, leader, position
from sandtable_empires.testing.iberia import PORTUGAL
from tests.plugins.empires.fights import ready
from tests.tiers import count

PARTS = ("proportional_land_losses",)
WELLINGTON = leader("Wellington", GB, "B I", 5, 3), corps("B II", GB, "Madrid", infantry=1)
ARMS = ("militia", "infantry", "cavalry", "guard")
contingents = st.lists(st.tuples(st.sampled_from(ARMS), st.integers(1, 5)), min_size=1, max_size=5)


def contingents_of(parts: list[tuple[str, int]]) -> list[Contingent]:
    return [Contingent(f"{n}: {arm}", SPAIN, arm, factors) for n, (arm, factors) in enumerate(parts)]


# --- what may be lost


def limits(losses: int) -> dict[str, int]:
    """Return what cavalry and guard bear at most of some losses, while others can."""
    return {"cavalry": losses // 2, "guard": 0}


@settings(max_examples=count(400), deadline=None, derandomize=True)
@given(contingents, st.integers(0, 12), st.randoms(use_true_random=False))
def test_losses_are_listed_counted_and_drawn_within_the_limits(
    parts: list[tuple[str, int]], total: int, chance: Random
) -> None:
    """Listing, counting, drawing and membership agree; no way takes more of an arm than all of it may bear."""
    bearers = contingents_of(parts)
    factors = min(total, sum(count for _, count in parts))
    caps = arm_caps(bearers, factors, limits(factors))
    domain = Allotment(bearers, factors, caps)
    listed = list(domain)
    assert len(set(listed)) == len(listed) == domain.count() > 0
    assert all(way in domain for way in listed)
    drawn = domain.sample(chance)
    assert drawn in listed
    for arm, cap in caps.items():
        assert all(sum(n for key, n in way if key.endswith(arm)) <= cap for way in listed)


def test_the_cavalry_of_several_corps_is_counted_together() -> None:
    """Of 6 factors 3 are cavalry at most, not 3 of each corps."""
    bearers = contingents_of([("infantry", 6), ("cavalry", 5), ("cavalry", 5)])
    domain = Allotment(bearers, 6, arm_caps(bearers, 6, limits(6)))
    assert (("1: cavalry", 3), ("2: cavalry", 3)) not in domain
    assert (("0: infantry", 3), ("1: cavalry", 1), ("2: cavalry", 2)) in domain
    assert domain.most() == 9


# --- who says what


def mixed_losses(*pieces: Row, on: tuple[str, ...] = (), dice: tuple[int, ...] = (6,)) -> Play:
    """Return the losses of a force under Wellington that is attacked by 20 factors: 6 with -1 on 4-1, 15%, 3."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=20), *WELLINGTON, *pieces, leader("Soult", FR, "F I", 4, 3), on=on,
        dice=(*dice, *(1,) * 20),
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "escalated assault", "counterattack")
    while game.questions[0] == (FR, ("BearLosses",)):
        game.play(game.may(BearLosses)[0])
    return game


def test_who_commands_says_how_many_each_loses_and_each_power_which() -> None:
    game = mixed_losses(corps("B I", GB, "Madrid", infantry=9), corps("S I", SP, "Madrid", militia=3, infantry=6))
    assert game.questions == [(GB, ("ApportionLosses",))]
    lost = game.about(Apportioned).factors
    game.play(ApportionLosses(((SP, lost),)))
    assert game.questions == [(SP, ("BearLosses",))]
    game.play(BearLosses((("S I: militia", 1), ("S I: infantry", lost - 1))))
    assert game[Corps]["S I"].militia == 2


def test_nobody_is_told_to_lose_more_guards_than_the_limits_let_the_force_lose() -> None:
    """While others have infantry left an ally of guards alone bears nothing."""
    game = mixed_losses(corps("B I", GB, "Madrid", infantry=9), corps("S Gd", SP, "Madrid", guard=6, guards=True))
    assert game.questions == [(GB, ("BearLosses",))]


@pytest.mark.rule("EIA-12.3.6-types")
@pytest.mark.parametrize("first", [GB, SP])
def test_the_cavalry_that_all_may_lose_is_his_who_names_first(first: SideId) -> None:
    """Of 2 factors, one each, 1 may be cavalry: the powers agree who has the choice, the other bears infantry."""
    two = corps("B I", GB, "Madrid", infantry=7, cavalry=2), corps("S I", SP, "Madrid", infantry=8, cavalry=2)
    game = mixed_losses(*two, on=PARTS, dice=(4,))
    assert game.questions == [(GB, ("NameClaimant",)), (SP, ("NameClaimant",))]
    for side in (GB, SP):
        game.play(NameClaimant(first), side=side)
    one, other = ("B I", "S I") if first == GB else ("S I", "B I")
    assert game.questions == [(first, ("BearLosses",))]
    game.play(BearLosses(((f"{one}: cavalry", 1),)))
    assert all(f"{other}: cavalry" not in dict(act.losses) for act in game.may(BearLosses))


@pytest.mark.rule("EIA-12.3.6-types")
def test_who_has_nothing_but_cavalry_bears_it_before_the_others_may() -> None:
    two = corps("B I", GB, "Madrid", infantry=7, cavalry=2), corps("S I", SP, "Madrid", cavalry=10)
    game = mixed_losses(*two, on=PARTS, dice=(4,))
    assert game.questions == [(GB, ("BearLosses",))]
    assert all("B I: cavalry" not in dict(act.losses) for act in game.may(BearLosses))


# --- storms


def sally(on: tuple[str, ...]) -> Play:
    """Return the losses of a Spanish and Portuguese garrison, 6 and 3 factors, that sallies out of Badajoz."""
    portuguese = Garrison(
        id=GarrisonId("Portuguese"), side=GB, nation=PORTUGAL, area=area("Badajoz"), militia=5, infantry=5
    )  # fmt: skip
    game = ready(
        corps("F I", FR, "Badajoz", infantry=40), Siege(SiegeId("badajoz"), area("Badajoz"), FR), portuguese,
        garrison(SP, "Badajoz", militia=10, infantry=10), side=SP, on=on, dice=(1, 6, *(1,) * 8),
    )  # fmt: skip
    game.play(Sortie(area("Badajoz")))
    while game.questions[0] == (FR, ("LoseFactors",)):
        game.play(game.may(LoseFactors)[0])
    return game


@pytest.mark.rule("EIA-12.3.6-proportion", "EIA-12.3.6-types")
def test_a_mixed_garrison_shares_its_losses_in_proportion() -> None:
    """20 Spaniards and 10 Portuguese bear them 2 to 1, and each power names its own."""
    game = sally(PARTS)
    asked: dict[str, int] = {}
    while game.prompt and game.prompt.open[0].accepts(LoseFactors) and game.prompt.open[0].side not in asked:
        asked[game.prompt.open[0].side] = game.about(Attrition).factors
        game.play(game.may(LoseFactors)[0])
    assert set(asked) == {GB, SP}
    assert abs(asked[SP] - 2 * asked[GB]) <= 1


@pytest.mark.rule("BASE-12.3.6-forgotten", "BASE-12.3.6-reckoned")
def test_with_the_storm_the_count_is_over() -> None:
    game = sally(PARTS)
    assert sum(row.factors for row in game[Reckoned]) == 70
    for _ in range(20):
        if not len(game[Storm]) or game.prompt is None:
            break
        question = game.prompt.open[0]
        game.play(game.may(question.kinds[0])[0], side=question.side)
    assert (len(game[Storm]), len(game[Reckoned])) == (0, 0)


@pytest.mark.rule("BASE-7.5-storm-losses")
def test_without_the_option_the_side_that_decides_for_it_shares_them_out() -> None:
    game = sally(())
    assert game.questions == [(SP, ("ApportionLosses",))]


# --- who names too much of an arm is told by which rule


@pytest.mark.rule("BASE-7.5.2-loss-limits")
def test_more_cavalry_than_the_limit_is_refused_by_the_rule_of_the_limits() -> None:
    """Of 3 factors 1 may be cavalry; 2 are named, and guards while infantry is left."""
    pieces = (
        corps("F I", FR, "Madrid", infantry=20),
        corps("S I", SP, "Madrid", infantry=9, cavalry=9, guard=2, guards=True),
    )
    game = ready(*pieces, dice=(6, *(1,) * 8))
    attack(game, "Madrid")
    choose_chits(game, "escalated assault", "counterattack")
    while game.questions[0] == (FR, ("BearLosses",)):
        game.play(game.may(BearLosses)[0])
    assert game.questions == [(SP, ("BearLosses",))]
    for arm, share in (("cavalry", 2), ("guard", 1)):
        named = BearLosses((("S I: infantry", 3 - share), (f"S I: {arm}", share)))
        assert game.why_not(named) == {"BASE-7.5.2-loss-limits"}
        offer = next(offer for offer in game.referee.offers() if offer.kind is BearLosses)
        assert {reason.rule for reason in offer.why_not("losses", named.losses)} == {"BASE-7.5.2-loss-limits"}
    with pytest.raises(Refused, match=r"at most 1 of the 3 factors lost may be cavalry, not 2 \(BASE-7"):
        game.play(BearLosses((("S I: infantry", 1), ("S I: cavalry", 2))))


@pytest.mark.rule("BASE-7.5.2-loss-limits")
def test_so_is_more_cavalry_than_may_starve() -> None:
    hungry = corps("F I", FR, "Burgos", infantry=4, cavalry=4)
    game = position(hungry, land=iberia, at=f"{FR}: supply", dice=(6,))
    game.play(Forage(CorpsId("F I")))
    assert game.why_not(LoseFactors((("F I: infantry", 1), ("F I: cavalry", 2)))) == {"BASE-7.5.2-loss-limits"}


@pytest.mark.rule("EIA-12.3.6-types")
def test_a_contingent_names_its_own_factors_within_the_limits_for_all_by_that_rule() -> None:
    two = corps("B I", GB, "Madrid", infantry=7, cavalry=2), corps("S I", SP, "Madrid", infantry=8, cavalry=2)
    game = mixed_losses(*two, on=PARTS, dice=(4,))
    for side in (GB, SP):
        game.play(NameClaimant(GB), side=side)
    assert game.why_not(BearLosses((("S I: infantry", 1),))) == {"EIA-12.3.6-types"}
    game.play(BearLosses((("B I: cavalry", 1),)))
    too_much = BearLosses((("S I: cavalry", 1),))
    assert game.why_not(too_much) == {"EIA-12.3.6-types", "BASE-7.5.2-loss-limits"}
    with pytest.raises(Refused, match=r"infantry is not a factor of the Spanish contingent \(EIA-12\.3\.6-types\)"):
        game.play(BearLosses((("B I: infantry", 1),)))


@pytest.mark.rule("EIA-12.3.6-types")
def test_a_contingent_in_a_storm_names_its_own_too() -> None:
    game = sally(PARTS)
    mine = game.about(Attrition).of
    assert mine in (SPAIN, PORTUGAL)
    other = "Spain garrison of badajoz" if mine == PORTUGAL else "Portuguese"
    assert game.why_not(LoseFactors(((f"{other}: infantry", 1),))) == {"EIA-12.3.6-types"}


# --- prisoners


def prisoners_shared(*dice: int) -> Play:
    """Return what a French corps of 4 infantry and 1 cavalry is to British and Spaniards who take it together."""

    async def surrenders(game: Game) -> None:
        await imprison(game, game[Corps]["F I"], [GB, SP])

    return position(
        corps("F I", FR, "Madrid", infantry=4, cavalry=1), land=iberia, do=surrenders, dice=dice
    )  # fmt: skip


def divide(game: Play, british: tuple[int, int], spanish: tuple[int, int]) -> None:
    """Each says how many each shall have, the British first."""
    for side, (ours, theirs) in ((GB, british), (SP, spanish)):
        shares = tuple((power, n) for power, n in ((GB, ours), (SP, theirs)) if n)
        game.play(DividePrisoners(shares), side=side)


def prisoners(game: Play) -> dict[str, tuple[int, int]]:
    return {row.captor: (row.infantry, row.cavalry) for row in game[Prisoners]}


@pytest.mark.rule("EIA-10.8-general", "EIA-10.8-per-item")
def test_captors_who_agree_divide_the_prisoners_as_they_like() -> None:
    game = prisoners_shared()
    divide(game, (2, 2), (2, 2))
    divide(game, (1, 0), (1, 0))
    assert prisoners(game) == {GB: (2, 1), SP: (2, 0)}
    assert game[Corps]["F I"].area is None


@pytest.mark.rule("EIA-10.8-per-item")
def test_for_each_factor_they_do_not_agree_on_they_throw() -> None:
    """Of 4 infantry each wants 3: 1 is each's, 2 are thrown for, a tie again; so is the cavalry."""
    game = prisoners_shared(4, 2, 3, 3, 1, 6, 5, 6)
    divide(game, (3, 1), (1, 3))
    divide(game, (1, 0), (0, 1))
    assert prisoners(game) == {GB: (2, 0), SP: (2, 1)}
    assert len(game.throws) == 8
