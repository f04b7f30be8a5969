"""A minor at war is a side with a deputy, who plays for it; afterwards it is at rest, and its name stays."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sandtable.engine import (  # isort: skip
    Action, Ask, Broken, Choice, EndStep, Frame, Game, Moment, Option, Pass, Reaction, RuleModule, Seat,
    SeatId, Side, SideId, fills,
    hookimpl, react, reacts, rule,
)  # fmt: skip
from sandtable.engine import ask as put
from sandtable.testing import Play, position, toy

FRANCE, PRUSSIA, SAXONY = SideId("France"), SideId("Prussia"), SideId("Saxony")


class Declared(Moment, frozen=True):
    """War has been declared on a minor."""

    minor: SideId


class GoToWar(Action, frozen=True):
    """Go to war beside a minor, and play for it."""

    async def perform(self, game: Game, ask: Ask) -> None:
        if SAXONY in game[Side]:
            game.change(game[Side][SAXONY], deputy=SideId(ask.side))
        else:
            game.put(Side(SAXONY, "Saxony", deputy=SideId(ask.side)))
        await react(Declared(SAXONY))


class MakePeace(Action, frozen=True):
    """End the war of a minor."""

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Side][SAXONY], deputy=None)


class Levy(Action, frozen=True):
    """Raise troops; somebody is asked how many."""

    whose: SideId

    @fills("whose")
    @staticmethod
    def sides(game: Game, ask: Ask) -> Choice[SideId]:
        return Choice(tuple(side.id for side in game[Side]))

    async def perform(self, game: Game, ask: Ask) -> None:
        await put(self.whose, Salute, "troops are raised", rule="W-1")


class Salute(Action, frozen=True):
    """Stand to attention."""

    def perform(self, game: Game, ask: Ask) -> None:
        game.note(f"{ask.side} salutes")


class War(RuleModule):
    """Who may go to war."""

    key = "war"
    actions = {"play": (GoToWar, MakePeace, Levy, EndStep)}

    @reacts(Declared)
    @rule("W-2")
    def everybody_salutes(self, game: Game, moment: Declared) -> Iterable[Reaction]:
        yield Reaction(moment.minor, Salute, "war is declared")


class Ordered(RuleModule):
    """Saxony plays first, war or none."""

    key = "ordered"
    option = Option("Ordered", "Saxony plays first.")

    @hookimpl
    async def side_order(self, game: Game, frame: Frame) -> tuple[SideId, ...] | None:
        return (SAXONY, FRANCE) if SAXONY in game[Side] else (FRANCE,)


TOY = toy(War, Ordered)


def war(*, on: tuple[str, ...] = ()) -> Play:
    return position(TOY, Side(FRANCE), Side(PRUSSIA), on=on)


def asked(play: Play) -> str:
    assert play.prompt is not None
    return play.prompt.open[0].side


def go_round(play: Play) -> list[str]:
    """End steps until the next round; return who was asked."""
    round_, sides = play.game.round, list[str]()
    while play.game.round == round_:
        sides.append(asked(play))
        play.play(EndStep())
    return sides


def test_a_minor_at_war_is_played_by_its_runner_and_rests_afterwards() -> None:
    play = war()
    play.play(GoToWar())
    assert play.questions == [("Saxony", ("Salute",))]
    play.play(Salute(), Pass())
    assert play.game.seat_of(SAXONY) == play.game.seat_of(FRANCE)
    assert go_round(play) == ["France", "Prussia"]  # who plays this phase was settled when it began
    assert go_round(play) == ["France", "Prussia", "Saxony"]
    play.play(MakePeace())
    assert play.game.seat_of(SAXONY) is None
    assert go_round(play) == ["France", "Prussia"]
    assert go_round(play) == ["France", "Prussia"]
    assert play.log.count("Saxony salutes") == 1
    assert play.game.name(SAXONY) == "Saxony"  # it stays: the log names it
    play.play(EndStep(), GoToWar())  # and may go to war again, with another runner
    play.play(Salute(), Pass())
    assert play.game.seat_of(SAXONY) == play.game.seat_of(PRUSSIA)
    assert (go_round(play), go_round(play)[-1]) == (["Prussia"], "Saxony")
    play.prove()


def test_a_side_that_comes_to_rest_before_its_turn_is_passed_over() -> None:
    play = war()
    play.play(GoToWar(), Salute(), Pass())
    go_round(play)
    play.play(EndStep(), MakePeace(), EndStep())
    assert (play.game.round, asked(play)) == (3, "France")
    play.undo(2)
    play.play(EndStep())
    assert asked(play) == "Saxony"
    play.play(MakePeace())  # it has nothing more to decide, in the middle of its own step
    assert (play.game.round, asked(play)) == (3, "France")
    play.prove()


def test_nobody_is_asked_for_a_side_at_rest() -> None:
    play = war()
    play.play(GoToWar(), Salute(), Pass(), MakePeace())
    with pytest.raises(Broken, match="nobody answers for Saxony, which is at rest: give it a seat or a deputy"):
        play.play(Levy(SAXONY))
    assert asked(play) == "France"
    play.play(Levy(PRUSSIA), Salute())
    play.prove()


def test_a_side_may_begin_at_rest() -> None:
    """It gets no seat when the others do, and a power may run it later."""
    play = position(TOY, Side(FRANCE), Side(SAXONY, "Saxony", resting=True))
    assert (play.game.is_at_rest(SAXONY), go_round(play)) == (True, ["France"])
    play.play(GoToWar())
    assert play.game.seat_of(SAXONY) == play.game.seat_of(FRANCE)


def test_the_first_seat_does_not_get_a_side_that_begins_at_rest() -> None:
    seat = Seat(SeatId("table"))
    play = position(TOY, seat, Side(FRANCE), Side(SAXONY, "Saxony", resting=True))
    assert [side.seat for side in play.game[Side]] == ["table", None]


def test_an_order_that_names_a_side_at_rest_is_broken() -> None:
    play = war(on=("ordered",))
    play.play(GoToWar(), Salute(), Pass())
    assert go_round(play) == ["France"]
    assert go_round(play) == ["Saxony", "France"]
    play.play(EndStep(), MakePeace())
    with pytest.raises(Broken, match="side_order names Saxony, which is at rest"):
        play.play(EndStep())
