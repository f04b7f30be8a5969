"""Ways over any places, on whose steps no rule has a word: for tests of those who fill a way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import Any, TypeVar

from sandtable.engine import Action, Allowance, Game, Part, Refusal, Stride, Tally, Ways
from tests.games.rambles import lane, ramble

S = TypeVar("S", bound=Hashable)


class Wander(Action, frozen=True):
    """Go anywhere."""


@cache
def _somewhere() -> Game:
    return ramble(lane("meadow"), "a").referee.game


def plain_ways(
    start: S,
    onward: Callable[[S], Iterable[S]],
    points: int,
    price: Callable[[S], int] = lambda there: 1,
    *,
    ends: Callable[[S], bool] = lambda there: True,
    game: Game | None = None,
) -> Ways[S]:
    """Return the ways of so many points from a place; ``price`` is that of entering one."""

    def strides(here: S) -> list[Stride[S]]:
        return [Stride(there, price(there)) for there in onward(here)]

    def cost(key: Any) -> Tally:
        return Tally("points", [Part("base", key, "T-price")])

    def may_end(there: S, spent: int) -> Refusal | None:
        return None if ends(there) else Refusal("no way ends there", rule="T-end")

    return Ways(game or _somewhere(), Wander, start, strides, cost, Allowance(points), ends=may_end)
