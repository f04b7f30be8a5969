"""The Dardanelles (10.7): whoever holds Constantinople says who passes; while it is besieged nobody does."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Game, Refusal, RuleModule, SideId, SpaceId, Was, hookimpl, refuses_step, rule
from sandtable_empires.hookspecs.access import AccessHooks
from sandtable_empires.land.storming import city_controller
from sandtable_empires.model import Area, AreaId, area_id, power_of, siege_of
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.sail import Sail, SailStep
from sandtable_empires.territory import is_power, territory

STRAITS: Final = {SpaceId("dardanelles"): area_id("constantinople")}
"""The sea areas that are straits, with the area whose city commands each."""


class Dardanelles(RuleModule):
    """Who passes from the Aegean into the Black Sea, and back."""

    key = "dardanelles"
    needs = CAMPAIGN
    after = ("sailing",)

    @hookimpl(default=True)
    @rule("EIA-10.7-controller")
    def controller_of(self, game: Game, area: AreaId) -> SideId | None:
        """The passage is controlled by the major power that holds Constantinople, in combat too (R-38)."""
        side = city_controller(game, area)
        power = power_of(game, side) if side is not None else None
        return power if is_power(game, power) else None

    @rule("EIA-10.7-besieged", amends="EIA-10.7-controller")
    def besieged(self, was: Was[SideId | None], game: Game, area: AreaId) -> SideId | None:
        """While the city is besieged nobody controls it."""
        return None if siege_of(game, area) is not None else was()

    @refuses_step(Sail, "side", "there")
    @rule("BASE-6.2-straits")
    def by_leave(self, game: Game, stride: SailStep) -> Refusal | None:
        """A fleet comes into the sea area only by leave of whoever controls it: of itself, or by access for fleets."""
        city = STRAITS.get(stride.there)
        if city is None or city not in game[Area]:
            return None
        controller = game.hooks(AccessHooks).controller_of(game, city)
        if controller is None:
            return Refusal("nobody controls {strait} and could give leave", strait=stride.there)
        if has_leave(game, stride.side, controller, city):
            return None
        says, name = "{controller} controls {strait} and has not given leave", game.name(controller)
        return Refusal(says, controller=controller, strait=stride.there, cure=f"ask {name} for access for fleets")

    @rule("EIA-10.7-open-passage", amends="BASE-6.2-straits")
    def open_to_all(self, was: Was[Refusal | None], game: Game, stride: SailStep) -> Refusal | None:
        """With nobody in control all may pass, and enemies may come to the blockade box of the city."""
        city = STRAITS.get(stride.there)
        open_now = city in game[Area] and game.hooks(AccessHooks).controller_of(game, city) is None if city else False
        return None if open_now else was()


def has_leave(game: Game, side: SideId, controller: SideId, city: AreaId) -> bool:
    """Tell whether a strait is open to the fleets of a side: it, or the power behind it, controls it, or has access."""
    if power_of(game, side) == controller:
        return True
    given = [one for one in game.hooks(AccessHooks).rights(game, side) if one.owner == controller and one.fleets]
    return any(city in one.areas or city not in territory(game, controller) for one in given)
