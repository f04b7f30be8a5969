"""Hunting guerillas (10.1.1): anti-guerilla operations of those who are at war with Spain."""

from __future__ import annotations

from typing import Final

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    Part,
    Quantity,
    Refusal,
    RuleModule,
    Tally,
    fills,
    refuses,
    roll,
    rule,
)
from sandtable_empires.hookspecs.movement import MovementHooks
from sandtable_empires.irregulars.bands import Guerillas, areas_of, change, owner, spanish_provinces
from sandtable_empires.model import Corps, Province, ProvinceId, besieged, corps_at, enemies, siege_of

DIE: Final = Quantity("anti-guerilla die")
TWO: Final = 2


class HuntGuerillas(Action, frozen=True):
    """Run an anti-guerilla operation in a province."""

    province: ProvinceId

    @fills("province")
    @staticmethod
    def those_of_spain(game: Game, ask: Ask) -> Choice[ProvinceId]:
        return Choice([province.id for province in spanish_provinces(game)])

    async def perform(self, game: Game, ask: Ask) -> None:
        province = game[Province][self.province]
        game.mark(self.province, "hunted", until="guerilla")
        thrown = await roll("1d6", why=f"hunting guerillas in {province.title}", rule="EIA-10.1.1-anti-op-roll")
        parts = [Part("base", thrown, "EIA-10.1.1-anti-op-roll", "die")]
        if len(corps := available(game, self.province, ask.side)) >= TWO:
            parts.append(Part("add", 1, "EIA-10.1.1-anti-op-roll", f"{len(corps)} corps"))
        die = Tally(DIE, parts)
        caught = die.whole() > (province.guerilla or 0)
        game.note(f"{province.title}: {die} against {province.guerilla}", "EIA-10.1.1-anti-op-roll")
        for area in areas_of(game, self.province) if caught else ():
            band = game[Guerillas].get(area.id)
            if band is not None and band.factors:
                change(game, area.id, -band.factors, "guerillas hunted down")
                game.note(f"the guerillas in {area.title} are hunted down", "EIA-10.1.1-anti-op-roll")


def available(game: Game, province: str, side: str) -> list[Corps]:
    """Return the corps of a side, and of those who move with it, that can hunt in a province.

    They have fought in no combat this step and neither besiege nor are besieged.
    """
    return [
        corps
        for one in dict.fromkeys((side, *game.hooks(MovementHooks).combined(game, side)))  # type: ignore[arg-type]  # a side
        for area in areas_of(game, province)
        for corps in corps_at(game, area.id, one)
        if not besieged(game, corps) and not _besieges(game, corps) and not game.marked(corps.id, "fought")
    ]


def _besieges(game: Game, corps: Corps) -> bool:
    siege = siege_of(game, corps.area or "")
    return siege is not None and siege.side == corps.side and not corps.inside


class Hunting(RuleModule):
    """Who may hunt, and where."""

    key = "hunting"
    actions = {"guerilla": (HuntGuerillas,)}

    @refuses(HuntGuerillas)
    @rule("EIA-10.1.1-anti-op-eligibility", "EIA-10.1.1-anti-op-combined-powers")
    def able(self, game: Game, act: HuntGuerillas, ask: Ask) -> Refusal | None:
        """A power at war with Spain that has a corps for it there; powers that move together count as one."""
        side = owner(game)
        if side is None or ask.side not in enemies(game, side):
            return Refusal("{side} is not at war with Spain", side=ask.side)
        if not available(game, act.province, ask.side):
            return Refusal("no corps in {province} is free to hunt", province=act.province)
        return None

    @refuses(HuntGuerillas, "province")
    @rule("EIA-10.1.1-anti-op-each-power")
    def once(self, game: Game, act: HuntGuerillas) -> Refusal | None:
        """Each power tries once in a province, in its own step."""
        return (
            Refusal("{province} has been searched", province=act.province)
            if game.marked(act.province, "hunted")
            else None
        )

    @refuses(HuntGuerillas, "province")
    @rule("EIA-10.1.1-nothing-to-hunt")
    def somebody_there(self, game: Game, act: HuntGuerillas) -> Refusal | None:
        """Where no guerillas are in the open there is nothing to hunt."""
        if any((band := game[Guerillas].get(area.id)) and band.factors for area in areas_of(game, act.province)):
            return None
        return Refusal("there are no guerillas in {province}", province=act.province)
