"""What an action in hand would come to: the points that remain to units that combine or break down, odds, dice."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine import Action, Chart, Game, Tally, counted
from sandtable.present import Matrix, Panel, Sheet, SheetEntry
from sandtable_grande_armee.charts.keys import FORCE_MARCH
from sandtable_grande_armee.combat.attack import Attack
from sandtable_grande_armee.combat.overrun import Overrun
from sandtable_grande_armee.model import Unit
from sandtable_grande_armee.movement.combining import (
    BreakDown,
    Combine,
    broken_down_points,
    combined_points,
    recipe_of,
    smaller,
    usable_points,
)  # fmt: skip
from sandtable_grande_armee.movement.force_march import NO_EFFECT, MakeForceMarch, what_the_die_does
from sandtable_grande_armee.movement.formations import name_of_whole, names_of_parts
from sandtable_grande_armee.movement.purses import allowance, in_all, purse_of
from sandtable_grande_armee.present.colours import colours
from sandtable_grande_armee.present.fights import attack_preview, overrun_preview

FEW = 3
"""So many parts of a unit have a line each."""


def preview(game: Game, action: Action) -> Iterator[Panel]:
    """Yield what an action in hand would come to."""
    match action:
        case Combine():
            yield from combined(game, action)
        case BreakDown():
            yield broken_down(game, action)
        case Attack():
            yield from attack_preview(game, action)
        case Overrun():
            yield from overrun_preview(game, action)
        case MakeForceMarch():
            yield forced(game, action)
            yield chart_of_force_marches(game, action)
        case _:
            return


def tally_entry(title: str, tally: Tally) -> SheetEntry:
    """Return a number with its parts as a line of a sheet."""
    return SheetEntry(title=title, value=str(tally.total), reasons=tuple(tally.lines()[:-1]))


def combined(game: Game, act: Combine) -> Iterator[Sheet]:
    """Yield what units combine into, with each of their purses and what remains."""
    rows = [game[Unit][unit] for unit in act.units if unit in game[Unit]]
    recipe = recipe_of(game, rows[0].kind) if rows else None
    if recipe is None or len(rows) != recipe.number or any(row.kind != recipe.kind for row in rows):
        return
    left = combined_points(game, act.units, recipe)
    entries = [SheetEntry(title=row.id, value=f"{in_all(purse_of(game, row.id))} points left") for row in rows]
    entries.append(tally_entry("Left over", left))
    entries.append(
        tally_entry(f"The {recipe.becomes} may use", usable_points(game, max(0, left.whole()), recipe.becomes))
    )
    title = f"{name_of_whole(game, act.units, recipe.becomes)}, {recipe.becomes}"
    yield Sheet(key="combined", title=title, entries=tuple(entries), colour=colours(rows[0].side)[0], about=rows[0].hex)


def broken_down(game: Game, act: BreakDown) -> Sheet:
    """Return the parts of a unit with the purse of each."""
    row = game[Unit][act.unit]
    number = smaller(game, row.kind).get(act.into, 0)
    points = broken_down_points(game, act.unit, act.into)
    left = max(0, points.whole())
    said, names = f"{act.into}, {counted(left, 'point')}", names_of_parts(game, act.unit, number)
    parts = [SheetEntry(title=part, value=said) for part in names]
    if len(parts) > FEW:
        parts = [SheetEntry(title=f"{number} parts, {said} each", value=", ".join(names))]
    entries = (*parts, tally_entry("Points of each part", points))
    return Sheet(
        key="broken down", title=f"{act.unit} as {number} × {act.into}", entries=entries, colour=colours(row.side)[0],
        about=row.hex,
    )  # fmt: skip


def forced(game: Game, act: MakeForceMarch) -> Sheet:
    """Return what the die does, and the points that a force march gives."""
    row = game[Unit][act.unit]
    entries = (
        SheetEntry(title="The die", value=what_the_die_does(game, act.rate)),
        SheetEntry(title="Points without it", value=str(purse_of(game, act.unit).left)),
        tally_entry("Points with it", allowance(game, row.kind, act.rate)),
    )
    title = f"{act.unit}, {act.rate} force march"
    return Sheet(key="forced", title=title, entries=entries, colour=colours(row.side)[0], about=row.hex)


def chart_of_force_marches(game: Game, act: MakeForceMarch) -> Matrix:
    """Return what the die does, with the line lit that counts."""
    chart = game.chart(FORCE_MARCH)
    lines = chart.axes[0].keys
    return chart_matrix(chart, "force march", lit_rows=(lines.index(act.rate),))


def chart_matrix(
    chart: Chart, key: str, *, lit_rows: tuple[int, ...] = (), lit_columns: tuple[int, ...] = ()
) -> Matrix:
    """Return a chart of two axes as it is printed, the first axis downwards."""
    down, across = (axis.keys for axis in chart.axes[:2])
    cells = tuple(tuple(str(chart.at(one, other) or NO_EFFECT) for other in across) for one in down)
    return Matrix(
        key=key, title=chart.title, heads=tuple(down), columns=tuple(across), cells=cells, lit_rows=lit_rows,
        lit_columns=lit_columns,
    )  # fmt: skip
