"""Leaders: they ride along with troops, share their fate on a force march, or move alone (clarification 1)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, Part, Refusal, RuleModule, hookimpl, refuses, rule
from sandtable_grande_armee.model import Cause, Disruption, Rating, Ride, Role, UnitId, of_arm, those_who_fight, unit_of
from sandtable_grande_armee.movement.losses import disrupt, eliminate
from sandtable_grande_armee.movement.march import March
from sandtable_grande_armee.movement.riding import first_astray, riding_with


class Leaders(RuleModule):
    """How leaders go along."""

    key = "leaders"

    @hookimpl
    @rule("LGA-01-leader-attach")
    def riders(self, game: Game, units: tuple[UnitId, ...]) -> Iterable[UnitId]:
        """Leaders who go with troops that march or force march make no move of their own."""
        rows = [unit_of(game, unit) for unit in units]
        return [row.id for row in of_arm(game, rows, "leader")] if those_who_fight(game, rows) else []

    @hookimpl
    @rule("LGA-01-leader-no-own-roll")
    def without_roll(self, game: Game, units: tuple[UnitId, ...]) -> Iterable[UnitId]:
        """Nor is a die thrown for their force march: that of the unit covers both."""
        return [unit for unit in units if unit in game[Ride]]

    @refuses(March, "units")
    @rule("LGA-01-leader-whole-move")
    def whole_move(self, game: Game, act: March) -> Refusal | None:
        """A leader who rides along stays with the unit through its whole move, with none of his own after it (Q13)."""
        return first_astray(game, act.units)

    @hookimpl
    @rule("LGA-01-leader-shares-disruption")
    async def disrupted(self, game: Game, unit: UnitId, fresh: bool) -> None:
        """A leader who rides with a unit that its force march disrupts is disrupted too."""
        if fresh:
            for leader in riding_with(game, unit):
                if leader not in game[Disruption]:
                    await disrupt(game, leader, fresh=True)

    @hookimpl
    @rule("LGA-01-leader-shares-elimination")
    async def eliminated(self, game: Game, unit: UnitId, cause: Cause) -> None:
        """A leader who rides with a unit that its force march eliminates is lost too."""
        if cause == "force march":
            for leader in riding_with(game, unit):
                await eliminate(game, leader, cause)

    @hookimpl
    @rule("BASE-5-rating")
    def rating_parts(self, game: Game, leader: UnitId, role: Role) -> Iterable[Part]:
        """A leader has one rating for the attack and one for the defence."""
        known = game[Rating].get(leader)
        if known is None:
            return []
        return [Part("base", known.attack if role == "attacker" else known.defence, says=f"rating of {leader}")]
