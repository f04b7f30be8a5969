"""Random play: it ends, it repeats, and it copes with what it cannot see."""

from typing import NewType

import pytest

from sandtable.engine import (
    Action,
    Ask,
    Broken,
    Choice,
    Choices,
    Game,
    InstalledGame,
    Referee,
    Refusal,
    Row,
    RuleModule,
    Seat,
    SeatId,
    SeededDice,
    Side,
    SideId,
    closes,
    conceals,
    fills,
    refuses,
    rule,
)
from sandtable.engine.state.rows import Frame
from sandtable.lab.bots import RandomBot, play_on
from sandtable.testing import toy
from sandtable_twin_rivers import TWIN_RIVERS

MineId = NewType("MineId", str)
NORTH, SOUTH = SideId("North"), SideId("South")
FIELDS = ("a", "b", "c", "d")


class Mine(Row, frozen=True):
    """A mine in a field, which only South knows of."""

    id: MineId


class Cross(Action, frozen=True):
    """Cross a field."""

    field: str

    @fills("field")
    @staticmethod
    def fields(game: Game, ask: Ask) -> Choice[str]:
        return Choice(FIELDS)


class Minefield(RuleModule):
    """Fields that may be mined."""

    key = "minefield"
    rows = (Mine,)
    actions = {"play": (Cross,)}

    @refuses(Cross)
    @rule("LAB-mine")
    def mined(self, game: Game, act: Cross) -> Refusal | None:
        return Refusal("{field} is mined", field=act.field) if act.field in game[Mine] else None

    @conceals(Mine)
    @rule("LAB-hidden")
    def hidden(self, row: Mine, viewers: frozenset[str]) -> Mine | None:
        return row if SOUTH in viewers else None

    @closes("play")
    @rule("LAB-end")
    def over(self, game: Game, frame: Frame) -> None:
        if frame.round == 5:
            game.end(None, "five rounds")


def minefield(*mined: str) -> Referee:
    seats = [Seat(SeatId("n")), Seat(SeatId("s"))]
    sides = [Side(NORTH, seat=SeatId("n")), Side(SOUTH, seat=SeatId("s"))]
    rows = [*seats, *sides, *(Mine(MineId(field)) for field in mined)]
    return Referee.begin(InstalledGame(toy(Minefield)), rows, source=SeededDice(1)).open()


def test_what_a_bot_runs_into_unseen_is_a_discovery_not_a_failure() -> None:
    referee = minefield("a", "b", "c")
    actions = play_on(referee, RandomBot(4))
    crossed = [ply.action for ply in referee.journal.line() if isinstance(ply.action, Cross)]
    assert actions == len(referee.journal.line()) - 1
    assert {action.field for action in crossed} == {"d"}


def test_a_bot_that_can_only_run_into_the_unseen_is_reported() -> None:
    class Stubborn(RandomBot):
        def answer(self, referee: Referee, ask: Ask) -> Action | None:
            return Cross("a")

    with pytest.raises(Broken, match=r"North is refused 200 times in one place, lastly: a is mined \(LAB-mine\)"):
        play_on(minefield(*FIELDS), Stubborn(1))


@pytest.mark.parametrize("on", [(), ("forced_march", "river_line")])
def test_the_same_seeds_play_the_same_game(on: tuple[str, ...]) -> None:
    family = InstalledGame(TWIN_RIVERS)
    rows = family.scenario("twin_rivers").rows

    def game() -> tuple[int, int]:
        referee = Referee.begin(family, rows(), Choices(frozenset(on)), source=SeededDice("s")).open()
        return play_on(referee, RandomBot("b")), referee.game.state.hash

    assert game() == game()


def test_play_stops_at_the_round_asked_for() -> None:
    family = InstalledGame(TWIN_RIVERS)
    referee = Referee.begin(family, family.scenario("twin_rivers").rows(), source=SeededDice(3)).open()
    play_on(referee, RandomBot(3), rounds=2)
    assert referee.game.round == 3
    assert not referee.game.ended
