"""The preview of a change of options is what the change would do, tried on a copy."""

from sandtable.engine import (
    Due,
    EndStep,
    Frame,
    Game,
    Option,
    Refusal,
    RuleModule,
    Side,
    SideId,
    Work,
    ask,
    opens,
    refuses,
    rule,
    works,
)
from sandtable.engine.referee.changes import impact
from sandtable.engine.rules.options import Choices
from sandtable.testing import Play, position, toy
from tests.engine.running.test_duties import Idle

BLUE = SideId("Blue")


class Letter(Work, frozen=True):
    """A letter comes."""

    stored = "letter"


class Mail(RuleModule):
    """Two letters are under way; switched off, one is called back, and the side is asked about the other."""

    key = "mail"
    brings = (Letter,)
    option = Option("Mail", "Letters come.", ("T-mail",))
    actions = {"play": (Idle,)}

    @opens("play")
    @rule("T-mail")
    def send(self, game: Game, frame: Frame) -> None:
        if game.round == 1:
            game.due(Letter(), "first", step="play", when=3, rule="T-mail")
            game.due(Letter(), "second", step="play", when=4, rule="T-mail")

    @works(Letter)
    @rule("T-letter")
    def comes(self, game: Game, item: Due) -> None:
        game.note(f"{item.subject} letter")

    async def switched_off(self, game: Game) -> None:
        game.remove(next(due for due in game[Due] if due.subject == "first"))


class Asking(Mail):
    async def switched_off(self, game: Game) -> None:
        await ask(BLUE, Idle, "call the letters back?", rule="T-mail")


class Post(RuleModule):
    key = "post"
    actions = {"play": (Idle,)}


def post_letters(module: type[Mail]) -> Play:
    return position(toy(module, Post), Side(BLUE), on=["mail"])


def test_only_what_is_left_after_the_change_is_said_to_wait() -> None:
    play = post_letters(Mail)
    before = play.game.state.hash
    assert impact(play.game, Choices()).in_flight == ("letter second (round 4, T-mail) would be dropped",)
    assert (play.game.state.hash, len(play[Due])) == (before, 2)


def test_a_change_that_has_to_ask_says_so_and_asks_nobody() -> None:
    play = post_letters(Asking)
    told = impact(play.game, Choices()).in_flight
    assert told[-1] == "settling what is under way would take a decision or a throw of the dice"
    assert play.questions == [("Blue", ("Idle", "EndStep"))]
    play.switch(off=["mail"])
    play.play(EndStep())
    assert play.questions == [("Blue", ("Idle",))]
    play.play(Idle())
    play.prove()


class Quiet(RuleModule):
    """With this option nobody does anything."""

    key = "quiet"
    option = Option("Quiet", "Nobody idles.", ("T-quiet",))

    @refuses(Idle)
    @rule("T-quiet")
    def nobody(self) -> Refusal | None:
        return Refusal("it is quiet here")


class Over(RuleModule):
    """The game ends with the third round."""

    key = "over"

    @opens("play")
    @rule("T-over")
    def ends(self, game: Game, frame: Frame) -> None:
        if game.round == 3:
            game.end(None, "enough", "T-over")


def test_what_may_be_done_now_is_compared_until_the_game_has_ended() -> None:
    """After that nothing may be done, and no option changes that."""
    play = position(toy(Post, Quiet, Over), Side(BLUE))
    quiet = Choices(frozenset({"quiet"}))
    assert impact(play.game, quiet).offers == ("Idle: 1 ways → 0 ways",)
    play.play(EndStep())
    play.play(EndStep())
    assert play.game.ended is not None
    assert impact(play.game, quiet).offers == ()


class Asks(RuleModule):
    """The side is asked for something as the step opens."""

    key = "asks"

    @opens("play")
    @rule("T-asks")
    async def first(self, game: Game, frame: Frame) -> None:
        await ask(BLUE, Idle, "to begin with", rule="T-asks")


def test_what_may_be_done_in_a_step_is_not_compared_before_it_is_open() -> None:
    play = position(toy(Post, Quiet, Asks), Side(BLUE))
    quiet = Choices(frozenset({"quiet"}))
    assert play.questions == [("Blue", ("Idle",))]
    assert impact(play.game, quiet).offers == ()
    play.play(Idle())
    assert impact(play.game, quiet).offers == ("Idle: 1 ways → 0 ways",)
