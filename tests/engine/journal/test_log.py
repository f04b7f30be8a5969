"""Who learns what: notes, throws, secret actions, marks and counters, sealed answers."""

from typing import ClassVar

import msgspec

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    EnteredDice,
    EnterThrow,
    Game,
    Mark,
    MarkKind,
    RuleModule,
    Side,
    SideId,
    ask_all,
    fills,
    opens,
    roll,
    rule,
)
from sandtable.engine.journal.documents import ply_document
from sandtable.engine.journal.journal import PlyContents
from sandtable.engine.journal.log import read_ply
from sandtable.engine.rules.phases import Insert, Step
from sandtable.engine.state.position import Note
from sandtable.engine.state.rows import Frame, IdCounter
from sandtable.testing import Play, position, toy

NORTH, SOUTH = SideId("North"), SideId("South")
GUNS = MarkKind("hidden guns", until="turn")


class Hide(Action, frozen=True):
    """Hide the guns somewhere."""

    secret = True
    where: str

    @fills("where")
    @staticmethod
    def cover(game: Game, ask: Ask) -> Choice[str]:
        return Choice(("wood", "hill"))

    async def perform(self, game: Game, ask: Ask) -> None:
        die = await roll("1d6", why="how well they hide", rule="LOG-hide", seen_by=(ask.side,))
        game.mark(self.where, GUNS, count=die, sides=(ask.side,))
        game.note(f"guns hide at {self.where}", "LOG-hide", (ask.side,))
        game.note("something moves in the dark", "LOG-hide")
        game.new_id("guns")


class Stake(Action, frozen=True):
    """Stake a province, sealed."""

    province: str

    @fills("province")
    @staticmethod
    def provinces(game: Game, ask: Ask) -> Choice[str]:
        return Choice(("Baden", "Hesse"))


class Storm(Action, frozen=True):
    """Storm the works."""

    async def perform(self, game: Game, ask: Ask) -> None:
        game.note("the storm begins", "LOG-storm")
        for ladder in ("first", "second"):
            die = await roll("1d6", why=f"the {ladder} ladder", rule="LOG-storm")
            game.note(f"the {ladder} ladder stands on {die}", "LOG-storm")
        await roll("1d6", why="the scout", rule="LOG-storm", seen_by=(ask.side,))
        game.note("the wall is silent", "LOG-storm")


class Secrets(RuleModule):
    """Guns that hide, and stakes that are laid at once."""

    key = "secrets"
    brings = (GUNS,)
    actions: ClassVar = {"play": (Hide, Storm)}
    steps = (Insert(Step("stakes"), before=("play",)),)

    @opens("stakes")
    @rule("LOG-stakes")
    async def stakes(self, game: Game, frame: Frame) -> None:
        """Both sides lay a stake before North plays."""
        if frame.side == NORTH:
            await ask_all((NORTH, SOUTH), Stake, "lay a stake", rule="LOG-stakes")


def game() -> Play:
    return position(toy(Secrets), Side(NORTH), Side(SOUTH), dice=[5])


def after_the_stakes() -> Play:
    play = game()
    play.play(Stake("Baden"), side=NORTH)
    play.play(Stake("Hesse"), side=SOUTH)
    return play


def test_a_sealed_answer_is_told_when_the_last_is_in() -> None:
    play = game()
    play.play(Stake("Baden"), side=NORTH)
    assert play.read_by(SOUTH) == ["North has answered"]
    play.play(Stake("Hesse"), side=SOUTH)
    assert play.read_by(SOUTH)[1:] == ["Stake Baden", "Stake Hesse"]


def test_the_owner_of_a_secret_reads_it_all() -> None:
    play = after_the_stakes()
    play.play(Hide("wood"))
    told = ["Hide wood", "how well they hide: 5", "guns hide at wood", "something moves in the dark"]
    assert play.read_by(NORTH)[-4:] == told


def test_the_enemy_reads_only_that_it_was_done() -> None:
    play = after_the_stakes()
    play.play(Hide("wood"))
    assert play.read_by(SOUTH)[-2:] == ["Hide", "something moves in the dark"]


STORM = [
    "Storm",
    "the storm begins",
    "the first ladder: 5",
    "the first ladder stands on 5",
    "the second ladder: 2",
    "the second ladder stands on 2",
    "the scout: 6",
    "the wall is silent",
]


def stormed() -> Play:
    play = position(toy(Secrets), Side(NORTH), Side(SOUTH), dice=[5, 2, 6])
    play.play(Stake("Baden"), side=NORTH)
    play.play(Stake("Hesse"), side=SOUTH)
    play.play(Storm())
    return play


def test_throws_and_notes_stand_in_the_order_in_which_they_happened() -> None:
    play = stormed()
    assert play.read_by(NORTH)[-len(STORM) :] == STORM
    assert play.read_by(SOUTH)[-len(STORM) + 1 :] == [line for line in STORM if line != "the scout: 6"]
    play.undo()
    play.redo()
    assert play.read_by(NORTH)[-len(STORM) :] == STORM
    play.prove()


def test_dice_that_are_entered_stand_before_what_came_of_them() -> None:
    play = position(toy(Secrets), Side(NORTH), Side(SOUTH), source=EnteredDice())
    play.play(Stake("Baden"), side=NORTH)
    play.play(Stake("Hesse"), side=SOUTH)
    play.play(Storm(), EnterThrow((5,)), EnterThrow((2,)), EnterThrow((6,)))
    assert play.read_by(NORTH)[-len(STORM) :] == STORM


def test_the_order_is_kept_with_the_campaign_and_notes_of_before_stand_after_the_throws() -> None:
    play = stormed()
    ply = play.referee.journal.line()[-1]
    kept = msgspec.json.decode(ply_document(ply))["notes"]
    assert [note.pop("after", None) for note in kept] == [0, 1, 2, None]
    ply.contents = PlyContents(ply.action, ply.throws, ply.changes, msgspec.convert(kept, tuple[Note, ...]))
    entry = read_ply(play.referee.journal, ply, None)
    assert [type(one).__name__ for one in entry.happened] == ["ThrowResult"] * 3 + ["Note"] * 4


def test_whoever_holds_the_file_reads_everything() -> None:
    play = after_the_stakes()
    ply = play.play(Hide("hill"))
    entry = read_ply(play.referee.journal, ply, None)
    assert [deed.says for deed in entry.actions] == ["Hide hill"]
    assert [throw.total for throw in entry.throws] == [5]
    assert len(entry.notes) == 2


def test_marks_of_hidden_things_and_counters_are_not_for_the_enemy() -> None:
    play = after_the_stakes()
    play.play(Hide("wood"))
    assert play.seen_by(NORTH).mark_of("wood", GUNS) is not None
    assert not len(play.seen_by(SOUTH)[Mark])
    assert "guns" in play.game[IdCounter]
    assert not len(play.seen_by(NORTH)[IdCounter])


def test_secrets_survive_saving_and_replay() -> None:
    play = after_the_stakes()
    play.play(Hide("wood"))
    again = play.prove().reload()
    assert again.read_by(SOUTH) == play.read_by(SOUTH)
