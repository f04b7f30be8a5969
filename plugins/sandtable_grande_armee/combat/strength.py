"""What a force is worth in combat: its points, halved without supply, never below 1 with cavalry, and a leader."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from sandtable.engine import ChartId, Game, Lookup, Part, RuleModule, hookimpl, rule, ruling
from sandtable_grande_armee.charts.keys import LIMITS
from sandtable_grande_armee.combat.forces import has_cavalry, troops_among
from sandtable_grande_armee.combat.tallies import unsupplied
from sandtable_grande_armee.hookspecs.combat import CombatHooks, Force
from sandtable_grande_armee.hookspecs.leaders import rating
from sandtable_grande_armee.model import Rating, Unit, UnitId, of_arm, unit_types

WALLS: Final = "fort defence"


class Strength(RuleModule):
    """What a force is worth."""

    key = "strength"
    charts = (Lookup(ChartId(LIMITS), ((WALLS,),), "number", least=1, most=9),)
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        threshold: Annotated[
            int,
            ruling(
                "Points halved without supply",
                "From how many strength points on a force without supply is halved (Q1): the source says 2 or more.",
                "LGA-06-unsupplied-halved",
                ge=1,
                le=20,
            ),
        ] = 2
        leader_effect: Annotated[
            Literal["his rating, up to the force", "his rating", "nothing"],
            ruling(
                "What a leader adds",
                "What a leader adds to the strength of a force (Q2): his rating, but no more than the force has after "
                "halving, makes the 2 to 1 of the source's example.",
                "LGA-06-example-leader",
            ),
        ] = "his rating, up to the force"

    @hookimpl
    @rule("BASE-3-strength")
    def strength_parts(self, game: Game, force: Force) -> Iterable[Part]:
        """The strengths of its units, as printed, added up."""
        types = unit_types(game)
        return [Part("base", types[unit.kind].strength, says=unit.id) for unit in troops_among(game, force.units)]

    @hookimpl(of=CombatHooks.strength_parts)
    @rule("LGA-06-unsupplied-halved")
    def halved(self, game: Game, force: Force) -> Iterable[Part]:
        """What is not supplied is summed and halved once, rounded down, if it comes to 2 or more."""
        points = unsupplied(game, force)
        if points < self.parameters.threshold:
            return []
        return [Part("base", points // 2 - points, says=f"half of the {points} without supply")]

    @hookimpl(of=CombatHooks.strength_parts)
    @rule("LGA-06-cavalry-minimum")
    def never_below_one(self, game: Game, force: Force) -> Iterable[Part]:
        """A force with cavalry counts 1 at least."""
        horse = has_cavalry(game, troops_among(game, force.units))
        return [Part("at_least", 1, says="with cavalry")] if horse else []

    @hookimpl(of=CombatHooks.strength_parts)
    @rule("BASE-3-walls")
    def behind_walls(self, game: Game, force: Force) -> Iterable[Part]:
        """Who defends the walls of a fort is worth more."""
        return [game.chart(LIMITS).part("times", WALLS, says="behind walls")] if force.inside else []

    @hookimpl
    @rule("LGA-06-example-leader")
    def leader_parts(self, game: Game, force: Force, own: int) -> Iterable[Part]:
        """The best leader of a force adds his rating after the halving, up to the force's own strength."""
        leader = best_leader(game, force)
        if leader is None or self.parameters.leader_effect == "nothing" or own <= 0:
            return []
        most = rating_of(game, leader, force)
        adds = min(most, own) if self.parameters.leader_effect == "his rating, up to the force" else most
        return [Part("add", adds, says=leader_as_rated(game, leader, force))]


def rating_of(game: Game, leader: UnitId, force: Force) -> int:
    """Return the rating of a leader that counts in a force: that for attack, or that for defence."""
    return rating(game, leader, force.role).whole()


def leader_as_rated(game: Game, leader: UnitId, force: Force) -> str:
    """Name a leader, with what makes his rating another than is printed."""
    known, now = game[Rating].get(leader), rating(game, leader, force.role)
    printed = (known.attack if force.role == "attacker" else known.defence) if known is not None else 0
    return leader if now.whole() == printed else f"{leader}, {'; '.join(now.lines()[1:-1])}"


def best_leader(game: Game, force: Force) -> UnitId | None:
    """Return the leader of a force with the highest rating; of equals the first by name."""
    there = of_arm(game, [unit for id in force.units if (unit := game.row(Unit, id)) is not None], "leader")
    if len(there) < 2:
        return there[0].id if there else None
    return min(there, key=lambda unit: (-rating_of(game, unit.id, force), unit.id)).id
