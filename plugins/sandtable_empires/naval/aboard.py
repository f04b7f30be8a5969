"""What fleets carry: corps that go aboard and ashore, and a depot for those who land."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Action, Ask, Choice, Game, MarkKind, Quantity, SideId, SpaceId, Tally, fills
from sandtable_empires.entering import arrive
from sandtable_empires.hookspecs.movement import together
from sandtable_empires.hookspecs.naval import NavalHooks
from sandtable_empires.model import (
    Aboard,
    Area,
    AreaId,
    Corps,
    CorpsId,
    Fleet,
    FleetId,
    Siege,
    allies,
    declare,
    in_port,
    siege_of,
    the_corps,
)
from sandtable_empires.sail import coasts, kind_of, port_areas
from sandtable_empires.steps import LAND_MOVEMENT_STEP

CARRIED: Final = Quantity("corps carried")
LOST_AT_SEA: Final = declare("lost at sea", "Drowned with their fleet")
LANDED: Final = MarkKind("landed", until=LAND_MOVEMENT_STEP)
"""A corps has come ashore in this step, in a port of a friend or not."""
AT_A_QUAY, AT_A_COAST = 1, 2


class Embark(Action, frozen=True):
    """Have a corps go aboard a fleet in the same port."""

    if_none = {"corps": ("no corps of yours stands at a port where a fleet of yours lies", "BASE-6.2.5-same-port")}

    corps: CorpsId
    fleet: FleetId

    @fills("corps")
    @staticmethod
    def corps_at_a_port(game: Game, ask: Ask) -> Choice[CorpsId]:
        ports = {one.port for one in in_port(game, ask.side)}
        return Choice(
            one.id for one in game[Corps].where("side", ask.side) if one.area is not None and one.area in ports
        )

    @fills("fleet")
    @staticmethod
    def fleets_there(game: Game, ask: Ask, corps: CorpsId) -> Choice[FleetId]:
        there = game[Fleet].where("port", game[Corps][corps].area)
        return Choice(one.id for one in there if one.side == ask.side and one.lies == "port")

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Corps][self.corps], area=None, inside=False)
        game.put(Aboard(self.corps, self.fleet))

    def says(self, game: Game, ask: Ask) -> str:
        return f"{the_corps(game, self.corps)} goes aboard {game.name(self.fleet, Fleet)}"


class Disembark(Action, frozen=True):
    """Have a corps that a fleet carries go ashore."""

    if_none = {"corps": ("no fleet carries a corps of yours", "BASE-6.2.5-landing")}

    corps: CorpsId
    area: AreaId

    @fills("corps")
    @staticmethod
    def those_aboard(game: Game, ask: Ask) -> Choice[CorpsId]:
        return Choice(one.id for one in game[Aboard] if game[Corps][one.id].side == ask.side)

    @fills("area")
    @staticmethod
    def shores(game: Game, ask: Ask, corps: CorpsId) -> Choice[AreaId]:
        carrier = game[Fleet][game[Aboard][corps].fleet]
        return Choice(shores_of(game, carrier.space) if carrier.space is not None else ())

    async def perform(self, game: Game, ask: Ask) -> None:
        friendly = in_friendly_port(game, game[Fleet][game[Aboard][self.corps].fleet], SideId(ask.side))
        game.remove(game[Aboard][self.corps])
        game.mark(self.corps, LANDED, count=AT_A_QUAY if friendly else AT_A_COAST)
        await arrive(game, self.corps, self.area, "landing")

    def says(self, game: Game, ask: Ask) -> str:
        return f"{the_corps(game, self.corps)} lands in {game.name(self.area, Area)}"


def shores_of(game: Game, space: SpaceId) -> tuple[AreaId, ...]:
    """Return where one can land from a space: at the port, or on the coasts of the sea; from a box at its port."""
    if kind_of(game, space) == "sea":
        return tuple(one for one in coasts(game).get(space, ()) if one in game[Area])
    area = port_areas(game).get(space)
    return (area,) if area is not None and area in game[Area] else ()


def in_friendly_port(game: Game, fleet: Fleet, side: SideId) -> bool:
    """Tell whether a fleet lies in a port that a side or an ally of it holds."""
    area = game[Area].get(fleet.port) if fleet.lies == "port" else None
    return area is not None and area.holder in {side, *allies(game, side)}


def room_on(game: Game, fleet: FleetId) -> Tally:
    """Return how many corps a fleet carries at most."""
    return Tally(CARRIED, game.hooks(NavalHooks).transport_parts(game, fleet))


def besieging(game: Game, corps: Corps) -> Siege | None:
    """Return the siege that a corps keeps up, if it does."""
    siege = siege_of(game, corps.area) if corps.area is not None and not corps.inside else None
    return siege if siege is not None and corps.side in together(game, siege.side) else None
