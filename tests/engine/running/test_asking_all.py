"""`ask_all` puts one question to several sides, sealed; `pick` from one item throws nothing."""

from sandtable.engine import Action, Game, Range, Side, SideId, ask_all, fills, pick
from sandtable.engine.actions.actions import Ask
from sandtable.testing import Play, position, toy

BLUE, RED = SideId("Blue"), SideId("Red")


class Bid(Action[str], frozen=True):
    """Write down a number."""

    number: int

    @fills("number")
    @staticmethod
    def small(game: Game, ask: Ask[str]) -> Range:
        return Range(0, 9)


async def bidding(game: Game) -> None:
    bids = await ask_all((RED, BLUE), Bid, "your bid", rule="T-bid", about="Leipzig")
    game.note(", ".join(f"{side} {bid.number}" for side, bid in bids.items()))
    game.end(None, "sold")


async def draw_of_one(game: Game) -> None:
    game.note(await pick(["Ney"], why="who", rule="T-pick"))
    game.end(None, "drawn")


def begin_bidding() -> Play:
    return position(toy(), Side(BLUE), Side(RED), do=bidding)


def test_all_are_asked_at_once_about_the_same() -> None:
    prompt = begin_bidding().prompt
    assert prompt is not None
    assert [(ask.side, ask.why, ask.rule, ask.about) for ask in prompt.open] == [
        (RED, "your bid", "T-bid", "Leipzig"),
        (BLUE, "your bid", "T-bid", "Leipzig"),
    ]


def test_nothing_is_told_before_the_last_answer_is_in() -> None:
    play = begin_bidding()
    play.play(Bid(3), side=BLUE)
    assert (play.log, play.questions) == ([], [(RED, ("Bid",))])
    play.play(Bid(5), side=RED)
    assert play.log == ["Red 5, Blue 3"]
    assert play.prove().verify_replay() == 3


def test_nobody_to_ask_is_no_prompt() -> None:
    async def nobody(game: Game) -> None:
        assert await ask_all((), Bid, "your bid", about="Leipzig") == {}
        game.end(None, "no bidders")

    assert position(toy(), Side(BLUE), do=nobody).prompt is None


def test_one_item_is_drawn_without_a_throw() -> None:
    play = position(toy(), Side(BLUE), do=draw_of_one)
    assert (play.log, play.throws) == (["Ney"], [])
