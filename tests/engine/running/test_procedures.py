"""What a rule may await, and what becomes of it when it is taken back, fails, or never ends."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import count as counting
from typing import Any

import pytest

from sandtable.engine import (
    Ask,
    Broken,
    EnteredDice,
    EnterThrow,
    Game,
    Illegal,
    Pass,
    Reaction,
    Refused,
    SeededDice,
    Stale,
    ask,
    ask_any,
    ask_together,
    offer,
    pick,
    react,
    roll,
    throw,
)
from sandtable.engine.actions.actions import Action
from sandtable.engine.referee.epochs import epoch_of
from sandtable.testing import distribution
from tests.engine import workshop
from tests.engine.workshop import BLUE, DEBT, RED, Chore, Do, Draw, Happened, Odd, Piece, doing, scripts


def size(game: Game, to: int) -> None:
    game.change(game[Piece]["b1"], size=to)


# -- chance


def test_rolls_throws_and_picks() -> None:
    found: list[Any] = []

    async def it(game: Game) -> None:
        found.append(await roll("2d6", why="both", rule="W"))
        found.append(await throw("3d4", why="each", rule="W"))
        found.append(await pick("abc", why="one", rule="W"))
        with pytest.raises(Broken, match=r"there is nothing to pick from: none \(W\)"):
            await pick([], why="none", rule="W")

    play = doing(it, dice=[7, (1, 4, 2), 3])
    assert found == [7, (1, 4, 2), "c"]
    assert play.throws == [7, 7, 3]
    play.prove()


def test_taken_back_and_played_anew_the_dice_are_others_but_redone_they_are_the_same() -> None:
    async def it(game: Game) -> None:
        for _ in range(4):
            await roll("1d100", why="luck", rule="W")

    play = workshop.play(it, source=SeededDice("luck"))
    seen = set()
    for _ in range(5):
        first = play.play(Do()).throws
        play.undo()
        play.redo()
        again = play.referee.journal.at
        assert again is not None
        assert again.throws == first
        play.undo()
        seen.add(first)
    assert len(seen) == 5
    assert play.verify_replay() == 6


def test_a_ply_that_fails_keeps_its_throws_for_the_same_choice_only() -> None:
    thrown: list[tuple[str, int]] = []

    def failing(name: str) -> Any:
        async def it(game: Game) -> None:
            thrown.append((name, await roll("1d1000", why="luck", rule="W")))
            raise ValueError("later")

        return it

    play = workshop.play(failing("it"), source=SeededDice("fails"))
    scripts["other"], scripts["third"] = failing("other"), failing("third")
    order = ["it", "it", "other", "it", "other", "third", "third", "it"]
    for name in order:
        with pytest.raises(Broken):
            play.play(Do(name))  # type: ignore[arg-type]
    assert [name for name, _ in thrown] == order
    by_name = {name: {die for other, die in thrown if other == name} for name in ("it", "other", "third")}
    assert all(len(dice) == 1 for dice in by_name.values()), f"the same choice met other dice: {thrown}"
    assert len(set.union(*by_name.values())) == 3, f"another choice met the same dice: {thrown}"


def test_what_the_table_does_after_a_failure_does_not_take_its_place() -> None:
    fails = [True]

    async def it(game: Game) -> None:
        await roll("1d6", why="luck", rule="W")
        if fails:
            raise ValueError("later")

    play = workshop.play(it, source=SeededDice("fails"))
    with pytest.raises(Broken):
        play.play(Do())
    table = play.referee.council.add_standing_answer("Bob", "Red", Draw)
    fails.clear()
    assert play.play(Do()).parent == table.id
    assert [ply.id for ply in play.referee.journal.line()] == [1, 2, 3]
    play.prove()


def test_dice_on_the_table_are_entered() -> None:
    async def it(game: Game) -> None:
        size(game, await roll("1d6", why="first", rule="W") + await roll("1d3", why="second", rule="W"))

    play = workshop.play(it, source=EnteredDice())
    play.play(Do())
    assert play.questions == [("", ("EnterThrow",))]
    for faces in ((7,), (0,), (1, 1), ()):
        with pytest.raises(Refused, match=r"enter 1 numbers? from 1 to 6"):
            play.play(EnterThrow(faces))
    with pytest.raises(Stale, match="Do answers no open question; the game waits for the table: Enter the dice"):
        play.play(Do())
    play.play(EnterThrow((5,)), EnterThrow((3,)))
    assert play.game[Piece]["b1"].size == 8
    play.undo()
    play.play(EnterThrow((1,)))
    assert play.game[Piece]["b1"].size == 6
    play.prove()


def test_a_die_of_00_to_99_is_one_number() -> None:
    found: list[Any] = []

    async def it(game: Game) -> None:
        found.append(await roll("1d00-99", why="morale", rule="W"))
        found.append(await throw("2d0-9", why="each", rule="W"))

    play = doing(it, dice=[75, (0, 9)])
    assert found == [75, (0, 9)]
    assert [(one.dice, one.shown) for one in play.referee.journal.line()[-1].throws] == [
        ("1d00-99", "75"),
        ("2d0-9", "0 9"),
    ]
    play.prove()
    seeded = [doing(it, source=SeededDice(seed)).throws for seed in range(40)]
    assert all(0 <= percent <= 99 and 0 <= both <= 18 for percent, both in seeded)
    assert len({percent for percent, _ in seeded}) > 20


def test_the_chances_of_a_die_of_00_to_99_are_exact() -> None:
    async def it(game: Game) -> None:
        size(game, 1 if await roll("1d00-99", why="morale", rule="W") < 5 else 2)

    found = distribution(workshop.play(it), Do(), lambda game: game[Piece]["b1"].size)
    assert found == {1: Fraction(5, 100), 2: Fraction(95, 100)}


def test_a_die_of_00_to_99_is_entered() -> None:
    async def it(game: Game) -> None:
        size(game, await roll("1d00-99", why="morale", rule="W") + 1)

    play = workshop.play(it, source=EnteredDice())
    play.play(Do())
    with pytest.raises(Refused, match="enter 1 number from 00 to 99, or what 2 ten-sided dice show"):
        play.play(EnterThrow((100,)))
    play.play(EnterThrow((0,)))
    assert play.game[Piece]["b1"].size == 1
    play.prove()


# -- questions


def test_questions_are_answered_by_the_side_that_was_asked() -> None:
    found: list[Action] = []

    async def it(game: Game) -> None:
        found.append(await ask(RED, Draw, "how many", rule="W"))
        found.append(await ask_any(BLUE, (Draw, Odd), "which", rule="W"))

    play = doing(it)
    assert play.questions == [("Red", ("Draw",))]
    with pytest.raises(Stale, match="Draw answers no open question of Blue; the game waits for Red: Draw"):
        play.play(Draw(1), side="Blue")
    with pytest.raises(Stale, match="Pass answers no open question"):
        play.play(Pass())
    play.play(Draw(3), Odd("b"))
    assert found == [Draw(3), Odd("b")]
    play.prove()


def test_an_offer_may_be_declined_and_is_not_made_when_nothing_can_be_done() -> None:
    found: list[Action | None] = []

    async def it(game: Game) -> None:
        found.append(await offer(RED, Draw, "care to?", rule="W"))

    play = doing(it)
    assert [o.kind for o in play.referee.offers()] == [Draw, Pass]
    play.play(Pass())
    play.undo()
    play.play(Draw(2))
    assert found[-1] == Draw(2)
    assert None in found
    play.undo(2)
    from sandtable.engine import Refusal

    scripts["refuses"] = lambda game: Refusal("not today")
    play.play(Do())
    assert play.at == "Blue: play"
    assert found[-1] is None

    async def telling(game: Game) -> None:
        found.append(await offer(RED, Draw, "care to?", rule="W", tells=True))

    scripts["it"] = telling
    play.play(Do())
    assert play.questions == [("Red", ("Draw",))]
    assert play.may(Draw) == []
    play.play(Pass())


def test_standing_answers_pass_for_a_side() -> None:
    found: list[Action | None] = []

    async def it(game: Game) -> None:
        found.append(await offer(RED, Draw, "care to?", rule="W", topics=("Elba",), worth=30))

    play = workshop.play(it)

    def is_asked() -> bool:
        play.play(Do())
        waits = play.questions == [("Red", ("Draw",))]
        if waits:
            play.play(Pass())
        return waits

    assert is_asked()
    for topic, below, expected in (
        ("Elba", None, False),
        ("Corsica", None, True),
        ("", 31, False),
        ("", 30, True),
        ("", None, False),
    ):
        ply = play.referee.council.add_standing_answer("Bob", "Red", Draw, topic=topic, below=below)
        assert is_asked() is expected, (topic, below)
        standing = ply.changes[-1].id
        play.referee.council.withdraw_standing_answer("Bob", standing)
        assert is_asked()
    with pytest.raises(Illegal, match="Ann does not answer for Red"):
        play.referee.council.add_standing_answer("Ann", "Red", Draw)
    play.prove()


def test_sides_that_are_asked_together_do_not_see_each_other_answer() -> None:
    found: list[dict[str, Action]] = []

    async def it(game: Game) -> None:
        found.append(await ask_together([Ask(RED, (Draw,), "bid"), Ask(BLUE, (Draw, Odd), "bid")]))
        found.append(await ask_together([]))

    play = doing(it)
    assert play.questions == [("Red", ("Draw",)), ("Blue", ("Draw", "Odd"))]
    play.play(Draw(2), side="Blue")
    assert play.questions == [("Red", ("Draw",))]
    with pytest.raises(Stale, match="of Blue"):
        play.play(Draw(1), side="Blue")
    assert found == []
    play.play(Draw(3))
    assert [list(one.items()) for one in found] == [[("Red", Draw(3)), ("Blue", Draw(2))], []]
    play.prove()

    async def twice(game: Game) -> None:
        await ask_together([Ask(RED, (Draw,)), Ask(RED, (Odd,))])

    scripts["it"] = twice
    with pytest.raises(Broken, match="ask_together puts two questions to one side"):
        play.play(Do())


# -- reactions


def test_each_side_is_asked_once_for_all_it_may_do_until_all_pass() -> None:
    def both(game: Game) -> list[Reaction]:
        return [
            Reaction(BLUE, Draw, "draw", "W-1"),
            Reaction(RED, Odd, "be odd", "W-2"),
            Reaction(RED, Draw, "draw too", "W-3"),
        ]

    done: list[Action] = []

    async def it(game: Game) -> None:
        done.extend(await react(Happened()))

    scripts["reacts"] = both
    play = doing(it)
    assert play.questions == [("Red", ("Odd", "Draw"))], "the side that does not play comes first, with all it may do"
    prompt = play.prompt
    assert prompt is not None
    assert (prompt.asks[0].why, prompt.asks[0].rule) == ("be odd; draw too", "W-2, W-3")
    play.play(Odd("a"))
    assert play.questions == [("Red", ("Odd", "Draw"))], "after a reaction all are asked again"
    play.play(Pass())
    assert play.questions == [("Blue", ("Draw",))]
    play.play(Draw(1), Pass(), Pass())
    assert play.at == "Blue: play"
    assert done[-2:] == [Odd("a"), Draw(1)]
    play.prove()


def test_reactions_without_end_name_the_last() -> None:
    scripts["reacts"] = lambda game: [Reaction(RED, Draw, "again", "W")]

    async def it(game: Game) -> None:
        await react(Happened())

    play = doing(it)
    for _ in range(500):
        play.play(Draw(1))
    with pytest.raises(Broken, match="more than 500 reactions to one Happened: the last was Draw"):
        play.play(Draw(1))
    assert play.questions == [("Red", ("Draw",))]


# -- work without end


def test_an_agenda_without_end_names_the_chain() -> None:
    def again(game: Game) -> None:
        game.later(Chore(), "more")

    scripts["works"] = again
    play = workshop.play(lambda game: game.later(Chore(), "first"))
    before = play.game.state.hash
    with pytest.raises(Broken, match=r"no end after 5,000 pieces of work without a decision: ... work more → work"):
        play.play(Do())
    assert (play.game.state.hash, play.at) == (before, "Blue: play")


def test_sequences_that_nest_without_end_name_the_chain() -> None:
    from sandtable.engine import Frame, RuleModule, opens, rule
    from sandtable.testing import position, toy

    class Deeper(RuleModule):
        """Whispers within whispers."""

        key = "deeper"

        @opens("whisper")
        @rule("D-1")
        def deeper(self, game: Game, frame: Frame) -> None:
            game.enter("aside", side="Blue")

    system = toy(
        workshop.Bench, Deeper, rows=(Piece,), hook_sets=(workshop.Workshop,), sequences=(workshop.TURN, workshop.ASIDE)
    )
    play = position(system, *workshop.rows())
    scripts["it"] = lambda game: game.enter("aside", side="Blue")
    with pytest.raises(Broken, match="sequences are nested more than 40 deep: aside → aside"):
        play.play(Do())


def test_a_duty_that_renews_itself_without_end_is_found() -> None:
    from sandtable.engine import Duty, Frame, Phase, RuleModule, Sequence, Step, fails, opens, rule
    from sandtable.testing import position, toy

    class Debts(RuleModule):
        """A debt that is never paid."""

        key = "debts"
        brings = (DEBT,)

        @opens("play")
        @rule("D-1")
        def borrow(self, game: Game, frame: Frame) -> None:
            game.oblige(frame.side or "", DEBT, "x", rule="D-1", says="pay")

        @fails(DEBT)
        @rule("D-2")
        def renew(self, game: Game, duty: Duty) -> None:
            game.oblige(duty.side, DEBT, "x", rule="D-1", says="pay")

    turn = Sequence("turn", (Phase("playing", (Step("play", ends=False),), each="side"),))
    with pytest.raises(Broken, match="no end after 5,000 pieces of work without a decision"):
        position(toy(Debts, sequences=(turn,)), *workshop.rows()[:4])


# -- rules that are not deterministic


def test_rules_that_have_changed_since_are_named_when_a_ply_comes_out_otherwise() -> None:
    outside = counting(2)

    async def it(game: Game) -> None:
        size(game, next(outside))
        await ask(RED, Draw, "wait", rule="W")

    play = doing(it)
    play.play(Draw(1))
    play.undo()
    now = epoch_of(play.referee)
    before = {key: (version, "as it was") for key, (version, _) in now.modules.items()}
    play.referee.journal.epochs[:] = [replace(now, modules=before)]
    with pytest.raises(Broken, match=r"differently: the rules have changed since it was played \(.* was changed"):
        assert play.prompt


@pytest.mark.parametrize(("later", "same"), [((("it has rained", "W-2"),), True), ((), False)])
def test_words_of_the_log_may_be_mended_under_a_campaign(later: tuple[tuple[str, str], ...], same: bool) -> None:
    notes = iter([(("it rains", "W-1"),), *[later] * 5])

    async def it(game: Game) -> None:
        for note in next(notes):
            game.note(*note)
        await ask(RED, Draw, "wait", rule="W")

    play = doing(it)
    play.play(Draw(1))
    play.undo()
    if same:
        assert play.questions == [(RED, ("Draw",))]
    else:
        with pytest.raises(Broken, match=r"worked out again, ply 2 .* writes another log"):
            assert play.prompt


def test_ambient_chance_is_found_when_a_position_is_worked_out_again() -> None:
    outside = counting(2)

    async def it(game: Game) -> None:
        size(game, next(outside))
        await ask(RED, Draw, "wait", rule="W")

    play = doing(it)
    with pytest.raises(
        Broken, match=r"worked out again, ply 2 .* changes Piece b1 differently: a module asks time, chance"
    ):
        play.verify_replay()
    play.play(Draw(1))
    play.undo()
    with pytest.raises(Broken, match="worked out again, ply 2"):
        assert play.prompt
    play.undo()
    assert play.at == "Blue: play", "the position before it can still be had"
    assert play.game[Piece]["b1"].size == 1


@pytest.mark.parametrize("first", [True, False])
def test_a_throw_that_comes_and_goes_is_found(first: bool) -> None:
    times = counting()

    async def it(game: Game) -> None:
        if (next(times) == 0) is first:
            await roll("1d6", why="now and then", rule="W")

    play = doing(it, dice=[3, 3])
    with pytest.raises(Broken, match="worked out again, ply 2"):
        play.verify_replay()


def test_other_dice_and_other_questions_are_found() -> None:
    times = counting()

    async def dice(game: Game) -> None:
        await roll(f"1d{6 + next(times)}", why="growing", rule="W")

    with pytest.raises(Broken, match=r"ply 2 throws 1d7 \(growing\) where it threw 1d6 \(growing\)"):
        doing(dice, dice=[1, 1]).verify_replay()

    async def question(game: Game) -> None:
        if next(times) % 2:
            await ask(RED, Draw, "sometimes", rule="W")

    with pytest.raises(Broken, match="worked out again, ply 2"):
        doing(question).verify_replay()


# -- procedures that are given up


def test_what_an_abandoned_procedure_does_last_is_refused() -> None:
    ended: list[str] = []

    async def it(game: Game) -> None:
        try:
            await ask(RED, Draw, "wait", rule="W")
        finally:
            ended.append("it")
            size(game, 9)

    play = doing(it)
    play.undo()
    assert play.game[Piece]["b1"].size == 1
    assert play.at == "Blue: play"
    play.redo()
    play.play(Draw(1))
    assert play.game[Piece]["b1"].size == 9
    assert len(ended) >= 2


@pytest.mark.parametrize("how", ["swallows", "raises", "asks again"])
def test_a_procedure_that_will_not_be_given_up_does_no_harm(how: str) -> None:
    async def it(game: Game) -> None:
        try:
            await ask(RED, Draw, "wait", rule="W")
        except BaseException:  # noqa: BLE001  # that is the fault
            if how == "raises":
                raise ValueError("never") from None
            if how == "asks again":
                await ask(RED, Draw, "really", rule="W")

    play = doing(it)
    play.undo()
    assert play.at == "Blue: play"
    play.redo()
    assert play.questions == [("Red", ("Draw",))]
    play.play(Draw(1))
    play.prove()


def test_an_action_that_cannot_be_told_is_broken() -> None:
    from sandtable.engine import RuleModule
    from sandtable.testing import position, toy

    class Mute(Action, frozen=True):
        """An action without words."""

        def says(self, game: Game, ask: Ask) -> str:
            raise LookupError("for words")

    module = type("mute", (RuleModule,), {"key": "mute", "actions": {"play": (Mute,)}})
    play = position(toy(module), *workshop.rows()[:4])
    with pytest.raises(Broken, match=r"raised LookupError: for words in Mute\.says"):
        play.play(Mute())
    assert play.at == "Blue: play"
