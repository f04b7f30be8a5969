"""What stands on the drill ground, what is read of its map, and where modules can change the drill."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, NewType

from msgspec import Meta, Struct

from sandtable.engine import (  # isort: skip
    Game, Ground, HookSet, MapKind, MarkKind, Moment, NameGiver, Part, Row, SideId, SpaceId, collects, happens,
)  # fmt: skip
from sandtable.board import Facing, Map, Pose, of

UnitId = NewType("UnitId", str)
Arm = Literal["infantry", "cavalry", "guns"]
Formation = Literal["line", "column"]
RALLY_STEP, FIRE_STEP, MARCH_STEP, RECKONING_STEP = "rally", "fire", "march", "reckoning"
ALLOWANCE_CHART, DRILL_CHART, FIRE_CHART = "allowance", "drill", "fire"
MARCHED = MarkKind("marched", until="step")
FIRED = MarkKind("fired", until="step")


class Unit(Row, frozen=True):
    """A battalion, a regiment of horse or a battery; of one that lies ``hidden`` the enemy knows nothing.

    A column stands in one hex and faces a hexside; a line in two, the left one first, and faces a hexpoint.
    """

    indexes = ("hexes", "side")
    id: UnitId
    side: SideId
    arm: Arm
    hexes: tuple[SpaceId, ...]
    facing: Annotated[Facing, Meta(description="the hour on a clock: 0 is up the map")]
    formation: Formation = "column"
    strength: Annotated[int, Meta(ge=1, le=6)] = 4
    morale: Annotated[int, Meta(ge=2, le=12)] = 8
    routed: bool = False
    hidden: bool = False

    @property
    def pose(self) -> Pose:
        return Pose(self.hexes, self.facing, self.formation)

    @property
    def mover(self) -> str:
        """As what it stands in the charts: infantry by its formation, others by their arm."""
        return self.formation if self.arm == "infantry" else self.arm

    def front(self, game: Game, reach: int = 1) -> Mapping[SpaceId, int]:
        """Return the hexes before its front, with how far they are."""
        return of(game).by_number.arc(self.hexes, self.facing, reach)

    def sentence_name(self, game: NameGiver) -> str:
        return f"the {self.id}"


class Army(Row, frozen=True):
    """A side's army: the hexside towards home, how many units it bears to lose, and how many are lost."""

    id: SideId
    home: int
    bears: int
    lost: int = 0


def enemy_of(game: Game, side: str) -> SideId:
    """Return the other side."""
    return next(army.id for army in game[Army] if army.id != side)


class Setting(Struct, frozen=True):
    """What a scenario says of its map: towards which hexside each side's home lies, and what an army bears."""

    home: Annotated[dict[SideId, Annotated[int, Meta(ge=0, le=5)]], Meta(description="the hexside towards each home")]
    bears: Annotated[int, Meta(ge=1, description="how many units lost beat an army")] = 3


READS = (
    MapKind.named("terrain", "clear", "Open ground.", fewest=1),
    MapKind.named("terrain", "wood", "Trees: slow to cross, closed to guns; they stop the eye."),
    MapKind.named("along", "stream", "A stream: slow to cross."),
    MapKind.named("along", "slope", "Rising ground: slow to climb.", favours="which of its hexes is up"),
)


def lay_out(sheet: Map, setting: Setting) -> Iterator[Row]:
    """Yield what play changes. The ground itself is asked of the map."""
    for side, home in setting.home.items():
        yield Army(side, home, setting.bears)


GROUND = Ground(READS, Setting, lay_out)


class Pace(Struct, frozen=True):
    """What the price of a step hangs on: who goes, by which evolution, through what ground."""

    mover: str
    evolution: str
    ground: tuple[str, ...] = ()


class Entered(Moment, frozen=True):
    """A unit has entered hexes."""

    unit: UnitId
    side: SideId
    hexes: tuple[SpaceId, ...]


class DrillHooks(HookSet):
    """Where modules can change the drill."""

    @collects
    def step_parts(self, game: Game, pace: Pace) -> Iterable[Part] | None:
        """Add to the price of a step, in movement points."""

    @collects
    def fire_parts(self, game: Game, firer: UnitId, target: UnitId) -> Iterable[Part] | None:
        """Add to the die of a fire."""

    @collects
    def morale_parts(self, game: Game, target: UnitId, origin: SpaceId) -> Iterable[Part] | None:
        """Add to the number that a unit must not throw above; ``origin`` is the hex of what tries it."""

    @happens
    async def entered(self, game: Game, entry: Entered) -> None:
        """A unit has entered hexes; what must be settled before anybody answers."""

    @happens
    async def fired(self, game: Game, firer: UnitId, target: UnitId) -> None:
        """A unit fires at another."""

    @happens
    async def hit(self, game: Game, target: UnitId, origin: SpaceId) -> None:
        """A unit is hit, from a hex."""
