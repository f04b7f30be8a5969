"""The Heath: a small game on hexes alone, for the tests of what is played on a map.

Two sides step from hex to hex. Woods cost two, a ditch cannot be crossed but by its bridge, uphill one more. All of it
is asked of the map.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import ClassVar, Final, NewType

from sandtable import board
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    GameSystem,
    Option,
    Phase,
    Refusal,
    Row,
    RuleModule,
    Scenario,
    Sequence,
    Side,
    SideId,
    SpaceId,
    Step,
    Text,
    cached_while_unchanged,
    fills,
    hookimpl,
    own_pieces,
    refuses,
    rule,
)
from sandtable.present import Counter, PieceOverlay, PresentHooks, Reach, SightLine
from tests.games.sides import BLUE, RED, infantry, rule_texts

UnitId = NewType("UnitId", str)
PostId = NewType("PostId", SpaceId)
COLUMNS, ROWS = 8, 6
WOODS: Final = ("0303", "0304", "0404")
HILL: Final = ("0602", "0603")


class Unit(Row, frozen=True):
    """A unit on a hex."""

    indexes = ("hex", "side")
    id: UnitId
    side: SideId
    title: str
    hex: SpaceId


class Post(Row, frozen=True):
    """A hex that is worth something, and who holds it."""

    id: PostId
    worth: int = 1
    holder: SideId | None = None


class Route(Row, frozen=True):
    """A way that was laid down, and how much lies in which hexes."""

    id: str
    hexes: tuple[SpaceId, ...] = ()
    stores: tuple[tuple[SpaceId, int], ...] = ()


@cache
def heath() -> Map:
    """Return the map: eight columns of six hexes, woods, a hill, a ditch with a bridge."""
    grid = HexGrid(COLUMNS, ROWS, hex_width=40.0)
    hexes = HexBoard.blank(grid)
    hexes.terrain.paint(grid, "heath")
    hexes.terrain.paint([hexes.numbers.hex(one) for one in WOODS], "woods")
    for one in HILL:
        hexes.elevation[grid.index(hexes.numbers.hex(one))] = 2
    hexes.sides.derive_slopes(hexes.elevation, {1: "slope"})
    hexes.sides.add(hexes.numbers.hex("0202"), 3, "ditch")
    hexes.sides.add(hexes.numbers.hex("0201"), 3, "ditch")
    hexes.sides.add(hexes.numbers.hex("0201"), 3, "bridge")
    hexes.sides.add(hexes.numbers.hex("0505"), 0, "wall", favours=hexes.numbers.hex("0505"))
    return Map(
        MapInfo("heath", "The heath", unit="px"),
        hexes=replace(hexes, names={hexes.numbers.hex("0602"): "Gallows Hill"}),
    )


def drowned() -> Map:
    """Return the heath in another revision: all of it woods."""
    old = heath().hexes
    assert old is not None
    hexes = HexBoard.blank(old.grid)
    hexes.terrain.paint(old.grid, "woods")
    return replace(heath(), hexes=hexes)


@cached_while_unchanged
def price(game: Game, here: str, there: str) -> int | None:
    """Return what a step costs, ``None`` where there is no way."""
    hexes = board.of(game).by_number
    side = hexes.side_between(here, there)
    if "ditch" in side.along and "bridge" not in side.across:
        return None
    return (2 if "woods" in hexes.terrain(there) else 1) + (side.up == there)


class Go(Action, frozen=True):
    """Step into a neighbouring hex."""

    unit: UnitId
    hex: SpaceId

    own = fills("unit")(own_pieces(Unit))

    @fills("hex")
    @staticmethod
    def beside(game: Game, ask: Ask, unit: UnitId) -> Choice[SpaceId]:
        return Choice(game.board.neighbours(game[Unit][unit].hex))

    def perform(self, game: Game, ask: Ask) -> None:
        unit = game.change(game[Unit][self.unit], hex=self.hex)
        game.note(f"{unit.title} goes to {game.board.name(self.hex)}", "HE-1-steps")
        post = game[Post].get(self.hex)
        if post is not None:
            game.change(post, holder=unit.side)


class Leap(Action, frozen=True):
    """Go wherever one says, be it a hex or not: a rule with a fault."""

    unit: UnitId
    hex: str

    own = fills("unit")(own_pieces(Unit))

    @fills("hex")
    @staticmethod
    def anywhere(game: Game, ask: Ask, unit: UnitId) -> Text:
        return Text()

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Unit][self.unit], hex=self.hex)


class Moves(RuleModule):
    """How units move."""

    key = "moves"
    actions: ClassVar = {"move": (Go,)}

    @refuses(Go)
    @rule("HE-2-ditch")
    def ditch(self, game: Game, act: Go, ask: Ask) -> Refusal | None:
        if price(game, game[Unit][act.unit].hex, act.hex) is None:
            return Refusal("a ditch lies before {hex}", hex=game.board.name(act.hex))
        return None

    @refuses(Go)
    @rule("HE-3-taken")
    def taken(self, game: Game, act: Go, ask: Ask) -> Refusal | None:
        there = game[Unit].where("hex", act.hex)
        return Refusal("{unit} stands there", unit=there[0].id) if there else None


class Leaps(RuleModule):
    """Units leap."""

    key = "leaps"
    actions: ClassVar = {"move": (Leap,)}
    option = Option("Leaps", "Units leap.")


class Looks(RuleModule):
    """What is shown."""

    key = "looks"

    @hookimpl
    def counters(self, game: Game) -> Iterator[Counter]:
        for unit in game[Unit]:
            yield infantry(unit.id, "Unit", unit.side, unit.title, space=unit.hex, strength="3")

    @hookimpl
    def piece_overlays(self, game: Game, piece: str) -> Iterator[PieceOverlay]:
        unit = game[Unit].get(piece)
        if unit is not None:
            around = map(SpaceId, game.board.neighbours(unit.hex))
            yield PieceOverlay(piece=piece, kind="zone", spaces=frozenset(around))

    @hookimpl
    def sight_lines(self, game: Game, piece: str) -> Iterator[SightLine]:
        unit = game[Unit].get(piece)
        for other in game[Unit] if unit is not None else ():
            if unit is not None and other.side != unit.side:
                yield SightLine(start=unit.hex, end=other.hex)

    @hookimpl
    def reach(self, game: Game, piece: str) -> Iterator[Reach]:
        unit = game[Unit].get(piece)
        if unit is None:
            return
        prices = {there: price(game, unit.hex, there) for there in game.board.neighbours(unit.hex)}
        yield Reach(
            piece=piece,
            costs={there: str(cost) for there, cost in prices.items() if cost is not None},
            barred={there: ("a ditch (HE-2-ditch)",) for there, cost in prices.items() if cost is None},
            unit="points",
        )


def start() -> list[Row]:
    return [
        Side(BLUE, "Blue"),
        Side(RED, "Red"),
        Unit(UnitId("b1"), BLUE, "The Greys", SpaceId("0201")),
        Unit(UnitId("b2"), BLUE, "The Buffs", SpaceId("0202")),
        Unit(UnitId("r1"), RED, "The Reds", SpaceId("0603")),
        Post(PostId(SpaceId("0602")), 3),
    ]


RULES: Final = {
    "HE-1-steps": "A unit steps into a neighbouring hex.",
    "HE-2-ditch": "A ditch is crossed by its bridge alone.",
    "HE-3-taken": "A hex holds one unit.",
}
HEATH: Final = GameSystem(
    "heath",
    "The Heath",
    (Sequence("turn", (Phase("move", (Step("move"),), each="side"),)),),
    (Moves, Leaps, Looks),
    rule_texts(RULES),
    (Unit, Post, Route),
    (PresentHooks,),
    (Scenario("heath", "The heath", start, "Two sides on hexes.", map=heath),),
)
