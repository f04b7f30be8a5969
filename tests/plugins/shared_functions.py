"""The rules that still share a function with others, or stand on several: they cannot be changed alone yet.

Function by function; the list only grows shorter.
"""

from __future__ import annotations

from typing import Final

SHARED: Final[dict[str, tuple[str, ...]]] = {
    "forts.entered": ("DRILL-14-declare-late", "DRILL-14-split"),
    "bombardment.bombard": ("DRILL-guns-bombard", "DRILL-guns-both", "DRILL-guns-no-morale"),
    "drill guard_commitment.commit": ("DRILL-guard-declare", "DRILL-guard-secret", "DRILL-guard-once-a-day"),
    "rout.run_rout": ("DRILL-19.2a-rout-length", "DRILL-19.2d-short-retreat-loss"),
}
"""Each does in one go what the rulebook says in several sentences, or answers for a sentence in several places."""
