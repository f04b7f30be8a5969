"""The journal: nothing is erased, and going back follows the rule that the table has made."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from sandtable.engine import (
    Ask,
    Broken,
    Choice,
    Choices,
    Due,
    EndStep,
    Game,
    Illegal,
    Invalid,
    Refusal,
    Refused,
    SeededDice,
    Stale,
    ask,
    ask_together,
    roll,
)
from sandtable.engine.errors import NeedsAgreement
from sandtable.engine.journal.journal import ROOT, Epoch, Journal, Ply
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.engine.state.rows import Proposal
from sandtable.testing import Play
from tests.engine import workshop
from tests.engine.workshop import BLUE, RED, Do, Draw, Odd, Piece, doing, scripts
from tests.tiers import count

# -- the tree


def tree(rng: Random, plies: int) -> Journal:
    journal = Journal()
    for id in range(1, plies + 1):
        journal.move(rng.choice([ROOT, *journal.plies])) if rng.random() < 0.3 else None
        journal.add(Ply(id, journal.head, "answer", is_save_point=rng.random() < 0.6))
    return journal


def test_redo_goes_down_the_way_last_taken() -> None:
    """Compared with a list of all moves of the head: the last child of a ply that a move went through."""
    for seed in range(count(5_000)):
        rng, journal, taken = Random(f"journal {seed}"), Journal(), dict[int, int]()
        for id in range(1, 25):
            if rng.random() < 0.5:
                goal = rng.choice([ROOT, *journal.plies])
                back, forth = journal.way(goal)
                assert [ply.id for ply in back] == [
                    p.id for p in reversed(journal.line()) if p not in journal.line(goal)
                ]
                assert [ply.id for ply in forth] == [p.id for p in journal.line(goal) if p not in journal.line()]
                taken |= {ply.parent: ply.id for ply in forth}
                journal.move(goal)
            if rng.random() < 0.7:
                taken[journal.head] = id
                journal.add(Ply(id, journal.head, "answer"))
            assert {ply: journal.redo_of(ply) for ply in [ROOT, *journal.plies]} == {
                ply: taken.get(ply) for ply in [ROOT, *journal.plies]
            }


def test_a_copy_goes_its_own_way() -> None:
    journal = tree(Random(7), 12)
    before = {name: repr(value) for name, value in vars(journal).items()}
    twin = journal.copy()
    assert {name: repr(value) for name, value in vars(twin).items()} == before
    twin.move(ROOT)
    twin.add(Ply(twin.serial, ROOT, "answer"))
    twin.epochs.append(Epoch())
    twin.base = twin.head
    assert {name: repr(value) for name, value in vars(journal).items()} == before


def test_lines_and_save_points() -> None:
    for seed in range(count(2_000)):
        journal = tree(Random(f"tree {seed}"), 20)
        for id in journal.plies:
            line = journal.line(id)
            assert line[-1].id == id
            assert [ply.parent for ply in line] == [ROOT, *(ply.id for ply in line[:-1])]
            since = journal.since_save_point(id)
            assert since == line[len(line) - len(since) :]
            assert not any(ply.is_save_point for ply in since)
            assert len(since) == len(line) or line[-len(since) - 1].is_save_point
        followed = [child for ply in (ROOT, *journal.plies) for child in journal.children(ply)]
        assert sorted(followed) == sorted(journal.plies)
    with pytest.raises(Invalid, match="there is no ply 21: the journal has plies 1 to 20"):
        journal[21]


def test_nothing_is_erased_and_no_serial_is_used_twice() -> None:
    play = workshop.play(lambda game: None)
    ids = [play.play(Do()).id]
    for _ in range(4):
        play.undo()
        ids.append(play.play(Draw(1)).id)
    assert ids == [2, 3, 4, 5, 6]
    assert play.referee.journal.children(1) == tuple(ids)
    play.undo()
    with pytest.raises(Illegal, match="there is nothing to undo"):
        play.undo()
    play.redo()
    assert play.referee.journal.head == 6
    with pytest.raises(Illegal, match="there is nothing to redo"):
        play.redo()
    play.referee.history.goto(3)
    play.referee.history.goto(0)
    assert play.referee.journal.head == 1, "before the first ply there is no position to play from"
    play.redo()
    assert play.referee.journal.head == 3


def test_a_failing_disk_leaves_no_ply_behind() -> None:
    class Full:
        """A disk without room."""

        def ply(self, ply: Ply) -> None:
            raise Invalid("no room")

        def head(self, id: int) -> None:
            raise Invalid("no room")

        def epoch(self, epoch: Epoch) -> None:
            raise Invalid("no room")

        def recall(self, family: InstalledGame) -> None: ...
        def close(self) -> None: ...

    play = workshop.play(lambda game: game.change(game[Piece]["b1"], size=5))
    play.play(Draw(1))
    before, plies = play.game.state.hash, dict(play.referee.journal.plies)
    play.referee.sink = Full()
    acts: list[Callable[[], Any]] = [
        lambda: play.play(Do()),
        play.undo,
        lambda: play.referee.council.add_standing_answer("Bob", "Red", Draw),
        lambda: play.referee.council.propose_options("Ann", Choices(frozenset({"extra"}))),
    ]
    for act in acts:
        with pytest.raises(Invalid, match="no room"):
            act()
        assert (play.game.state.hash, play.referee.journal.plies, play.referee.journal.head) == (before, plies, 2)
        assert play.at == "Blue: play"


# -- taking back


async def rolls(game: Game) -> None:
    await roll("1d6", why="luck", rule="W")


async def bids(game: Game) -> None:
    await ask_together([Ask(BLUE, (Draw,), "bid"), Ask(RED, (Draw,), "bid")])


async def asks_red(game: Game) -> None:
    await ask(RED, Draw, "how many", rule="W")


@pytest.mark.parametrize(
    ("it", "more", "past"),
    [
        (rolls, [], r"a throw \(ply 2: Do it\)"),
        (bids, [(Draw(1), "Blue"), (Draw(2), "Red")], r"an answer that has been revealed \(ply 4: Draw 1, Draw 2\)"),
        (asks_red, [(Draw(1), "Red")], r"a decision of Bob \(ply 3: Draw 1\)"),
    ],
)
def test_going_back_past_what_others_know_follows_the_rule_of_the_campaign(
    it: workshop.Script, more: Any, past: str
) -> None:
    def play_it() -> Play:
        play = workshop.play(it, source=SeededDice("x"))
        play.play(Do())
        for action, side in more:
            play.play(action, side=side)
        return play

    def undo(play: Play, *, agreed: bool = False) -> None:
        play.referee.history.undo("Ann", agreed=agreed)

    def goto(play: Play, *, agreed: bool = False) -> None:
        play.referee.history.goto(1, "Ann", agreed=agreed)

    for back in (undo, goto):
        play = play_it()
        play.referee.take_back = "agree"
        with pytest.raises(NeedsAgreement, match=f"taking back past {past} needs everybody's agreement"):
            back(play)
        back(play, agreed=True)
        play = play_it()
        play.referee.take_back = "never"
        for agreed in (False, True):
            with pytest.raises(Illegal, match=f"in this campaign nothing can be taken back past {past}") as refused:
                back(play, agreed=agreed)
            assert not isinstance(refused.value, NeedsAgreement)
        play.referee.take_back = "free"
        back(play)


def test_ones_own_plain_decision_may_always_be_taken_back() -> None:
    play = workshop.play(lambda game: None)
    play.referee.take_back = "never"
    play.play(Do())
    play.referee.history.undo("Ann")
    play.redo()
    with pytest.raises(Illegal, match="a decision of Ann"):
        play.referee.history.undo("Bob")
    play.referee.history.undo()


def test_revealed_answers_go_back_as_one_and_waiting_ones_one_by_one() -> None:
    play = doing(bids)
    waits = play.play(Draw(1), side="Blue").id
    play.undo()
    assert play.questions == [("Blue", ("Draw",)), ("Red", ("Draw",))]
    play.redo()
    assert play.questions == [("Red", ("Draw",))]
    revealed = play.play(Draw(2)).id
    play.undo()
    assert play.referee.journal.head == 2
    assert len(play.questions) == 2
    play.redo()
    assert play.referee.journal.head == revealed
    play.referee.history.goto(waits)
    assert play.referee.journal.head == 2, "nobody answers again who knows what the other has said"
    assert len(play.questions) == 2


def test_what_the_table_does_meanwhile_does_not_open_a_sealed_set() -> None:
    play = doing(bids)
    play.play(Draw(1), side="Blue")
    aside = play.referee.council.add_standing_answer("Bob", "Red", Odd).id
    other = play.referee.council.add_standing_answer("Bob", "Red", Draw).id
    play.referee.history.goto(aside)
    play.play(Draw(3))
    for inside in (aside, other):
        play.referee.history.goto(inside)
        assert play.referee.journal.head == 2
        play.redo()


def test_redo_takes_what_the_table_did_before_a_sealed_set_step_by_step() -> None:
    play = doing(bids)
    aside = play.referee.council.add_standing_answer("Bob", "Red", Odd).id
    play.play(Draw(1), side="Blue")
    revealed = play.play(Draw(2)).id
    play.undo()
    assert play.referee.journal.head == aside
    play.undo()
    assert play.referee.journal.head == 2
    play.redo()
    assert play.referee.journal.head == aside
    play.redo()
    assert play.referee.journal.head == revealed
    play.prove()


def test_a_sealed_answer_may_be_withdrawn_until_the_last_is_in() -> None:
    play = doing(bids)
    with pytest.raises(Stale, match="no sealed answer of Blue waits"):
        play.referee.withdraw("Blue")
    play.play(Draw(1), side="Blue")
    play.referee.withdraw("Blue")
    assert len(play.questions) == 2
    play.play(Draw(3), side="Blue")
    play.play(Draw(2), side="Red")
    with pytest.raises(Stale):
        play.referee.withdraw("Blue")
    play.prove()


# -- what the table agrees on


def test_a_correction_is_tried_before_it_is_proposed() -> None:
    play = workshop.play()
    before = play.game.state.hash
    piece = play.game[Piece]["b1"]
    for fields, words in (
        ({"size": 10}, "Piece b1 cannot be corrected in this way: .*<= 9"),
        (
            {"side": "Green"},
            "Piece b1 cannot be corrected in this way: .*its side is 'Green', but there is no such Side",
        ),
        ({"weight": 1}, "no field of Piece is called 'weight'"),
        ({"id": "b9"}, "no field of Piece is called 'id'"),
    ):
        with pytest.raises(Invalid, match=words):
            play.referee.council.propose_correction("Ann", piece, **fields)
        assert (play.game.state.hash, play.referee.journal.head, play.game.gate.offence) == (before, 1, None)
    with pytest.raises(Invalid, match="no seat is called 'Anne': did you mean Ann"):
        play.referee.council.propose_correction("Anne", piece, size=3)
    play.play(Draw(1))


def test_a_correction_is_made_when_all_have_agreed() -> None:
    play = doing(asks_red)
    play.referee.council.propose_correction("Ann", play.game[Piece]["b1"], size=7)
    proposal = next(iter(play.game[Proposal])).id
    assert play.game[Piece]["b1"].size == 1
    with pytest.raises(Illegal, match=f"Ann has already agreed to {proposal}"):
        play.referee.council.agree("Ann", proposal)
    play.referee.council.agree("Bob", proposal)
    assert play.game[Piece]["b1"].size == 7
    assert not play.game[Proposal].ids()
    assert play.questions == [("Red", ("Draw",))], "the question is still the same"
    assert play.log[-1] == "Piece b1: size corrected from 1 to 7"
    play.play(Draw(1))
    play.prove()


async def asks_red_for_a_small_piece(game: Game) -> None:
    small = await ask(RED, Odd, "which one", rule="W-small")
    game.note(f"{small.field} it is")


def test_a_correction_leaves_every_question_an_answer() -> None:
    """What would take the last answer away is refused, when it is proposed and when it is made."""
    scripts["domain"] = lambda game: Choice(p.id for p in game[Piece].where("side", RED) if p.size == 1)
    play = doing(asks_red_for_a_small_piece)
    (red,) = (piece for piece in play.game[Piece].where("side", RED) if piece.size == 1)
    words = r"Piece r1 cannot be corrected in this way now: Red would have nothing to answer to 'which one' "
    r"\(W-small\); let it"
    before = (play.game.state.hash, play.referee.journal.head)
    with pytest.raises(Invalid, match=words):
        play.referee.council.propose_correction("Ann", red, size=2)
    assert (play.game.state.hash, play.referee.journal.head) == before
    assert not play.game.notes

    play.referee.council.propose_correction("Ann", play.game[Piece]["b1"], side="Red")  # another one to choose
    play.referee.council.agree("Bob", next(iter(play.game[Proposal])).id)
    play.referee.council.propose_correction("Ann", red, size=2)
    hers = next(iter(play.game[Proposal])).id
    play.referee.council.propose_correction("Bob", play.game[Piece]["b1"], size=2)
    his = next(proposal.id for proposal in play.game[Proposal] if proposal.id != hers)
    play.referee.council.agree("Bob", hers)
    with pytest.raises(Invalid, match="Piece b1 cannot be corrected in this way now"):
        play.referee.council.agree("Ann", his)
    play.play(Odd("b1"))
    play.referee.council.agree("Ann", his)  # answered: now it may be made
    assert play.game[Piece]["b1"].size == 2
    play.prove()


def test_a_correction_may_follow_where_no_answer_was_left_anyway() -> None:
    scripts["domain"] = lambda game: Choice(p.id for p in game[Piece] if p.size == 9)
    play = doing(asks_red_for_a_small_piece)
    play.referee.council.propose_correction("Ann", play.game[Piece]["b1"], size=2)
    play.referee.council.agree("Bob", next(iter(play.game[Proposal])).id)
    play.referee.council.propose_correction("Ann", play.game[Piece]["b1"], size=9)
    play.referee.council.agree("Bob", next(iter(play.game[Proposal])).id)
    play.play(Odd("b1"))
    play.prove()


def test_a_proposal_may_be_declined() -> None:
    play = workshop.play()
    play.referee.council.propose_options("Bob", Choices(frozenset({"extra"})))
    proposal = next(iter(play.game[Proposal])).id
    with pytest.raises(Invalid, match="no seat is called 'Cat'"):
        play.referee.council.decline("Cat", proposal)
    play.referee.council.decline("Ann", proposal)
    with pytest.raises(Invalid, match="no Proposal is called"):
        play.referee.council.agree("Ann", proposal)
    play.play(EndStep())
    assert not play.game.rulebook.choices.on


def test_a_refusal_is_overruled_by_agreement() -> None:
    scripts["refuses"] = lambda game: Refusal("no")
    play = workshop.play()
    with pytest.raises(Refused, match=r"no \(W-refuses\)"):
        play.play(Draw(1))
    play.referee.council.propose_overruling("Ann", Draw(2))
    ply = play.referee.council.agree("Bob", next(iter(play.game[Proposal])).id)
    assert (ply.action, ply.overruled) == (Draw(2), True)
    assert not play.game[Proposal].ids()
    play.prove()


def test_options_come_into_force_at_the_next_boundary_and_go_with_undo() -> None:
    scripts["number"], scripts["extra number"] = (lambda game: None), (lambda game: 4)
    play = workshop.play(lambda game: None)
    play.switch(on=["extra"])
    assert not play.game.rulebook.choices.on
    play.play(EndStep())
    assert play.game.rulebook.choices.on == {"extra"}
    assert play.game.hooks(workshop.Workshop).number(play.game) == 4
    play.undo()
    assert not play.game.rulebook.choices.on
    play.redo()
    play.switch(off=["extra"])
    play.play(EndStep())
    assert not play.game.rulebook.choices.on
    play.prove()


# -- going on without a module


def test_the_game_goes_on_without_an_option_that_fails() -> None:
    def fails(game: Game) -> None:
        raise ZeroDivisionError("by nothing")

    async def it(game: Game) -> None:
        await ask(RED, Draw, "wait", rule="W")
        await game.hooks(workshop.Workshop).happening(game)

    play = workshop.play(it, on=["extra"])
    scripts["extra happening"] = fails
    play.play(Do())
    with pytest.raises(
        Broken, match=r"module extra raised ZeroDivisionError: by nothing in extra\.happening"
    ) as caught:
        play.play(Draw(1))
    assert play.questions == [("Red", ("Draw",))]
    with pytest.raises(Illegal, match="bench is not an option that is switched on"):
        play.referee.without("bench")
    play.referee.without(caught.value.module)
    assert play.at == "Blue: play"
    play.play(Do(), Draw(1))
    assert play.game.rulebook.choices.on == frozenset()
    play.referee.history.undo()
    play.prove()


def test_what_the_failing_option_has_in_flight_is_dropped_named_and_nothing_else() -> None:
    def lay(game: Game) -> None:
        for work in (workshop.Chore(), workshop.Errand()):
            game.due(work, "x", step="play", when=9, rule="W")

    play = workshop.play(lay, on=["extra"])
    play.play(Do())
    assert [due.what for due in play[Due]] == ["work", "errand"]
    play.referee.without("extra")
    assert ([due.what for due in play[Due]], play.log) == (
        ["work"],
        ["errand x (round 9, W) is dropped: its rule is no longer in force"],
    )
    play.prove()


def test_the_game_goes_on_without_an_option_that_fails_at_the_very_start() -> None:
    asked: list[int] = []

    async def opens(game: Game) -> None:
        if not asked:
            await ask(RED, Draw, "before all", rule="W")
            await game.hooks(workshop.Workshop).happening(game)

    def fails(game: Game) -> None:
        raise ZeroDivisionError("by nothing")

    scripts["opens"], scripts["extra happening"] = opens, fails
    play = workshop.play(on=["extra"])
    with pytest.raises(Broken):
        play.play(Draw(1))
    play.referee.without("extra")
    assert play.questions == [("Red", ("Draw",))]
    with pytest.raises(Illegal, match="there is nothing to undo"):
        play.undo()
    play.play(Draw(1))
    play.undo()
    assert play.questions == [("Red", ("Draw",))]
    asked.append(1)


def test_the_game_goes_on_without_two_options_one_after_the_other() -> None:
    from sandtable.engine import Option, RuleModule
    from sandtable.testing import position, toy

    class More(RuleModule):
        """An option that does nothing."""

        key = "more"
        option = Option("More", "Nothing.")

    scripts["opens"] = asks_red
    modules = (workshop.Bench, workshop.Extra, More)
    sequences = (workshop.TURN, workshop.ASIDE)
    system = toy(*modules, rows=(Piece,), hook_sets=(workshop.Workshop,), sequences=sequences)
    play = position(system, *workshop.rows(), on=["extra", "more"])
    play.referee.without("extra")
    play.referee.without("more")
    with pytest.raises(Illegal, match="there is nothing to undo"):
        play.undo()
    assert not play.game.rulebook.choices.on
    play.play(Draw(1))
    play.prove()


def test_what_was_agreed_before_does_not_bring_a_dropped_option_back() -> None:
    play = workshop.play(asks_red, on=["extra"])
    play.switch(on=["extra"])
    play.referee.without("extra")
    scripts["it"] = lambda game: None
    play.play(EndStep())
    assert not play.game.rulebook.choices.on
    play.prove()


def test_the_game_goes_on_without_an_option_whose_step_it_stands_at() -> None:
    from sandtable.engine import Insert, Option, RuleModule, Step
    from sandtable.testing import position, toy

    class Parley(RuleModule):
        """A step of its own, with an action that fails."""

        key = "parley"
        option = Option("Parley", "Sides may talk.")
        steps = (Insert(Step("parley"), before=("play",)),)
        actions = {"parley": (Do,)}

    def fails(game: Game) -> None:
        raise ZeroDivisionError("by nothing")

    scripts["it"] = fails
    system = toy(
        workshop.Bench, Parley, rows=(Piece,), hook_sets=(workshop.Workshop,), sequences=(workshop.TURN, workshop.ASIDE)
    )
    play = position(system, *workshop.rows(), on=["parley"])
    assert play.at == "Blue: parley"
    with pytest.raises(Broken):
        play.play(Do())
    play.referee.without("parley")
    assert play.at == "Blue: play"
    play.play(Draw(1))
    play.undo(2)
    assert play.at == "Blue: parley"
    play.redo()
    play.prove()


def test_epochs_tell_what_has_changed() -> None:
    old = Epoch({"a": ("1", "x"), "b": ("1", "x"), "c": ("1", "x")})
    new = Epoch({"b": ("2", "y"), "c": ("1", "z"), "d": ("1", "x")})
    assert old.differences(new) == [
        "a is gone",
        "d is new",
        "b went from version 1 to 2",
        "c was changed (version 1 as before)",
    ]
    assert old.differences(old) == []
