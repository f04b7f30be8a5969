"""Coming and going of factors and money: the only ways to change them, each with a cause that is counted."""

from __future__ import annotations

from typing import Literal, TypeVar

from msgspec.structs import replace

from sandtable.engine import Game, Invalid, Row, SideId
from sandtable_empires.model.arrivals import Arrival, ArrivalId
from sandtable_empires.model.calendar import Treasury
from sandtable_empires.model.causes import CHANGED_SIDES, GIVEN_BACK, ON_THE_WAY_HOME, SURRENDERED, cause
from sandtable_empires.model.fleets import Fleet
from sandtable_empires.model.forces import Arm, Corps, Garrison, Leader, Troops
from sandtable_empires.model.nations import NationId, minor_played_by, power_of

T = TypeVar("T", bound=Corps | Garrison)
Kind = Literal["militia", "infantry", "cavalry", "guard", "artillery", "guerilla", "cossack", "freikorps", "ships"]
"""What is counted: the arms, irregulars, ships of the line."""


class Account(Row, frozen=True):
    """How many factors of each arm, and ships, have come to the map (above 0) or gone (below 0) for one cause."""

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
    cossack: int = 0
    freikorps: int = 0
    ships: int = 0

    @property
    def factors(self) -> int:
        """All factors together; ships are none."""
        regular = self.militia + self.infantry + self.cavalry + self.guard + self.artillery
        return regular + self.guerilla + self.cossack + self.freikorps


class PointsAccount(Row, frozen=True):
    """How many political points a power has gained (above 0) or lost (below 0) for one cause."""

    indexes = ("side",)
    id: str
    side: SideId
    cause: str
    points: int = 0


class Budget(Row, frozen=True):
    """How much money and manpower a side has received (above 0) or paid (below 0) for one cause."""

    indexes = ("side",)
    id: str
    side: SideId
    cause: str
    money: int = 0
    manpower: int = 0


class Prisoners(Troops, frozen=True, kw_only=True):
    """The factors of a nation whom a power has taken; ``side`` is whose they were.

    ``taken_by`` is the minor country whose forces took them, run by the captor at the time.
    """

    indexes = ("side", "captor")
    id: str
    side: SideId
    nation: NationId
    captor: SideId
    taken_by: NationId | None = None


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
    """Make all factors of a corps or garrison, or some, prisoners of the power behind a side.

    A corps without any leaves the map.
    """
    taken, power = troops.by_arm() if factors is None else factors, power_of(game, captor)
    minor = minor_played_by(game, captor) if power != captor else None
    key = f"{power}: {troops.nation} of {troops.side}" + (f", taken by {minor}" if minor is not None else "")
    held = game[Prisoners].get(key) or Prisoners(
        id=key, side=troops.side, nation=troops.nation, captor=power, taken_by=minor
    )
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


def purse_of(game: Game, side: SideId) -> Treasury | None:
    """Return the treasury that pays for a side, where there is one: that of the power behind it."""
    return game[Treasury].get(power_of(game, side))


def lose_ships(game: Game, fleet: Fleet, ships: int, cause: str) -> Fleet | None:
    """Take ships from a fleet and account for them; one without any is gone (``None``).

    Raises ``Invalid`` when more would be taken than there are, and for a cause that is not declared.
    """
    if not 0 <= ships <= fleet.ships:
        raise Invalid(f"{fleet.id} has {fleet.ships} ships: {ships} cannot be lost")
    account(game, fleet.side, cause, "ships", -ships)
    if ships == fleet.ships:
        game.remove(fleet)
        return None
    return game.change(fleet, ships=fleet.ships - ships)


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
    """Take money and manpower out of the treasury of the power behind a side (below 0: put it in); account for it.

    Raises ``Invalid`` when there is not so much, and for a cause that is not declared.
    """
    side = power_of(game, side)
    purse = game[Treasury][side]
    if purse.money < money or purse.manpower < manpower:
        raise Invalid(f"{side} has {purse.money} money and {purse.manpower} manpower: {cause(key).title} cost more")
    if not (money or manpower):
        return
    game.change(purse, money=purse.money - money, manpower=purse.manpower - manpower)
    id = f"{side}: {cause(key).key}"
    entry = game[Budget].get(id) or game.put(Budget(id, side, key))
    game.change(entry, money=entry.money - money, manpower=entry.manpower - manpower)


def count_points(game: Game, side: SideId, key: str, points: int) -> None:
    """Count political points that a power gains (above 0) or loses; raises ``Invalid`` for a cause not declared."""
    id = f"{side}: {cause(key).key}"
    entry = game[PointsAccount].get(id) or game.put(PointsAccount(id, side, key))
    game.change(entry, points=entry.points + points)


def count_change_of_side(game: Game, troops: Corps | Garrison, side: SideId) -> None:
    """Account for the factors of a corps or garrison that another side plays from now on."""
    for arm, count in troops.by_arm().items():
        account(game, troops.side, CHANGED_SIDES, arm, -count)
        account(game, side, CHANGED_SIDES, arm, count)


def give_back(game: Game, held: Prisoners) -> None:
    """Give prisoners back: they wait for the next Army Reinforcement Step as a draft of their nation."""
    for arm, count in held.by_arm().items():
        account(game, held.side, GIVEN_BACK, arm, count)
        account(game, held.side, ON_THE_WAY_HOME, arm, -count)
    id = ArrivalId(f"prisoners of {held.captor}: {held.nation} of {held.side}, turn {game.round}")
    coming = game[Arrival].get(id) or Arrival(id=id, side=held.side, nation=held.nation, turn=game.round + 1)
    game.put(replace(coming, **{arm: coming.of(arm) + count for arm, count in held.by_arm().items()}))
    game.remove(held)
