"""Drill 9: an option is switched off while its delivery is due."""

import pytest

from sandtable.engine import Due, EndStep, Refused
from sandtable.engine.referee.changes import impact
from sandtable.engine.rules.options import Choices
from sandtable.engine.rules.system import GameSystem
from sandtable.testing import Play, position, toy
from tests.engine.drill.marches import (
    AUSTRIA,
    FRANCE,
    ROWS,
    TURN,
    AreaId,
    Force,
    ForceId,
    MarchHooks,
    Marching,
    Power,
    declare,
    marches,
)
from tests.engine.drill.militia import (
    Army,
    BackAsRegulars,
    ConsiderateConversion,
    ConvertMilitia,
    MilitiaConversion,
    PatientConversion,
)

MARCH, APRIL, JUNE, JULY = 1, 2, 4, 5
SILENT = toy(Marching, MilitiaConversion, rows=(*ROWS, Army), sequences=(TURN,), hook_sets=(MarchHooks,))
SETTLED = toy(Marching, ConsiderateConversion, rows=(*ROWS, Army), sequences=(TURN,), hook_sets=(MarchHooks,))
PATIENT = toy(
    Marching,
    PatientConversion,
    rows=(*ROWS, Army),
    sequences=(TURN,),
    hook_sets=(MarchHooks,),
    brings=(BackAsRegulars,),
)
OPTION = "militia_conversion"
CORPS = Force(ForceId("I Corps"), FRANCE, AreaId("Strasbourg"))


def spring(system: GameSystem = SILENT, *, money: int = 20) -> Play:
    """In March two powers have ten militia factors each; Austria is in its Expenditure Step."""
    return position(
        system,
        *marches(Power(AUSTRIA, money=money), Army(AUSTRIA, 10), Army(FRANCE, 10), CORPS, sides=(AUSTRIA, FRANCE)),
        on=[OPTION],
        at="Austria: expenditure",
    )


def until(play: Play, turn: int) -> None:
    while play.game.round < turn:
        play.play(EndStep())


def austria(play: Play) -> tuple[int, int, int]:
    """Austria's money, militia and regulars."""
    army = play[Army][AUSTRIA]
    return play[Power][AUSTRIA].money, army.militia, army.regulars


def test_four_factors_converted_in_march_cost_twelve_and_come_in_june() -> None:
    play = spring()
    play.play(ConvertMilitia(4))
    assert austria(play) == (8, 6, 0)
    until(play, JUNE - 1)
    assert austria(play) == (8, 6, 0)
    until(play, JUNE)
    assert austria(play) == (8, 6, 4)
    play.prove()


@pytest.mark.parametrize(("money", "most"), [(3, 1), (11, 3), (12, 4), (29, 9), (30, 10), (40, 10)])
def test_three_money_a_factor(money: int, most: int) -> None:
    play = spring(money=money)
    assert max(act.factors for act in play.may(ConvertMilitia)) == most


def test_what_is_not_there_cannot_be_converted() -> None:
    play = spring(money=90)
    with pytest.raises(Refused, match="factors cannot be 11 here: choose 1 to 10"):
        play.play(ConvertMilitia(11))


def test_at_war_with_a_major_power_nobody_converts() -> None:
    play = spring()
    play.play(ConvertMilitia(1))
    play.referee.table("war", lambda game: declare(game, AUSTRIA, FRANCE))
    assert play.why_not(ConvertMilitia(1)) == {"DRILL-12.1.1-who-when"}


def switched_off_in_march(system: GameSystem) -> Play:
    play = spring(system)
    play.play(ConvertMilitia(4))
    play.switch(off=[OPTION])
    return play


def test_the_preview_says_that_what_a_silent_module_leaves_is_dropped() -> None:
    play = spring()
    play.play(ConvertMilitia(4))
    told = impact(play.game, Choices())
    assert told.in_flight == ("regulars Austria (round 4, DRILL-12.1.1-return) would be dropped",)
    assert "DRILL-12.1.1-return" in told.rules_out
    assert play.game.rulebook.choices.on == {OPTION}
    assert len(play[Due]) == 1


def test_the_preview_says_that_what_the_game_itself_brings_waits() -> None:
    play = spring(PATIENT)
    play.play(ConvertMilitia(4))
    assert impact(play.game, Choices()).in_flight == (
        "regulars Austria (round 4, DRILL-12.1.1-return) would wait until its rule is in force again",
    )


def test_a_silent_delivery_is_dropped_named_and_comes_no_more() -> None:
    play = switched_off_in_march(SILENT)
    play.play(EndStep())
    assert (austria(play), play[Due].ids()) == ((8, 6, 0), ())
    assert play.log[-2:] == [
        "regulars Austria (round 4, DRILL-12.1.1-return) is dropped: its rule is no longer in force",
        "Militia conversion is now off",
    ]
    play.switch(on=[OPTION])
    until(play, JULY)
    assert austria(play) == (8, 6, 0)
    play.prove()


def test_the_preview_says_what_the_module_does_and_nothing_that_it_does_not() -> None:
    play = spring(SETTLED)
    play.play(ConvertMilitia(4))
    before = play.game.state.hash
    told = impact(play.game, Choices())
    assert told.in_flight == ("4 factors of Austria come back at once as militia; the money is lost",)
    assert (play.game.state.hash, austria(play)) == (before, (8, 6, 0))


def test_with_nothing_in_flight_there_is_nothing_to_say() -> None:
    assert impact(spring(SETTLED).game, Choices()).in_flight == ()
    assert impact(spring().game, Choices()).in_flight == ()


def test_the_module_settles_what_is_in_flight_when_the_change_takes_effect() -> None:
    play = switched_off_in_march(SETTLED)
    assert austria(play) == (8, 6, 0)  # agreed, and not yet in force
    play.play(EndStep())
    assert (austria(play), play[Due].ids()) == ((8, 10, 0), ())
    assert play.log[-2:] == ["4 factors of Austria come back as militia", "Militia conversion is now off"]


def test_undo_brings_option_delivery_and_factors_back() -> None:
    play = spring(SETTLED)
    play.play(ConvertMilitia(4))
    before = (play.game.state.hash, austria(play), list(play[Due]))
    play.switch(off=[OPTION])
    play.play(EndStep())
    assert austria(play) == (8, 10, 0)
    play.undo(3)  # the step's end with the change, France's agreement, Austria's proposal
    assert (play.game.state.hash, austria(play), list(play[Due])) == before
    assert play.game.rulebook.choices.on == {OPTION}
    until(play, JUNE)
    assert austria(play) == (8, 6, 4)


def test_silent_delivery_waits_and_comes_when_the_option_is_on_again() -> None:
    play = switched_off_in_march(PATIENT)
    until(play, JULY)
    assert (austria(play), [due.when for due in play[Due]]) == ((8, 6, 0), [JUNE])
    play.switch(on=[OPTION])
    until(play, JULY + 1)
    assert (austria(play), play[Due].ids()) == ((8, 6, 4), ())
    play.prove()


def test_on_again_before_it_is_due_it_comes_in_its_own_month() -> None:
    play = switched_off_in_march(PATIENT)
    until(play, APRIL)
    play.switch(on=[OPTION])
    until(play, JUNE)
    assert austria(play) == (8, 6, 4)


def test_while_the_option_is_off_nobody_is_offered_a_conversion() -> None:
    play = switched_off_in_march(PATIENT)
    play.play(EndStep())
    assert (play.at, play.game.round) == ("France: move", APRIL)
    play.play(EndStep())
    assert (play.at, play.game.round) == ("France: move", APRIL + 1)  # no Expenditure Step has anything to decide


def test_saved_while_it_waits_it_still_comes() -> None:
    play = switched_off_in_march(PATIENT)
    until(play, JULY)
    again = play.reload()
    again.switch(on=[OPTION])
    until(again, JULY + 1)
    assert austria(again) == (8, 6, 4)
    again.prove()


def test_saved_between_agreement_and_effect_the_change_is_still_made() -> None:
    play = switched_off_in_march(SETTLED)
    again = play.reload()
    again.play(EndStep())
    assert (austria(again), again[Due].ids()) == ((8, 10, 0), ())
    again.prove()
