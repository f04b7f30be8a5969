"""Coming and going of factors: the only ways to change them, each with a cause that is counted."""

from __future__ import annotations

from typing import TypeVar

from sandtable.engine import Game, Invalid, Row, SideId
from sandtable_empires.model.forces import Arm, Corps, Garrison, Leader, in_the_open

T = TypeVar("T", bound=Corps | Garrison)


class Account(Row, frozen=True):
    """How many factors have come or gone for one cause: nothing is ever lost without being counted."""

    indexes = ("side",)
    id: str
    side: SideId
    cause: str
    factors: int = 0


def lose(game: Game, troops: T, losses: dict[Arm, int], cause: str) -> T | None:
    """Take factors from a corps or garrison and account for them.

    A garrison without factors is gone (``None``); a corps without factors leaves the map (``None`` too). Raises
    ``Invalid`` when more would be taken than there is.
    """
    for arm, count in losses.items():
        if not 0 <= count <= troops.of(arm):
            raise Invalid(f"{troops.id} has {troops.of(arm)} {arm} factors: {count} cannot be lost")
    left = game.change(troops, **{arm: troops.of(arm) - count for arm, count in losses.items()})
    account(game, troops.side, cause, -sum(losses.values()))
    if isinstance(left, Garrison) and not left.factors:
        game.remove(left)
        return None
    if isinstance(left, Corps) and not left.factors:
        strike(game, left)
        return None
    return left


def strike(game: Game, corps: Corps) -> None:
    """Take a corps off the map; its leader joins another corps of his side there, or waits for one."""
    others = [one.id for one in in_the_open(game, corps.area or "", corps.side) if one.id != corps.id and one.factors]
    for leader in game[Leader].where("corps", corps.id):
        game.change(leader, corps=others[0] if others else None, standing="on the map" if others else "waiting")
    game.change(game[Corps][corps.id], area=None, inside=False)


def gain(game: Game, troops: T, gains: dict[Arm, int], cause: str) -> T:
    """Add factors to a corps or garrison and account for them."""
    more = game.change(troops, **{arm: troops.of(arm) + count for arm, count in gains.items()})
    account(game, troops.side, cause, sum(gains.values()))
    return more


def transfer(game: Game, giver: Corps | Garrison, taker: Corps | Garrison, factors: dict[Arm, int]) -> None:
    """Move factors from one to another: nothing comes or goes. A garrison left without any is gone.

    Raises ``Invalid`` when more would be taken than there is.
    """
    for arm, count in factors.items():
        if not 0 <= count <= giver.of(arm):
            raise Invalid(f"{giver.id} has {giver.of(arm)} {arm} factors: {count} cannot leave it")
    left = game.change(giver, **{arm: giver.of(arm) - count for arm, count in factors.items()})
    game.change(taker, **{arm: taker.of(arm) + count for arm, count in factors.items()})
    if isinstance(left, Garrison) and not left.factors:
        game.remove(left)


def account(game: Game, side: SideId, cause: str, factors: int) -> None:
    """Count factors that have come (above 0) or gone (below 0) for a cause."""
    if not factors:
        return
    key = f"{side}: {cause}"
    entry = game[Account].get(key)
    if entry is None:
        game.put(Account(key, side, cause, factors))
    else:
        game.change(entry, factors=entry.factors + factors)
