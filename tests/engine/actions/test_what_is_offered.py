"""An action is legal only with what its domains offer, also where no rule speaks against it."""

from collections.abc import Iterator
from random import Random
from typing import ClassVar

import pytest

from sandtable.engine import (
    Action,
    Ask,
    Broken,
    Choice,
    Game,
    InstalledGame,
    Range,
    Refusal,
    Refused,
    RuleModule,
    Side,
    SideId,
    Subset,
    fills,
    refuses,
    rule,
)
from sandtable.engine.running.offers import Offer
from sandtable.testing import Play, position, toy

BLUE = SideId("Blue")


class Bid(Action, frozen=True):
    suit: str
    tricks: int

    @fills("suit")
    @staticmethod
    def suits(game: Game, ask: Ask) -> Choice[str]:
        return Choice(("hearts", "spades"))

    @fills("tricks")
    @staticmethod
    def least(game: Game, ask: Ask, suit: str) -> Range:
        return Range({"hearts": 2, "spades": 1}[suit], 7)


class Bidding(RuleModule):
    key = "bidding"
    actions: ClassVar = {"play": (Bid,)}

    @refuses(Bid)
    @rule("T-no-clubs")
    def no_clubs(self, act: Bid) -> Refusal | None:
        return Refusal("clubs are out") if act.suit == "clubs" else None

    @refuses(Bid)
    @rule("T-not-seven")
    def not_seven(self, act: Bid) -> Refusal | None:
        return Refusal("too high") if {"hearts": 7, "spades": 7, "clubs": 7}[act.suit] == act.tricks else None


def table() -> Play:
    return position(toy(Bidding), Side(BLUE))


@pytest.mark.parametrize(
    ("bid", "says"),
    [
        (Bid("spades", 0), "tricks cannot be 0 here: choose 1 to 7"),
        (Bid("hearts", 1), "tricks cannot be 1 here: choose 2 to 7"),
        (Bid("hearts", 7), "too high (T-not-seven)"),
        (Bid("clubs", 3), "clubs are out (T-no-clubs)"),
        (Bid("swords", 3), "suit cannot be swords here: choose one of 2"),
    ],
)
def test_what_is_not_offered_is_refused_a_rules_reason_first(bid: Bid, says: str) -> None:
    play = table()
    with pytest.raises(Refused) as caught:
        play.play(bid)
    assert str(caught.value) == says
    assert [str(reason) for reason in play.referee.verdict(bid)] == [says]


def test_listing_is_all_that_the_verdict_allows() -> None:
    play = table()
    every = [Bid(suit, tricks) for suit in ("hearts", "spades", "clubs") for tricks in range(9)]
    assert play.may(Bid) == [bid for bid in every if not play.referee.verdict(bid)]


class Deal(Action, frozen=True):
    """A suit that is out leaves nothing to choose after it."""

    suit: str
    tricks: int

    @fills("suit")
    @staticmethod
    def suits(game: Game, ask: Ask) -> Choice[str]:
        return Choice(("hearts", "clubs", "diamonds"))

    @fills("tricks")
    @staticmethod
    def none_of_what_is_out(game: Game, ask: Ask, suit: str) -> Range:
        return Range(1, 3 if suit == "hearts" else 0)


class Dealing(RuleModule):
    key = "dealing"
    actions: ClassVar = {"play": (Deal,)}

    @refuses(Deal, "suit")
    @rule("T-no-clubs")
    def no_clubs(self, act: Deal) -> Refusal | None:
        return Refusal("clubs are out") if act.suit == "clubs" else None


def test_where_nothing_is_left_to_choose_the_rules_that_look_at_what_is_filled_say_why() -> None:
    game = position(toy(Dealing), Side(BLUE))
    assert game.referee.prompt is not None
    offer = Offer(game.game, game.referee.prompt.open[0], Deal)
    assert [(str(one), one.rule) for one in offer.why_not("suit", "clubs")] == [
        ("clubs are out (T-no-clubs)", "T-no-clubs")
    ]
    (nothing,) = offer.why_not("suit", "diamonds")
    assert str(nothing) == "with suit diamonds nothing can be chosen for tricks"
    assert offer.why_not("suit", "hearts") == []


def test_a_domain_asks_for_fields_of_its_action_alone() -> None:
    class Overbid(Action, frozen=True):
        """Bid more."""

        suit: str

        @fills("suit")
        @staticmethod
        def suits(game: Game, ask: Ask, trumps: str) -> Choice[str]:
            return Choice((trumps,))

    class Cards(RuleModule):
        key = "cards"
        actions: ClassVar = {"play": (Overbid,)}

    says = "module cards: Overbid: the domain of suit asks for 'trumps', which is not a field of the action"
    with pytest.raises(Broken, match=says):
        InstalledGame(toy(Cards))


def test_a_field_that_nothing_fills_is_named() -> None:
    class Say(Action, frozen=True):
        """Say something."""

        words: str

    class Speech(RuleModule):
        key = "speech"
        actions: ClassVar = {"play": (Say,)}

    with pytest.raises(Broken, match=r"module speech: Say\.words has no domain: give it one with @fills\('words'\)"):
        InstalledGame(toy(Speech))


class FewOf(Subset[str]):
    """Some that are listed in a manner of their own: of all subsets one alone."""

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        yield ("b",)

    def sample(self, rng: Random) -> tuple[str, ...]:
        return ("a",)


class Lead(Action, frozen=True):
    suits: tuple[str, ...]

    @fills("suits")
    @staticmethod
    def some(game: Game, ask: Ask) -> Subset[str]:
        return FewOf("ab") if ask.about else Subset("abcdefghijst")


class Leading(RuleModule):
    key = "leading"
    actions: ClassVar = {"play": (Lead,)}

    @refuses(Lead)
    @rule("T-none-but-these")
    def none_but_these(self, act: Lead, ask: Ask) -> Refusal | None:
        wanted = act.suits == ("b",) if ask.about else len(act.suits) == 1 and act.suits[0] in "st"
        return None if wanted else Refusal("not these")


@pytest.mark.parametrize(("about", "drawn"), [("few", {("b",)}), ("", {("s",), ("t",)})])
def test_what_no_draw_comes_upon_is_looked_for_among_all_that_is_listed(
    about: str, drawn: set[tuple[str, ...]]
) -> None:
    """Of 4,096 subsets draws hardly come upon two; where a domain lists others than all, no other is looked for."""
    play = position(toy(Leading), Side(BLUE, "Blue"), at="Blue: play")
    offer = Offer(play.game, Ask(BLUE, (Lead,), about=about), Lead)
    found = {action.suits for seed in range(20) if isinstance(action := offer.sample(Random(seed)), Lead)}
    assert found == drawn
