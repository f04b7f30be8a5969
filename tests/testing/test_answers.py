"""What a test need not know of an answer: the order of shares and of things chosen; and what may be done is typed."""

from __future__ import annotations

from typing import ClassVar

import pytest

from sandtable.engine import Action, Ask, Game, Refused, RuleModule, Side, SideId, Subset, Sums, fills
from sandtable.testing import Play, position, toy
from sandtable_twin_rivers import March
from tests.testing.rivers import rivers, unit


class Bear(Action, frozen=True):
    """Say who loses what, and who sees it."""

    losses: tuple[tuple[str, int], ...]
    seen: tuple[str, ...] = ()

    @fills("losses")
    @staticmethod
    def three(game: Game, ask: Ask) -> Sums[str]:
        return Sums({"I": 2, "II": 2, "III": 2}, 3)

    @fills("seen")
    @staticmethod
    def anybody(game: Game, ask: Ask) -> Subset[str]:
        return Subset(("Ney", "Soult", "Murat"))

    def perform(self, game: Game, ask: Ask) -> None:
        game.note(f"{self.losses} {self.seen}")


class Bearing(RuleModule):
    key = "bearing"
    actions: ClassVar = {"play": (Bear,)}


def bearing() -> Play:
    return position(toy(Bearing), Side(SideId("Blue")))


def test_shares_and_choices_may_stand_in_any_order() -> None:
    play = bearing()
    action = Bear((("III", 1), ("I", 2)), ("Murat", "Ney"))
    assert play.why_not(action) == set()
    play.play(action)
    assert play.log == ["(('I', 2), ('III', 1)) ('Ney', 'Murat')"]


@pytest.mark.parametrize("losses", [(("III", 1), ("I", 3)), (("I", 1), ("I", 2)), (("IV", 1), ("I", 2))])
def test_shares_that_cannot_be_are_refused_as_they_were_said(losses: tuple[tuple[str, int], ...]) -> None:
    with pytest.raises(Refused, match="losses cannot be"):
        bearing().play(Bear(losses))


def test_what_may_be_done_has_the_fields_of_its_kind() -> None:
    play = rivers(unit("Blue 1", "Aldbridge"), unit("Red 1", "Larch"))
    assert {act.unit for act in play.may(March)} == {"Blue 1"}
