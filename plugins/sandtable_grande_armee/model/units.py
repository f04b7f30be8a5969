"""Units and what becomes of them: where they stand, the points they have left, disruption, who rides with whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Annotated, Literal, NamedTuple, NewType

from msgspec import Meta

from sandtable.engine import Chart, Game, Row, SideId, SpaceId, cached_while_unchanged, unknown
from sandtable_grande_armee.charts.keys import UNIT_TYPES

UnitId = NewType("UnitId", str)
_by_id = attrgetter("id")
Arm = Literal["infantry", "cavalry", "leader", "supply", "depot"]
ARMS: tuple[Arm, ...] = ("infantry", "cavalry", "leader", "supply", "depot")
FIGHTING: tuple[Arm, ...] = ("infantry", "cavalry")
"""The arms that fight, stack by their points, and have a zone of control."""
ForceMarch = Literal["none", "single", "double"]


class Unit(Row, frozen=True):
    """A unit by its counter; its kind is a row of the chart of unit types: ``5-4``, ``1-6``, ``leader``, ``depot``.

    One that has not arrived yet stands nowhere.
    """

    indexes = ("hex", "side", "kind")
    id: UnitId
    side: SideId
    kind: Annotated[str, Meta(title="Type", description="strength-movement, or leader, supply, depot")]
    hex: SpaceId | None = None

    def arm(self, game: Game) -> Arm:
        """Return its arm, by the chart of unit types."""
        return unit_types(game)[self.kind].arm

    def strength(self, game: Game) -> int:
        """Return its strength points as printed."""
        return unit_types(game)[self.kind].strength

    def allowance(self, game: Game) -> int:
        """Return its movement allowance as printed."""
        return unit_types(game)[self.kind].movement

    def fights(self, game: Game) -> bool:
        """Tell whether it fights: infantry and cavalry do."""
        return unit_types(game)[self.kind].arm in FIGHTING


class UnitType(NamedTuple):
    """A row of the chart of unit types."""

    arm: Arm
    strength: int
    movement: int


def type_of(game: Game, kind: str) -> UnitType:
    """Return what the chart of unit types says of a kind of units; raises ``Invalid`` for one that it does not have."""
    return unit_types(game)[kind]


class TypesByKind(dict[str, UnitType]):
    """What the chart of unit types says of each kind; asked for another it raises ``Invalid``, which names it."""

    def __missing__(self, kind: str) -> UnitType:
        raise unknown("unit type", kind, self)


@cached_while_unchanged
def unit_types(game: Game) -> Mapping[str, UnitType]:
    """Return what the chart says of all kinds of units: for who looks at many units at once."""
    chart = game.chart(UNIT_TYPES)
    return TypesByKind((kind, _type(chart, kind)) for kind in chart.axes[0].keys)


def unit_of(game: Game, id: UnitId) -> Unit:
    """Return a unit; an answer that is kept rests on it alone. Raises ``Invalid`` naming the nearest if it is gone."""
    unit = game.row(Unit, id)
    return game[Unit][id] if unit is None else unit


def those_who_fight(game: Game, units: Iterable[Unit]) -> list[Unit]:
    """Return those of some units that fight."""
    types = unit_types(game)
    return [unit for unit in units if types[unit.kind].arm in FIGHTING]


def of_arm(game: Game, units: Iterable[Unit], arm: Arm) -> list[Unit]:
    """Return those of some units that are of an arm."""
    types = unit_types(game)
    return [unit for unit in units if types[unit.kind].arm == arm]


def of_an_arm(game: Game, arm: Arm) -> list[Unit]:
    """Return all units of an arm, on the map or not: an answer that is kept rests on these alone."""
    kinds = (kind for kind, what in unit_types(game).items() if what.arm == arm)
    return sorted((unit for kind in kinds for unit in game.where(Unit, "kind", kind)), key=_by_id)


def _type(chart: Chart, kind: str) -> UnitType:
    word = chart.text(kind, "arm")
    if word not in ARMS:
        raise unknown(f"arm of {kind} in chart {chart.title}", word, ARMS)
    arm: Arm = next(arm for arm in ARMS if arm == word)
    return UnitType(arm, chart.number(kind, "strength"), chart.number(kind, "movement"))


class Rating(Row, frozen=True):
    """The two ratings of a leader: what he adds when his side attacks, and when it is attacked."""

    id: UnitId
    attack: Annotated[int, Meta(ge=0, le=20)]
    defence: Annotated[int, Meta(ge=0, le=20)]


class Purse(Row, frozen=True):
    """The movement points of a unit in its side's movement: those left, and those spent on the way to here.

    ``in_zone``: it has entered an enemy zone of control. ``broke_down_in``: the hex of the breakdown that made it.
    ``beyond``: points that are left over but more than a combined unit may use; they count when it combines again.
    """

    id: UnitId
    left: Annotated[int, Meta(ge=0, title="Points left")]
    spent: Annotated[int, Meta(ge=0, title="Points spent")] = 0
    force: ForceMarch = "none"
    moved: bool = False
    in_zone: bool = False
    broke_down_in: SpaceId | None = None
    beyond: Annotated[int, Meta(ge=0, title="Points beyond what it may use")] = 0


class Ride(Row, frozen=True):
    """A leader goes along with a unit, in this movement; with which of several is open until they part (``others``)."""

    indexes = ("unit",)
    id: UnitId
    unit: UnitId
    others: tuple[UnitId, ...] = ()

    @property
    def units(self) -> tuple[UnitId, ...]:
        """All units with which he has gone so far."""
        return (self.unit, *self.others)


class Formation(Row, frozen=True):
    """What a unit is made of, by name: whoever breaks it down gets these back, whoever combines these gets it back."""

    id: UnitId
    parts: tuple[str, ...]


class Disruption(Row, frozen=True):
    """A unit is disrupted; ``idle`` counts its side's whole movement phases since then in which it has not moved.

    ``fresh``: it was disrupted by its own move in the phase that still runs, which does not count (Q9).
    """

    id: UnitId
    idle: Annotated[int, Meta(ge=0)] = 0
    fresh: bool = False


class Arrival(Row, frozen=True):
    """When and where a unit arrives."""

    indexes = ("turn",)
    id: UnitId
    turn: Annotated[int, Meta(ge=1)]
    hex: SpaceId


class Served(Row, frozen=True):
    """What a supply unit serves in this player turn: it serves one purpose, whoever asks (13)."""

    indexes = ("purpose",)
    id: UnitId
    purpose: Literal["force march", "combat"]
