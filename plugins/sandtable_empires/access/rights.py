"""Whose forces may enter what (10.3.1): their own land, an enemy's, neutral countries; else by leave or by force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Literal

from sandtable.engine import (
    Game,
    Refusal,
    RuleModule,
    SideId,
    cached_while_unchanged,
    counted,
    hookimpl,
    refuses_step,
    rule,
    ruling,
)
from sandtable_empires.charts.keys import FORCIBLE_ACCESS, POLITICAL_CAUSES, POLITICAL_POINTS, numbers
from sandtable_empires.hookspecs.access import AccessHooks, Right
from sandtable_empires.hookspecs.supply import Block, SupplyHooks
from sandtable_empires.march import March, MarchStep
from sandtable_empires.model import Area, AreaId, allies, enemies
from sandtable_empires.model.access import Permission
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.territory import (
    closed_areas,
    friends,
    is_power,
    kept_areas,
    owners,
    territory,
)


class AccessRights(RuleModule):
    """By what right forces are where they are, where nobody need be asked."""

    key = "access_rights"
    needs = CAMPAIGN
    charts = (numbers(POLITICAL_POINTS, POLITICAL_CAUSES, least=-99, most=99),)
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        allies: Annotated[
            Literal["need permission", "have access"],
            ruling(
                "Allies",
                "The rule names permission, war and peace condition C.5, and no alliance.",
                "BASE-10.3.1-allies",
            ),
        ] = "need permission"

    # --- rights

    @hookimpl(of=AccessHooks.rights)
    @rule("BASE-10.3.1-own")
    def own_land(self, game: Game, side: SideId) -> Iterator[Right]:
        """Forces are at home in what their side holds; a power and the minor countries that it runs are at one."""
        for one in sorted(friends(game, side)):
            yield Right(territory(game, one), one, "its own territory", garrisons=True, depots=True, fleets=True)

    @hookimpl(of=AccessHooks.rights)
    @rule("BASE-10.3.1-war")
    def enemy_land(self, game: Game, side: SideId) -> Iterator[Right]:
        """War opens the territory of an enemy."""
        for foe in sorted(enemies(game, side)):
            yield Right(territory(game, foe), foe, "at war", garrisons=True, depots=True)

    @hookimpl(of=AccessHooks.rights)
    @rule("EIA-10.3.1-neutral-minor-passage")
    def neutral_minors(self, game: Game, side: SideId) -> Iterator[Right]:
        """Minor countries that no power controls are open to all, for movement and for supply, and nobody is asked."""
        for owner in owners(game):
            if owner is None or not is_power(game, owner):
                yield Right(territory(game, owner), None, "a neutral minor country")

    @hookimpl(of=AccessHooks.rights)
    @rule("BASE-10.3.1-allies")
    def allied_land(self, game: Game, side: SideId) -> Iterator[Right]:
        """By the ruling, an alliance is permission enough."""
        for ally in sorted(allies(game, side)) if self.parameters.allies == "have access" else ():
            yield Right(territory(game, ally), ally, "an ally", garrisons=True, depots=True, fleets=True)

    @hookimpl(of=AccessHooks.rights)
    @rule("EIA-10.3.1-unconditional")
    def by_peace(self, game: Game, side: SideId) -> Iterator[Right]:
        """Access by peace condition C.5 is to all the territory, for all that one does there, and on no conditions."""
        for one in game[Permission].where("guest", side):
            if one.unconditional and one.validity == "in force":
                yield Right(
                    territory(game, one.owner), one.owner, "peace condition C.5", garrisons=True, depots=True,
                    fleets=True, permission=one.id,
                )  # fmt: skip

    # --- who is kept out

    @refuses_step(March, "side", "guest", "there")
    @rule("EIA-10.3.1-major-needs-right")
    def no_access(self, game: Game, stride: MarchStep) -> Refusal | None:
        """Into a major power's territory one needs its permission, a war with it, or peace condition C.5."""
        closed = closed_areas(game, stride.side)
        if stride.there not in closed or (stride.guest is not None and stride.there in kept_areas(game, stride.guest)):
            return None
        owner = closed[stride.there]
        title = game.name(owner) if owner is not None else game.name(stride.there, Area)
        price = counted(-game.chart(POLITICAL_POINTS).number(FORCIBLE_ACCESS), "political point")
        return Refusal(
            "no access", cure=f"declare war on {title}, ask it for access, or use forcible access for {price}"
        )

    @hookimpl(of=SupplyHooks.supply_blocks)
    @rule("BASE-7.4-access")
    def no_supply_through(self, game: Game, side: SideId) -> Iterable[Block]:
        """No supply comes through territory where none of its side's forces may be."""
        return barred(game, side)


@cached_while_unchanged
def barred(game: Game, side: SideId) -> tuple[Block, ...]:
    """Return the areas through which a side traces no supply: those where it has no access."""
    return tuple(map(_no_access_to, closed_areas(game, side)))


@cache
def _no_access_to(area: AreaId) -> Block:
    return Block(area, "BASE-7.4-access", "no access")
