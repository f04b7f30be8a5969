"""Allied voluntary access (12.8): a power lets nobody's forces in but an ally's."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, Option, RuleModule, SideId, hookimpl, rule
from sandtable_empires.hookspecs.access import AccessHooks
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.model import allies
from sandtable_empires.model.grants import CAMPAIGN


class AlliedVoluntaryAccess(RuleModule):
    """Access is for allies."""

    key = "allied_voluntary_access"
    needs = CAMPAIGN
    option = Option(
        "Allied voluntary access",
        "A power gives voluntary access to allies alone; when the alliance ends, no further forces come in by it.",
        ("EIA-12.8-allies-only",),
        requires="EIA-10.3.1-voluntary-conditions",
    )

    @hookimpl(of=AccessHooks.no_permission)
    @rule("EIA-12.8-allies-only")
    def allies_only(self, game: Game, owner: SideId, guest: SideId) -> Iterable[Hindrance]:
        """It is given to an ally alone, and counts for newcomers for as long as he is one (R-35)."""
        return [] if owner in allies(game, guest) else [Hindrance(f"{guest} is not an ally of {owner}")]
