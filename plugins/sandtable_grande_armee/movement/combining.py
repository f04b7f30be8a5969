"""Units combine into greater ones and break down into smaller ones; each part keeps its own purse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from msgspec.structs import replace

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Domain,
    Game,
    Part,
    Rows,
    SideId,
    SpaceId,
    Tally,
    cached_while_unchanged,
    counted,
    fills,
    with_article,
)
from sandtable_grande_armee.hookspecs.movement import MovementHooks, Recipe
from sandtable_grande_armee.model import ForceMarch, Formation, Purse, Ride, Shelter, Unit, UnitId, enter
from sandtable_grande_armee.model.agreeing import sentence_of
from sandtable_grande_armee.model.companions import drop
from sandtable_grande_armee.movement.formations import name_of_whole, names_of_parts
from sandtable_grande_armee.movement.holding import held
from sandtable_grande_armee.movement.purses import COST, POINTS, allowance, in_all, purse_of
from sandtable_grande_armee.movement.stacks import EqualStacks, stacks_of

MARCHES: Final[tuple[ForceMarch, ...]] = ("none", "single", "double")


class Regroup(Action, frozen=True):
    """Change how troops are formed: it is paid for in movement points."""

    def payers(self) -> tuple[UnitId, ...]:
        """Return the units that pay for it."""
        return ()


class Combine(Regroup, frozen=True):
    """Combine units of a kind that stand in one hex into a greater one."""

    units: tuple[UnitId, ...]

    @fills("units")
    @staticmethod
    def equal_units(game: Game, ask: Ask) -> EqualStacks:
        side = SideId(ask.side)
        return EqualStacks(combinable(game, side), of_combining_kinds(game, side))

    @classmethod
    def value_facts(cls, game: Game, field: str, value: object) -> str:
        """Say how many points a unit has; of units that combine into what, and what points that may use."""
        if isinstance(value, str):
            return COST.say(in_all(purse_of(game, UnitId(value))))
        return said_of_whole(game, cast("tuple[UnitId, ...]", value)) if isinstance(value, tuple) else ""

    def payers(self) -> tuple[UnitId, ...]:
        return self.units

    def says(self, game: Game, ask: Ask) -> str:
        recipe = recipe_of(game, game[Unit][self.units[0]].kind)
        return sentence_of(game, self.units, f"combines into {with_article(recipe.becomes) if recipe else 'one'}")

    def perform(self, game: Game, ask: Ask) -> None:
        combine(game, self.units)


def said_of_whole(game: Game, units: tuple[UnitId, ...]) -> str:
    """Say what some units combine into, and how many points that may use; nothing where they do not."""
    kinds = {game[Unit][unit].kind for unit in units if unit in game[Unit]}
    recipe = recipe_of(game, kinds.pop()) if len(kinds) == 1 else None
    if recipe is None or len(units) != recipe.number:
        return ""
    left = usable_points(game, max(0, combined_points(game, units, recipe).whole()), recipe.becomes).whole()
    return f"{with_article(recipe.becomes)} with {counted(left, 'point')} left"


class BreakDown(Regroup, frozen=True):
    """Break a unit down into smaller ones, all of one kind."""

    if_none = {"into": ("it has no smaller parts", "BASE-2c-parts")}
    unit: UnitId
    into: str

    @fills("unit")
    @staticmethod
    def own_units(game: Game, ask: Ask) -> Rows:
        return Rows(game[Unit], side=ask.side)

    @fills("into")
    @staticmethod
    def smaller_kinds(game: Game, ask: Ask, unit: UnitId) -> Domain[str]:
        return Choice(smaller(game, game[Unit][unit].kind))

    @classmethod
    def value_facts(cls, game: Game, field: str, value: object) -> str:
        """Say how many points the unit has, and what its parts would have."""
        if field != "unit" or (row := game[Unit].get(UnitId(str(value)))) is None:
            return ""
        kinds = smaller(game, row.kind).items()
        parts = ", ".join(f"{number} × {into} with {points_of_part(game, row.id, into)}" for into, number in kinds)
        return "; ".join(filter(None, (counted(in_all(purse_of(game, row.id)), "point"), parts)))

    @classmethod
    def value_facts_after(
        cls, game: Game, ask: Ask[Any], filled: Mapping[str, object], field: str, value: object
    ) -> str:
        """Say of a kind how many parts there would be, and how many points each has."""
        if field != "into" or (row := game[Unit].get(UnitId(str(filled.get("unit"))))) is None:
            return super().value_facts_after(game, ask, filled, field, value)
        into = str(value)
        left = counted(points_of_part(game, row.id, into), "point")
        return f"{smaller(game, row.kind).get(into, 0)} parts with {left} each"

    def payers(self) -> tuple[UnitId, ...]:
        return (self.unit,)

    def says(self, game: Game, ask: Ask) -> str:
        number = smaller(game, game[Unit][self.unit].kind)[self.into]
        return sentence_of(game, self.unit, f"breaks down into {number} × {self.into}")

    def perform(self, game: Game, ask: Ask) -> None:
        break_down(game, self.unit, self.into)


# --- what combines into what


@cached_while_unchanged
def recipes(game: Game) -> Mapping[str, Recipe]:
    """Return what the kinds of units combine into."""
    return {recipe.kind: recipe for recipe in game.hooks(MovementHooks).recipes(game)}


def recipe_of(game: Game, kind: str) -> Recipe | None:
    """Return what units of a kind combine into, ``None``: nothing."""
    return recipes(game).get(kind)


@cached_while_unchanged
def smaller(game: Game, kind: str) -> Mapping[str, int]:
    """Return into how many units of which kinds one of a kind breaks down, the nearest kind first."""
    found: dict[str, int] = {}
    ahead = [(kind, 1)]
    while ahead:
        whole, number = ahead.pop(0)
        for recipe in recipes(game).values():
            if recipe.becomes == whole and recipe.kind not in found:
                found[recipe.kind] = number * recipe.number
                ahead.append((recipe.kind, number * recipe.number))
    return found


@cached_while_unchanged
def combinable(game: Game, side: SideId) -> tuple[tuple[tuple[UnitId, ...], int], ...]:
    """Return the units of one kind that stand in one hex and may combine, with how many of them make one."""
    barred, known = held(game, side, "combine"), recipes(game)
    alike: dict[tuple[SpaceId, str], tuple[UnitId, ...]] = {}
    for hex, stack in stacks_of(game, side).items():
        for id in stack:
            kind = game[Unit][id].kind
            if kind in known and id not in barred:
                alike[hex, kind] = (*alike.get((hex, kind), ()), id)
    return tuple((units, known[kind].number) for (_, kind), units in alike.items() if len(units) >= known[kind].number)


@cached_while_unchanged
def of_combining_kinds(game: Game, side: SideId) -> Mapping[SpaceId, tuple[UnitId, ...]]:
    """Return the units of a side that could combine with others of their kind, by the hexes in which they stand."""
    known = recipes(game)
    return {
        hex: tuple(unit for unit in stack if game[Unit][unit].kind in known)
        for hex, stack in stacks_of(game, side).items()
    }


# --- combining


def combined_points(game: Game, units: tuple[UnitId, ...], recipe: Recipe) -> Tally:
    """Return the points that are left when units combine, before the new unit's own limit."""
    return Tally(POINTS, game.hooks(MovementHooks).combined_parts(game, units, recipe))


def usable_points(game: Game, points: int, becomes: str) -> Tally:
    """Return how many of the points left over a combined unit may use."""
    cap = game.hooks(MovementHooks).combined_cap(game, becomes)
    return Tally(POINTS, [Part("base", points, "BASE-2c-allowance", "left over"), *cap])


def combined_purse(game: Game, units: tuple[UnitId, ...], recipe: Recipe, id: UnitId) -> Purse:
    """Return the purse of what units combine into."""
    points = max(0, combined_points(game, units, recipe).whole())
    left = usable_points(game, points, recipe.becomes).whole()
    purses = [purse_of(game, unit) for unit in units]
    spent = max(0, max(purse.spent for purse in purses) + min(map(in_all, purses)) - points)
    marches = game.hooks(MovementHooks).combined_marches(game, units)
    force = MARCHES[min(map(MARCHES.index, marches), default=0)]
    broke_down = next((purse.broke_down_in for purse in purses if purse.broke_down_in is not None), None)
    moved, halted = any(purse.moved for purse in purses), any(purse.in_zone for purse in purses)
    return Purse(id, left, spent, force, moved, halted, broke_down, points - left)


def combine(game: Game, units: tuple[UnitId, ...]) -> UnitId:
    """Put one unit in the place of some, with what is left of their points; return it."""
    rows = [game[Unit][unit] for unit in units]
    recipe = recipes(game)[rows[0].kind]
    id = name_of_whole(game, units, recipe.becomes)
    purse = combined_purse(game, units, recipe, id)
    riders = [ride for ride in game[Ride] if set(ride.units) & set(units)]
    whole = Unit(id, rows[0].side, recipe.becomes, rows[0].hex)
    game.put(whole)
    game.put(purse)
    game.put(Formation(id, tuple(units)))
    if (shelter := game[Shelter].get(units[0])) is not None:
        game.put(replace(shelter, id=id))
    for ride in riders:
        game.put(Ride(ride.id, id, tuple(one for one in ride.units if one not in units)))
    for unit in units:
        drop(game, unit)
    enter(game, whole.side, "combined", whole.strength(game) - sum(row.strength(game) for row in rows))
    game.note(sentence_of(game, id, f"has {purse.left} movement points left"))
    return id


# --- breaking down


def broken_down_points(game: Game, unit: UnitId, into: str) -> Tally:
    """Return the points that each part has when a unit breaks down."""
    return Tally(POINTS, game.hooks(MovementHooks).broken_down_parts(game, unit, into))


def points_of_part(game: Game, unit: UnitId, into: str) -> int:
    """Return how many points each part has when a unit breaks down."""
    return max(0, broken_down_points(game, unit, into).whole())


def broken_down_purse(game: Game, unit: UnitId, into: str, id: UnitId) -> Purse:
    """Return the purse of a part of a unit that breaks down."""
    purse, points = purse_of(game, unit), points_of_part(game, unit, into)
    spent = max(0, allowance(game, into, purse.force).whole() - points)
    return Purse(id, points, spent, purse.force, purse.moved, purse.in_zone, game[Unit][unit].hex)


def break_down(game: Game, unit: UnitId, into: str) -> tuple[UnitId, ...]:
    """Put the parts of a unit in its place, each with its own points; return them."""
    whole, number = game[Unit][unit], smaller(game, game[Unit][unit].kind)[into]
    ids = names_of_parts(game, unit, number)
    purses = [broken_down_purse(game, unit, into, id) for id in ids]
    parts = [Unit(id, whole.side, into, whole.hex) for id in ids]
    shelter = game[Shelter].get(unit)
    drop(game, unit)
    for part, purse in zip(parts, purses, strict=True):
        game.put(part)
        game.put(purse)
        if shelter is not None:
            game.put(replace(shelter, id=part.id))
    game.put(Formation(unit, tuple(ids)))
    enter(game, whole.side, "broken down", sum(part.strength(game) for part in parts) - whole.strength(game))
    game.note(f"each part of {unit} has {purses[0].left} movement points left")
    return ids
