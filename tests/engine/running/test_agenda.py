"""The agenda: work that waits until the running procedure ends, in the order of the calls."""

from typing import ClassVar

from sandtable.engine import (
    Action,
    AgendaItem,
    Ask,
    EndStep,
    Frame,
    Game,
    RuleModule,
    Side,
    SideId,
    Work,
    closes,
    works,
)
from sandtable.engine.state.rows import IdCounter
from sandtable.testing import position, toy

BLUE = SideId("Blue")


class Run(Work, frozen=True):
    """Somebody runs."""

    stored = "run"


class Check(Work, frozen=True):
    """Somebody checks whether he runs."""

    stored = "check"


class Rout(Action, frozen=True):
    """Run; who is run over checks when all have run."""

    def perform(self, game: Game, ask: Ask) -> None:
        game.later(Check(), "B", after=Run)
        game.later(Run(), "A")


class Running(RuleModule):
    key = "running"
    brings = (Run, Check)
    actions: ClassVar = {"play": (Rout,)}

    @works(Run)
    def run_piece(self, game: Game, item: AgendaItem) -> None:
        game.note(f"{item.subject} runs")
        if item.subject == "A":
            game.later(Check(), "D")
            game.later(Run(), "C")

    @works(Check)
    def check(self, game: Game, item: AgendaItem) -> None:
        game.note(f"{item.subject} checks")


def test_work_that_comes_after_another_kind_waits_for_all_of_it_and_keeps_its_place() -> None:
    play = position(toy(Running), Side(BLUE))
    play.play(Rout())
    assert play.log == ["A runs", "D checks", "C runs", "B checks"]
    play.prove()


class Circle(RuleModule):
    key = "circle"
    brings = (Run, Check)
    actions: ClassVar = {"play": (Rout,)}

    @works(Run)
    def run_piece(self, game: Game, item: AgendaItem) -> None:
        game.note(f"{item.subject} runs")

    @works(Check)
    def check(self, game: Game, item: AgendaItem) -> None:
        game.note(f"{item.subject} checks")

    @closes("play")
    def close(self, game: Game, frame: Frame) -> None:
        game.later(Run(), "E", after=Check)
        game.later(Check(), "F", after=Run)


def test_of_pieces_that_wait_for_each_other_the_first_is_done_first() -> None:
    play = position(toy(Circle), Side(BLUE))
    play.play(EndStep())
    assert play.log == ["E runs", "F checks"]


def test_work_keeps_its_order_beyond_the_ten_thousandth_piece() -> None:
    """Ids are given in the order of their text, however many there are."""
    play = position(toy(Running), Side(BLUE), IdCounter("later", 9_997))
    play.play(Rout(), Rout())
    assert play.log == ["A runs", "D checks", "C runs", "B checks"] * 2


def test_ids_of_a_series_sort_in_the_order_they_were_given() -> None:
    ids: list[str] = []

    async def number(game: Game) -> None:
        for start in (1, 9_998, 99_998):
            game.put(IdCounter("gun", start))
            ids.extend(game.new_id("gun") for _ in range(4))

    position(toy(Running), Side(BLUE), do=number)
    assert ids == sorted(ids)
    assert ids[:5] == ["gun-0001", "gun-0002", "gun-0003", "gun-0004", "gun-9998"]
