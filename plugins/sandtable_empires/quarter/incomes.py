"""The Money and Manpower Collection Step (8.2): which lands bring what to whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import Frame, Game, Insert, RuleModule, SideId, Step, hookimpl, opens, rule
from sandtable_empires.collecting import collect, collectors
from sandtable_empires.holding import foe_in
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.hookspecs.income import IncomeHooks, Takings
from sandtable_empires.hookspecs.order import is_economic
from sandtable_empires.model import (
    Area,
    District,
    NationId,
    Province,
    ProvinceId,
    enemies,
    is_split_off,
    major_district,
    powers,
    siege_of,
)  # fmt: skip
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.steps import COLLECTION_PHASE, COLLECTION_STEP


class Incomes(RuleModule):
    """What lands bring in."""

    key = "incomes"
    needs = CAMPAIGN
    steps = (Insert(Step(COLLECTION_STEP, "Money and manpower collection"), phase=COLLECTION_PHASE),)

    @opens(COLLECTION_STEP)
    @rule("BASE-8.2-collection")
    async def collection(self, game: Game, frame: Frame) -> None:
        """In the last month of a quarter each power collects the money and manpower values of its lands, and trades."""
        if is_economic(game):
            for side in collectors(game, powers(game)):
                await collect(game, side)

    # --- whose lands

    @hookimpl
    @rule("BASE-8.2-lands")
    def lands(self, game: Game, side: SideId) -> Iterator[ProvinceId]:
        """They are the provinces that it controls formally, those of conquered minor countries among them."""
        for province in game[Province]:
            if _controller(game, province) == side and not _in_free_state(game, province):
                yield province.id

    @hookimpl
    @rule("BASE-8.2.3-lands")
    def lands_of_free_state(self, game: Game, nation: NationId) -> Iterator[ProvinceId]:
        """A free state collects for itself, of its major district."""
        major = major_district(game, nation)
        return _provinces_of(game, major) if major is not None else iter(())

    @hookimpl(of=IncomeHooks.lands_of_free_state)
    @rule("EIA-10.4.4-resources")
    def lands_of_its_parts(self, game: Game, nation: NationId) -> Iterator[ProvinceId]:
        """Of a secondary district too, while that is part of it: what it collects there buys its ships and factors."""
        for one in game[District].where("nation", nation):
            if one.secondary and not is_split_off(game, one.id):
                yield from _provinces_of(game, one)

    # --- what they bring

    @hookimpl(of=IncomeHooks.idle)
    @rule("BASE-8.2-besieged")
    def besieged(self, game: Game, province: ProvinceId) -> Iterable[Hindrance]:
        """A province brings nothing while its capital is besieged."""
        capital = game[Province][province].capital
        return [Hindrance("its capital is besieged")] if capital is not None and siege_of(game, capital) else []

    @hookimpl(of=IncomeHooks.idle)
    @rule("BASE-8.2-occupied")
    def occupied(self, game: Game, province: ProvinceId) -> Iterable[Hindrance]:
        """Nor while an enemy is in it: with a garrison, or with corps outside and nobody inside."""
        capital = game[Area].get(game[Province][province].capital)
        if capital is None or capital.holder is None:
            return []
        foe = foe_in(game, capital, enemies(game, capital.holder))
        return [Hindrance(f"{foe} holds its capital")] if foe is not None else []

    @hookimpl(default=True, of=IncomeHooks.collected)
    @rule("BASE-8.2-values")
    def all_of_it(self, game: Game, side: SideId, values: Takings) -> Takings:
        """A power collects all its money and manpower values."""
        return values

    @hookimpl(default=True, of=IncomeHooks.from_free_state)
    @rule("BASE-8.2.3-free-states")
    def doubled(self, game: Game, side: SideId, printed: Takings) -> Takings:
        """A free state collects twice its printed values, into a purse of its own."""
        return Takings(2 * printed.money, 2 * printed.manpower)


def _controller(game: Game, province: Province) -> SideId | None:
    capital = game[Area].get(province.capital)
    return capital.holder if capital is not None else None


def _in_free_state(game: Game, province: Province) -> bool:
    district = game[District].get(province.district or "") if province.ceded_to is None else None
    return district is not None and district.status == "free state"


def _provinces_of(game: Game, district: District) -> Iterator[ProvinceId]:
    provinces = game[Province].where("district", district.id)
    return (one.id for one in provinces if one.ceded_to is None and district.status == "free state")
