"""What would give a secret away: a step passed over, a note to all."""

from typing import ClassVar

import pytest

from sandtable.engine import Action, Ask, Choice, EndStep, Game, Phase, RuleModule, Sequence, Side, SideId, Step, fills
from sandtable.testing import Play, position, tells_apart, toy

BLUE, RED = SideId("Blue"), SideId("Red")


class Plot(Action, frozen=True):
    """Do something in secret, where there is something to do."""

    what: str

    @fills("what")
    @staticmethod
    def secrets(game: Game, ask: Ask) -> Choice[str]:
        return Choice(("treason",) if game.round > 1 else ())

    def perform(self, game: Game, ask: Ask) -> None:
        game.note("a plot against Blue", sides=(RED,))
        game.note("something is afoot")


class Plotting(RuleModule):
    key = "plotting"
    actions: ClassVar = {"plot": (Plot,)}


def plotting(*, tells: bool) -> Play:
    turn = Sequence("turn", (Phase("plots", (Step("plot", tells=tells, ends=False),), each="side"),))
    return position(toy(Plotting, sequences=(turn,)), Side(BLUE), Side(RED), at="Blue: plot")


@pytest.mark.parametrize(("tells", "at"), [(True, (1, "Blue: plot")), (False, (2, "Blue: plot"))])
def test_a_step_whose_silence_tells_is_not_passed_over(tells: bool, at: tuple[int, str]) -> None:
    """Nobody can plot in round 1; ended it can be, also where a step may not be ended otherwise."""
    play = plotting(tells=tells)
    assert (play.game.round, play.at) == at
    assert play.questions == [("Blue", ("Plot", "EndStep") if tells else ("Plot",))]


def test_a_note_is_read_by_those_it_is_for() -> None:
    plot, peace = plotting(tells=True), plotting(tells=True)
    for play in (plot, peace):
        play.play(EndStep(), EndStep(), EndStep())
    plot.play(Plot("treason"))
    assert "a plot against Blue" in plot.read_by("Red")
    assert plot.read_by("Blue")[-1] == "something is afoot"
    assert "logs differ" in tells_apart(plot, peace, "Blue")
