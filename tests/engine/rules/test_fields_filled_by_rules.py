"""What a field of an action may hold, said by a rule: it is cited, amended and superseded like any other."""

from __future__ import annotations

import pytest

from sandtable.engine import (
    Action,
    Ask,
    Broken,
    Choices,
    EndStep,
    Game,
    InstalledGame,
    Option,
    Range,
    Refused,
    Row,
    RuleModule,
    Side,
    SideId,
    Was,
    fills,
    rule,
)  # fmt: skip
from sandtable.testing import Play, position, toy


class Bid(Action, frozen=True):
    """Bid so much of a colour."""

    colour: int
    money: int

    @fills("colour")
    @staticmethod
    def any_colour(game: Game, ask: Ask) -> Range:
        return Range(1, 3)


class SecretBid(Bid, frozen=True):
    """Bid without showing it."""


class Auction(RuleModule):
    """Nobody bids more than nine."""

    key = "auction"
    actions = {"play": (Bid, SecretBid)}

    @fills(Bid, "money")
    @rule("T-at-most-nine")
    def at_most_nine(self, game: Game, ask: Ask) -> Range:
        """A bid is nine at most."""
        return Range(1, 9)


class Cautious(RuleModule):
    """Bids of the third colour are half as high."""

    key = "cautious"
    option = Option("Cautious", "Half of it.")

    @rule("T-half", amends="T-at-most-nine")
    def half(self, was: Was[Range], game: Game, ask: Ask, colour: int) -> Range:
        """Of the third colour half is the most."""
        return Range(1, max(was()) // 2) if colour == 3 else was()


class Hidden(RuleModule):
    """Secret bids are small."""

    key = "hidden"
    option = Option("Hidden", "Small.")

    @fills(SecretBid, "money")
    @rule("T-secret")
    def small(self, game: Game, ask: Ask) -> Range:
        """A secret bid is two at most."""
        return Range(1, 2)


@rule("T-free", supersedes="T-at-most-nine")
class Free(RuleModule):
    """Anybody bids anything, and nothing says so."""

    key = "free"
    option = Option("Free", "Any.")


class Rival(RuleModule):
    """Another word on the same field."""

    key = "rival"
    option = Option("Rival", "Seven.")

    @fills(Bid, "money")
    @rule("T-seven")
    def seven(self, game: Game, ask: Ask) -> Range:
        """A bid is seven at most."""
        return Range(1, 7)


ROWS: list[Row] = [Side(SideId("Blue"))]
MODULES = Auction, Cautious, Hidden, Free, Rival


def auction(*on: str) -> Play:
    return position(toy(*MODULES), *ROWS, on=on)


def bids(game: Play, kind: type[Bid] = Bid, colour: int = 1) -> set[int]:
    """Return how much may be bid of a colour."""
    return {bid.money for bid in game.may(kind) if bid.colour == colour}


def test_a_value_that_a_rule_does_not_offer_is_refused_by_its_id() -> None:
    game = auction()
    game.play(Bid(1, 9))
    with pytest.raises(Refused, match=r"money cannot be 10 here: choose .* \(T-at-most-nine\)"):
        game.play(Bid(1, 10))


def test_a_field_without_a_rule_is_refused_by_none() -> None:
    with pytest.raises(Refused) as refused:
        auction().play(Bid(4, 1))
    assert [reason.rule for reason in refused.value.reasons] == [""]


def test_it_is_amended_and_looks_at_the_fields_before() -> None:
    game = auction("cautious")
    assert bids(game, colour=3) == {1, 2, 3, 4}
    assert bids(game, colour=2) == set(range(1, 10))
    with pytest.raises(Refused, match=r"\(T-at-most-nine\)"):
        game.play(Bid(3, 5))


def test_what_fills_a_class_fills_those_made_from_it_unless_they_are_filled_themselves() -> None:
    assert max(bids(auction(), SecretBid)) == 9
    game = auction("hidden")
    assert max(bids(game, SecretBid)) == 2
    assert max(bids(game)) == 9
    with pytest.raises(Refused, match=r"\(T-secret\)"):
        game.play(SecretBid(1, 3))


def problems(*on: str) -> list[str]:
    return InstalledGame(toy(*MODULES)).problems(Choices(frozenset(on)))


def test_out_of_force_without_another_it_is_missed_in_words() -> None:
    assert problems("free") == [
        "T-at-most-nine is out of force, and nothing else says what Bid.money may hold: let another rule fill it"
    ]


def test_two_that_fill_one_field_are_named() -> None:
    (problem,) = problems("rival")
    assert problem == (
        "Bid.money is filled twice, by auction.at_most_nine (T-at-most-nine) and by rival.seven (T-seven): "
        "let one amend or supersede the other"
    )


def test_one_that_supersedes_the_other_takes_its_place() -> None:
    assert problems("rival", "free") == []
    game = auction("rival", "free")
    assert max(bids(game)) == 7


def test_a_field_that_the_action_does_not_have_is_named() -> None:
    class Wrong(RuleModule):
        """Fills what is not there."""

        key = "wrong"

        @fills(Bid, "monney")
        @rule("T-wrong")
        def any_number(self, game: Game, ask: Ask) -> Range:
            """Whatever."""
            return Range(1, 2)

    with pytest.raises(
        Broken, match=r"no field of Bid is called 'monney': did you mean money\? wrong.any_number fills it"
    ):
        InstalledGame(toy(Auction, Wrong))


def test_it_takes_no_field_that_is_filled_later() -> None:
    class Early(RuleModule):
        """Looks ahead."""

        key = "early"

        @fills(Bid, "colour")
        @rule("T-early")
        def by_money(self, game: Game, ask: Ask, money: int) -> Range:
            """Whatever."""
            return Range(1, money)

    with pytest.raises(Broken, match=r"early.by_money takes 'money'; it can have game, ask"):
        InstalledGame(toy(Auction, Early))


def test_what_it_raises_is_laid_at_its_module() -> None:
    class Failing(RuleModule):
        """Fails."""

        key = "failing"
        option = Option("Failing", "It fails.")

        @rule("T-fails", amends="T-at-most-nine")
        def fails(self, was: Was[Range], game: Game, ask: Ask) -> Range:
            """Whatever."""
            raise ValueError("no money")

    game = position(toy(Auction, Failing), *ROWS)
    assert game.why_not(EndStep()) == set()
    with pytest.raises(Broken, match=r"module failing raised ValueError: no money in failing.fails \(T-fails\)"):
        position(toy(Auction, Failing), *ROWS, on=("failing",)).may(Bid)
