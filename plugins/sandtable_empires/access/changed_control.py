"""Territory that changes hands (10.3.1): neutral forces in it need the leave of its new master, or go home."""

from __future__ import annotations

from sandtable.engine import Action, Ask, Game, RuleModule, SideId, hookimpl, in_a_row, offer, rule
from sandtable_empires.access.giving import give_access
from sandtable_empires.hookspecs.access import AccessHooks
from sandtable_empires.hookspecs.control import ControlChange, ControlHooks
from sandtable_empires.hookspecs.politics import PoliticsHooks
from sandtable_empires.land.investing import review
from sandtable_empires.model import (
    Area,
    AreaId,
    Corps,
    DistrictId,
    Garrison,
    ProvinceId,
    areas_of,
    corps_at,
    garrisons_at,
)
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.returning import comes_back_as_draft
from sandtable_empires.sending_home import send_home
from sandtable_empires.territory import forces_in, is_power, may_permit, territory, without_right


class LetStay(Action[tuple[AreaId, ...]], frozen=True):
    """Let the forces of another power stay, with garrisons and depots, in what has come into your hands."""

    title = "Let them stay"
    if_declined = "Send them home"

    def says(self, game: Game, ask: Ask[tuple[AreaId, ...]]) -> str:
        return f"{ask.side} lets them stay"


class ChangedControl(RuleModule):
    """What becomes of neutral forces in territory with a new master."""

    key = "changed_control"
    needs = CAMPAIGN
    after = ("voluntary_access", "districts?", "ceded_provinces?")

    @hookimpl(of=ControlHooks.after_control_changed)
    @rule("BASE-10.3.1-new-master")
    async def after_control_changed(self, game: Game, change: ControlChange) -> None:
        """When a minor country changes hands, those at peace with its new master need a right to be there."""
        areas = tuple(area.id for one in change.districts for area in areas_of(game, one))
        await settle(game, change.holder, areas)

    @hookimpl(of=ControlHooks.minor_attacked)
    @rule("BASE-4.2-attackers-come-out")
    async def minor_attacked(self, game: Game, attacker: SideId, districts: tuple[DistrictId, ...]) -> None:
        """Whoever declares war on a minor country is in none of its cities any more, though it was let in before."""
        for area in (one.id for district in districts for one in areas_of(game, district)):
            _come_out(game, area, attacker)
        review(game)

    @hookimpl(of=PoliticsHooks.war_declared)
    @rule("BASE-4.2-guests-come-out")
    async def war_declared(self, game: Game, side: SideId, power: SideId) -> None:
        """When powers go to war, who was let into a city of the other and shares it with its forces is out of it."""
        leave_shared_cities(game, side, power)

    @hookimpl(of=PoliticsHooks.called)
    @rule("BASE-4.3-guests-come-out")
    async def called(self, game: Game, ally: SideId, caller: SideId, foe: SideId, follows: bool) -> None:
        """So it is when an ally follows a call to war."""
        if follows:
            leave_shared_cities(game, ally, foe)

    @hookimpl(of=ControlHooks.province_given)
    @rule("BASE-10.3.1-new-province")
    async def after_cession(self, game: Game, province: ProvinceId, side: SideId) -> None:
        """So it is with a province."""
        await settle(game, side, tuple(area.id for area in game[Area].where("province", province)))

    @hookimpl(of=AccessHooks.new_master)
    @rule("EIA-10.3.1-changed-control")
    async def may_let_them_stay(self, game: Game, owner: SideId, guest: SideId, areas: tuple[AreaId, ...]) -> None:
        """The new master may let them stay on terms of its own; where peace condition C.5 holds it cannot but do so."""
        if may_permit(game, owner, guest) or not without_right(game, guest, areas):
            return
        where = in_a_row(game.name(area, Area) for area in areas)
        why = f"{owner} has come to hold {where}, where forces of {guest} are: let them stay?"
        if await offer(owner, LetStay, why, about=areas) is not None:
            provinces = tuple(sorted({game[Area][area].province for area in areas}))
            await give_access(game, owner, guest, provinces=provinces, garrisons=True, depots=True)

    @hookimpl(of=AccessHooks.without_access)
    @rule("EIA-10.3.1-no-access-left")
    async def go_home(self, game: Game, side: SideId, areas: tuple[AreaId, ...]) -> None:
        """Those who get no access are sent home, as after a peace."""
        await send_home(game, side, areas)


def leave_shared_cities(game: Game, one: SideId, other: SideId) -> None:
    """Have two powers share no city: the guest's garrison is back next month, his corps come out."""
    for host, guest in ((one, other), (other, one)):
        for area in sorted(territory(game, host)):
            if _inside(game, area, host):
                _come_out(game, area, guest)
    review(game)


def _come_out(game: Game, area: AreaId, side: SideId) -> None:
    """Have a side be in the city of an area no more: its garrison comes back as a draft, its corps stand outside."""
    for troops in _inside(game, area, side):
        if isinstance(troops, Garrison):
            comes_back_as_draft(game, troops)
        else:
            game.change(troops, inside=False)


def _inside(game: Game, area: AreaId, side: SideId) -> list[Corps | Garrison]:
    """Return the garrison and the corps of a side in the city of an area."""
    garrisons = [one for one in garrisons_at(game, area, side) if one.place == "city"]
    return [*garrisons, *(one for one in corps_at(game, area, side) if one.inside)]


async def settle(game: Game, owner: SideId | None, areas: tuple[AreaId, ...]) -> None:
    """Settle who of those at peace with the new master of some areas may stay there."""
    if owner is None or not is_power(game, owner):
        return
    hooks = game.hooks(AccessHooks)
    for side in sorted({one for area in areas for one in forces_in(game, area)}):
        if there := without_right(game, side, areas):
            await hooks.new_master(game, owner, side, there)
        if there := without_right(game, side, areas):
            await hooks.without_access(game, side, there)
