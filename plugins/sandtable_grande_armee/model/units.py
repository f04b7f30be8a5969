"""Units and what becomes of them: where they stand, the points they have left, disruption, who rides with whom."""

from __future__ import annotations

from typing import Annotated, Literal, NewType

from msgspec import Meta

from sandtable.engine import Game, Row, SideId, SpaceId
from sandtable_grande_armee.charts.keys import UNIT_TYPES

UnitId = NewType("UnitId", str)
Arm = Literal["infantry", "cavalry", "leader", "supply", "depot"]
ARMS: tuple[Arm, ...] = ("infantry", "cavalry", "leader", "supply", "depot")
FIGHTING: tuple[Arm, ...] = ("infantry", "cavalry")
"""The arms that fight, stack by their points, and have a zone of control."""
ForceMarch = Literal["none", "single", "double"]


class Unit(Row, frozen=True):
    """A unit by its counter; its kind is a row of the chart of unit types: ``5-4``, ``1-6``, ``leader``, ``depot``.

    One that has not arrived yet stands nowhere.
    """

    indexes = ("hex", "side")
    id: UnitId
    side: SideId
    kind: Annotated[str, Meta(title="Type", description="strength-movement, or leader, supply, depot")]
    hex: SpaceId | None = None

    def arm(self, game: Game) -> Arm:
        """Return its arm, by the chart of unit types."""
        return arm_of(game, self.kind)

    def strength(self, game: Game) -> int:
        """Return its strength points as printed."""
        return game.chart(UNIT_TYPES).number(self.kind, "strength")

    def allowance(self, game: Game) -> int:
        """Return its movement allowance as printed."""
        return game.chart(UNIT_TYPES).number(self.kind, "movement")

    def fights(self, game: Game) -> bool:
        """Tell whether it fights: infantry and cavalry do."""
        return self.arm(game) in FIGHTING


def arm_of(game: Game, kind: str) -> Arm:
    """Return the arm of a kind of units."""
    word = game.chart(UNIT_TYPES).text(kind, "arm")
    return next(arm for arm in ARMS if arm == word)


class Rating(Row, frozen=True):
    """The two ratings of a leader: what he adds when his side attacks, and when it is attacked."""

    id: UnitId
    attack: Annotated[int, Meta(ge=0, le=20)]
    defence: Annotated[int, Meta(ge=0, le=20)]


class Purse(Row, frozen=True):
    """The movement points of a unit in its side's movement: those left, and those spent on the way to here.

    ``in_zone``: it has entered an enemy zone of control. ``broke_down_in``: the hex of the breakdown that made it.
    """

    id: UnitId
    left: Annotated[int, Meta(ge=0, title="Points left")]
    spent: Annotated[int, Meta(ge=0, title="Points spent")] = 0
    force: ForceMarch = "none"
    moved: bool = False
    in_zone: bool = False
    broke_down_in: SpaceId | None = None


class Ride(Row, frozen=True):
    """A leader goes along with a unit, in this movement."""

    indexes = ("unit",)
    id: UnitId
    unit: UnitId


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

    id: UnitId
    purpose: Literal["force march", "combat"]
