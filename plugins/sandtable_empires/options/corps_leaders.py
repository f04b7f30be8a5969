"""Corps leaders (12.3.7): several corps without a leader are led as by one of tactical maximum 1."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Ask, Game, Option, RuleModule, Was, hookimpl, rule
from sandtable.present import Lesson
from sandtable_empires.combat.attack import Attack
from sandtable_empires.hookspecs.command import CommandHooks
from sandtable_empires.model import Force, ForceId

MAXIMUM: Final = 1


class CorpsLeaders(RuleModule):
    """Corps lead themselves, but not many of them together."""

    key = "corps_leaders"
    option = Option(
        "Corps leaders",
        "Two or more corps without a leader count as led by a leader whose tactical maximum is 1.",
        ("EIA-12.3.7-corps-leaders", "EIA-12.3.7-corps-leaders-scope"),
        requires="EIA-10.6.1-no-leader",
    )

    @rule("EIA-12.3.7-corps-leaders", amends="BASE-10.6.1-maximum")
    def one(self, was: Was[int | None], game: Game, force: ForceId) -> int | None:
        """Without a leader the tactical maximum is 1."""
        return was() or (MAXIMUM if game.hooks(CommandHooks).commanded(game, force) else None)

    @rule("EIA-12.3.7-corps-leaders-scope", amends="BASE-7.5.2-withdraw-one-by-one")
    def no_real_leader(self, was: Was[bool | None], game: Game, force: ForceId) -> bool | None:
        """This holds for combats only: who has no leader counter still withdraws, and reinforces, corps by corps."""
        return was() or game[Force][force].commander is None

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """A leader is worth having."""
        if Attack in ask.kinds:
            yield Lesson(
                says="Several corps without a leader count as led by one who can handle a single corps: they "
                "fight worse.",
                rules=("EIA-12.3.7-corps-leaders",),
            )  # fmt: skip
