"""Control: who holds an area, a minor country, what that costs. It is written here alone, each time with its event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from sandtable.engine import Game, Illegal, Side, SideId
from sandtable_empires.disputes import GENERAL, dispute
from sandtable_empires.hookspecs.control import ControlChange, ControlHooks, war_cost
from sandtable_empires.model import (
    POLITICS,
    WAR_ON_MINOR,
    Area,
    CauseKey,
    ControlStatus,
    Corps,
    Depot,
    District,
    DistrictId,
    Fleet,
    Garrison,
    Leader,
    Nation,
    NationId,
    Province,
    ProvinceId,
    War,
    areas_of,
    at_war,
    count_change_of_side,
    is_besieged,
    leaders_with,
    lose,
    shut_in,
)  # fmt: skip
from sandtable_empires.model.nations import minor_side
from sandtable_empires.status import move_points


async def hold(game: Game, area: Area, side: SideId) -> None:
    """Have an area be formally a side's from now on; all modules hear of it."""
    game.change(area, holder=side)
    await game.hooks(ControlHooks).after_area_taken(game, area.id, side)


def release_area(game: Game, area: Area) -> None:
    """Have an area be nobody's: that of a neutral minor country."""
    game.change(area, holder=None)


# --- who stands where


def strongest_of(game: Game, area: Area, able: Iterable[SideId]) -> list[SideId]:
    """Return those of some sides who have most unbesieged corps in an area, in id order."""
    standing = (corps for corps in game[Corps].where("area", area.id) if corps.factors and not is_besieged(game, corps))
    counts = Counter(corps.side for corps in standing)
    there = sorted(able)
    return [side for side in there if counts[side] == max(counts[one] for one in there)]


def is_opposed(game: Game, area: Area, side: SideId) -> bool:
    """Tell whether any factor at war with a side is left in an area, in its city or outside."""
    foes = {one.side for one in game[Corps].where("area", area.id) if one.factors}
    foes |= {one.side for one in game[Garrison].where("area", area.id) if one.factors}
    foes |= set(game.hooks(ControlHooks).holds_out(game, area.id))
    return any(at_war(game, side, foe) for foe in foes)


async def occupant(game: Game, area: Area) -> SideId | None:
    """Return who stands unbesieged and unopposed in an area of an enemy, with corps or as garrison of its city.

    Of several those with most corps; equals agree, or throw.
    """
    corps = (one for one in game[Corps].where("area", area.id) if one.factors and not is_besieged(game, one))
    inside = (one for one in game[Garrison].where("area", area.id) if one.place == "city" and one.factors)
    there = {one.side for one in corps} | {one.side for one in inside if not shut_in(game, area.id, one.side)}
    able = [one for one in there if area.holder is not None and at_war(game, one, area.holder)]
    able = [one for one in able if not is_opposed(game, area, one)]
    most = strongest_of(game, area, able) if able else []
    return await dispute(game, most, f"who holds {area.title}", rule=GENERAL) if most else None


def foe_in(game: Game, area: Area, foes: Collection[SideId]) -> SideId | None:
    """Return the enemy in whose hands a city is: with a garrison in it, or with corps and nobody else inside."""
    garrisons = [one for one in game[Garrison].where("area", area.id) if one.place == "city" and one.factors]
    corps = [one for one in game[Corps].where("area", area.id) if one.factors]
    inside = {*(one.side for one in garrisons), *(one.side for one in corps if one.inside)}
    outside = {one.side for one in corps if one.side in foes}
    return min(inside | outside, default=None) if inside.issubset(foes) else None


# --- provinces and minor countries


async def cede(game: Game, province: ProvinceId, side: SideId, cause: CauseKey) -> None:
    """Have a province be ceded to another side; raises ``Illegal`` where a rule forbids that."""
    if bars := list(game.hooks(ControlHooks).no_cession(game, province, side, cause)):
        raise Illegal(f"{game[Province][province].title} cannot be ceded: {bars[0].says} ({bars[0].rule})")
    game.note(f"{game[Province][province].title} is ceded to {side}")
    await give_province(game, province, side)


async def give_province(game: Game, province: ProvinceId, side: SideId) -> None:
    """Have a province with all its areas be another side's: it counts as ceded to that side's nation."""
    game.change(game[Province][province], ceded_to=leading_nation(game, side))
    for area in list(game[Area].where("province", province)):
        if area.holder != side:
            await hold(game, area, side)
    await game.hooks(ControlHooks).province_given(game, province, side)


async def set_control(
    game: Game, district: DistrictId, holder: SideId | None, status: ControlStatus, cause: CauseKey
) -> ControlChange:
    """Bring a district of a minor country, with those that go along, under a power or (``None``) under nobody.

    Its areas go with it; with the major district the whole nation does, its own side comes to rest, and its wars end.
    """
    first, hooks = game[District][district], game.hooks(ControlHooks)
    going = tuple(dict.fromkeys((district, *hooks.goes_along(game, district, holder))))
    whole = any(not game[District][one].secondary for one in going)
    change = ControlChange(first.nation, going, whole, first.holder, first.status, holder, status, cause)
    await hooks.control_changes(game, change)
    if whole:
        leave_conflict(game, first.nation)
        game.change(game[Nation][first.nation], side=holder)
    for one in going:
        game.change(game[District][one], holder=holder, status=status)
        for area in areas_of(game, one):
            if holder is None:
                release_area(game, area)
            elif area.holder != holder:
                await hold(game, area, holder)
    await hooks.after_control_changed(game, change)
    return change


async def declare_free_state(game: Game, district: DistrictId) -> None:
    """Have the power that has conquered a minor country make it a free state; raises ``Illegal`` where it cannot."""
    here = game[District][district]
    bars = list(game.hooks(ControlHooks).no_free_state(game, district))
    if here.status != "conquered":
        raise Illegal(f"{here.title} is {here.status}: only a conquered country becomes a free state")
    if bars:
        raise Illegal(f"{here.title} cannot be a free state: {bars[0].says} ({bars[0].rule})")
    await set_control(game, district, here.holder, "free state", POLITICS)


def give_forces(game: Game, nation: NationId, side: SideId | None) -> None:
    """Have a side play the forces of a nation; without one they stay as they are, for nobody moves them."""
    there = (*game[Corps], *game[Garrison], *game[Leader], *game[Fleet]) if side is not None else ()
    for one in [one for one in there if one.nation == nation and one.side != side]:
        if side is not None and isinstance(one, Corps | Garrison):
            count_change_of_side(game, one, side)
        game.change(one, side=side)


def disband_forces(game: Game, nation: NationId, cause: CauseKey) -> None:
    """Have the land forces of a nation leave the map for good; whoever led them waits for another command."""
    for one in [one for one in (*game[Corps], *game[Garrison]) if one.nation == nation and one.factors]:
        for leader in leaders_with(game, (one,)) if isinstance(one, Corps) else ():
            game.change(leader, corps=None, standing="waiting")
        lose(game, one, one.by_arm(), cause)


async def declare_war_on_minor(game: Game, attacker: SideId, district: DistrictId) -> None:
    """Have a power declare war on a minor country that nobody controls: it pays in points.

    A neutral one gets a side of its own, which is at rest until somebody runs it. Raises ``Illegal`` for a declaration
    that a rule forbids.
    """
    hooks, here = game.hooks(ControlHooks), game[District][district]
    if here.status not in ("neutral", "in conflict"):
        raise Illegal(f"{here.title} is {here.status}: such a war is declared on a country that nobody controls")
    if bars := list(hooks.no_war(game, attacker, district)):
        raise Illegal(f"{attacker} cannot declare war on {here.title}: {bars[0].says} ({bars[0].rule})")
    await move_points(game, attacker, -war_cost(game, attacker, here.nation).whole(), WAR_ON_MINOR)
    attacked = tuple(dict.fromkeys((district, *hooks.covered_by_war(game, district))))
    if here.status == "neutral":
        side = minor_side(game, here.nation)
        for id in attacked:
            game.change(game[District][id], status="in conflict")
            for area in areas_of(game, id):
                await hold(game, area, side)
        give_forces(game, here.nation, side)
    a, b = sorted((leading_nation(game, attacker), here.nation))
    game.put(War(f"{a}|{b}", (a, b), since=game.round))
    await hooks.minor_attacked(game, attacker, attacked)


def run_by(game: Game, nation: NationId, power: SideId) -> None:
    """Have a power run a minor country that is at war."""
    game.change(game[Side][minor_side(game, nation)], deputy=power)
    game.note(f"{power} runs {game[Nation][nation].title}")


def leave_conflict(game: Game, nation: NationId) -> None:
    """End the wars of a minor country; its side is at rest, and stays for what names it."""
    side = game[Side].get(nation)
    for war in list(game[War].where("nations", nation)):
        game.remove(war)
    if side is not None and game[Nation][nation].side == side.id:
        for depot in list(game[Depot].where("side", side.id)):
            game.remove(depot)
        game.change(game[Nation][nation], side=None)
        game.change(side, deputy=None)


def leading_nation(game: Game, side: SideId) -> NationId:
    """Return the nation by which a side is known: its major power, if it has one."""
    return min(game[Nation].where("side", side), key=lambda one: (not one.major, one.id)).id
