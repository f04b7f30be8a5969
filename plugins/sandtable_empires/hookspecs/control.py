"""Where modules change who holds what, how forces come, and how the campaign is won."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field

from sandtable.engine import Game, HookSet, Part, Quantity, SideId, Tally, collects, happens, this_rule
from sandtable_empires.model import AreaId, CauseKey, ControlStatus, DistrictId, NationId, ProvinceId

SCORE: Final = Quantity("provinces held")


class Prize(Struct, frozen=True):
    """What falls to whoever holds a capital for the time it takes: a district of a minor country, or a province."""

    capital: AreaId
    district: DistrictId | None = None
    province: ProvinceId | None = None
    rule: str = field(default_factory=this_rule)


class Hindrance(Struct, frozen=True):
    """A reason why something does not come about, and its rule."""

    says: str
    rule: str = field(default_factory=this_rule)


class ControlChange(Struct, frozen=True):
    """A minor country, or a district of it, comes under another power or under nobody.

    ``districts`` are those that change hands, ``was`` and ``before`` who controlled them and as what; ``whole``: its
    major district is among them, and its forces go with it. ``cause`` says how it came.
    """

    nation: NationId
    districts: tuple[DistrictId, ...]
    whole: bool
    was: SideId | None
    before: ControlStatus
    holder: SideId | None
    status: ControlStatus
    cause: CauseKey


class ControlHooks(HookSet):
    """Holding areas, reinforcements, victory.

    .. versionadded:: 0.1
    """

    @happens
    async def after_area_taken(self, game: Game, area: AreaId, taker: SideId) -> None:
        """Act when an area has changed hands.

        .. versionadded:: 0.1
        """

    # --- minor countries and ceded provinces

    @collects
    def prizes(self, game: Game) -> Iterable[Prize]:
        """Name what may be conquered by holding its capital.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def not_conquered(self, game: Game, prize: Prize, side: SideId) -> Iterable[Hindrance]:
        """Say why a side that has held a capital long enough does not conquer what it stands for.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def conquered(self, game: Game, prize: Prize, side: SideId) -> None:
        """Act when a side conquers something: this is what gives it over.

        .. versionadded:: 0.4
        """

    @collects
    def no_cession(self, game: Game, province: ProvinceId, side: SideId, cause: CauseKey) -> Iterable[Hindrance]:
        """Say why a province cannot be ceded to a side; ``cause`` is how: by the terms of a ``PEACE``, or otherwise.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def split_off(self, game: Game, nation: NationId) -> Iterable[DistrictId]:
        """Name the secondary districts of a country that are minor countries of their own.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def province_given(self, game: Game, province: ProvinceId, side: SideId) -> None:
        """Act when a province has come into the hands of a side, by a cession or by conquest.

        .. versionadded:: 0.4
        """

    @collects
    def no_war(self, game: Game, side: SideId, district: DistrictId) -> Iterable[Hindrance]:
        """Say why a power cannot declare war on a district of a minor country.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def no_free_state(self, game: Game, district: DistrictId) -> Iterable[Hindrance]:
        """Say why a conquered minor country cannot be declared a free state.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def war_cost_parts(self, game: Game, side: SideId, nation: NationId) -> Iterable[Part]:
        """Say what it costs in political points to declare war on a neutral minor country.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def covered_by_war(self, game: Game, district: DistrictId) -> Iterable[DistrictId]:
        """Name the districts that are at war with whoever declares war on a minor country by its major district.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def minor_attacked(self, game: Game, attacker: SideId, districts: tuple[DistrictId, ...]) -> None:
        """Act when a power has declared war on a minor country, of which these districts are at war with it.

        .. versionadded:: 0.4
        """

    @happens
    async def points_move(self, game: Game, side: SideId, points: int, cause: CauseKey) -> None:
        """Act when a power gains (above 0) or loses (below 0) political points.

        .. versionadded:: 0.4
        """

    @collects
    def goes_along(self, game: Game, district: DistrictId, holder: SideId | None) -> Iterable[DistrictId]:
        """Name the districts that come together with one under the control of a power, or (``None``) of nobody.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def control_changes(self, game: Game, change: ControlChange) -> None:
        """Act when a minor country, or a district of one, is about to change hands; its rows are still as before.

        .. versionadded:: 0.4
        """

    @happens
    async def after_control_changed(self, game: Game, change: ControlChange) -> None:
        """Act when a minor country, or a district of one, has changed hands.

        .. versionadded:: 0.4
        """

    @collects
    def holds_out(self, game: Game, area: AreaId) -> Iterable[SideId]:
        """Name the sides that hold out in an area with something else than corps and garrisons.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def victory_parts(self, game: Game, side: SideId) -> Iterable[Part]:
        """Give the parts of a side's score.

        .. versionadded:: 0.1
        """
        return ()


WAR_COST: Final = Quantity("political points")


def war_cost(game: Game, side: SideId, nation: NationId) -> Tally:
    """Return what it costs a power to declare war on a neutral minor country, with its parts."""
    return Tally(WAR_COST, game.hooks(ControlHooks).war_cost_parts(game, side, nation))


def score(game: Game, side: SideId) -> Tally:
    """Return the score of a side, with its parts."""
    return Tally(SCORE, game.hooks(ControlHooks).victory_parts(game, side))
