"""What other options change here: rules, what may be done, numbers, the next step; as one seat may see it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.engine import Choices, InstalledGame, Option, RuleModule, refuses, rule
from sandtable.engine.actions.actions import Action, Ask, Game
from sandtable.engine.actions.refusals import Refusal
from sandtable.engine.referee.referee import Referee
from sandtable.engine.running.chance import SeededDice
from sandtable.play.begin.starts import Start
from sandtable.play.rules.changes_here import HereSection, PositionHere
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing import FR, leader
from sandtable_twin_rivers import TWIN_RIVERS
from tests.plugins.empires.test_command import attack_madrid, many


class Curfew(RuleModule):
    """Nobody marches."""

    key, game, option = "curfew", "twin_rivers", Option("Curfew", "Nobody marches.", ("HOUSE-curfew",))

    @refuses(Action)
    @rule("HOUSE-curfew")
    def stays(self, game: Game, act: Action, ask: Ask) -> Refusal | None:
        """Nobody marches."""
        return Refusal("there is a curfew") if type(act).__name__ == "March" else None


def rivers() -> Referee:
    family = InstalledGame(TWIN_RIVERS, (Curfew,))
    return Start(family, family.system.scenarios[0]).begin(source=SeededDice("here")).open()


def here(referee: Referee, *on: str, seat: str | None = None) -> dict[str, HereSection]:
    prompt = referee.prompt
    assert prompt is not None
    ask = prompt.open[0]
    found = referee.game.seat_of(ask.side) or "" if seat is None else seat
    choices = referee.game.rulebook.choices
    position = PositionHere(referee, found, ask)
    sections = position.changes(Choices(choices.on | set(on), choices.parameters, grants=choices.grants))
    return {one.title: one for one in sections}


def test_napoleon_with_20_corps_loses_of_his_rating_and_nothing_else_changes() -> None:
    """Tactical maximum 6: more than three times as many corps cost 3 instead of 2."""
    play = attack_madrid(*many(20), leader("Napoleon", FR, "F 00", 5, 5, maximum=6))
    found = here(play.referee, "further_tactical_reductions")
    (line,) = found["Numbers"].lines
    assert "tactical rating" in line
    assert "3 → 2" in line
    assert "-3 20 corps, maximum 6 (EIA-12.3.7-further-reductions)" in line
    assert "further-floor" not in line, "what changes nothing is not told"
    assert found["What may be done now"].lines == ("Nothing changes.",)
    assert [one for one in found["Rules"].lines if "Goes out" in one] == []


def test_few_corps_change_nothing() -> None:
    play = attack_madrid(*many(3), leader("Napoleon", FR, "F 00", 5, 5, maximum=6))
    assert here(play.referee, "further_tactical_reductions")["Numbers"].lines == ("Nothing changes.",)


def test_what_can_no_longer_be_done_is_told_with_its_reason() -> None:
    referee = rivers()
    found = here(referee, "curfew")
    assert any("no longer" in one and "HOUSE-curfew" in one for one in found["What may be done now"].lines)


def test_numbers_that_change_are_told_with_the_part_that_changes_them() -> None:
    lines = here(rivers(), "river_line")["Numbers"].lines
    assert len(lines) == 2
    assert all("3 → 4" in one and "TR-7-river-line" in one for one in lines)


def test_the_next_step_is_played_on_keys_of_its_own_and_the_campaign_stays() -> None:
    referee = rivers()
    before, ply = referee.game.state.hash, referee.journal.head
    first = here(referee, "curfew")["The next step"].lines
    assert "of 20 tries" in first[0]
    assert here(referee, "curfew")["The next step"].lines == first
    assert (referee.game.state.hash, referee.journal.head) == (before, ply)


def test_nothing_changes_where_nothing_is_chosen() -> None:
    (only,) = here(rivers()).values()
    assert only.title == "Rules"


def test_it_can_be_broken_off_anywhere() -> None:
    referee = rivers()
    prompt = referee.prompt
    assert prompt is not None

    def stops_at(nth: int) -> Callable[[int, int], None]:
        asked = 0

        def tick(done: int, of: int) -> None:
            nonlocal asked
            asked += 1
            if asked > nth:
                raise KeyError(nth)

        return tick

    for nth in (0, 3, 30):
        position = PositionHere(referee, "", prompt.open[0])
        with pytest.raises(KeyError):
            position.changes(Choices(frozenset({"curfew"})), stops_at(nth))


def test_where_chits_lie_face_down_no_step_is_tried_out() -> None:
    play = attack_madrid(*many(3))
    (line,) = here(play.referee, "guard_commitment")["The next step"].lines
    assert line.startswith("Not tried out: sealed answers are being given")


def test_the_first_question_of_a_campaign_may_stand_in_the_middle_of_something() -> None:
    family = InstalledGame(EMPIRES)
    referee = Start(family, family.system.scenarios[0]).begin(source=SeededDice("here")).open()
    assert referee.journal.at is not None
    assert not referee.journal.at.is_save_point
    before, ply = referee.game.state.hash, referee.journal.head
    first, second, *_ = here(referee, "guard_commitment")["The next step"].lines
    assert first.startswith("What is under way ends first")
    assert "20 tries" in second
    assert (referee.game.state.hash, referee.journal.head) == (before, ply)


def test_what_the_table_does_at_the_first_question_leaves_it_open() -> None:
    """In a copy too, where the procedure that asks it has to be come to again."""
    family = InstalledGame(EMPIRES)
    referee = Start(family, family.system.scenarios[0]).begin(source=SeededDice("here")).open()
    asked = referee.prompt
    twin = referee.sandbox(SeededDice("there"))
    ply = twin.table("nothing", lambda game: None)
    assert not ply.is_save_point
    assert twin.prompt == asked
