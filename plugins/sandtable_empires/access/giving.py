"""Giving access: a permission is put on the table here alone, with its event."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, SideId
from sandtable_empires.access.terms import terms_text
from sandtable_empires.hookspecs.access import AccessHooks
from sandtable_empires.model import Passage, Permission, PermissionId, ProvinceId


async def give_access(
    game: Game, owner: SideId, guest: SideId, *, provinces: Iterable[ProvinceId] = (), garrisons: bool = False,
    depots: bool = False, fleets: bool = False,
) -> Permission:  # fmt: skip
    """Have a power let another's forces in from now on: into some provinces, or (none named) into all it holds."""
    given = game.put(
        Permission(
            id=PermissionId(game.new_id(f"access to {owner} for {guest}")), owner=owner, guest=guest,
            provinces=tuple(provinces), garrisons=garrisons, depots=depots, fleets=fleets, since=game.round,
        )
    )  # fmt: skip
    await begin_access(game, given.id)
    return game[Permission][given.id]


async def give_unconditional_access(game: Game, owner: SideId, guest: SideId, until: int = 0) -> Permission:
    """Have a power bear another's forces in its territory by peace condition C.5: for good, or until a turn is over."""
    id = PermissionId(game.new_id(f"access to {owner} for {guest} by C.5"))
    given = game.put(Permission(id=id, owner=owner, guest=guest, since=game.round, until=until, unconditional=True))
    await begin_access(game, id)
    return given


async def begin_access(game: Game, id: PermissionId) -> None:
    """Have a permission hold, from now on or from the turn it names; all modules hear of it."""
    one = game[Permission][id]
    game.change(one, validity="in force" if one.since <= game.round else "to come")
    game.note(f"{one.owner} lets {one.guest} in: {terms_text(game, game[Permission][id])}")
    await game.hooks(AccessHooks).access_given(game, id)


def cancel_access(game: Game, one: str, other: str) -> None:
    """Have all access that two powers have given each other be void, and that of those who are in with it."""
    for given in [row for row in game[Permission] if {row.owner, row.guest} == {one, other}]:
        for passage in list(game[Passage].where("permission", given.id)):
            game.remove(passage)
        game.remove(given)
        game.note(f"{game.name(given)} is void")
