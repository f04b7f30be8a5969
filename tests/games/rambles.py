"""Rambles: a toy of moves over areas, over hexes and over poses, for rules on their steps.

The ground is rows, so that a test lays out any it likes; what a hex or area is is said by one word. A rambler goes over
areas; a boat over hexes; a cart, which has a front, over poses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, NewType

from msgspec import Struct

from sandtable.engine import (
    Action,
    Allowance,
    Ask,
    CostUnit,
    Game,
    MarkKind,
    Option,
    Part,
    Quantity,
    Refusal,
    Row,
    RuleModule,
    Side,
    SideId,
    Stop,
    Stride,
    Tally,
    Was,
    Ways,
    ends_way,
    fills,
    own_pieces,
    refuses,
    refuses_end,
    refuses_step,
    rule,
)
from sandtable.testing import Play, position, toy
from tests.games.sides import BLUE

SiteId = NewType("SiteId", str)
WalkerId = NewType("WalkerId", str)
WALKED = MarkKind("walked", until="turn")
POINTS = Quantity("points")
AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1))
COSTS = {"meadow": 1, "wood": 2, "hill": 3, "lane": 0, "marsh": 1, "house": 1, "inn": 1, "walled": 1, "cursed": -1}


class Site(Row, frozen=True):
    """A place: its kind, where one goes on from it, and to which of them a gate is shut."""

    id: SiteId
    kind: str = "meadow"
    ways: tuple[str, ...] = ()
    shut: tuple[str, ...] = ()


class Walker(Row, frozen=True):
    """Somebody or something that moves; what has a front faces one of four ways."""

    indexes = ("side",)
    id: WalkerId
    side: SideId
    at: SiteId
    points: int = 4
    facing: int = 0


class WalkStep(Stride[SiteId], frozen=True, gc=False):
    """A step of a ramble."""

    here: SiteId
    walker: WalkerId


class Pose(Struct, frozen=True, omit_defaults=True):
    """How a cart stands: where, and facing which way; ``leans`` is what its driver minds and nobody else."""

    at: SiteId
    facing: int
    leans: int = 0


class CartStep(Stride[Pose], frozen=True, gc=False):
    """A step or turn of a cart."""

    entered: SiteId | None


asked: list[str] = []
"""What the rules were asked, in the order of asking."""


def price(game: Game, kind: str) -> Tally:
    part = Part.all("into a marsh", "R-marsh") if kind == "marsh" else Part("base", COSTS.get(kind, 1), "R-price", kind)
    return Tally(POINTS, [part])


class Walk(Action, frozen=True):
    """Walk from site to site."""

    walker: WalkerId
    way: tuple[SiteId, ...]

    own = fills("walker")(own_pieces(Walker))

    @fills("way")
    @staticmethod
    def along(game: Game, ask: Ask, walker: WalkerId) -> Ways[SiteId]:
        return walks(game, walker)

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Walker][self.walker], at=self.way[-1])
        game.mark(self.walker, WALKED)


def walks(game: Game, walker: WalkerId, limit: int = 1000) -> Ways[SiteId]:
    row = game[Walker][walker]

    def strides(here: SiteId) -> Iterator[WalkStep]:
        for there in game[Site][here].ways:
            yield WalkStep(SiteId(there), game[Site][there].kind, here, walker)

    points = Allowance(row.points, unit=CostUnit("points"))
    return Ways(game, Walk, row.at, strides, lambda kind: price(game, str(kind)), points, limit=limit)


class Drive(Action, frozen=True):
    """Drive a cart, which goes where it faces and turns for a point."""

    walker: WalkerId
    way: tuple[Pose, ...]

    @fills("way")
    @staticmethod
    def along(game: Game, ask: Ask, walker: WalkerId) -> Ways[Pose]:
        return drives(game, walker)

    def perform(self, game: Game, ask: Ask) -> None:
        end = self.way[-1]
        game.change(game[Walker][self.walker], at=end.at, facing=end.facing)


def drives(game: Game, walker: WalkerId) -> Ways[Pose]:
    """Return the ways of a cart on sites that are called by their columns and rows."""
    row = game[Walker][walker]

    def strides(here: Pose) -> Iterator[CartStep]:
        for turn in (1, 3):
            yield CartStep(Pose(here.at, (here.facing + turn) % 4, turn), "meadow", None)
        dx, dy = AROUND[here.facing]
        column, _, line = here.at.partition(".")
        ahead = SiteId(f"{int(column) + dx}.{int(line) + dy}" if line else "")
        if ahead in game[Site]:
            yield CartStep(Pose(ahead, here.facing), game[Site][ahead].kind, ahead)

    return Ways(
        game, Drive, Pose(row.at, row.facing), strides, lambda kind: price(game, str(kind)), Allowance(row.points),
        state=lambda pose: (pose.at, pose.facing, pose.leans), goal=lambda pose: (pose.at, pose.facing),
        spaces=lambda pose: [pose.at],
    )  # fmt: skip


class Stay(Action, frozen=True):
    """Stay where one is."""


class Rambling(RuleModule):
    """Where one may go."""

    key = "rambling"
    brings = (WALKED,)
    actions: ClassVar = {"play": (Walk, Drive, Stay)}

    @refuses(Walk, "walker")
    @rule("R-once")
    def once(self, game: Game, act: Walk) -> Refusal | None:
        return Refusal("{who} has walked", who=act.walker) if game.mark_of(act.walker, WALKED) else None

    @refuses_step(Walk, "there")
    @rule("R-walled")
    def walled(self, game: Game, stride: WalkStep) -> Refusal | None:
        """Nobody goes over a wall."""
        asked.append(f"walled {stride.there} {stride.here} {stride.key}")
        walled = game[Site][stride.there].kind == "walled"
        return Refusal("{there} is walled in", there=stride.there) if walled else None

    @refuses_step(Walk, "here", "there")
    @rule("R-gate")
    def gate(self, game: Game, stride: WalkStep) -> Refusal | None:
        """A gate is shut from one side."""
        shut = stride.there in game[Site][stride.here].shut
        return (
            Refusal("the gate from {here} to {there} is shut", here=stride.here, there=stride.there) if shut else None
        )

    @ends_way(Walk, "there")
    @rule("R-inn")
    def rests(self, game: Game, stride: WalkStep) -> Stop | None:
        """Nobody passes an inn."""
        return Stop("there is an inn in {there}", there=stride.there) if is_a(game, stride.there, "inn") else None

    @refuses_end(Walk, "there")
    @rule("R-house")
    def no_lodging(self, game: Game, stride: WalkStep) -> Refusal | None:
        """One walks past a house, and does not stay in it."""
        asked.append(f"house {stride.there}")
        return Refusal("{there} is somebody's", there=stride.there) if is_a(game, stride.there, "house") else None

    @refuses_step(Drive, "entered")
    @rule("R-cart-walled")
    def too_high(self, game: Game, stride: CartStep) -> Refusal | None:
        walled = stride.entered is not None and is_a(game, stride.entered, "walled")
        return Refusal("{there} is walled in", there=stride.entered) if walled else None

    @ends_way(Drive, "entered")
    @rule("R-cart-inn")
    def horses_rest(self, game: Game, stride: CartStep) -> Stop | None:
        inn = stride.entered is not None and is_a(game, stride.entered, "inn")
        return Stop("the horses know the inn in {there}", there=stride.entered) if inn else None

    @refuses_end(Drive, "there")
    @rule("R-cart-house")
    def blocks_the_door(self, game: Game, stride: CartStep) -> Refusal | None:
        house = is_a(game, stride.there.at, "house")
        return Refusal("the cart blocks the door in {there}", there=stride.there.at) if house else None


class Ladders(RuleModule):
    """Some walls can be climbed from a hill."""

    key = "ladders"
    option = Option("Ladders", "Walls are climbed from hills.")

    @rule("R-ladder", amends="R-walled", looks_at="here")
    def climbs(self, was: Was[Refusal | None], game: Game, stride: WalkStep) -> Refusal | None:
        return None if is_a(game, stride.here, "hill") else was()


@rule("R-thirst", supersedes="R-inn")
class Thirstless(RuleModule):
    """Nobody is thirsty."""

    key = "thirstless"
    option = Option("Thirstless", "Inns are passed.")


class Dusty(RuleModule):
    """Nobody is put up who comes in from a lane."""

    key = "dusty"
    option = Option("Dusty", "Lanes are dusty.")

    @refuses_end(Walk, "here")
    @rule("R-dust")
    def dusty_boots(self, game: Game, stride: WalkStep) -> Refusal | None:
        return Refusal("{here} is dusty", here=stride.here) if is_a(game, stride.here, "lane") else None


class Lost(RuleModule):
    """An option that fails."""

    key = "lost"
    option = Option("Lost", "Fails.")

    @refuses_step(Walk, "there")
    @rule("R-lost")
    def fails(self, game: Game, stride: WalkStep) -> Refusal | None:
        raise ZeroDivisionError("no map")


SYSTEM = toy(Rambling, Ladders, Thirstless, Dusty, Lost, rows=(Site, Walker), key="rambles")
ANN = WalkerId("Ann")


def is_a(game: Game, site: str, kind: str) -> bool:
    return game[Site][site].kind == kind


def ramble(sites: Iterable[Site], at: str, *on: str, points: int = 4, facing: int = 0) -> Play:
    """Lay out a ground with one rambler, called Ann."""
    asked.clear()
    return position(SYSTEM, Side(BLUE), *sites, Walker(ANN, BLUE, SiteId(at), points, facing), on=on)


def lane(*kinds: str) -> list[Site]:
    """Return sites in a row, called a, b, c, ..."""
    names = "abcdefghijklmnopqrstuvwxyz"[: len(kinds)]
    return [
        Site(SiteId(name), kind, tuple(other for other in names if abs(ord(other) - ord(name)) == 1))
        for name, kind in zip(names, kinds, strict=True)
    ]
