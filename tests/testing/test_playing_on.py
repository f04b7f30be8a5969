"""Playing on to where something is to be seen, and fighting a battle out."""

from __future__ import annotations

import pytest

from sandtable.engine import EndStep, Invalid
from sandtable_twin_rivers import AreaId, LoseStep, March, Retreat, Unit, UnitId
from tests.testing.rivers import battle, rivers, unit


def test_play_goes_on_to_a_step() -> None:
    play = rivers(unit("Blue 1", "Aldbridge"), unit("Red 1", "Larch"))
    assert play.until("Red: march") is play
    assert play.at == "Red: march"
    assert play.until("march").at == "Red: march"  # it is there already


def test_play_goes_on_until_something_is_asked() -> None:
    play = battle(dice=[1, 6])
    assert play.until(Retreat).questions == [("Blue", ("Retreat",))]
    assert [len(play[Unit].where("side", side)) for side in ("Blue", "Red")] == [2, 2]


def test_play_goes_on_until_something_is_true() -> None:
    play = battle(dice=[1, 6, 1, 6])
    play.until(lambda play: len(play[Unit].where("side", "Blue")) == 1)
    assert len(play.throws) == 4


def test_on_the_way_what_is_preferred_is_done_where_it_is_legal() -> None:
    play = battle(dice=[1, 6])
    play.until("march", prefer=[LoseStep(UnitId("Blue 2")), Retreat(AreaId("Fenwick"))])
    assert {one.id: (one.area, one.steps) for one in play[Unit].where("side", "Blue")} == {
        "Blue 1": ("Fenwick", 2),
        "Blue 2": ("Fenwick", 1),
    }


def test_a_kind_of_action_can_be_preferred() -> None:
    play = battle(dice=[1, 6]).until("march", prefer=Retreat)
    assert {one.area for one in play[Unit].where("side", "Blue")} == {"Elmsford"}


def test_an_action_of_which_something_is_true_can_be_preferred() -> None:
    play = battle(dice=[1, 6]).until("march", prefer=[lambda act: act == LoseStep(UnitId("Blue 2")), Retreat])
    assert play[Unit]["Blue 2"].steps == 1


def test_without_a_preference_sides_pass_and_end_their_steps() -> None:
    play = rivers(unit("Blue 1", "Aldbridge"), unit("Red 1", "Larch")).until("Red: march")
    assert [ply.action for ply in play.referee.journal.line() if ply.action] == [EndStep()]


def test_a_seed_answers_at_random_and_throws_what_is_not_scripted() -> None:
    def outcome(seed: int) -> tuple[object, ...]:
        play = battle(dice=[1, 6]).fight(seed=seed)
        assert play.throws[:2] == [1, 6]
        return tuple((one.id, one.area, one.steps) for one in play[Unit])

    assert outcome(3) == outcome(3)
    assert len({outcome(seed) for seed in range(6)}) > 1


def test_a_battle_is_fought_out_to_its_end() -> None:
    play = battle(dice=[1, 6] * 4)
    assert play.fight().at == "Red: march"
    assert (list(play[Unit].where("side", "Blue")), play.left) == ([], [])


def test_without_a_seed_dice_that_run_out_are_told() -> None:
    with pytest.raises(Invalid, match=r"no scripted outcome is left.*give a seed"):
        battle(dice=[1, 6]).fight()


def test_where_nothing_is_fought_out_that_is_told() -> None:
    with pytest.raises(Invalid, match="nothing is being fought out: the game is at Blue: march"):
        rivers(unit("Blue 1", "Aldbridge"), unit("Red 1", "Larch")).fight()


def test_a_step_at_which_nobody_is_asked_is_told() -> None:
    play = rivers(unit("Blue 1", "Aldbridge"), unit("Red 1", "Larch"))
    with pytest.raises(Invalid, match="reckoning was passed over: nobody had anything to decide there; the game is at"):
        play.until("reckoning")


def test_a_step_that_there_is_not_is_told_with_the_nearest() -> None:
    with pytest.raises(Invalid, match=r"no step is called 'losess': did you mean losses"):
        battle(dice=[1, 6]).until("losess")


def test_a_game_that_is_over_before_is_told() -> None:
    with pytest.raises(Invalid, match="the game is over before Retreat"):
        rivers(unit("Blue 1", "Aldbridge"), unit("Red 1", "Larch")).until(Retreat)


def test_a_preferred_action_that_never_ends_a_step_is_told() -> None:
    play = rivers(unit("Blue 1", "Aldbridge"), unit("Red 1", "Larch"))
    with pytest.raises(Invalid, match="after 5 answers the game has not come to Retreat: it is at"):
        play.until(Retreat, most=5)


def test_the_end_of_a_step_can_be_preferred_to_a_march() -> None:
    play = rivers(unit("Blue 1", "Aldbridge"), unit("Red 1", "Larch"))
    play.until("Red: march", prefer=[March(UnitId("Blue 1"), AreaId("Cobham"))])
    assert play[Unit]["Blue 1"].area == "Cobham"
