"""Nations, who plays them, and how they stand to each other."""

from __future__ import annotations

from typing import Annotated, NewType

from msgspec import Meta

from sandtable.engine import Game, Row, Side, SideId, cached_while_unchanged

NationId = NewType("NationId", str)

AUSTRIA, FRANCE, BRITAIN = NationId("Austria"), NationId("France"), NationId("Great Britain")
PRUSSIA, RUSSIA, SPAIN, TURKEY = NationId("Prussia"), NationId("Russia"), NationId("Spain"), NationId("Turkey")


class Nation(Row, frozen=True):
    """A major power or a minor country. ``side`` plays it: a major its own, a minor that of whoever controls it."""

    indexes = ("side",)
    facts = ()
    id: NationId
    title: str
    adjective: str
    side: SideId | None = None
    major: bool = False


class War(Row, frozen=True):
    """Two nations are at war since a turn (0: since before the campaign)."""

    indexes = ("nations",)
    id: str
    nations: tuple[NationId, ...]
    since: Annotated[int, Meta(ge=0, title="Since turn")] = 0


class Alliance(Row, frozen=True):
    """Two nations are allied: each has access to the other's areas."""

    indexes = ("nations",)
    id: str
    nations: tuple[NationId, ...]


def sides(game: Game) -> tuple[SideId, ...]:
    """Return all sides in id order."""
    return tuple(side.id for side in game[Side])


@cached_while_unchanged
def powers(game: Game) -> tuple[SideId, ...]:
    """Return the sides of the major powers in id order: who has a purse, captives, a place in the order, a score."""
    return tuple(sorted(nation.side for nation in game[Nation] if nation.major and nation.side is not None))


def power_of(game: Game, side: SideId) -> SideId:
    """Return the power behind a side: itself, or the one that runs it while it is a minor country at war.

    Purses and captives are that power's; a major power that another plays keeps its own.
    """
    row = game[Side][side]
    return row.deputy if row.seat is None and row.deputy is not None and side not in powers(game) else side


def minor_played_by(game: Game, side: SideId) -> NationId | None:
    """Return the minor country whose own side a side is."""
    return next((one.id for one in game[Nation].where("side", side) if not one.major), None)


def minor_side(game: Game, nation: NationId) -> SideId:
    """Return the side of its own of a minor country at war, made when it is first attacked; it plays its nation."""
    id, row = SideId(nation), game[Nation][nation]
    if id not in game[Side]:
        game.put(Side(id, row.title))
    if row.side != id:
        game.change(row, side=id)
    return id


def own_minor(game: Game, side: SideId) -> NationId | None:
    """Return the minor country at peace that a side is called after: its forces stand there, and nobody plays them."""
    row = game[Nation].get(side)
    return row.id if row is not None and not row.major and row.side is None else None


def at_war(game: Game, one: str, other: str) -> bool:
    """Tell whether any nations of two sides are at war with each other."""
    return other in enemies(game, one)


@cached_while_unchanged
def enemies(game: Game, side: str) -> frozenset[SideId]:
    """Return the sides at war with a side."""
    return _related_sides(game, War, side)


@cached_while_unchanged
def allies(game: Game, side: str) -> frozenset[SideId]:
    """Return the sides allied to a side; itself is not among them."""
    return _related_sides(game, Alliance, side)


def _related_sides(game: Game, kind: type[War] | type[Alliance], side: str) -> frozenset[SideId]:
    nations, found = game[Nation], set[SideId]()
    for nation in nations.where("side", side):
        for relation in game[kind].where("nations", nation.id):
            found.update(one for name in relation.nations if (one := nations[name].side) is not None and one != side)
    return frozenset(found)
