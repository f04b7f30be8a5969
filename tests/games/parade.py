"""The parade: the heath's units march over its hexes, face six ways, and stand in line or in column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final, NamedTuple

from sandtable.board.directions import Facing
from sandtable.engine import (
    Action,
    Allowance,
    Ask,
    Game,
    GameSystem,
    Part,
    Phase,
    Row,
    RuleModule,
    Scenario,
    Sequence,
    Side,
    SpaceId,
    Step,
    Stride,
    Tally,
    Ways,
    fills,
    hookimpl,
    own_pieces,
)
from sandtable.present import Counter, Ghost, PresentHooks
from tests.games.heath import UnitId, heath
from tests.games.sides import BLUE, RED, infantry, rule_texts

POINTS: Final = 3
FORMATIONS: Final = ("line", "column")


class Troop(Row, frozen=True):
    """A troop on a hex: where it faces, and how it is formed."""

    indexes = ("hex", "side")
    id: UnitId
    side: str
    hex: SpaceId
    facing: int = 0
    formation: str = "line"


class Pose(NamedTuple):
    """How a troop stands."""

    hex: SpaceId
    facing: int
    formation: str


def strides(game: Game, here: Pose) -> Iterator[Stride[Pose]]:
    """Go on by a hex ahead, turn by a hexside, or change the formation: a point each."""
    beside = list(game.board.neighbours(here.hex))
    numbers = heath().by_number
    for there in beside:
        if numbers.at(here.hex).direction_to(numbers.at(there)) == here.facing // 2:
            yield Stride(here._replace(hex=there), "step")
    for turn in (2, -2):
        yield Stride(here._replace(facing=(here.facing + turn) % 12), "turn")
    yield Stride(here._replace(formation=FORMATIONS[here.formation == "line"]), "form")


def ways_of(game: Game, troop: Troop) -> Ways[Pose]:
    def price(key: Any) -> Tally:
        return Tally("points", [Part("base", 1, "PA-1-points")])

    start = Pose(troop.hex, troop.facing, troop.formation)
    return Ways(
        game, Parade, start, lambda here: strides(game, here), price, Allowance(POINTS), spaces=lambda pose: (pose.hex,)
    )


class Parade(Action, frozen=True):
    """March a troop, pose by pose."""

    troop: UnitId
    way: tuple[Pose, ...]

    own = fills("troop")(own_pieces(Troop))

    @fills("way")
    @staticmethod
    def poses(game: Game, ask: Ask, troop: UnitId) -> Ways[Pose]:
        return ways_of(game, game[Troop][troop])

    def perform(self, game: Game, ask: Ask) -> None:
        end = self.way[-1]
        game.change(game[Troop][self.troop], hex=end.hex, facing=end.facing, formation=end.formation)


class Marches(RuleModule):
    """How troops march."""

    key = "marches"
    actions: ClassVar = {"move": (Parade,)}


class Looks(RuleModule):
    """What is shown."""

    key = "looks"

    @hookimpl
    def counters(self, game: Game) -> Iterable[Counter]:
        for troop in game[Troop]:
            yield infantry(troop.id, "Troop", troop.side, troop.id, space=troop.hex)

    @hookimpl
    def ghosts(self, game: Game, piece: str, value: object) -> Iterable[Ghost]:
        if isinstance(value, Pose):
            shape: Any = value.formation
            yield Ghost(piece=piece, spaces=(value.hex,), facing=Facing(value.facing), formation=shape)


def start() -> list[Row]:
    return [
        Side(BLUE, "Blue"),
        Side(RED, "Red"),
        Troop(UnitId("b1"), BLUE, SpaceId("0304")),
        Troop(UnitId("r1"), RED, SpaceId("0603")),
    ]


def stacked() -> list[Row]:
    return [*start(), Troop(UnitId("b2"), BLUE, SpaceId("0304"))]


PARADE: Final = GameSystem(
    "parade",
    "The Parade",
    (Sequence("turn", (Phase("move", (Step("move"),), each="side"),)),),
    (Marches, Looks),
    rule_texts({"PA-1-points": "Everything costs a point."}),
    (Troop,),
    (PresentHooks,),
    (
        Scenario("parade", "The parade", start, "Troops with a facing.", map=heath),
        Scenario("stack", "The stack", stacked, "Two of them in one hex.", map=heath),
    ),
)
