"""4.3, 4.8, 4.9: calls to allies, free states, combined movement that is written down."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import Game, Pass, SideId
from sandtable_empires.campaign.minor_conquest import HomePort
from sandtable_empires.holding import set_control
from sandtable_empires.hookspecs.movement import together
from sandtable_empires.model import (
    POLITICS,
    Arrival,
    Combined,
    Corps,
    District,
    DistrictId,
    Fleet,
    Garrison,
    NationId,
    War,
    allies,
    at_war,
)
from sandtable_empires.model.accords import Truce
from sandtable_empires.politics.calls import AnswerCall, CallAllies, able_allies
from sandtable_empires.politics.combined_orders import DeclareCombined
from sandtable_empires.politics.declarations import DeclareWars
from sandtable_empires.politics.free_states import DeclareFreeStates, can_be_free
from sandtable_empires.relations import declare_war
from sandtable_empires.testing import (
    AU,
    FR,
    GB,
    PR,
    RU,
    SP,
    alliance,
    area,
    control,
    corps,
    fleet,
    garrison,
    war,
)
from tests.plugins.empires.at_peace import begin, box

BAVARIA, DENMARK, NORWAY, PAPAL = (DistrictId(one) for one in ("bavaria", "denmark-proper", "norway", "papal-states"))


def new_war(one: SideId, other: SideId) -> War:
    return War(f"{one}|{other}", (NationId(one), NationId(other)), since=1)


# --- calls


@pytest.mark.rule("BASE-4.3-calls", "BASE-4.3-follows")
def test_an_ally_that_follows_is_at_war_and_pays_nothing() -> None:
    game = begin(new_war(AU, FR), alliance(AU, RU), alliance(AU, PR), at="calls")
    assert game.questions == [(AU, ("CallAllies",))]
    game.play(CallAllies((PR, RU)))
    game.play(AnswerCall(True), side=PR)
    assert not at_war(game.game, PR, FR)
    game.play(AnswerCall(True), side=RU)
    assert (at_war(game.game, PR, FR), at_war(game.game, RU, FR)) == (True, True)
    assert [box(game, one) for one in (AU, PR, RU)] == [25, 25, 25]
    game.prove()


@pytest.mark.rule("BASE-4.3-guests-come-out")
@pytest.mark.parametrize("follows", [True, False])
def test_who_follows_leaves_the_cities_that_it_shares_with_the_foe(follows: bool) -> None:
    """Russians in Königsberg beside the Prussians, whom Austria fights."""
    shared = garrison(PR, "Konigsberg", infantry=2), garrison(RU, "Konigsberg", infantry=3)
    game = begin(new_war(AU, PR), alliance(AU, RU), *shared, at="calls")
    game.play(CallAllies((RU,)), AnswerCall(follows))
    stay = {PR} if follows else {PR, RU}
    assert {one.side for one in game[Garrison]} == stay
    assert [(one.side, one.infantry) for one in game[Arrival]] == [(RU, 3)] * follows


@pytest.mark.rule("BASE-4.3-refuses")
def test_one_that_does_not_has_broken_the_alliance() -> None:
    game = begin(new_war(AU, FR), alliance(AU, RU), at="calls")
    game.play(CallAllies((RU,)), AnswerCall(False))
    assert (at_war(game.game, RU, FR), allies(game.game, AU)) == (False, frozenset())
    assert (box(game, RU), box(game, AU)) == (23, 25)


@pytest.mark.rule("BASE-4.3-calls")
def test_both_sides_of_a_new_war_may_call_and_nobody_in_an_old_one() -> None:
    game = begin(new_war(AU, FR), alliance(AU, RU), alliance(FR, SP), at="calls")
    game.play(Pass())
    assert game.questions == [(FR, ("CallAllies",))]
    old = begin(war(AU, FR), alliance(AU, RU), at="calls")
    assert "CallAllies" not in {kind for _, kinds in old.questions for kind in kinds}


@pytest.mark.rule("BASE-4.3-at-peace", "BASE-4.3-truce", "BASE-4.3-allied-to-both")
@pytest.mark.parametrize("row", [war(RU, FR), Truce("peace", RU, FR, 5), alliance(RU, FR)])
def test_who_fights_already_is_bound_or_is_the_foes_ally_is_not_called(row: Any) -> None:
    assert able_allies(begin(new_war(AU, FR), alliance(AU, RU), at="calls").game, AU, FR) == [RU]
    assert able_allies(begin(new_war(AU, FR), alliance(AU, RU), row, at="calls").game, AU, FR) == []


@pytest.mark.rule("EIA-10.3.4-call-allies")
def test_in_a_war_on_forcible_access_allies_are_called_at_once() -> None:
    async def declared(game: Game) -> None:
        await declare_war(game, AU, FR)

    game = begin(alliance(AU, RU), at=f"{FR}: depots", do=declared)
    assert game.questions == [(AU, ("CallAllies",))]
    game.play(CallAllies((RU,)), AnswerCall(True))
    assert at_war(game.game, RU, FR)


@pytest.mark.rule("EIA-10.3.4-call-allies")
def test_declared_in_its_step_a_war_calls_nobody_before_the_step_for_that() -> None:
    game = begin(alliance(AU, RU), at="declarations")
    game.play(DeclareWars((FR,), ()), side=AU)
    for one in list(game.prompt.open) if game.prompt else ():
        game.play(Pass(), side=one.side)
    assert game.game.frame.step == "calls"
    assert game.questions == [(AU, ("CallAllies",))]


# --- free states


def conquered(*districts: DistrictId) -> Any:
    async def do(game: Game) -> None:
        for one in districts:
            await set_control(game, one, PR, "conquered", POLITICS)

    return do


@pytest.mark.rule("BASE-4.8-declared", "EIA-10.2.1-fleets-kept")
def test_a_conquered_country_becomes_a_free_state_and_its_fleet_comes_back() -> None:
    waits = fleet("Dan f", "Denmark", "Copenhagen", ships=9)
    army = corps("Dan I", "Denmark", "Copenhagen", infantry=4)

    async def laid_up(game: Game) -> None:
        await conquered(DENMARK)(game)
        game.change(game[Fleet]["Dan f"], lies="reserve", port=None, space=None)

    game = begin(control(PR, "Denmark"), army, waits, at="free_states", do=laid_up)
    assert game.questions == [(PR, ("DeclareFreeStates",))]
    game.play(DeclareFreeStates((DENMARK,)), HomePort(area("Copenhagen")))
    assert {game[District][one].status for one in (DENMARK, NORWAY)} == {"free state"}
    assert {game[District][one].holder for one in (DENMARK, NORWAY)} == {PR}
    assert (game[Fleet]["Dan f"].lies, game[Corps]["Dan I"].side) == ("port", PR)


@pytest.mark.rule("BASE-4.8-declared")
def test_who_has_conquered_nothing_is_not_asked() -> None:
    assert begin(at="free_states").at != "free_states"


@pytest.mark.rule("BASE-4.8-forces", "EIA-10.4.4-secondary-no-forces")
def test_only_a_country_with_forces_that_is_no_secondary_district_can_be_free() -> None:
    army = control(PR, "Denmark", "Bavaria"), corps("Bav I", "Bavaria", "Munich", infantry=1)
    game = begin(*army, at="free_states", do=conquered(BAVARIA, PAPAL, NORWAY))
    assert can_be_free(game.game, PR) == [BAVARIA]


# --- combined movement


@pytest.mark.rule("BASE-4.9-written")
def test_those_who_name_each_other_move_together_this_month() -> None:
    game = begin(alliance(AU, RU), alliance(AU, PR), at="combined_movement")
    game.play(DeclareCombined((PR, RU)), side=AU)
    assert len(game[Combined]) == 0
    game.play(Pass(), side=PR)
    game.play(DeclareCombined((AU,)), side=RU)
    assert [(one.nations, one.turn) for one in game[Combined]] == [(("Austria", "Russia"), 1)]
    assert set(together(game.game, AU)) == {AU, RU}
    assert together(game.game, PR) == (PR,)


@pytest.mark.rule("BASE-4.9-written")
def test_only_allies_are_asked_and_name_allies() -> None:
    game = begin(alliance(AU, RU), war(FR, GB), at="combined_movement")
    assert {side for side, _ in game.questions} == {AU, RU}
    assert [one.allies for one in game.may(DeclareCombined, AU)] == [(RU,)]
    assert begin(at="combined_movement").at != "combined_movement"
