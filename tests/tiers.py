"""How much of a random test runs: `scripts/test`, `scripts/test --nightly`, `scripts/test --release`."""

import os
from typing import Final, Literal, cast, get_args

Tier = Literal["normal", "nightly", "release"]


def _tier(name: str) -> Tier:
    if name not in get_args(Tier):
        raise ValueError(f"SANDTABLE_TIER is {name!r}; it is one of {', '.join(get_args(Tier))}")
    return cast("Tier", name)


TIER: Final[Tier] = _tier(os.environ.get("SANDTABLE_TIER", "normal"))

ASKED: Final = 10 if TIER == "normal" else 1
"""After each so-many-th ply a proof of a random game asks twice what is offered and refused."""


def count(nightly: int, tier: Tier = TIER) -> int:
    """Say how many of `nightly` runs this tier makes: all of them, or the first 2 % and at least 10."""
    return min(nightly, max(10, nightly * 2 // 100)) if tier == "normal" else nightly
