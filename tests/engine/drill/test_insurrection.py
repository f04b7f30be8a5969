"""Drill 1: Austria's border provinces rise in the middle of an enemy's move."""

from collections.abc import Iterable

import pytest

from sandtable.engine import EndStep, Frame, Game, Illegal, Pass, Row, RuleModule, SideId, hookimpl
from sandtable.testing import Play, position, toy
from tests.engine.drill.forcible import DeclareWar, ForceAccess, ForcibleAccess
from tests.engine.drill.insurrection import Insurrection, PlaceInsurrection
from tests.engine.drill.marches import (
    AUSTRIA,
    FRANCE,
    PRUSSIA,
    ROWS,
    TURN,
    AreaId,
    Force,
    ForceId,
    MarchHooks,
    Marching,
    Move,
    Province,
    ProvinceId,
    War,
    marches,
)

GAME = toy(Marching, ForcibleAccess, Insurrection, rows=ROWS, sequences=(TURN,), hook_sets=(MarchHooks,))
CORPS, COSSACK, FIRST, SECOND = ForceId("I Corps"), ForceId("Cossacks"), ForceId("Ins 1"), ForceId("Ins 2")
WAR = War("Austria-France")


def invasion(*rows: Row, war: bool = True, at: str = "France: move", extra: Iterable[type[RuleModule]] = ()) -> Play:
    """A French corps and cossacks stand in Vienna, both insurrection corps are off the map, France moves."""
    return position(
        GAME,
        *marches(
            *((WAR,) if war else ()),
            Force(CORPS, FRANCE, AreaId("Vienna")),
            Force(COSSACK, FRANCE, AreaId("Vienna"), "cossack"),
            Force(FIRST, AUSTRIA, None, "insurrection"),
            Force(SECOND, AUSTRIA, None, "insurrection"),
            *rows,
        ),
        at=at,
        extra=extra,
    )


def move(force: ForceId, *way: str) -> Move:
    return Move(force, tuple(AreaId(area) for area in way))


def place(corps: ForceId, area: str) -> PlaceInsurrection:
    return PlaceInsurrection(corps, AreaId(area))


def decides(play: Play) -> list[str]:
    return [side for side, _ in play.questions]


def where(play: Play, *forces: ForceId) -> list[str | None]:
    return [play[Force][force].area for force in forces]


ASKED = [(AUSTRIA, ("PlaceInsurrection",))]


def test_an_enemy_who_enters_the_province_is_waited_for() -> None:
    play = invasion()
    play.play(move(CORPS, "Pest", "Szeged"))
    assert (play.questions, where(play, CORPS)) == (ASKED, ["Pest"])
    assert len(play.may(PlaceInsurrection)) == 4  # two corps, two areas of Hungary
    assert play.why_not(place(FIRST, "Cluj")) == {""}  # Transylvania has not been entered


def test_a_corps_placed_in_its_very_area_stops_the_mover() -> None:
    play = invasion()
    play.play(move(CORPS, "Pest", "Szeged"), place(FIRST, "Pest"), Pass())
    assert where(play, CORPS, FIRST, SECOND) == ["Pest", "Pest", None]
    assert play.log == ["I Corps stops in Pest: Ins 1 stands in its way"]
    play.prove()


def test_a_corps_placed_elsewhere_in_the_province_lets_it_go_on() -> None:
    play = invasion()
    play.play(move(CORPS, "Pest", "Szeged"), place(FIRST, "Szeged"), Pass())
    assert where(play, CORPS, FIRST) == ["Szeged", "Szeged"]
    play.prove()


def test_both_corps_may_be_placed_and_then_nobody_is_asked() -> None:
    play = invasion()
    play.play(move(CORPS, "Pest", "Szeged"), place(SECOND, "Szeged"), place(FIRST, "Pest"))
    assert where(play, CORPS, FIRST, SECOND) == ["Pest", "Pest", "Szeged"]
    assert decides(play) == [FRANCE]


def test_a_cossack_need_not_stop() -> None:
    play = invasion()
    play.play(move(COSSACK, "Pest", "Szeged"), place(FIRST, "Pest"), Pass())
    assert where(play, COSSACK, FIRST) == ["Szeged", "Pest"]


def test_what_is_declined_may_be_used_at_a_later_entry_of_the_same_move() -> None:
    play = invasion(Force(ForceId("II Corps"), FRANCE, AreaId("Szeged")))
    play.play(move(ForceId("II Corps"), "Cluj", "Szeged"), Pass())  # Transylvania; back in Hungary it is asked again
    assert (play.questions, where(play, ForceId("II Corps"))) == (ASKED, ["Szeged"])
    play.play(place(FIRST, "Szeged"), Pass())
    assert where(play, FIRST) == ["Szeged"]


def test_a_move_inside_the_province_is_no_entry() -> None:
    play = invasion(Force(ForceId("II Corps"), FRANCE, AreaId("Szeged")))
    play.play(move(ForceId("II Corps"), "Pest"))
    assert (decides(play), where(play, ForceId("II Corps"))) == ([FRANCE], ["Pest"])


def test_a_ceded_province_does_not_rise() -> None:
    play = invasion(Province(ProvinceId("Hungary"), PRUSSIA, ceded=True), War("France-Prussia"))
    play.play(move(CORPS, "Pest", "Szeged", "Cluj"))
    assert (play.questions, where(play, CORPS)) == (ASKED, ["Cluj"])  # asked in Transylvania only
    assert {act.area for act in play.may(PlaceInsurrection)} == {"Cluj"}


def test_a_fleet_does_not_trigger() -> None:
    fleet = ForceId("1 Fleet")
    play = invasion(Force(fleet, FRANCE, AreaId("Vienna"), "fleet"))
    play.play(move(fleet, "Pest"))
    assert (decides(play), where(play, fleet)) == ([FRANCE], ["Pest"])


def test_who_is_no_enemy_does_not_trigger() -> None:
    play = invasion(Province(ProvinceId("Hungary")), war=False)
    play.play(move(CORPS, "Pest"))
    assert (decides(play), where(play, CORPS)) == ([FRANCE], ["Pest"])


class AustriaLast(RuleModule):
    """Austria plays after its invader, so that it could move what it has just placed."""

    key = "austria_last"

    @hookimpl
    async def side_order(self, game: Game, frame: Frame) -> tuple[SideId, ...]:
        return (FRANCE, AUSTRIA)


def test_a_corps_does_not_move_in_the_turn_in_which_it_is_placed() -> None:
    own = ForceId("Karl")
    play = invasion(Force(own, AUSTRIA, AreaId("Cluj")), at="France: peace", extra=(AustriaLast,))
    while play.at != "France: move":
        play.play(EndStep())
    play.play(move(CORPS, "Pest"), place(FIRST, "Szeged"), Pass(), EndStep())
    assert play.at == "Austria: move"
    assert play.why_not(move(FIRST, "Cluj")) == {"DRILL-10.1.4-no-move-when-placed"}
    assert {act.force for act in play.may(Move)} == {own}
    while play.game.round == 1 or play.at != "Austria: move":
        play.play(EndStep())
    assert play.why_not(move(FIRST, "Cluj")) == set()


def test_not_in_this_province_is_a_standing_answer() -> None:
    play = invasion()
    play.referee.council.add_standing_answer("Austria's player", AUSTRIA, PlaceInsurrection, topic="Hungary")
    play.play(move(CORPS, "Pest", "Szeged", "Cluj"))
    assert (play.questions, where(play, CORPS)) == (ASKED, ["Cluj"])  # Hungary in silence, Transylvania asked
    play.play(Pass())
    play.prove()


def test_a_standing_answer_given_at_the_prompt_counts_from_the_next_entry_and_can_be_withdrawn() -> None:
    play = invasion(Force(ForceId("II Corps"), FRANCE, AreaId("Vienna")))
    play.play(move(CORPS, "Pest"))
    play.referee.council.add_standing_answer("Austria's player", AUSTRIA, PlaceInsurrection, topic="Hungary")
    assert play.questions == ASKED
    play.play(Pass(), move(COSSACK, "Pest"))
    assert decides(play) == [FRANCE]
    play.referee.council.withdraw_standing_answer("Austria's player", "Austria:PlaceInsurrection:Hungary")
    play.play(move(ForceId("II Corps"), "Pest"))
    assert play.questions == ASKED
    play.prove()


def test_the_enemy_does_not_see_the_standing_answer() -> None:
    play = invasion()
    before = {kind: list(play.seen_by(FRANCE)[kind]) for kind in play.game.state.tables}
    play.referee.council.add_standing_answer("Austria's player", AUSTRIA, PlaceInsurrection, topic="Hungary")
    assert {kind: list(play.seen_by(FRANCE)[kind]) for kind in play.game.state.tables} == before
    with pytest.raises(Illegal, match="does not answer for Austria"):
        play.referee.council.add_standing_answer("France's player", AUSTRIA, PlaceInsurrection)


def test_undo_in_mid_move_takes_back_the_answer_then_the_whole_move() -> None:
    play = invasion()
    play.play(move(CORPS, "Pest", "Szeged"), place(FIRST, "Pest"))
    play.undo()
    assert (play.questions, where(play, CORPS, FIRST)) == (ASKED, ["Pest", None])
    play.undo()
    assert (decides(play), where(play, CORPS)) == ([FRANCE], ["Vienna"])
    play.redo()
    play.play(Pass())
    assert where(play, CORPS, FIRST) == ["Szeged", None]
    play.prove()


def test_saved_in_mid_move_the_same_question_is_open_and_the_move_goes_on() -> None:
    play = invasion()
    play.play(move(CORPS, "Pest", "Szeged"), place(SECOND, "Szeged"))
    again = play.reload()
    assert again.questions == ASKED
    assert again.play(place(FIRST, "Pest")).hash == play.play(place(FIRST, "Pest")).hash
    assert where(again, CORPS, FIRST, SECOND) == ["Pest", "Pest", "Szeged"]
    assert again.verify_replay() == 4  # the start, the move, two placements


def test_access_is_settled_before_the_border_trigger() -> None:
    play = invasion(war=False)
    play.play(ForceAccess(AUSTRIA), move(CORPS, "Pest", "Szeged"))
    assert play.questions == [(AUSTRIA, ("DeclareWar",))]  # not an enemy yet
    play.play(DeclareWar(FRANCE))
    assert play.questions == ASKED  # by the same entry
    play.play(place(FIRST, "Pest"), Pass())
    assert where(play, CORPS, FIRST) == ["Pest", "Pest"]
    play.prove()
