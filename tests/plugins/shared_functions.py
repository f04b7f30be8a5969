"""The rules that still share a function with others, or stand on several: they cannot be changed alone yet.

Function by function; the list only grows shorter.
"""

from __future__ import annotations

from typing import Final

SHARED: Final[dict[str, tuple[str, ...]]] = {
    "land_order.side_order": (
        "BASE-7.0-order",
        "BASE-7.0-combined",
    ),
    "forced_march.after_march": (
        "BASE-7.3-force-march-stragglers",
        "BASE-10.6-rejoins",
    ),
    "supply.in_supply": (
        "BASE-7.4-line",
        "BASE-7.4-chain",
    ),
    "foraging.in_need": (
        "BASE-7.4-forage-who",
        "BASE-7.4-forage",
        "BASE-7.4-forage-losses",
    ),
    "seaways.harbours": (
        "BASE-7.4-harbours",
        "BASE-7.4-blockade",
    ),
    "besieged_supply.feed": (
        "BASE-7.4-besieged",
        "BASE-7.4-besieged-die",
        "BASE-7.4-besieged-port",
        "BASE-7.5-siege-starved",
        "EIA-10.6.3-capture-siege-supply",
    ),
    "sieges.corps_before_it": (
        "BASE-7.5-siege-who",
        "BASE-7.5-siege",
    ),
    "sieges.corps_besiege": (
        "BASE-7.5-besiegers",
        "BASE-4.9-siege",
    ),
    "sieges.before_combat": (
        "BASE-7.5-siege-kept-up",
        "BASE-7.5-siege-lifted",
        "BASE-7.5-siege-over",
    ),
    "storms.bear": (
        "BASE-7.5-storm-losses",
        "EIA-10.6.3-capture-elimination",
        "BASE-10.6-rejoins",
    ),
    "assaults.once_a_step": (
        "BASE-7.5-breach-once",
        "BASE-7.5-breach",
    ),
    "assaults.who_commands": (
        "EIA-10.3.2-garrison-controls",
        "EIA-10.3.2-mixed-with-owner",
        "EIA-10.3.2-mixed-without-owner",
    ),
    "command.power": (
        "EIA-10.6.1-allied-army",
        "EIA-10.6.1-allied-tie",
        "BASE-10.6.1-decides",
    ),
    "command.commander": (
        "EIA-10.6.1-single-leader",
        "EIA-10.6.1-seniority",
        "EIA-10.6.1-seniority-tie",
    ),
    "command.strategic_parts": (
        "BASE-10.6.1-strategic",
        "EIA-10.6.1-no-corps",
    ),
    "command.tactical_now": (
        "EIA-10.6.1-round-by-round",
        "BASE-10.6.1-ratings",
    ),
    "chits.choose": (
        "BASE-7.5.2-chits",
        "BASE-7.5.2-pinning",
        "BASE-7.5.2-no-outflanking",
    ),
    "chits.national_morale": (
        "BASE-7.5.2-turkish-morale",
        "BASE-7.5.2-russian-morale",
    ),
    "rounds.begin": (
        "BASE-7.5.2-three-rounds",
        "BASE-7.5.2-has-fought",
    ),
    "rounds.fire": (
        "BASE-7.5.2-dice",
        "BASE-7.5.2-tables",
        "BASE-7.5.2-levels",
    ),
    "rounds.firing": (
        "BASE-7.5.2-factors-fire",
        "BASE-7.5.2-outflankers-double",
    ),
    "reinforcing.call": (
        "BASE-7.5.2-reinforce",
        "BASE-7.5.2-reinforce-powers",
    ),
    "losses.bear": (
        "BASE-7.5.2-losses",
        "EIA-10.6.3-capture-elimination",
    ),
    "nightfall.decide": (
        "BASE-7.5.2-decided",
        "BASE-7.5.2-another-day",
    ),
    "pursuit.pursue": (
        "BASE-7.5.2-pursuit",
        "BASE-7.5.2-pursuit-class",
    ),
    "retreat.go": (
        "BASE-7.5.2-retreat",
        "BASE-7.5.2-no-retreat",
        "EIA-10.8-per-item",
    ),
    "guerillas.after_combat": (
        "EIA-10.1.1-create-on-defeat",
        "EIA-10.1.1-create-on-defeat-limits",
        "EIA-10.1.1-spain-only",
    ),
    "guerillas.rise": (
        "EIA-10.1.1-removal",
        "EIA-10.1.1-create-by-die",
        "EIA-10.1.1-create-die-trigger",
        "EIA-10.1.1-create-place-choice",
    ),
    "conquest.take": (
        "BASE-7.6-conquest",
        "EIA-10.8-general",
    ),
    "victory.pass_on": (
        "BASE-9-end",
        "BASE-9-income",
        "EIA-10.8-general",
    ),
    "cavalry_superiority.superior": (
        "EIA-12.3.3-superiority",
        "EIA-12.3.3-outflank-arrival",
        "EIA-12.3.3-no-doubling",
        "EIA-12.3.3-all-cavalry",
    ),
    "guard_commitment.declares": (
        "EIA-12.3.4-declare",
        "EIA-12.3.4-secret",
    ),
    "guard_commitment.one_nation": (
        "EIA-12.3.4-one-nationality",
        "EIA-10.8-general",
    ),
    "leader_casualties.after_combat": (
        "EIA-12.7-check",
        "EIA-12.7-pick",
        "EIA-12.7-killed",
        "EIA-12.7-wounded",
    ),
    "proportional_land_losses.shares": (
        "EIA-12.3.6-proportion",
        "EIA-10.8-general",
    ),
    "proportional_land_losses.storm_shares": (
        "EIA-12.3.6-proportion",
        "EIA-10.8-general",
    ),
    "forced_march.after_march and storms.bear": ("BASE-10.6-rejoins",),
    "storms.bear and losses.bear": ("EIA-10.6.3-capture-elimination",),
    "guerilla_moves.own_step and guerilla_moves.one_area": ("EIA-10.1.1-movement",),
    "guerilla_moves.in_a_city_of_ours and guerilla_moves.others_than_now": ("EIA-10.1.1-garrison-use",),
    "conquest.take, victory.pass_on and others": ("EIA-10.8-general",),
    "proportional_land_losses.reckon and proportional_land_losses.reckon_storm": ("BASE-12.3.6-reckoned",),
    "proportional_land_losses.forget and proportional_land_losses.forget_storm": ("BASE-12.3.6-forgotten",),
    "proportional_land_losses.shares and proportional_land_losses.storm_shares": ("EIA-12.3.6-proportion",),
    "forts.entered": ("DRILL-14-declare-late", "DRILL-14-split"),
    "bombardment.bombard": ("DRILL-guns-bombard", "DRILL-guns-both", "DRILL-guns-no-morale"),
    "drill guard_commitment.commit": ("DRILL-guard-declare", "DRILL-guard-secret", "DRILL-guard-once-a-day"),
    "rout.run_rout": ("DRILL-19.2a-rout-length", "DRILL-19.2d-short-retreat-loss"),
}
"""Each does in one go what the rulebook says in several sentences, or answers for a sentence in several places."""
