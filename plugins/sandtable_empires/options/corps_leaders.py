"""Corps leaders (12.3.7): several corps without a leader are led as by one of tactical maximum 1."""

from __future__ import annotations

from sandtable.engine import Game, Option, RuleModule, Was, rule
from sandtable_empires.model import ForceId, corps_of


class CorpsLeaders(RuleModule):
    """Corps lead themselves, but not many of them together."""

    key = "corps_leaders"
    option = Option(
        "Corps leaders",
        "Two or more corps without a leader count as led by one whose tactical maximum is 1.",
        ("EIA-12.3.7-corps-leaders", "EIA-12.3.7-corps-leaders-scope"),
        requires="EIA-10.6.1-no-leader",
    )

    @rule("EIA-12.3.7-corps-leaders", amends="EIA-10.6.1-no-leader")
    def one(self, was: Was[int | None], game: Game, force: ForceId) -> int | None:
        """Without a leader the maximum is 1; to withdraw and to reinforce, corps still try one by one."""
        return was() or (1 if corps_of(game, force) else None)
