"""Drill 5: a tactical rating by stages (10.6.1, 12.3.7), and a die whose modifiers come to +1 at most (12.3.3)."""

from collections.abc import Iterable
from typing import Annotated, Literal, NewType

from msgspec import Meta, Struct

from sandtable.engine import Game, HookSet, Option, Part, Row, RuleModule, Tally, Was, collects, decides, hookimpl, rule
from tests.engine.drill.battle import ArmyId, BattleHooks, foe

LeaderId = NewType("LeaderId", str)


class Leader(Row, frozen=True):
    """A leader's tactical rating, and how many corps he commands without loss."""

    id: LeaderId
    tactical: int
    maximum: int


class Staff(Row, frozen=True):
    """The corps of an army, the best rating among them, who commands, its cavalry."""

    id: ArmyId
    corps: Annotated[int, Meta(ge=1)]
    best: int = 0
    leader: LeaderId | None = None
    cavalry: int = 0


class TacticsHooks(HookSet):
    """What a tactical rating is made of."""

    @decides
    def maximum(self, game: Game, army: ArmyId) -> int | None:
        """Say how many corps are commanded without loss; ``None``: any number."""

    @collects
    def rating_parts(self, game: Game, army: ArmyId) -> Iterable[Part]:
        """Add to the tactical rating."""
        return ()


def rating(game: Game, army: ArmyId) -> Tally:
    return Tally("tactical rating", game.hooks(TacticsHooks).rating_parts(game, army))


def corps_and_maximum(game: Game, army: ArmyId) -> tuple[int, int]:
    """Return the corps commanded and the maximum; without a maximum, as many as there are."""
    corps = game[Staff][army].corps
    return corps, game.hooks(TacticsHooks).maximum(game, army) or corps


class Command(RuleModule):
    """Who commands, how well, and what it does to the die."""

    key = "command"

    @hookimpl(of=TacticsHooks.rating_parts)
    @rule("DRILL-commander")
    def commander(self, game: Game, army: ArmyId) -> Iterable[Part]:
        staff = game[Staff][army]
        leader = game[Leader].get(staff.leader)
        rated = (leader.tactical, leader.id) if leader else (staff.best, "best of the corps")
        return [Part("base", rated[0], "DRILL-commander", rated[1])]

    @hookimpl(default=True)
    @rule("DRILL-no-leader")
    def maximum(self, game: Game, army: ArmyId) -> int | None:
        """Without a leader there is no maximum."""
        leader = game[Leader].get(game[Staff][army].leader)
        return leader.maximum if leader else None

    @hookimpl(of=TacticsHooks.rating_parts)
    @rule("DRILL-tactical-maximum")
    def too_many(self, game: Game, army: ArmyId) -> Iterable[Part]:
        """More corps than the maximum: -1; more than twice as many: -2."""
        corps, maximum = corps_and_maximum(game, army)
        over = (corps > maximum) + (corps > 2 * maximum)
        return [Part("add", -over, "DRILL-tactical-maximum", f"{corps} corps")] if over else []

    @hookimpl(of=TacticsHooks.rating_parts)
    @rule("DRILL-tactical-floor")
    def floor(self, game: Game, army: ArmyId) -> Iterable[Part]:
        return [Part("at_least", 0, "DRILL-tactical-floor", "the lowest rating")]

    @hookimpl
    @rule("DRILL-rating-comparison")
    def die_parts(self, game: Game, army: ArmyId) -> Iterable[Part]:
        mine, theirs = rating(game, army).whole(), rating(game, foe(army)).whole()
        compared = (mine > theirs) - (mine < theirs)
        return [Part("add", compared, "DRILL-rating-comparison", f"{mine} against {theirs}")] if compared else []


class FurtherReductions(RuleModule):
    """The loss goes on: three times the maximum -3, four times -4 (12.3.7, R-17)."""

    key = "further_reductions"
    option = Option("Further reductions", "-3, -4 and so on.", ("DRILL-further",), requires="DRILL-tactical-maximum")

    class Parameters(Struct, frozen=True):
        counts_from: Literal["more_than", "at_least"] = "more_than"

    parameters: Parameters

    @rule("DRILL-further", amends="DRILL-tactical-maximum")
    def further(self, was: Was[Iterable[Part]], game: Game, army: ArmyId) -> Iterable[Part]:
        corps, maximum = corps_and_maximum(game, army)
        times = (corps - (self.parameters.counts_from == "more_than")) // maximum
        return [Part("add", -times, "DRILL-further", f"{corps} corps")] if times > 2 else was()


class CorpsLeaders(RuleModule):
    """Several corps without a leader count as led by one of tactical maximum 1 (12.3.7)."""

    key = "corps_leaders"
    option = Option("Corps leaders", "Corps lead as leaders of maximum 1.", ("DRILL-corps-leaders",))

    @rule("DRILL-corps-leaders", amends="DRILL-no-leader")
    def one(self, was: Was[int | None], game: Game, army: ArmyId) -> int | None:
        return was() or 1


class CavalrySuperiority(RuleModule):
    """Twice the enemy's cavalry adds 1, and no die is modified by more than +1 (12.3.3, R-20, R-21)."""

    key = "cavalry_superiority"
    option = Option("Cavalry superiority", "+1 for twice the cavalry.", ("DRILL-superiority", "DRILL-modifier-cap"))

    @hookimpl(of=BattleHooks.die_parts)
    @rule("DRILL-superiority")
    def superior(self, game: Game, army: ArmyId) -> Iterable[Part]:
        mine, theirs = game[Staff][army].cavalry, game[Staff][foe(army)].cavalry
        twice = mine > 0 and mine >= 2 * theirs
        return [Part("add", 1, "DRILL-superiority", f"{mine} cavalry against {theirs}")] if twice else []

    @hookimpl(of=BattleHooks.die_parts)
    @rule("DRILL-modifier-cap")
    def cap(self, game: Game, army: ArmyId) -> Iterable[Part]:
        return [Part("at_most", 1, "DRILL-modifier-cap", "net modifier")]
