"""The options of section 12 of Empires, declared with what they need, without code where the game has none yet."""

from __future__ import annotations

from sandtable.engine import AllOf, InstalledGame, Option, RuleModule
from sandtable_empires.system import EMPIRES

NEEDS: dict[str, tuple[str, ...]] = {
    "militia_conversion": ("BASE-5.2-schedule",),
    "ship_building_locations": ("BASE-5.2-schedule",),
    "channel_crossing_arrow": ("BASE-7.3-step",),
    "danish_swedish_arrows": ("BASE-7.3-step",),
    "naval_raiding": (),
    "large_fleet_movement": (),
    "reduced_transport_capacity": (),
    "proportional_naval_losses": ("proportional_land_losses",),
    "depot_supply_limit": ("BASE-7.4-step",),
    "british_training": (),
    "cavalry_superiority": (),
    "cavalry_withdrawal": ("cavalry_superiority",),
    "guard_commitment": (),
    "artillery_corps": (),
    "proportional_land_losses": (),
    "corps_leaders": ("EIA-10.6.1-no-leader", "EIA-10.6.1-tactical-maximum"),
    "further_tactical_reductions": ("EIA-10.6.1-tactical-maximum",),
    "napoleon_ratings": (),
    "free_state_detachment": ("BASE-7.3-step",),
    "no_ceding": (),
    "overwhelming_numbers": (),
    "treaty_limited_access": ("allied_voluntary_access",),
    "economic_manipulation": (),
    "event_forms": ("economic_manipulation",),
    "leader_casualties": (),
    "allied_voluntary_access": (),
    "american_trade_option": ("naval_raiding",),
}
"""By key, what each needs of the rules that are here, and some of each other, so that sets can be impossible."""


def declared(known: InstalledGame | None = None) -> InstalledGame:
    """Return Empires with all 27 options: those that it has are its own."""
    known = known or InstalledGame(EMPIRES)
    made: list[type[RuleModule]] = []
    for key, needs in NEEDS.items():
        if key in known.modules:
            continue
        there = tuple(one for one in needs if one in NEEDS or one in known.texts)
        option = Option(
            key.replace("_", " ").capitalize(), f"The option {key}.", requires=AllOf(*there) if there else None
        )
        made.append(
            type(key.title().replace("_", ""), (RuleModule,), {"__doc__": option.says, "key": key, "option": option})
        )
    return InstalledGame(EMPIRES, made)
