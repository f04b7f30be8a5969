"""Drill 2: forcible access, the two worked examples of 10.3.4, and war in the middle of a move."""

import pytest

from sandtable.engine import EndStep, Game, Pass, Refused, Row, SideId
from sandtable.testing import Play, position, toy
from tests.engine.drill.forcible import TRUCE, DeclareWar, ForceAccess, ForcibleAccess
from tests.engine.drill.marches import (
    AUSTRIA,
    FRANCE,
    PRUSSIA,
    ROWS,
    TURN,
    AreaId,
    Force,
    ForceId,
    Grant,
    MarchHooks,
    Marching,
    Move,
    Power,
    War,
    at_war,
    marches,
)

GAME = toy(Marching, ForcibleAccess, rows=ROWS, sequences=(TURN,), hook_sets=(MarchHooks,))
BARE = toy(Marching, rows=ROWS, sequences=(TURN,), hook_sets=(MarchHooks,))
CORPS, SECOND, FLEET = ForceId("I Corps"), ForceId("II Corps"), ForceId("1 Fleet")


def frontier(*rows: Row, bare: bool = False, **owners: SideId) -> Play:
    """Two French corps and a fleet stand in Strasbourg, France moves."""
    stands = [Force(CORPS, FRANCE, AreaId("Strasbourg")), Force(SECOND, FRANCE, AreaId("Strasbourg"))]
    fleet = Force(FLEET, FRANCE, AreaId("Strasbourg"), "fleet")
    return position(BARE if bare else GAME, *marches(*stands, fleet, *rows, owners=owners), at="France: move")


def move(force: ForceId, *way: str) -> Move:
    return Move(force, tuple(AreaId(area) for area in way))


def decides(play: Play) -> list[str]:
    return [side for side, _ in play.questions]


def points(play: Play) -> dict[str, int]:
    return {power.id: power.points for power in play[Power]}


def test_a_powers_territory_is_closed_and_the_refusal_says_what_would_open_it() -> None:
    play = frontier(Bavaria=PRUSSIA, Saxony=PRUSSIA)
    with pytest.raises(Refused) as caught:
        play.play(move(CORPS, "Munich"))
    assert str(caught.value) == (
        "Munich is Prussia's, who gives France no access (DRILL-10.3.1-major-needs-right)"
        " — announce forcible access against Prussia (a political point)"
    )


def test_without_the_module_there_is_no_cure() -> None:
    play = frontier(bare=True, Bavaria=PRUSSIA)
    reason = play.referee.verdict(move(CORPS, "Munich"))[0]
    assert (reason.rule, reason.cure) == ("DRILL-10.3.1-major-needs-right", "")


def test_each_area_of_the_way_has_its_own_reason() -> None:
    play = frontier(Bavaria=AUSTRIA, Saxony=PRUSSIA)
    owners = [reason.facts["owner"] for reason in play.referee.verdict(move(CORPS, "Munich", "Dresden"))]
    assert owners == [AUSTRIA, PRUSSIA]
    play.play(ForceAccess(AUSTRIA))
    assert [reason.facts["owner"] for reason in play.referee.verdict(move(CORPS, "Munich", "Dresden"))] == [PRUSSIA]


@pytest.mark.parametrize("row", [Grant("France in Prussia"), War("France-Prussia")], ids=["leave", "war"])
def test_with_leave_or_at_war_nothing_need_be_forced(row: Row) -> None:
    play = frontier(row, Bavaria=PRUSSIA, Saxony=PRUSSIA)
    play.play(move(CORPS, "Munich", "Dresden"))
    assert (decides(play), points(play)[FRANCE]) == ([FRANCE], 10)


def test_bavaria_and_saxony_both_prussian_cost_one_point() -> None:
    play = frontier(Bavaria=PRUSSIA, Saxony=PRUSSIA)
    play.play(ForceAccess(PRUSSIA), move(CORPS, "Munich", "Dresden"), Pass(), Pass(), move(SECOND, "Dresden"), Pass())
    assert points(play) == {AUSTRIA: 10, FRANCE: 9, PRUSSIA: 10}
    play.prove()


def test_bavaria_austrian_and_saxony_prussian_cost_two() -> None:
    play = frontier(Bavaria=AUSTRIA, Saxony=PRUSSIA)
    play.play(ForceAccess(PRUSSIA), ForceAccess(AUSTRIA), move(CORPS, "Munich", "Dresden"), Pass(), Pass())
    assert points(play) == {AUSTRIA: 10, FRANCE: 8, PRUSSIA: 10}
    play.prove()


def test_announced_and_not_used_it_costs_nothing_and_the_turn_ends_it() -> None:
    play = frontier(Bavaria=PRUSSIA, Saxony=PRUSSIA)
    play.play(ForceAccess(PRUSSIA))
    assert points(play)[FRANCE] == 10
    assert ForceAccess(PRUSSIA) not in play.may(ForceAccess)
    rest(play)
    assert play.game.round == 2
    assert play.why_not(move(CORPS, "Munich")) == {"DRILL-10.3.1-major-needs-right"}


def test_a_point_is_due_again_in_the_next_turn() -> None:
    play = frontier(Bavaria=PRUSSIA, Saxony=PRUSSIA)
    play.play(ForceAccess(PRUSSIA), move(CORPS, "Munich"), Pass())
    rest(play)
    play.play(ForceAccess(PRUSSIA), move(CORPS, "Dresden"), Pass())
    assert points(play)[FRANCE] == 8


def test_fleets_get_no_right_by_force() -> None:
    play = frontier(Bavaria=PRUSSIA, Saxony=PRUSSIA)
    assert play.referee.verdict(move(FLEET, "Munich"))[0].cure == ""
    play.play(ForceAccess(PRUSSIA))
    assert play.why_not(move(FLEET, "Munich")) == {"DRILL-10.3.1-major-needs-right"}


def test_the_owner_may_declare_war_each_time_a_counter_moves() -> None:
    play = frontier(Bavaria=PRUSSIA, Saxony=PRUSSIA)
    play.play(ForceAccess(PRUSSIA), move(CORPS, "Munich", "Dresden"))
    for area in ("Munich", "Dresden"):
        assert (play.questions, play[Force][CORPS].area) == ([(PRUSSIA, ("DeclareWar",))], area)
        play.play(Pass())
    play.play(move(SECOND, "Munich"))
    assert play.questions == [(PRUSSIA, ("DeclareWar",))]
    play.play(DeclareWar(FRANCE))
    assert at_war(play.game, FRANCE, PRUSSIA)
    assert points(play) == {AUSTRIA: 10, FRANCE: 9, PRUSSIA: 7}
    play.prove()


def test_war_in_mid_move_is_a_right_of_its_own_and_the_move_goes_on() -> None:
    play = frontier(Bavaria=PRUSSIA, Saxony=PRUSSIA)
    play.play(ForceAccess(PRUSSIA), move(CORPS, "Munich", "Dresden"), DeclareWar(FRANCE))
    assert (decides(play), play[Force][CORPS].area, points(play)[FRANCE]) == ([FRANCE], "Dresden", 9)


async def truce(game: Game) -> None:
    game.mark("Prussia-France", TRUCE)


def test_a_limit_on_declarations_forbids_it_and_then_nobody_is_asked() -> None:
    rows = marches(Force(CORPS, FRANCE, AreaId("Strasbourg")), owners={"Bavaria": PRUSSIA})
    play = position(GAME, *rows, at="France: move", do=truce)
    play.play(ForceAccess(PRUSSIA), move(CORPS, "Munich"))
    assert (decides(play), play[Force][CORPS].area) == ([FRANCE], "Munich")


def test_undo_of_the_declaration_asks_again_in_mid_move() -> None:
    play = frontier(Bavaria=PRUSSIA, Saxony=PRUSSIA)
    play.play(ForceAccess(PRUSSIA), move(CORPS, "Munich", "Dresden"), Pass(), DeclareWar(FRANCE))
    play.undo()
    assert (play.questions, points(play)[PRUSSIA]) == ([(PRUSSIA, ("DeclareWar",))], 10)
    play.undo(2)
    assert (decides(play), play[Force][CORPS].area, points(play)[FRANCE]) == ([FRANCE], "Strasbourg", 10)


def test_saved_between_two_entries_the_war_can_still_be_declared() -> None:
    play = frontier(Bavaria=PRUSSIA, Saxony=PRUSSIA)
    play.play(ForceAccess(PRUSSIA), move(CORPS, "Munich", "Dresden"), Pass())
    again = play.reload()
    again.play(DeclareWar(FRANCE))
    assert (again[Force][CORPS].area, points(again)) == ("Dresden", {AUSTRIA: 10, FRANCE: 9, PRUSSIA: 7})
    assert again.verify_replay() == 5


def rest(play: Play) -> None:
    """Everybody ends what is left of the turn."""
    turn = play.game.round
    while play.game.round == turn:
        play.play(EndStep())
    while play.at != "France: move":
        play.play(EndStep())
