"""Districts (10.4): minor countries of two districts, wars on them, what goes along with the major one."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, Part, RuleModule, ScenarioFinding, SideId, Was, hookimpl, rule
from sandtable_empires.charts.keys import DISTRICT_ATTACKED, POLITICAL_POINTS
from sandtable_empires.holding import give_forces, set_control
from sandtable_empires.hookspecs.control import ControlChange, ControlHooks, Hindrance, Prize
from sandtable_empires.model import (
    District,
    DistrictId,
    NationId,
    Occupation,
    is_split_off,
    major_district,
    power_of,
)  # fmt: skip
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.soundness.districts import DISTRICT_FAULTS, districts


class DistrictRules(RuleModule):
    """What a secondary district shares with its country, and when it goes its own way."""

    key = "districts"
    needs = CAMPAIGN
    after = ("minor_conquest?",)
    faults = DISTRICT_FAULTS

    @hookimpl
    @rule("EIA-10.4.3-separate-while-split")
    def split_off(self, game: Game, nation: NationId) -> Iterable[DistrictId]:
        """While another controls it than the major district, a secondary one is a minor country of its own."""
        return [one.id for one in game[District].where("nation", nation) if is_split_off(game, one.id)]

    # --- war

    @hookimpl(of=ControlHooks.no_war)
    @rule("EIA-10.4.2-no-separate-declaration")
    def not_by_itself(self, game: Game, side: SideId, district: DistrictId) -> Iterable[Hindrance]:
        """Nobody declares war on a secondary district that is part of its neutral country."""
        here = game[District][district]
        if here.secondary and district not in apart(game, here.nation):
            whole = major_district(game, here.nation)
            return [Hindrance(f"it is part of {whole.title if whole is not None else here.nation}")]
        return []

    @hookimpl
    @rule("EIA-10.4.2-covers-all")
    def covered_by_war(self, game: Game, district: DistrictId) -> Iterable[DistrictId]:
        """War on a country is war on all its districts, but for a secondary one that was conquered before."""
        here = game[District][district]
        gone = apart(game, here.nation)
        return [one.id for one in game[District].where("nation", here.nation) if one.id not in gone]

    @hookimpl
    @rule("EIA-10.4.2-cost")
    def war_cost_parts(self, game: Game, side: SideId, nation: NationId) -> Iterable[Part]:
        """It costs points for each district that the neutral country has."""
        each, gone = game.chart(POLITICAL_POINTS).number(DISTRICT_ATTACKED), apart(game, nation)
        here = (one for one in game[District].where("nation", nation) if one.id not in gone)
        return [Part("base", -each, says=one.title) for one in here]

    # --- control

    @hookimpl
    @rule("EIA-10.4.3-control-follows")
    def goes_along(self, game: Game, district: DistrictId, holder: SideId | None) -> Iterable[DistrictId]:
        """Whoever gets the major district gets the secondary one with it."""
        here = game[District][district]
        others = (one for one in game[District].where("nation", here.nation) if one.secondary)
        return [] if here.secondary else [one.id for one in others]

    @rule("EIA-10.4.3-not-if-held", amends="EIA-10.4.3-control-follows")
    def held_by_another(
        self, was: Was[Iterable[DistrictId]], game: Game, district: DistrictId, holder: SideId | None
    ) -> Iterable[DistrictId]:
        """But not when another power controls it."""
        gone = apart(game, game[District][district].nation)
        return [one for one in was() if one not in gone or game[District][one].holder == holder is not None]

    @hookimpl(of=ControlHooks.not_conquered)
    @rule("EIA-10.4.3-secondary-alone")
    def only_beside_another(self, game: Game, prize: Prize, side: SideId) -> Iterable[Hindrance]:
        """A secondary district falls by itself only while another power holds the major one."""
        here = game[District].get(prize.district or "")
        major = major_district(game, here.nation) if here is not None and here.secondary else None
        if here is None or major is None or here.id in apart(game, here.nation):
            return []
        row = game[Occupation].get(major.capital)
        holds = major.holder or (power_of(game, row.side) if row is not None else None)
        return [] if holds not in (None, side) else [Hindrance(f"nobody else holds {major.title}")]

    @hookimpl(of=ControlHooks.after_control_changed)
    @rule("EIA-10.4.4-forces")
    async def forces_follow(self, game: Game, change: ControlChange) -> None:
        """Whoever controls the major district has the corps and fleets of the country."""
        if change.whole:
            give_forces(game, change.nation, change.holder)

    @hookimpl(of=ControlHooks.no_free_state)
    @rule("EIA-10.4.4-secondary-no-forces")
    def never_free(self, game: Game, district: DistrictId) -> Iterable[Hindrance]:
        """A secondary district has no forces: split off, it is a conquered country and never a free state."""
        here = game[District][district]
        return [Hindrance(f"{here.title} is a secondary district")] if here.secondary else []

    @hookimpl
    @rule("EIA-10.4.1-composition")
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """A minor country has one major district, which names it, and perhaps secondary ones, each with its capital."""
        return districts(game)

    @hookimpl(of=ControlHooks.after_control_changed)
    @rule("EIA-10.4.3-no-neutral-secondary")
    async def rejoins(self, game: Game, change: ControlChange) -> None:
        """A secondary district never becomes neutral by itself: it goes to whoever has the major one, or rejoins it."""
        if change.status == "neutral" and not change.whole:
            for district in change.districts:
                major = major_district(game, change.nation)
                if major is not None and (major.status, major.holder) != ("neutral", None):
                    await set_control(game, district, major.holder, major.status, change.cause)


def apart(game: Game, nation: NationId) -> frozenset[DistrictId]:
    """Return the districts of a country that are minor countries of their own now."""
    return frozenset(game.hooks(ControlHooks).split_off(game, nation))
