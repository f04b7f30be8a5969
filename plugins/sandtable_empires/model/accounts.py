"""Coming and going of factors and money: the only ways to change them, each with a cause that is counted."""

from __future__ import annotations

from typing import Literal, TypeVar

from msgspec.structs import replace

from sandtable.engine import Game, Invalid, Row, SideId
from sandtable_empires.model.calendar import Treasury
from sandtable_empires.model.causes import SURRENDERED, cause
from sandtable_empires.model.forces import Arm, Corps, Garrison, Leader, Troops
from sandtable_empires.model.nations import NationId

T = TypeVar("T", bound=Corps | Garrison)
Kind = Literal["militia", "infantry", "cavalry", "guard", "artillery", "guerilla"]
"""What is counted: the arms, and guerillas."""


class Account(Row, frozen=True):
    """How many factors of each arm have come to the map (above 0) or gone (below 0) for one cause."""

    indexes = ("side",)
    id: str
    side: SideId
    cause: str
    militia: int = 0
    infantry: int = 0
    cavalry: int = 0
    guard: int = 0
    artillery: int = 0
    guerilla: int = 0

    @property
    def factors(self) -> int:
        """All factors together."""
        return self.militia + self.infantry + self.cavalry + self.guard + self.artillery + self.guerilla


class Budget(Row, frozen=True):
    """How much money and manpower a side has received (above 0) or paid (below 0) for one cause."""

    indexes = ("side",)
    id: str
    side: SideId
    cause: str
    money: int = 0
    manpower: int = 0


class Prisoners(Troops, frozen=True, kw_only=True):
    """The factors of a nation whom a side has taken; ``side`` is whose they were."""

    indexes = ("side", "captor")
    id: str
    side: SideId
    nation: NationId
    captor: SideId


def lose(game: Game, troops: T, losses: dict[Arm, int], cause: str) -> T | None:
    """Take factors from a corps or garrison and account for them.

    A garrison without factors is gone (``None``); a corps without factors leaves the map (``None`` too). Raises
    ``Invalid`` when more would be taken than there is, and for a cause that is not declared.
    """
    for arm, count in losses.items():
        if not 0 <= count <= troops.of(arm):
            raise Invalid(f"{troops.id} has {troops.of(arm)} {arm} factors: {count} cannot be lost")
    left = game.change(troops, **{arm: troops.of(arm) - count for arm, count in losses.items()})
    for arm, count in losses.items():
        account(game, troops.side, cause, arm, -count)
    if isinstance(left, Garrison) and not left.factors:
        game.remove(left)
        return None
    if isinstance(left, Corps) and not left.factors:
        strike(game, left)
        return None
    return left


def surrender(game: Game, troops: Corps | Garrison, captor: SideId, factors: dict[Arm, int] | None = None) -> None:
    """Make all factors of a corps or garrison, or some, prisoners of a side; a corps without any leaves the map."""
    taken = troops.by_arm() if factors is None else factors
    key = f"{captor}: {troops.nation} of {troops.side}"
    held = game[Prisoners].get(key) or Prisoners(id=key, side=troops.side, nation=troops.nation, captor=captor)
    game.put(replace(held, **{arm: held.of(arm) + count for arm, count in taken.items()}))
    lose(game, troops, taken, SURRENDERED)


def strike(game: Game, corps: Corps) -> None:
    """Take a corps off the map; its leader has none, and whoever took it says at once what becomes of him."""
    for leader in game[Leader].where("corps", corps.id):
        game.change(leader, corps=None)
    game.change(game[Corps][corps.id], area=None, inside=False)


def gain(game: Game, troops: T, gains: dict[Arm, int], cause: str) -> T:
    """Add factors to a corps or garrison and account for them; raises ``Invalid`` for a cause not declared."""
    more = game.change(troops, **{arm: troops.of(arm) + count for arm, count in gains.items()})
    for arm, count in gains.items():
        account(game, troops.side, cause, arm, count)
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


def account(game: Game, side: SideId, key: str, kind: Kind, factors: int) -> None:
    """Count factors that have come (above 0) or gone (below 0) for a cause.

    Raises ``Invalid`` for a cause that is not declared.
    """
    if not factors:
        return
    id = f"{side}: {cause(key).key}"
    entry = game[Account].get(id) or game.put(Account(id, side, key))
    game.change(entry, **{kind: getattr(entry, kind) + factors})


def pay(game: Game, side: SideId, key: str, *, money: int = 0, manpower: int = 0) -> None:
    """Take money and manpower out of a side's treasury (below 0: put it in) and account for it.

    Raises ``Invalid`` when there is not so much, and for a cause that is not declared.
    """
    purse = game[Treasury][side]
    if purse.money < money or purse.manpower < manpower:
        raise Invalid(f"{side} has {purse.money} money and {purse.manpower} manpower: {cause(key).title} cost more")
    if not (money or manpower):
        return
    game.change(purse, money=purse.money - money, manpower=purse.manpower - manpower)
    id = f"{side}: {cause(key).key}"
    entry = game[Budget].get(id) or game.put(Budget(id, side, key))
    game.change(entry, money=entry.money - money, manpower=entry.manpower - manpower)
