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
