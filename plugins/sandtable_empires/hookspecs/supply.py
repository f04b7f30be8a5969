"""Where modules change how land forces are supplied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from sandtable.engine import Game, HookSet, Part, SideId, collects, happens, settles, this_rule
from sandtable_empires.model import Area, AreaId, CorpsId, DepotId, LinkId, allies


class Block(Struct, frozen=True, gc=False):
    """An area through which a side can trace no supply; ``says`` who or what is in the way in it."""

    area: AreaId
    rule: str = field(default_factory=this_rule)
    says: str = ""

    def text_in(self, game: Game) -> str:
        """Tell why: who is in the way, in which area."""
        return f"{self.says} in {game.name(self.area, Area)}"


class Bar(Struct, frozen=True, gc=False):
    """A link over which no supply of a side comes; ``says`` who or what bars it."""

    link: LinkId
    rule: str = field(default_factory=this_rule)
    says: str = ""


class Source(Struct, frozen=True, gc=False):
    """An area whose depot needs no other: supply begins there; and why."""

    area: AreaId
    rule: str = field(default_factory=this_rule)
    says: str = ""


class SupplyHooks(HookSet):
    """How land forces are supplied. Queries are asked once for all supply of a side, never once per area.

    .. versionadded:: 0.1
    """

    @collects
    def supply_sources(self, game: Game, side: SideId) -> Iterable[Source]:
        """Name the areas where the supply of a side begins.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def depot_sharers(self, game: Game, side: SideId) -> Iterable[SideId]:
        """Name the other sides whose depots serve a side, and are links of its chains, too.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def harbours(self, game: Game, side: SideId) -> Iterable[AreaId]:
        """Name the ports into which ships can bring food for a side.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def closed_ports(self, game: Game, side: SideId) -> Iterable[AreaId]:
        """Name the ports into which no ship can bring anything for a side.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def kept_open(self, game: Game, side: SideId) -> Iterable[AreaId]:
        """Name the areas in which nobody cuts the supply of a side.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def range_parts(self, game: Game, side: SideId, of: str) -> Iterable[Part]:
        """Say how many areas supply goes: ``of`` is ``corps`` (from a depot to it) or ``depot`` (to the next one).

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def supply_cost_parts(self, game: Game, corps: CorpsId) -> Iterable[Part]:
        """Give the parts of what supplying a corps costs in money.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def depot_cost_parts(self, game: Game, side: SideId) -> Iterable[Part]:
        """Give the parts of what laying a depot costs a side in money.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def exempt(self, game: Game, side: SideId) -> Iterable[CorpsId]:
        """Name the corps of a side that need no supply.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def supply_blocks(self, game: Game, side: SideId) -> Iterable[Block]:
        """Say which areas cut the supply lines of a side.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def barred_ways(self, game: Game, side: SideId) -> Iterable[Bar]:
        """Name the links over which no supply of a side comes.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def depot_capacity_parts(self, game: Game, depot: DepotId) -> Iterable[Part]:
        """Limit how many corps and besieged garrisons one depot serves; no part: any number.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def forage_parts(self, game: Game, corps: CorpsId) -> Iterable[Part]:
        """Add to the forage value that a corps's die is compared with.

        .. versionadded:: 0.1
        """
        return ()

    @happens
    async def forages(self, game: Game, corps: CorpsId) -> None:
        """Act when a corps forages: this is what works it out.

        .. versionadded:: 0.1
        """

    @happens
    async def forage_losses(self, game: Game, corps: CorpsId, factors: int) -> None:
        """Act when the land gives a corps too little: have it lose so many factors.

        .. versionadded:: 0.1
        """

    @settles
    async def feeds_besieged(self, game: Game, area: AreaId, side: SideId) -> bool | None:
        """Settle whether the factors of a side in a besieged city are fed; nobody: they are not.

        .. versionadded:: 0.1
        """
        return None

    @happens
    async def besieged_hunger(self, game: Game, area: AreaId, side: SideId) -> None:
        """Act when nothing feeds the factors of a side in a besieged city: this is what they lose.

        .. versionadded:: 0.1
        """

    @happens
    async def after_hunger(self, game: Game, area: AreaId) -> None:
        """Act when corps in an area, or the besieged in its city, have lived on what there is: some may have starved.

        .. versionadded:: 0.1
        """


def open_ports(game: Game, side: SideId) -> Iterator[Area]:
    """Go through the ports of a side and of its allies that nothing closes to it."""
    closed = set(game.hooks(SupplyHooks).closed_ports(game, side))
    for friend in sorted({side, *allies(game, side)}):
        yield from (area for area in game[Area].where("holder", friend) if area.port and area.id not in closed)
