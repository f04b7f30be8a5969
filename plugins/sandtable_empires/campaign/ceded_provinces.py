"""Provinces that were ceded (10.2.2): they are conquered as minor countries are, and may come home."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import Game, RuleModule, SideId, hookimpl, rule
from sandtable_empires.holding import give_province
from sandtable_empires.hookspecs.control import ControlHooks, Hindrance, Prize
from sandtable_empires.model import CauseKey, Nation, Province, ProvinceId
from sandtable_empires.model.causes import PEACE
from sandtable_empires.model.grants import CAMPAIGN


class CededProvinces(RuleModule):
    """Who conquers a province."""

    key = "ceded_provinces"
    needs = CAMPAIGN
    after = ("minor_conquest?",)

    @hookimpl
    @rule("EIA-10.2.2-conquer-ceded")
    def prizes(self, game: Game) -> Iterator[Prize]:
        """A ceded province falls to any power that holds its capital long enough, its old owner or another."""
        for one in game[Province]:
            if one.ceded_to is not None and one.capital is not None:
                yield Prize(one.capital, province=one.id)

    @hookimpl(of=ControlHooks.prizes)
    @rule("EIA-10.2.2-unceded-never")
    def unceded(self, game: Game) -> Iterable[Prize]:
        """A province that was never ceded is not to be had, however long somebody stands there."""
        return ()

    @hookimpl
    @rule("EIA-10.2.2-cede-in-peace-only")
    def no_cession(self, game: Game, province: ProvinceId, side: SideId, cause: CauseKey) -> Iterable[Hindrance]:
        """Provinces are ceded by the terms of a formal peace and in no other way."""
        return [] if cause == PEACE else [Hindrance("only a formal peace cedes provinces")]

    @hookimpl
    @rule("EIA-10.2.2-no-points")
    async def conquered(self, game: Game, prize: Prize, side: SideId) -> None:
        """It is the conqueror's; nobody gains or loses political points by that."""
        if prize.province is not None:
            game.note(f"{side} conquers {game[Province][prize.province].title}")
            await give_province(game, prize.province, side)

    @hookimpl(of=ControlHooks.province_given)
    @rule("EIA-10.2.2-original-owner")
    async def comes_home(self, game: Game, province: ProvinceId, side: SideId) -> None:
        """In the hands of its original owner it is unceded once more."""
        row = game[Province][province]
        if row.ceded_to is not None and game[Nation][row.home].side == side:
            game.change(row, ceded_to=None)
