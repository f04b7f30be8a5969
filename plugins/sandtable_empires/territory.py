"""Whose territory is whose, and by what right forces are in it: worked out once for a side, or for a corps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.engine import Game, SideId, cached_while_unchanged
from sandtable_empires.hookspecs.access import AccessHooks, Right
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.march import guest
from sandtable_empires.model import (
    Area,
    AreaId,
    Corps,
    CorpsId,
    Depot,
    Fleet,
    Garrison,
    area_id,
    at_war,
    corps_at,
    minor_played_by,
    power_of,
    powers,
)
from sandtable_empires.model.access import Forcing, Permission


@cached_while_unchanged
def territory(game: Game, owner: SideId | None) -> frozenset[AreaId]:
    """Return the areas that a side holds, those of the minor countries it controls among them; ``None``: nobody."""
    return frozenset(map(area_id, game[Area].ids("holder", owner)))


@cached_while_unchanged
def owners(game: Game) -> tuple[SideId | None, ...]:
    """Return all who hold areas, nobody (``None``) last."""
    held = {area.holder for area in game[Area]}
    return (*sorted(one for one in held if one is not None), *([None] if None in held else []))


def is_power(game: Game, side: SideId | None) -> bool:
    """Tell whether a side is that of a major power."""
    return side in powers(game)


@cached_while_unchanged
def friends(game: Game, side: SideId) -> frozenset[SideId]:
    """Return a side, the power that runs it, and the minor countries at war that it runs."""
    power = power_of(game, side)
    return frozenset({side, power, *(one for one in owners(game) if one is not None and power_of(game, one) == power)})


@cached_while_unchanged
def open_areas(game: Game, side: SideId) -> Mapping[AreaId, Right]:
    """Return the areas where all forces of a side may be, with the best right that they have there."""
    found: dict[AreaId, Right] = {}
    for right in sorted(game.hooks(AccessHooks).rights(game, side), key=_worth):
        found.update(dict.fromkeys(right.areas, right))
    return found


@cached_while_unchanged
def kept_areas(game: Game, corps: CorpsId) -> Mapping[AreaId, Right]:
    """Return the areas where a corps may be because it has been let in before."""
    found: dict[AreaId, Right] = {}
    for right in sorted(game.hooks(AccessHooks).kept_rights(game, corps), key=_worth):
        found.update(dict.fromkeys(right.areas, right))
    return found


def _worth(right: Right) -> tuple[bool, ...]:
    return not right.forced, right.owner is not None, right.garrisons, right.depots, right.fleets


@cached_while_unchanged
def closed_areas(game: Game, side: SideId) -> Mapping[AreaId, SideId | None]:
    """Return the areas where no right lets all forces of a side in, with who holds them."""
    may, areas = open_areas(game, side), game[Area]
    return {area_id(id): areas[id].holder for id in areas.ids() if id not in may}


def right_in(game: Game, side: SideId, area: AreaId, corps: CorpsId | None = None) -> Right | None:
    """Return the right by which forces of a side, or a corps, are in an area; of several the best."""
    return _best_of(open_areas(game, side).get(area), _kept(game, corps).get(area))


def right_there(game: Game, side: SideId, area: AreaId) -> Right | None:
    """Return the best right that a side, or any corps of its that stands there, has in an area."""
    kept = [_kept(game, one.id).get(area) for one in corps_at(game, area, side)]
    return _best_of(open_areas(game, side).get(area), *kept)


def _best_of(*rights: Right | None) -> Right | None:
    """Return the best right of these, the first of equals."""
    found = [right for right in rights if right is not None]
    return max(found, key=_worth) if len(found) > 1 else found[0] if found else None


def _kept(game: Game, corps: CorpsId | None) -> Mapping[AreaId, Right]:
    return kept_areas(game, corps) if corps is not None and guest(game, corps) is not None else {}


def forces_in(game: Game, area: AreaId) -> set[SideId]:
    """Return the sides that have a corps, a garrison, a depot or a fleet in port in an area."""
    there = game[Corps].where("area", area), game[Garrison].where("area", area), game[Depot].where("area", area)
    in_port = {one.side for one in game[Fleet].where("port", area) if one.lies == "port"}
    return {one.side for rows in there for one in rows} | in_port


def without_right(game: Game, side: SideId, areas: Iterable[AreaId]) -> tuple[AreaId, ...]:
    """Return those of some areas where forces of a side are by no right."""
    there = [area for area in areas if side in forces_in(game, area) and is_foreign(game, side, area)]
    return tuple(area for area in there if right_there(game, side, area) is None)


def owner_in(game: Game, area: AreaId) -> SideId | None:
    """Return the major power whose territory an area is, ``None`` where it is none's."""
    holder = game[Area][area].holder
    return holder if is_power(game, holder) else None


def is_foreign(game: Game, side: SideId, area: AreaId) -> bool:
    """Tell whether an area is another's with whom a side is not at war; that of nobody is so, too."""
    holder = game[Area][area].holder
    return holder not in friends(game, side) and not (holder is not None and at_war(game, side, holder))


def is_neutral_minor(game: Game, side: SideId, area: AreaId) -> bool:
    """Tell whether an area is of a minor country that is neither controlled by a power nor at war with a side."""
    holder = game[Area][area].holder
    if holder is None:
        return True
    return minor_played_by(game, holder) is not None and not is_power(game, holder) and is_foreign(game, side, area)


def permissions_between(game: Game, owner: SideId, guest: SideId) -> list[Permission]:
    """Return the permissions that one power has given another and that are not over."""
    return [one for one in game[Permission].where("guest", guest) if one.owner == owner and one.validity != "over"]


def forcing_of(game: Game, side: SideId, owner: SideId) -> Forcing | None:
    """Return the forcible access of a power to another's territory in this turn, where it has declared it."""
    return next((one for one in game[Forcing].where("side", side) if one.owner == owner), None)


def may_permit(game: Game, owner: SideId, guest: SideId) -> Iterable[Hindrance]:
    """Say why a power cannot let another's forces in of its own will; nothing: it can."""
    return game.hooks(AccessHooks).no_permission(game, owner, guest)
