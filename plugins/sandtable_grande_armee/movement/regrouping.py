"""Combining and breaking down: what may, what it costs, what is left (clarifications 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Ask, ChartId, Game, Lookup, Part, Refusal, RuleModule, SideId, hookimpl, refuses, rule
from sandtable_grande_armee.charts.keys import COMBINING, MOVEMENT_COST, UNIT_TYPES
from sandtable_grande_armee.charts.lookups import COMBINING_COSTS
from sandtable_grande_armee.hookspecs.movement import MovementHooks, Recipe
from sandtable_grande_armee.model import ForceMarch, Shelter, Unit, UnitId
from sandtable_grande_armee.model.agreeing import of_them, refusal_of
from sandtable_grande_armee.movement.combining import BreakDown, Combine, Regroup, recipe_of, smaller
from sandtable_grande_armee.movement.holding import first_held
from sandtable_grande_armee.movement.purses import allowance, in_all, purse_of
from sandtable_grande_armee.steps import MOVEMENT_STEP

COMBINING_COST, BREAKDOWN_COST = "combine", "break down"
CORPS = "5-4"


class Combining(RuleModule):
    """How units combine."""

    key = "combining"
    charts = (COMBINING_COSTS, Lookup(ChartId(COMBINING)))
    actions = {MOVEMENT_STEP: (Combine,)}

    # --- what combines

    @hookimpl
    @rule("LGA-02-six-divisions-one-army")
    def recipes(self, game: Game) -> Iterable[Recipe]:
        """The lower rungs of the ladder, by which six divisions become an army: two of them are a corps."""
        ladder = by_chart(game)
        return [recipe for recipe in ladder.values() if recipe.becomes in ladder]

    @hookimpl(of=MovementHooks.recipes)
    @rule("LGA-02-example-three-corps")
    def last_rung(self, game: Game) -> Iterable[Recipe]:
        """The last rung: three corps are an army."""
        ladder = by_chart(game)
        return [recipe for recipe in ladder.values() if recipe.becomes not in ladder]

    @refuses(Combine, "units")
    @rule("BASE-2c-alike")
    def alike(self, game: Game, act: Combine, ask: Ask) -> Refusal | None:
        """Units that combine are of one kind and one side, stand in one hex, and are as many as the chart says."""
        rows = [game[Unit][unit] for unit in act.units]
        recipe = recipe_of(game, rows[0].kind)
        if recipe is None:
            return refusal_of(game, rows[0].id, "combines into nothing")
        other = next(
            (row for row in rows if (row.side, row.kind, row.hex) != (ask.side, rows[0].kind, rows[0].hex)), None
        )
        if other is not None or rows[0].hex is None:
            says = "{unit} and {other} are not units of yours of one kind in one hex"
            return Refusal(says, unit=rows[0].id, other=(other or rows[0]).id)
        if len(rows) == recipe.number:
            return None
        says = "{number} units of kind {kind} combine into one of kind {becomes}, not {given}"
        return Refusal(says, number=recipe.number, kind=recipe.kind, becomes=recipe.becomes, given=len(rows))

    @refuses(Combine, "units")
    @rule("BASE-2c-walls")
    def one_side_of_the_walls(self, game: Game, act: Combine) -> Refusal | None:
        """Units inside a fort do not combine with units outside."""
        states = {(row.inside, row.declared) if (row := game[Shelter].get(unit)) else None for unit in act.units}
        says = "some of {units} are inside the fort and others are not"
        return Refusal(says, units=", ".join(act.units)) if len(states) > 1 else None

    @refuses(Combine, "units")
    @rule("BASE-2c-held-combining")
    def able(self, game: Game, act: Combine, ask: Ask) -> Refusal | None:
        """What keeps a unit from combining says so with its own rule."""
        return first_held(game, SideId(ask.side), "combine", act.units)

    @refuses(Regroup)
    @rule("LGA-02-combine-as-often")
    def pays(self, game: Game, act: Regroup) -> Refusal | None:
        """Units combine and break down as often in a turn as their points pay for."""
        what = BREAKDOWN_COST if isinstance(act, BreakDown) else COMBINING_COST
        cost = game.chart(MOVEMENT_COST).number(what)
        poor = next((unit for unit in act.payers() if in_all(purse_of(game, unit)) < cost), None)
        if poor is None:
            return None
        left = in_all(purse_of(game, poor))
        return Refusal(
            "{unit} {has} {left} movement points left, and {needs} {cost}", unit=poor, left=left, cost=cost,
            has=of_them(game, poor, "has"), needs=of_them(game, poor, "needs"),
        )  # fmt: skip

    # --- what is left

    @hookimpl
    @rule("LGA-02-slowest-rate")
    def combined_parts(self, game: Game, units: tuple[UnitId, ...], recipe: Recipe) -> Iterable[Part]:
        """What the slowest and most spent of them has left, on a force march by the points of that."""
        slowest = min(units, key=lambda unit: in_all(purse_of(game, unit)))
        return [Part("base", in_all(purse_of(game, slowest)), says=f"left to {slowest}")]

    @hookimpl(of=MovementHooks.combined_parts)
    @rule("LGA-02-combine-cost-corps")
    def cost_below_an_army(self, game: Game, units: tuple[UnitId, ...], recipe: Recipe) -> Iterable[Part]:
        """Combining into a corps costs 1 point."""
        return [combining(game, recipe)] if recipe.becomes in by_chart(game) else []

    @hookimpl(of=MovementHooks.combined_parts)
    @rule("LGA-02-combine-cost-army")
    def cost_of_an_army(self, game: Game, units: tuple[UnitId, ...], recipe: Recipe) -> Iterable[Part]:
        """Combining into an army costs 1 point more."""
        return [] if recipe.becomes in by_chart(game) else [combining(game, recipe)]

    @hookimpl
    @rule("LGA-02-final-cap")
    def combined_cap(self, game: Game, becomes: str) -> Iterable[Part]:
        """Of what is left over it may use no more than the allowance printed on its own type."""
        return [Part("at_most", game.chart(UNIT_TYPES).number(becomes, "movement"), says=f"printed on {becomes}")]

    @hookimpl
    @rule("LGA-02-example-all-force-march")
    def combined_marches(self, game: Game, units: tuple[UnitId, ...]) -> Iterable[ForceMarch]:
        """Where all of them force march, so does what they combine into."""
        marches: list[ForceMarch] = [purse_of(game, unit).force for unit in units]
        return marches if "none" not in marches else []

    @hookimpl(of=MovementHooks.combined_marches)
    @rule("LGA-02-example-not-all-force-march")
    def not_all_of_them(self, game: Game, units: tuple[UnitId, ...]) -> Iterable[ForceMarch]:
        """Where not all of them do, it does not."""
        return [march for unit in units if (march := purse_of(game, unit).force) == "none"]


class BreakingDown(RuleModule):
    """How units break down."""

    key = "breaking_down"
    actions = {MOVEMENT_STEP: (BreakDown,)}

    @refuses(BreakDown, "unit")
    @rule("BASE-2c-held-breaking-down")
    def able(self, game: Game, act: BreakDown, ask: Ask) -> Refusal | None:
        """What keeps a unit from breaking down says so with its own rule."""
        return first_held(game, SideId(ask.side), "break down", (act.unit,))

    @refuses(BreakDown, "unit")
    @rule("BASE-2c-parts")
    def has_parts(self, game: Game, act: BreakDown) -> Refusal | None:
        """A unit on the map breaks down into what the chart makes it of."""
        unit = game[Unit][act.unit]
        if unit.hex is None:
            return refusal_of(game, act.unit, "is not on the map")
        return None if smaller(game, unit.kind) else refusal_of(game, act.unit, "has no smaller parts")

    @hookimpl
    @rule("LGA-03-breakdown-new-allowance")
    def broken_down_parts(self, game: Game, unit: UnitId, into: str) -> Iterable[Part]:
        """Each part has the allowance of its own type, less what the whole has spent (Q4)."""
        yield Part("base", game.chart(UNIT_TYPES).number(into, "movement"), says=f"printed on {into}")
        if spent := purse_of(game, unit).spent:
            yield Part("add", -spent, says="spent before")

    @hookimpl(of=MovementHooks.broken_down_parts)
    @rule("LGA-03-breakdown-cost")
    def cost(self, game: Game, unit: UnitId, into: str) -> Iterable[Part]:
        """Breaking down costs 1 point, however deep."""
        return [Part("add", -game.chart(MOVEMENT_COST).number(BREAKDOWN_COST), says="breaking down")]

    @hookimpl(of=MovementHooks.broken_down_parts)
    @rule("LGA-03-breakdown-double-force-divisions")
    def divisions_on_a_double_march(self, game: Game, unit: UnitId, into: str) -> Iterable[Part]:
        """Divisions that come of a unit on a double force march have twice their allowance."""
        return gained(game, unit, into) if into != CORPS and on_a_double_march(game, unit) else []

    @hookimpl(of=MovementHooks.broken_down_parts)
    @rule("LGA-03-breakdown-double-force-corps")
    def corps_on_a_double_march(self, game: Game, unit: UnitId, into: str) -> Iterable[Part]:
        """So have corps."""
        return gained(game, unit, into) if into == CORPS and on_a_double_march(game, unit) else []

    @hookimpl(of=MovementHooks.broken_down_parts)
    @rule("BASE-2c-breakdown-single-force")
    def on_a_single_march(self, game: Game, unit: UnitId, into: str) -> Iterable[Part]:
        """Parts of a unit on a single force march have what that adds to their own allowance."""
        return gained(game, unit, into) if purse_of(game, unit).force == "single" else []


def by_chart(game: Game) -> dict[str, Recipe]:
    """Return what combines into what, by the chart."""
    chart = game.chart(COMBINING)
    kinds = chart.axes[0].keys
    return {kind: Recipe(kind, chart.number(kind, "number"), chart.text(kind, "becomes")) for kind in kinds}


def combining(game: Game, recipe: Recipe) -> Part:
    """Return what combining costs."""
    return Part("add", -game.chart(MOVEMENT_COST).number(COMBINING_COST), says=f"combining into {recipe.becomes}")


def on_a_double_march(game: Game, unit: UnitId) -> bool:
    """Tell whether a unit makes a double force march."""
    return purse_of(game, unit).force == "double"


def gained(game: Game, unit: UnitId, into: str) -> list[Part]:
    """Return what a force march of the whole adds to the allowance of a part."""
    force = purse_of(game, unit).force
    more = allowance(game, into, force).whole() - allowance(game, into, "none").whole()
    return [Part("add", more, says=f"{force} force march")]
