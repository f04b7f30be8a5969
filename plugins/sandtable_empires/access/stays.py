"""What forces may not do where they may only pass (10.3.1, 10.3.4): lay depots, be in cities."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Game, RuleModule, SideId, hookimpl, rule
from sandtable_empires.hookspecs.access import AccessHooks, Stay
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.model import AreaId, minor_country
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.territory import is_foreign, is_neutral_minor, right_there

STAYS: Final[dict[Stay, str]] = {"garrison": "garrisons", "depot": "depots"}


class Stays(RuleModule):
    """Who may only pass."""

    key = "stays"
    needs = CAMPAIGN

    @hookimpl(of=AccessHooks.no_stay)
    @rule("EIA-10.3.1-neutral-minor-limits")
    def in_neutral_minors(self, game: Game, side: SideId, area: AreaId, what: Stay) -> Iterable[Hindrance]:
        """In a minor country that it neither controls nor is at war with a power lays no depots and takes no city."""
        neutral = is_neutral_minor(game, side, area)
        return [Hindrance(f"{minor_country(game, area)} is neutral: no {STAYS[what]} there")] if neutral else []

    @hookimpl(of=AccessHooks.no_stay)
    @rule("EIA-10.3.4-restrictions")
    def by_force(self, game: Game, side: SideId, area: AreaId, what: Stay) -> Iterable[Hindrance]:
        """Forcible access is as that through a neutral minor country: movement and supply, no depots, no cities."""
        right = right_there(game, side, area)
        forced = right is not None and right.forced
        return [Hindrance(f"by forcible access forces pass through: no {STAYS[what]}")] if forced else []

    @hookimpl(of=AccessHooks.no_stay)
    @rule("BASE-10.3.1-terms")
    def against_the_terms(self, game: Game, side: SideId, area: AreaId, what: Stay) -> Iterable[Hindrance]:
        """Elsewhere in another's territory they do what the terms of their access allow."""
        if not is_foreign(game, side, area) or is_neutral_minor(game, side, area):
            return []
        right = right_there(game, side, area)
        if right is None:
            return [Hindrance("no access")]
        allows = right.forced or (right.garrisons if what == "garrison" else right.depots)
        return [] if allows else [Hindrance(f"{right.owner} allows no {STAYS[what]}")]
