"""Where modules change how units move, combine, ride along and are lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, field

from sandtable.engine import Game, HookSet, Part, SideId, SpaceId, collects, happens, this_rule
from sandtable_grande_armee.model import Cause, Entered, ForceMarch, UnitId

Doing = Literal["march", "force march", "combine", "break down"]
MoveKind = Literal["march", "retreat"]


class Pace(Struct, frozen=True, cache_hash=True):
    """What the price of a step hangs on: what is entered, what is crossed, and who stands where.

    ``joins``: troops enter a hex in which troops of their own side stand. ``leaves_breakdown``: the step leads out of
    the hex in which the unit has come of a breakdown. ``overruns``: the step drives the enemy out of the hex.
    """

    terrain: str
    along: tuple[str, ...] = ()
    pass_to_pass: bool = False
    joins: bool = False
    leaves_breakdown: bool = False
    overruns: bool = False


class Held(Struct, frozen=True):
    """A unit that may not do something now, and why: what is said after its name."""

    unit: UnitId
    says: str
    rule: str = field(default_factory=this_rule)


class Recipe(Struct, frozen=True):
    """So many units of a kind may combine into one of another."""

    kind: str
    number: int
    becomes: str


class MovementHooks(HookSet):
    """How units move, combine, ride along, recover and are lost.

    .. versionadded:: 0.3
    """

    # --- points

    @collects
    def allowance_parts(self, game: Game, kind: str, force: ForceMarch) -> Iterable[Part]:
        """Give the parts of the movement points of a kind of units, on a force march or not.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def step_parts(self, game: Game, pace: Pace) -> Iterable[Part]:
        """Give the parts of the price of a step, on marches and on retreats.

        .. versionadded:: 0.3
        """
        return ()

    # --- who may

    @collects
    def held(self, game: Game, side: SideId, doing: Doing) -> Iterable[Held]:
        """Name the units of a side that may not do something now, each with the reason.

        .. versionadded:: 0.3
        """
        return ()

    # --- zones of control

    @collects
    def without_zone(self, game: Game, side: SideId) -> Iterable[UnitId]:
        """Name the units of a side that have no zone of control.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def screened_from_zones(self, game: Game, side: SideId, move: MoveKind) -> Iterable[SpaceId]:
        """Name hexes into which the zones of control of a side's enemies do not extend, for marches or for retreats.

        .. versionadded:: 0.3
        """
        return ()

    # --- combining and breaking down

    @collects
    def recipes(self, game: Game) -> Iterable[Recipe]:
        """Say what combines into what.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def combined_parts(self, game: Game, units: tuple[UnitId, ...], recipe: Recipe) -> Iterable[Part]:
        """Give the parts of the points that are left to what units combine into.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def combined_cap(self, game: Game, becomes: str) -> Iterable[Part]:
        """Cap the points that a combined unit may use of those that are left to it.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def combined_marches(self, game: Game, units: tuple[UnitId, ...]) -> Iterable[ForceMarch]:
        """Say what force march a combined unit is on; the least of all answers counts.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def broken_down_parts(self, game: Game, unit: UnitId, into: str) -> Iterable[Part]:
        """Give the parts of the points that are left to each part of a unit that breaks down.

        .. versionadded:: 0.3
        """
        return ()

    # --- leaders, force marches

    @collects
    def riders(self, game: Game, units: tuple[UnitId, ...]) -> Iterable[UnitId]:
        """Name those of some units that go together who ride along and make no move of their own.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def without_roll(self, game: Game, units: tuple[UnitId, ...]) -> Iterable[UnitId]:
        """Name those of some units that force march together for whom no die is thrown.

        .. versionadded:: 0.3
        """
        return ()

    @happens
    async def force_marches(self, game: Game, unit: UnitId, rate: ForceMarch) -> None:
        """A unit makes a force march: what it comes to.

        .. versionadded:: 0.3
        """

    # --- disruption and losses

    @collects
    def idle_phases(self, game: Game, unit: UnitId) -> Iterable[Part]:
        """Give the parts of how many whole movement phases a disrupted unit must be idle to recover.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def stirred(self, game: Game, side: SideId) -> Iterable[UnitId]:
        """Name the units of a side that have not been idle in this movement phase.

        .. versionadded:: 0.3
        """
        return ()

    @happens
    async def disrupted(self, game: Game, unit: UnitId, fresh: bool) -> None:
        """A unit has just been disrupted; ``fresh``: by its own force march.

        .. versionadded:: 0.3
        """

    @happens
    async def eliminated(self, game: Game, unit: UnitId, cause: Cause) -> None:
        """A unit is about to be eliminated; its row is still there.

        .. versionadded:: 0.3
        """

    # --- what happens on the way

    @happens
    async def entered(self, game: Game, entry: Entered) -> None:
        """Units have entered a hex; what must be settled before anybody answers.

        .. versionadded:: 0.3
        """

    # --- reinforcements

    @collects
    def lost_arrivals(self, game: Game, side: SideId, hexes: tuple[SpaceId, ...]) -> Iterable[SpaceId]:
        """Name those of the hexes where reinforcements of a side arrive now in which they are lost.

        .. versionadded:: 0.3
        """
        return ()
