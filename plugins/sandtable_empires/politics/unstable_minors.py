"""Minor countries that unstable powers lose at the start of the Minor Country Control Step (10.5.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Frame, Game, RuleModule, SideId, hookimpl, opens, rule
from sandtable_empires.charts.keys import CONTROL_GAINED, POLITICAL_CAUSES, POLITICAL_POINTS, numbers
from sandtable_empires.disputes import throw_for
from sandtable_empires.holding import disband_forces, set_control
from sandtable_empires.hookspecs.control import ControlChange, ControlHooks
from sandtable_empires.hookspecs.politics import PoliticsHooks
from sandtable_empires.model import (
    DISBANDED,
    Corps,
    District,
    DistrictId,
    Fleet,
    Garrison,
    areas_of,
    areas_of_minor,
    declare,
    enemies,
    is_besieged,
    is_split_off,
    power_of,
    powers,
)
from sandtable_empires.model.districts import ControlStatus
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.returning import comes_back_as_draft
from sandtable_empires.status import befall, zone_of
from sandtable_empires.steps import MINOR_CONTROL_STEP

UNSTABLE: Final = declare("unstable", "Minor countries lost by political status")


class UnstableMinors(RuleModule):
    """What a power loses by its status, and who gets it."""

    key = "unstable_minors"
    needs = CAMPAIGN
    after = ("political_status?", "districts?", "minor_conquest?", "transport?")
    charts = (numbers(POLITICAL_POINTS, POLITICAL_CAUSES, least=-99, most=99),)

    @opens(MINOR_CONTROL_STEP)
    @rule("BASE-4.6-unstable", before=("BASE-4.6.6-lapse", "BASE-4.6.2-who-throws"))
    async def lose_minors(self, game: Game, frame: Frame) -> None:
        """The zones in which the step finds the powers decide what they lose; the minors go one after the other."""
        hooks = game.hooks(PoliticsHooks)
        lost = {side: list(hooks.slips_away(game, side, zone_of(game, side))) for side in powers(game)}
        for side, districts in lost.items():
            for district in districts:
                if game[District][district].holder == side:
                    await self._goes(game, side, district)

    async def _goes(self, game: Game, side: SideId, district: DistrictId) -> None:
        here, hooks = game[District][district], game.hooks(PoliticsHooks)
        heirs = tuple(dict.fromkeys(hooks.heirs(game, district, side)))
        if not heirs:
            game.note(f"{side} loses {here.title}: it is neutral")
            await set_control(game, district, None, "neutral", UNSTABLE)
            return
        heir = heirs[0] if len(heirs) == 1 else await throw_for(game, heirs, f"who gets {here.title}")
        game.note(f"{side} loses {here.title} to {heir}")
        change = await set_control(game, district, heir, hooks.passes_as(game, district) or here.status, UNSTABLE)
        await hooks.passed_on(game, change)

    # --- what is lost

    @hookimpl(of=PoliticsHooks.slips_away)
    @rule("EIA-10.5.2-instability")
    def conquered_ones(self, game: Game, side: SideId, zone: str) -> Iterable[DistrictId]:
        """In the Instability Zone a power loses its conquered minors, but where an unbesieged corps of its own is."""
        held = _minors_of(game, side) if zone == "Instability" else ()
        return [one.id for one in held if one.status == "conquered" and not _has_corps_in(game, side, one.id)]

    @hookimpl(of=PoliticsHooks.slips_away)
    @rule("EIA-10.5.2-fiasco")
    def all_of_them(self, game: Game, side: SideId, zone: str) -> Iterable[DistrictId]:
        """In the Fiasco Zone it loses all that it controls, free states too, whatever it has there."""
        return [one.id for one in _minors_of(game, side)] if zone == "Fiasco" else []

    # --- who gets it

    @hookimpl
    @rule("EIA-10.5.2-transfer")
    def heirs(self, game: Game, district: DistrictId, loser: SideId) -> Iterable[SideId]:
        """An enemy of the loser with a corps or a garrison in it gets it (R-43); several throw for it."""
        areas, foes = {area.id for area in areas_of_minor(game, district)}, enemies(game, loser)
        forces = (one for one in (*game[Corps], *game[Garrison]) if one.area in areas and one.factors)
        there = {power_of(game, one.side) for one in forces if one.side in foes}
        return sorted(one for one in there if one in powers(game))

    @hookimpl
    @rule("EIA-10.5.2-transferred-free-state")
    def passes_as(self, game: Game, district: DistrictId) -> ControlStatus | None:
        """A free state that passes to an enemy is a conquered minor of his."""
        return "conquered" if game[District][district].status == "free state" else None

    # --- what goes with it

    @hookimpl
    @rule("EIA-10.5.2-free-state-forces")
    async def control_changes(self, game: Game, change: ControlChange) -> None:
        """When a free state becomes neutral, or another's, its forces are gone; its fleets wait with their ships."""
        if change.before != "free state" or not change.whole or change.holder == change.was:
            return
        disband_forces(game, change.nation, DISBANDED)
        for fleet in [one for one in game[Fleet] if one.nation == change.nation]:
            game.change(fleet, lies="reserve", port=None, space=None)

    @hookimpl(of=ControlHooks.after_control_changed)
    @rule("EIA-10.5.2-garrisons-leave")
    async def garrisons_leave(self, game: Game, change: ControlChange) -> None:
        """Garrisons of the loser leave with the honours of war, Spanish and Turkish ones too; its corps stay."""
        areas = {area.id for one in change.districts for area in areas_of(game, one)}
        lost = change.was if change.cause == UNSTABLE else None
        for one in [one for one in game[Garrison] if one.side == lost and one.area in areas]:
            comes_back_as_draft(game, one)

    # --- points

    @hookimpl(of=PoliticsHooks.passed_on)
    @rule("EIA-10.5.2-gain-of-points")
    async def heir_gains(self, game: Game, change: ControlChange) -> None:
        """Whoever gets it gains a point for the country, whatever its districts."""
        if change.holder is not None:
            await befall(game, change.holder, CONTROL_GAINED)

    @hookimpl
    @rule("EIA-10.5.2-no-loss-of-points")
    async def passed_on(self, game: Game, change: ControlChange) -> None:
        """Whoever loses it in this way loses no points by that."""


def _minors_of(game: Game, side: SideId) -> list[District]:
    """Return the minor countries that a power controls: major districts, and secondary ones that are apart."""
    held = game[District].where("holder", side)
    return [one for one in held if not one.secondary or is_split_off(game, one.id)]


def _has_corps_in(game: Game, side: SideId, district: DistrictId) -> bool:
    areas = areas_of_minor(game, district)
    there = (one for area in areas for one in game[Corps].where("there", f"{side}|{area.id}"))
    return any(one.factors and not is_besieged(game, one) for one in there)
