"""Going home (4.4.6.2): forces of a power that may no longer stand where they are leave for its nearest areas."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from sandtable.engine import Action, Ask, Choice, Game, SideId, ask, fills
from sandtable_empires.entering import arrive
from sandtable_empires.land.investing import review
from sandtable_empires.model import (
    HONOURS,
    Area,
    AreaId,
    Arrival,
    Corps,
    Depot,
    Fleet,
    Garrison,
    exits,
    lose,
    the_corps,
)  # fmt: skip
from sandtable_empires.model.arrivals import ArrivalId
from sandtable_empires.sail import kind_of, port_areas


class GoHome(Action[tuple[AreaId, ...]], frozen=True):
    """Say where a force goes that is on its way home."""

    area: AreaId

    @fills("area")
    @staticmethod
    def equally_near(game: Game, ask: Ask[tuple[AreaId, ...]]) -> Choice[AreaId]:
        return Choice(ask.about)

    def says(self, game: Game, ask: Ask[tuple[AreaId, ...]]) -> str:
        return f"{ask.side} has it go to {game.name(self.area, Area)}"


async def go_home(game: Game, side: SideId, areas: Collection[AreaId]) -> None:
    """Have all forces of a power leave some areas: corps, garrisons, fleets; its depots there are given up."""
    for corps in [one for one in game[Corps].where("side", side) if one.area in areas]:
        await _march_home(game, corps, areas)
    for garrison in [one for one in game[Garrison].where("side", side) if one.area in areas]:
        _send_off(game, garrison)
    for depot in [one for one in game[Depot].where("side", side) if one.area in areas]:
        game.remove(depot)
    for fleet in [one for one in game[Fleet].where("side", side) if one.port in areas]:
        await _sail_home(game, fleet)
    review(game)


async def _march_home(game: Game, corps: Corps, areas: Collection[AreaId]) -> None:
    """The owner chooses among areas that are equally near; where none is left, the corps stays."""
    assert corps.area is not None  # it leaves an area
    near = nearest_areas(game, corps.area, corps.side, areas)
    if near:
        why = f"where {the_corps(game, corps.id)} goes home to"
        area = near[0] if len(near) == 1 else (await ask(corps.side, GoHome, why, about=near)).area
        game.note(f"{the_corps(game, corps.id)} goes home to {game[Area][area].title}")
        await arrive(game, corps.id, area, "placing")


def nearest_areas(game: Game, start: AreaId, side: SideId, but: Collection[AreaId]) -> tuple[AreaId, ...]:
    """Return the areas of a side that are nearest to one over land; without a way to any, all that it has."""
    own = {area.id for area in game[Area].where("holder", side)} - {*but}
    seen, front = {start}, [start]
    while front:
        if found := tuple(sorted(own & {*front})):
            return found
        ahead = {there for here in front for _, there in exits(game).get(here, ())}
        front = sorted(ahead - seen)
        seen |= ahead
    return tuple(sorted(own))


def _send_off(game: Game, garrison: Garrison) -> None:
    """A garrison marches off and comes back as a draft."""
    id = ArrivalId(f"{garrison.id} of {garrison.side}, sent home in turn {game.round}")
    says = f"the former garrison of {game.name(garrison.area)}"
    draft = Arrival(id=id, side=garrison.side, nation=garrison.nation, turn=game.round + 1, says=says)
    game.put(replace(draft, **garrison.by_arm()))
    game.note(f"{game.name(garrison)} goes home")
    lose(game, garrison, garrison.by_arm(), HONOURS)


async def _sail_home(game: Game, fleet: Fleet) -> None:
    """A fleet puts into a port of its power, which that names; without any it stays."""
    spaces = {area: space for space, area in port_areas(game).items() if kind_of(game, space) == "port"}
    ports = tuple(area.id for area in game[Area].where("holder", fleet.side) if area.port and area.id in spaces)
    if ports:
        why = f"where {game.name(fleet)} goes home to"
        port = ports[0] if len(ports) == 1 else (await ask(fleet.side, GoHome, why, about=ports)).area
        game.change(game[Fleet][fleet.id], lies="port", port=port, space=spaces[port])
