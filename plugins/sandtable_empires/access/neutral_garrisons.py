"""Neutral garrisons (10.3.3): whoever is at peace with the besiegers gives up their enemy's city, and goes free."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, RuleModule, SideId, hookimpl, rule
from sandtable_empires.hookspecs.access import AccessHooks
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.land.investing import besieging_powers, review
from sandtable_empires.model import Area, AreaId, at_war, corps_at, garrisons_at, in_the_open
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.returning import comes_back_as_draft


class NeutralGarrisons(RuleModule):
    """What becomes of those in a besieged city whom its besiegers are at peace with."""

    key = "neutral_garrisons"
    needs = CAMPAIGN
    after = ("sieges", "garrisons", "surrender")

    @hookimpl(of=SiegeHooks.holds_for_enemy)
    @rule("BASE-10.3.3-besieged")
    def neutrals_inside(self, game: Game, area: AreaId, side: SideId) -> Iterable[SideId]:
        """A city that only neutral forces hold for an enemy can be besieged too."""
        return neutrals_in(game, area, side)

    @hookimpl(of=SiegeHooks.begins_siege)
    @rule("EIA-10.3.3-surrender", after="BASE-7.5-siege")
    async def give_up(self, game: Game, area: AreaId, side: SideId) -> None:
        """In an enemy's city whoever is at war with no besieging corps surrenders when the siege is announced."""
        for neutral in neutrals_in(game, area, side):
            game.note(f"the forces of {neutral} give up {game.name(area)}: they are at peace with the besiegers")
            await game.hooks(AccessHooks).goes_free(game, neutral, area)
            await game.hooks(SiegeHooks).lay_down_arms(game, area, neutral, side, False)
        review(game)

    @hookimpl(of=AccessHooks.goes_free)
    @rule("EIA-10.3.3-return")
    async def are_exchanged(self, game: Game, side: SideId, area: AreaId) -> None:
        """They are exchanged at once, and come back in their side's next Army Reinforcement Step."""
        for garrison in list(garrisons_at(game, area, side)):
            if garrison.place == "city":
                comes_back_as_draft(game, garrison)
        for corps in list(corps_at(game, area, side)):
            if corps.inside:
                comes_back_as_draft(game, corps)


def neutrals_in(game: Game, area: AreaId, side: SideId) -> list[SideId]:
    """Return the sides in the city of an enemy of a besieger, or of his partners, who are at war with none of these."""
    before = [one for one in besieging_powers(game, area, side) if one == side or in_the_open(game, area, one)]
    holder = game[Area][area].holder
    if holder is None or not any(at_war(game, one, holder) for one in before):
        return []
    inside = dict.fromkeys(one.side for one in game.hooks(SiegeHooks).inside(game, area))
    return [one for one in inside if one not in before and not any(at_war(game, one, foe) for foe in before)]
