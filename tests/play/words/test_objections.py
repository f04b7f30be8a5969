"""Why not: each reason once, with its rule and what would make it legal."""

from __future__ import annotations

import pytest

from sandtable.engine import Refusal
from sandtable.play.words.objections import (
    MOST,
    Objection,
    Reason,
    is_possible,
    of_kind,
    of_refusals,
    of_value,
    reason_of,
)
from tests.games.fords import Feed, Levy, March, Rest
from tests.games.fords.at_the_fords import ONCE, ONE, TWO, at_march, offer_of


def superseding(refusal: Refusal, rule: str, *instead_of: str) -> Refusal:
    refusal.rule, refusal.instead_of = rule, instead_of
    return refusal


REFUSALS = [
    Refusal("it rains"),
    Refusal("{who} rests", who="Ney", rule="A-1"),
    Refusal("it rains", cure="wait"),
    superseding(Refusal("so", cure="wait"), "A-2", "A-1", "B-1"),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
def test_a_reason_reads_as_the_refusal_it_was(refusal: Refusal) -> None:
    said = str(refusal)
    assert str(reason_of(refusal)) == said[:1].upper() + said[1:]


def test_reasons_are_told_once() -> None:
    found = of_refusals("Not possible", [REFUSALS[0], REFUSALS[1], REFUSALS[0]])
    assert found.lines() == ["It rains", "Ney rests (A-1)"]
    told = Objection.from_lines(["it rains (A-1)", "it snows (as ever)"])
    assert told.reasons == (Reason("It rains", "A-1"), Reason("It snows (as ever)"))
    assert told.lines() == ["It rains (A-1)", "It snows (as ever)"]
    assert Objection.from_words("The disk is full.").title == "The disk is full."


def test_a_kind_that_is_not_possible_says_why() -> None:
    referee = at_march(Feed(((ONE, 2), (TWO, 2))))
    found = of_kind(offer_of(referee, Feed))
    assert found.title == "Feed is not possible now"
    assert found.lines() == ["The wagons are empty (FOR-2-feed) — wait for the next turn"]
    assert found.reasons[0].cure == "wait for the next turn"


def test_where_there_is_nothing_to_choose_that_is_said() -> None:
    resting = at_march(*(Rest((one,)) for one in (ONE, TWO)), Rest((ONE.__class__("Blue 3"),)))
    assert of_kind(offer_of(resting, Rest)).lines() == ["No corps can be chosen for it now"]


def test_an_action_says_why_there_may_be_nothing_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    resting = at_march(*(Rest((one,)) for one in (ONE, TWO)), Rest((ONE.__class__("Blue 3"),)))
    monkeypatch.setattr(Rest, "if_none", {"corps": ("all of your corps have marched or rested", "FOR-2-feed")})
    assert of_kind(offer_of(resting, Rest)).lines() == ["All of your corps have marched or rested (FOR-2-feed)"]


def test_a_value_that_may_not_be_held_says_why() -> None:
    offer = offer_of(at_march(March(ONE, ("birchley",))), March)
    found = of_value(offer, "corps", ONE, "the First Corps")
    assert found is not None
    assert found.title == "Not the First Corps"
    assert found.lines() == [ONCE]
    assert of_value(offer, "corps", TWO) is None


def test_too_few_are_told_by_their_number() -> None:
    offer = offer_of(at_march(), Rest)
    found = of_value(offer, "corps", ())
    assert found is not None
    assert [line.partition(": ")[0] for line in found.lines()] == ["That is 0"]


def test_what_is_not_on_offer_at_all_says_what_is() -> None:
    offer = offer_of(at_march(), Levy).fill(corps=ONE)
    found = of_value(offer, "factors", 0)
    assert found is not None
    assert (found.title, found.lines()) == ("Not 0", ["0 cannot be chosen: choose 1 to 6"])
    assert is_possible(offer.fill(factors=1))


class Offered:
    """A way to levy for each of some refusals, and the game that refuses so: as much of an offer as is asked."""

    label, kind, field = "Levy", Levy, "corps"

    def __init__(self, *refusals: list[Refusal]) -> None:
        offer = offer_of(at_march(), Levy)
        self.ask, self.game = offer.ask, self
        self._left = iter(refusals)
        self._fillings = list(offer.fillings())[: len(refusals)]

    def fillings(self) -> list[dict[str, object]]:
        return self._fillings

    def verdict(self, *_: object) -> list[Refusal]:
        return next(self._left)


def test_of_many_reasons_the_commonest_are_told() -> None:
    offered = Offered(*([Refusal("{n}", n=n)] for n in range(MOST + 3)))
    found = of_kind(offered)  # type: ignore[arg-type]
    assert len(found.reasons) == MOST + 1
    assert found.lines()[-1] == "and 3 more reasons"


def test_what_stands_against_all_of_them_is_the_reason() -> None:
    """Whatever else stands against one or the other would change nothing."""
    bars = Refusal("only Red levies")
    offered = Offered([bars, Refusal("it rains")], [Refusal("it snows"), bars])
    assert of_kind(offered).lines() == ["Only Red levies"]  # type: ignore[arg-type]
