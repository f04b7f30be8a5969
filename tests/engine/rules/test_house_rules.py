"""What a module may not say of itself, early refusals, and the set-up hook."""

from typing import Annotated, NewType

import pytest
from msgspec import Meta

from sandtable.engine import (
    Action,
    Ask,
    Broken,
    Choices,
    CoreHooks,
    Game,
    InstalledGame,
    Option,
    Referee,
    Refusal,
    Row,
    Rows,
    RuleModule,
    SeededDice,
    Side,
    SideId,
    Stale,
    Was,
    fills,
    hookimpl,
    opens,
    refuses,
    rule,
)
from sandtable.engine.state.rows import Frame, Proposal
from sandtable.testing import position, toy

NORTH, SOUTH = SideId("North"), SideId("South")
WagonId = NewType("WagonId", str)


class Wagon(Row, frozen=True):
    """A wagon with the roads it may still take."""

    indexes = ("side",)
    id: WagonId
    side: SideId
    worn: bool = False
    beside: WagonId | None = None


class Drive(Action, frozen=True):
    """Drive a wagon some miles."""

    wagon: WagonId
    miles: Annotated[int, Meta(gt=0, lt=4)]

    @fills("wagon")
    @staticmethod
    def own(game: Game, ask: Ask) -> Rows:
        return Rows(game[Wagon], side=ask.side)

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Wagon][self.wagon], worn=True)


class Driving(RuleModule):
    """How wagons go."""

    key = "driving"
    rows = (Wagon,)
    actions = {"play": (Drive,)}

    @refuses(Drive, "wagon")
    @rule("HR-worn")
    def is_worn(self, game: Game, act: Drive) -> Refusal | None:
        return Refusal("{wagon} is worn", wagon=act.wagon) if game[Wagon][act.wagon].worn else None


def wagons(*modules: type[RuleModule], on: tuple[str, ...] = ()) -> Referee:
    family = InstalledGame(toy(Driving, *modules))
    rows = [Wagon(WagonId(f"w{n}"), NORTH, worn=n < 9) for n in range(10)]
    return Referee.begin(family, [Side(NORTH), Side(SOUTH), *rows], Choices(frozenset(on)), source=SeededDice(1)).open()


def test_bounds_that_leave_the_ends_out_give_a_range() -> None:
    referee = wagons()
    assert [action.miles for action in referee.offers()[0].actions() if isinstance(action, Drive)] == [1, 2, 3]


def test_what_a_rule_refuses_by_one_field_is_filled_no_further() -> None:
    referee = wagons()
    (drive, _) = referee.offers()
    assert {action.wagon for action in drive.actions() if isinstance(action, Drive)} == {"w9"}
    assert [str(reason) for reason in drive.why_not("wagon", "w3")] == ["w3 is worn (HR-worn)"]


def test_a_rule_that_looks_at_a_field_there_is_not() -> None:
    class Blind(RuleModule):
        key = "blind"

        @refuses(Drive, "wheels")
        @rule("HR-blind")
        def blind(self) -> Refusal | None:
            return None

    with pytest.raises(Broken, match=r"blind.blind: no field of Drive is called 'wheels'"):
        wagons(Blind).offers()


def test_an_amendment_that_says_what_it_looks_at_keeps_the_rule_early() -> None:
    class Grease(RuleModule):
        key = "grease"
        option = Option("Grease", "The first wagon drives on.")

        @rule("HR-grease", amends="HR-worn", looks_at="wagon")
        def grease(self, was: Was[Refusal | None], game: Game, act: Drive) -> Refusal | None:
            assert act.wagon is not None
            return None if act.wagon == "w0" else was()

    drive = wagons(Grease, on=("grease",)).offers()[0]
    assert {action.wagon for action in drive.actions() if isinstance(action, Drive)} == {"w0", "w9"}


def test_a_plain_function_cannot_amend_one_that_may_ask() -> None:
    class Slow(RuleModule):
        key = "slow"

        @opens("play")
        @rule("HR-slow")
        async def slow(self, game: Game, frame: Frame) -> None: ...

    class Quick(RuleModule):
        key = "quick"

        @rule("HR-quick", amends="HR-slow")
        def quick(self, was: Was[None]) -> None:
            return was()

    with pytest.raises(Broken, match=r"quick.quick amends HR-slow, which may ask: make it `async def` too"):
        InstalledGame(toy(Slow, Quick))


def test_a_module_class_cannot_amend() -> None:
    @rule("HR-whole", amends="HR-worn")
    class Whole(RuleModule):
        key = "whole"

    with pytest.raises(Broken, match="whole amends HR-worn on its class: only a function can amend"):
        InstalledGame(toy(Driving, Whole))


def test_a_text_is_no_list_of_texts() -> None:
    class Talk(RuleModule):
        key = "talk"

        @hookimpl
        def situation(self, game: Game) -> str:
            return "all is well"

    with pytest.raises(Broken, match=r"talk.situation returns str"):
        InstalledGame(toy(Driving, Talk))


def test_an_option_of_the_start_sets_up_its_own_rows() -> None:
    class Stable(RuleModule):
        key = "stable"
        option = Option("Stable", "A spare wagon each.")

        @hookimpl
        @rule("HR-spare")
        async def set_up(self, game: Game) -> None:
            for side in game[Side]:
                game.put(Wagon(WagonId(f"{side.id}'s spare"), side.id))

    assert len(wagons(Stable).game[Wagon]) == 10
    with_it = wagons(Stable, on=("stable",))
    assert len(with_it.game[Wagon]) == 12
    assert with_it.journal[1].kind == "start"
    assert CoreHooks.set_up.kind == "happens"


def test_set_up_rows_may_refer_to_each_other_in_a_circle() -> None:
    pair = (Wagon(WagonId("a"), NORTH, beside=WagonId("b")), Wagon(WagonId("b"), NORTH, beside=WagonId("a")))
    play = position(toy(Driving), Side(NORTH), *pair)
    assert play[Wagon]["a"].beside == "b"
    assert play[Wagon]["b"].beside == "a"


def test_an_overruling_is_for_the_position_it_was_asked_at() -> None:
    play = position(toy(Driving), Side(NORTH), Side(SOUTH), *(Wagon(WagonId(w), NORTH, worn=w == "a") for w in "abc"))
    play.referee.council.propose_overruling("North's player", Drive(WagonId("a"), 1))
    proposal = play[Proposal].ids()[0]
    play.play(Drive(WagonId("b"), 1))
    with pytest.raises(Stale, match="a position that play has left since"):
        play.referee.council.agree("South's player", proposal)


def test_an_overruling_at_its_position_is_done() -> None:
    play = position(toy(Driving), Side(NORTH), Side(SOUTH), *(Wagon(WagonId(w), NORTH, worn=w == "a") for w in "abc"))
    play.referee.council.propose_overruling("North's player", Drive(WagonId("a"), 1))
    ply = play.referee.council.agree("South's player", play[Proposal].ids()[0])
    assert ply.overruled
    assert play.verify_replay() > 0
