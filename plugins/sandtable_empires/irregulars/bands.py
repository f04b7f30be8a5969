"""Guerillas as rows, and the questions about them."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta

from sandtable.engine import Game, Row, SideId, cached_while_unchanged
from sandtable_empires.hookspecs.irregulars import IrregularHooks
from sandtable_empires.model import (
    SPAIN,
    Area,
    AreaId,
    Corps,
    Garrison,
    Province,
    ProvinceId,
    account,
    area_id,
    declare,
    enemies,
    home,
    is_besieged,
    shut_in,
)  # fmt: skip

BY_DEFEAT: Final = declare("guerillas raised by a defeat", "Guerillas raised by a defeat")
BY_DIE: Final = declare("guerillas raised by the die", "Guerillas raised by the die")
GONE_HOME: Final = declare("guerillas gone home", "Guerillas gone home with the last invader")
HUNTED: Final = declare("guerillas hunted down", "Guerillas hunted down")
WITH_THE_CITY: Final = declare("guerillas lost with their city", "Guerillas lost with the city they held")

Count = Annotated[int, Meta(ge=0, le=999, description="factors")]


class BandKey(NamedTuple):
    """How an allocation of losses names guerillas: words, and the area they are in."""

    words: str

    def of(self, area: AreaId) -> str:
        """Return the key of the guerillas in an area."""
        return f"{self.words} {area}"

    def area(self, key: str) -> AreaId | None:
        """Return where the guerillas are that a key names; ``None`` for a key that names something else."""
        return area_id(key.removeprefix(f"{self.words} ")) if key.startswith(f"{self.words} ") else None


IN_THE_OPEN: Final = BandKey("guerillas in")
IN_A_CITY: Final = BandKey("garrison guerillas of")


class Guerillas(Row, frozen=True):
    """The guerillas in an area: ``factors`` in the open, ``inside`` as garrison of its city.

    ``lets_pass``: they let the supply of enemies through.
    """

    id: AreaId
    factors: Count = 0
    inside: Count = 0
    lets_pass: bool = False


class EngagedGuerillas(Row, frozen=True):
    """Guerillas in the open who fight in a combat, or in a storm: its id is the force's, or the storm's and the role.

    ``inside`` are those who sally out of the city with the rest.
    """

    stored = "Roused"
    id: str
    area: AreaId
    factors: Count
    inside: Count = 0


@cached_while_unchanged
def owner(game: Game) -> SideId | None:
    """Return the side whose the guerillas are."""
    return game.hooks(IrregularHooks).guerilla_side(game)


def spanish_provinces(game: Game) -> list[Province]:
    """Return the provinces of the Spanish home nation, ceded or not."""
    return game[Province].where("home", SPAIN)


def areas_of(game: Game, province: str) -> list[Area]:
    """Return the areas of a province."""
    return game[Area].where("province", province)


def in_spain(game: Game, area: str) -> bool:
    """Tell whether an area lies in the original borders of Spain."""
    return home(game, area) == SPAIN


def unbesieged_factors(game: Game, band: Guerillas) -> int:
    """Return how many guerillas of an area are not shut up in a besieged city."""
    if not band.inside or shut_in(game, band.id, owner(game) or ""):
        return band.factors
    return band.factors + band.inside


def change(game: Game, area: str, by: int, cause: str, where: Literal["factors", "inside"] = "factors") -> None:
    """Add guerillas to an area or take them away, and account for them."""
    side = owner(game)
    assert side is not None  # nobody else has guerillas
    row = game[Guerillas].get(area) or game.put(Guerillas(area_id(area)))
    row = game.change(row, **{where: getattr(row, where) + by})
    account(game, side, cause, "guerilla", by)
    if not (row.factors or row.inside):
        game.remove(row)


def shift(game: Game, row: Guerillas, *, factors: int, inside: int) -> None:
    """Set where the guerillas of an area are, without any coming or going."""
    if factors or inside:
        game.change(row, factors=factors, inside=inside)
    else:
        game.remove(row)


def is_invaded(game: Game, province: ProvinceId) -> bool:
    """Tell whether an unbesieged enemy corps or garrison is in a province (R-03: a bare depot does not count)."""
    foes = _foes(game)
    return any(_is_held(game, area, enemy) for area in areas_of(game, province) for enemy in foes)


def _is_held(game: Game, area: Area, enemy: SideId) -> bool:
    key = f"{enemy}|{area.id}"
    if any(corps.factors and not is_besieged(game, corps) for corps in game[Corps].where("there", key)):
        return True
    shut_up = shut_in(game, area.id, enemy)
    return any(one.factors and not (shut_up and one.place == "city") for one in game[Garrison].where("there", key))


def any_enemy_factor(game: Game) -> bool:
    """Tell whether any enemy factor, besieged or not, is in an unceded Spanish province (R-04)."""
    foes = _foes(game)
    keys = [
        f"{enemy}|{area.id}"
        for province in spanish_provinces(game)
        if province.ceded_to is None
        for area in areas_of(game, province.id)
        for enemy in foes
    ]
    return any(one.factors for key in keys for kind in (Corps, Garrison) for one in game[kind].where("there", key))


def _foes(game: Game) -> list[SideId]:
    side = owner(game)
    return sorted(enemies(game, side)) if side else []
