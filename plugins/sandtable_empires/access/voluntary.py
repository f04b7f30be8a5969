"""Voluntary access (10.3.1): given on conditions, open to those who came in by it, and to their way back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.engine import Frame, Game, RuleModule, ScenarioFinding, SideId, Was, hookimpl, opens, rule
from sandtable_empires.hookspecs.access import AccessHooks, Right
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.hookspecs.movement import AreaEntered, MovementHooks
from sandtable_empires.model import (
    Area,
    AreaId,
    Corps,
    CorpsId,
    Passage,
    Permission,
    PermissionId,
    area_id,
    areas_of_minor,
    at_war,
    declare,
    district_of,
    pay,
)  # fmt: skip
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.soundness.access import PERMISSION_FAULTS, permissions
from sandtable_empires.steps import TIME_RECORD_STEP
from sandtable_empires.territory import (
    friends,
    may_permit,
    owner_in,
    permissions_between,
    right_in,
    territory,
    without_right,
)

PAID: Final = declare("access", "Access to territory paid for")


class VoluntaryAccess(RuleModule):
    """What a power's permission opens, to whom, and for how long."""

    key = "voluntary_access"
    needs = CAMPAIGN
    faults = PERMISSION_FAULTS

    # --- what is open to all forces of a guest

    @hookimpl(of=AccessHooks.rights)
    @rule("EIA-10.3.1-definition")
    def permitted(self, game: Game, side: SideId) -> Iterator[Right]:
        """A power may let another's forces operate in its territory."""
        for one in game[Permission].where("guest", side):
            if one.validity == "in force" and not one.unconditional and not may_permit(game, one.owner, side):
                yield _right(one, territory(game, one.owner))

    @rule("EIA-10.3.1-voluntary-conditions", amends="EIA-10.3.1-definition")
    def on_conditions(self, was: Was[Iterable[Right]], game: Game, side: SideId) -> Iterable[Right]:
        """It may name provinces, a war, garrisons and depots, dates, a payment; the guest keeps to that."""
        return [_within_terms(game, right) for right in was()]

    # --- what stays open to those who are in

    @hookimpl(of=AccessHooks.kept_rights)
    @rule("EIA-10.3.1-no-rescind")
    def stays(self, game: Game, corps: CorpsId) -> Iterator[Right]:
        """Nobody withdraws it from forces that are in the province, or the minor country, that it covers."""
        here = game[Corps][corps].area
        for one in _let_in(game, corps):
            if here is not None and here in territory(game, one.owner):
                yield _right(one, _province_or_country(game, here) & territory(game, one.owner))

    @hookimpl(of=AccessHooks.kept_rights)
    @rule("EIA-10.3.1-deny-others")
    def moves_on(self, game: Game, corps: CorpsId) -> Iterator[Right]:
        """Others may be denied entry, but those who are in move, leave garrisons and lay depots as was agreed."""
        for one in _let_in(game, corps):
            if game[Corps][corps].area in territory(game, one.owner):
                yield _right(one, territory(game, one.owner))

    @rule("EIA-10.3.1-voluntary-conditions", amends=("EIA-10.3.1-no-rescind", "EIA-10.3.1-deny-others"))
    def still_on_conditions(self, was: Was[Iterable[Right]], game: Game, corps: CorpsId) -> Iterable[Right]:
        """The conditions stay those that were set."""
        return [_within_terms(game, right) for right in was()]

    @hookimpl(of=AccessHooks.kept_rights)
    @rule("EIA-10.3.1-return-route")
    def goes_back(self, game: Game, corps: CorpsId) -> Iterator[Right]:
        """Whoever was let through may come back by the same route, on the same conditions."""
        for passage in game[Passage].where("corps", corps):
            if (one := game[Permission].get(passage.permission)) is not None:
                way = frozenset(passage.way) & territory(game, passage.owner)
                yield replace(_right(one, way), garrisons=one.garrisons, depots=one.depots)

    @hookimpl(of=MovementHooks.after_area_entered)
    @rule("BASE-10.3.1-passage")
    async def takes_down_the_way(self, game: Game, entry: AreaEntered) -> None:
        """By whose permission a corps has come in, and by which way, is noted until it is on its own side's land."""
        if game[Area][entry.area].holder in friends(game, entry.side):
            for passage in list(game[Passage].where("corps", entry.corps)):
                game.remove(passage)
            return
        owner, right = owner_in(game, entry.area), right_in(game, entry.side, entry.area, entry.corps)
        given = game[Permission].get(right.permission) if right is not None else None
        if owner is not None and given is not None and not given.unconditional:
            note_passage(game, entry.corps, owner, given.id, entry.area)

    # --- how it comes, and goes

    @hookimpl
    @rule("BASE-10.3.1-payment")
    async def access_given(self, game: Game, permission: PermissionId) -> None:
        """What was agreed for it is paid at once."""
        one = game[Permission][permission]
        if one.paid:
            pay(game, one.guest, PAID, money=one.paid)
            pay(game, one.owner, PAID, money=-one.paid)
            game.note(f"{one.guest} pays {one.owner} {one.paid} money")

    @hookimpl
    @rule("BASE-10.3.1-no-enemy")
    def no_permission(self, game: Game, owner: SideId, guest: SideId) -> Iterable[Hindrance]:
        """Nobody lets an enemy in."""
        return [Hindrance(f"{owner} and {guest} are at war")] if at_war(game, owner, guest) else []

    @opens(TIME_RECORD_STEP)
    @rule("BASE-10.3.1-dates")
    def dates(self, game: Game, frame: Frame) -> None:
        """It holds from the month agreed and to the end of the last one."""
        for one in list(game[Permission]):
            if 0 < one.until <= game.round and one.validity != "over":
                game.change(one, validity="over")
                game.note(f"{game.name(one.id, Permission)} is over")
            elif one.validity == "to come" and one.since <= game.round + 1:
                game.change(one, validity="in force")

    @opens(TIME_RECORD_STEP)
    @rule("BASE-10.3.1-run-out", after="BASE-10.3.1-dates")
    async def run_out(self, game: Game, frame: Frame) -> None:
        """When it is over, those who are there by no other right and not on their way back have no access left."""
        for one in [given for given in game[Permission] if given.validity == "over"]:
            if not permissions_between(game, one.owner, one.guest):
                areas = without_right(game, one.guest, sorted(territory(game, one.owner)))
                await game.hooks(AccessHooks).without_access(game, one.guest, areas)

    @opens(TIME_RECORD_STEP)
    @rule("BASE-10.3.1-forgotten", after="BASE-10.3.1-run-out")
    def forgotten(self, game: Game, frame: Frame) -> None:
        """Access that is over and that nobody is on his way back by is forgotten."""
        used = {passage.permission for passage in game[Passage]}
        for one in list(game[Permission]):
            if one.validity == "over" and one.id not in used:
                game.remove(one)

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name permissions that cannot be."""
        return permissions(game)


def _right(one: Permission, areas: frozenset[AreaId]) -> Right:
    """Return what a permission without conditions would come to in some areas."""
    return Right(areas, one.owner, "voluntary access", garrisons=True, depots=True, fleets=True, permission=one.id)


def _within_terms(game: Game, right: Right) -> Right:
    """Narrow a right by the conditions of its permission."""
    one = game[Permission][right.permission or ""]
    named = frozenset(area for province in one.provinces for area in game[Area].ids("province", province))
    areas = right.areas & named if one.provinces else right.areas
    holds = one.against is None or at_war(game, one.guest, one.against)
    return replace(
        right, areas=areas if holds else frozenset(), garrisons=one.garrisons, depots=one.depots, fleets=one.fleets
    )


def _let_in(game: Game, corps: CorpsId) -> list[Permission]:
    """Return the permissions by which a corps has come in and that are not over."""
    given = (game[Permission].get(one.permission) for one in game[Passage].where("corps", corps))
    return [one for one in given if one is not None and one.validity != "over"]


def _province_or_country(game: Game, area: AreaId) -> frozenset[AreaId]:
    """Return the areas of the minor country, or else of the province, in which an area lies."""
    district = district_of(game, area)
    if district is None:
        return frozenset(area_id(one) for one in game[Area].ids("province", game[Area][area].province))
    return frozenset(one.id for one in areas_of_minor(game, district.id))


def note_passage(game: Game, corps: CorpsId, owner: SideId, permission: PermissionId, area: AreaId) -> None:
    """Take down that a corps has come into an area of a power's territory by its permission."""
    id = f"{corps} through {owner}"
    known = game[Passage].get(id) or game.put(Passage(id, corps, owner, permission, ()))
    way = known.way if area in known.way else (*known.way, area)
    if (known.permission, known.way) != (permission, way):
        game.change(known, permission=permission, way=way)
