"""Where modules change how land forces move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from sandtable.engine import (
    Game,
    HookSet,
    Moment,
    Part,
    SideId,
    Stop,
    cached_while_unchanged,
    collects,
    decides,
    gone,
    happens,
)  # fmt: skip
from sandtable_empires.model import AreaId, Arm, Corps, CorpsId, ProvinceId, the_corps
from sandtable_empires.model.marks import HALTED

How = Literal["march", "retreat", "withdrawal", "reinforcement", "placing", "landing"]
"""How a corps comes into an area: on a march, beaten or withdrawn out of a combat, into one, onto the map, by sea."""


class AreaEntered(Moment, frozen=True):
    """A corps has just entered an area, from an ``origin``, unless it has come onto the map there.

    It has ``left`` movement points left.
    """

    corps: CorpsId
    side: SideId
    area: AreaId
    origin: AreaId | None
    province: ProvinceId
    left: int = 0
    how: How = "march"

    def topics(self) -> tuple[str, ...]:
        return (self.area, self.province)


class MovementHooks(HookSet):
    """How land forces move. Queries are asked once for a corps that may move, never once per area.

    .. versionadded:: 0.1
    """

    @collects
    def allowance_parts(self, game: Game, corps: CorpsId) -> Iterable[Part]:
        """Give the parts of a corps's movement points.

        .. versionadded:: 0.1
        """
        return ()

    bars = gone(
        'mark a function (game, stride: MarchStep) -> Refusal | None with @refuses_step(March, "corps", "there"), or '
        'with "link" for a link'
    )
    stops = gone('mark a function (game, stride: MarchStep) -> Stop | None with @ends_way(March, "corps", "there")')

    @collects
    def exchange_limits(self, game: Game, giver: CorpsId, taker: CorpsId, arm: Arm) -> Iterable[Part]:
        """Limit how many factors of an arm a corps passes to another.

        .. versionadded:: 0.1
        """
        return ()

    @happens
    async def after_area_entered(self, game: Game, entry: AreaEntered) -> None:
        """Act when a corps has entered an area, however it came, before others may react; ``halt`` keeps it there.

        .. versionadded:: 0.1
        """

    @happens
    async def after_march(self, game: Game, corps: CorpsId, forced: bool) -> None:
        """Act when a corps has marched, as far as it came; ``forced``: by a forced march.

        .. versionadded:: 0.1
        """

    @collects
    def combined(self, game: Game, side: SideId) -> Iterable[SideId]:
        """Name the sides that move and act together with a side.

        .. versionadded:: 0.1
        """
        return ()

    @decides
    def keep_together(self, game: Game, order: tuple[SideId, ...]) -> tuple[SideId, ...] | None:
        """Say in which order sides move that would move in this one; ``None``: in just this.

        .. versionadded:: 0.1
        """
        return None


def halt(game: Game, corps: CorpsId, stop: Stop) -> None:
    """End the move of a corps in the area that it has just entered: it goes no further, and nobody reacts to it."""
    stop.name_facts(game)
    game.note(f"{the_corps(game, corps)} stops in {game.name(game[Corps][corps].area or '')}: {stop.text}", stop.rule)
    game.mark(corps, HALTED)


@cached_while_unchanged
def together(game: Game, side: SideId) -> tuple[SideId, ...]:
    """Return a side and those that move and act together with it, itself first."""
    return tuple(dict.fromkeys((side, *game.hooks(MovementHooks).combined(game, side))))
