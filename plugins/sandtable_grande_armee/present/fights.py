"""Battles on the screen: both forces with their strength, the odds, the results chart with their column lit, arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from sandtable.engine import Action, Game, SpaceId, Tally
from sandtable.present import Arrow, Matrix, Panel, Sheet, SheetEntry
from sandtable_grande_armee.charts.keys import LIMITS, RESULTS
from sandtable_grande_armee.combat.attack import Attack
from sandtable_grande_armee.combat.forces import defenders_of, engaged, force_of, the_force
from sandtable_grande_armee.combat.overrun import OVERRUN_ODDS, Overrun, overrun_odds, overrunning
from sandtable_grande_armee.combat.tallies import column, odds, strength
from sandtable_grande_armee.hookspecs.combat import Force
from sandtable_grande_armee.model import ROLES, Battle, Role, Unit, UnitId
from sandtable_grande_armee.present.colours import colours
from sandtable_grande_armee.present.words import kind_text, rating_text
from sandtable_grande_armee.steps import RIDE_OFF_STEP, SUPPLY_STEP

WINDOW, SIDE = "window", "side"
SAYS: Final[Mapping[str, str]] = {
    "": "nothing", "AE": "attacker eliminated", "AR": "attacker retreats", "DE": "defender eliminated",
    "DR": "defender retreats", "DD": "defender disrupted", "EX": "both disrupted, defender retreats",
}  # fmt: skip
"""The words of the results chart in short."""


def battles(game: Game) -> Iterator[Panel]:
    """Yield what stands in front while battles are fought: the attacker, the defender, the chart."""
    for battle in game[Battle]:
        forces = [_force(game, battle, role) for role in ROLES if engaged(game, battle.id, role)]
        title = f"{'Overrun' if battle.overrun else 'Battle'} in {game.name(battle.hex)}"
        at = battle.odds
        if len(forces) == len(ROLES) and not battle.overrun:
            tally = odds(game, *forces)
            at = at or column(game.chart(RESULTS), tally)
            yield odds_sheet(game, title, battle.hex, tally, at, result=battle.result, where=WINDOW)
        for force in forces:
            yield force_sheet(game, force, f"{battle.id} {force.role}", title)
        if at:
            yield results(game, at, battle.result)


def _force(game: Game, battle: Battle, role: Role) -> Force:
    """Return a side of a battle: supplied is who could be, until that is settled; who overruns has said it."""
    if battle.overrun and role == "attacker":
        return overrunning(game, battle.hex, tuple(unit.id for unit in engaged(game, battle.id, role)), ())
    if game.frame.step in (RIDE_OFF_STEP, SUPPLY_STEP) or battle.overrun:
        walls = battle.inside and role == "defender"
        return force_of(game, engaged(game, battle.id, role), role, battle.hex, inside=walls)
    return the_force(game, battle.id, role)


def force_sheet(game: Game, force: Force, key: str, group: str = "") -> Sheet:
    """Return a force: who is in it, what it is worth and why, who is supplied."""
    worth = strength(game, force)
    entries = [
        SheetEntry(title="Strength", value=str(worth.total), reasons=tuple(worth.lines()[:-1])),
        SheetEntry(title="Units", value=", ".join(unit_text(game, one) for one in force.units) or "nobody"),
        SheetEntry(title="Supply", value=supply_text(game, force)),
    ]
    return Sheet(
        key=key, title=f"{force.role.title()}: {game.name(force.side)}", entries=tuple(entries),
        colour=colours(force.side)[0],
        where="window" if group else "side", group=group, about=force.hex,
    )  # fmt: skip


def unit_text(game: Game, id: UnitId) -> str:
    """Return a unit with what it is: Friant 2-5, Davout 6/5."""
    unit = game[Unit][id]
    return f"{id} {unit.kind if unit.fights(game) else rating_text(game, unit) or kind_text(game, unit)}"


def supply_text(game: Game, force: Force) -> str:
    """Say which troops of a force are supplied."""
    troops = [one for one in force.units if game[Unit][one].fights(game)]
    without = [one for one in troops if one not in force.supplied]
    if not without:
        return "all troops are supplied" if troops else "nobody needs it"
    return "none" if len(without) == len(troops) else f"not for {', '.join(without)}"


def results(game: Game, odds_column: str, result: str = "", *, where: str = WINDOW) -> Matrix:
    """Return the results chart, a column for each odds, with that of some odds lit; the title tells the result."""
    chart = game.chart(RESULTS)
    across, down = (axis.keys for axis in chart.axes[:2])
    title = f"{chart.title}: {odds_column}" + (f", {SAYS[result]}" if result in SAYS and result else "")
    return Matrix(
        key="results", title=title, heads=tuple(down), columns=tuple(across),
        cells=tuple(tuple(str(chart.at(one, die) or "–") for one in across) for die in down),
        lit_columns=(across.index(odds_column),), where="window" if where == WINDOW else "side",
    )  # fmt: skip


# --- what an attack in hand would come to


def foreseen(game: Game, hex: SpaceId, units: Iterable[UnitId]) -> tuple[Force, Force] | None:
    """Return the forces that would meet in an attack, each supplied if it could be; ``None`` where nobody would."""
    own = [game[Unit][one] for one in units if one in game[Unit]]
    if not any(unit.fights(game) for unit in own):
        return None
    foes, inside = defenders_of(game, hex, own[0].side)
    if not foes:
        return None
    return force_of(game, own, "attacker", hex), force_of(game, foes, "defender", hex, inside=inside)


def attack_preview(game: Game, act: Attack) -> Iterator[Panel]:
    """Yield both forces of an attack, the odds and the chart, as if everybody were supplied who could be."""
    forces = foreseen(game, act.hex, act.units)
    if forces is None:
        return
    tally = odds(game, *forces)
    at = column(game.chart(RESULTS), tally)
    yield odds_sheet(game, f"Attack on {game.name(act.hex)}", act.hex, tally, at)
    yield results(game, at, where=SIDE)
    for force in forces:
        yield force_sheet(game, force, f"foreseen {force.role}")


def overrun_preview(game: Game, act: Overrun) -> Iterator[Panel]:
    """Yield the odds of an overrun against those that it needs, and both forces: who overruns with the supply named."""
    forces = foreseen(game, act.hex, act.units)
    if forces is None:
        return
    forces = overrunning(game, act.hex, act.units, act.supplies), forces[1]
    tally = overrun_odds(game, act.hex, act.units, act.supplies)
    needs = game.chart(LIMITS).number(OVERRUN_ODDS)
    entries = (
        SheetEntry(title="Odds", value=f"{tally.total} to 1", reasons=tuple(tally.lines()[:-1])),
        SheetEntry(title="Needed", value=f"{needs} to 1"),
    )
    yield Sheet(key="odds", title=f"Overrun of {game.name(act.hex)}", entries=entries, about=act.hex)
    for force in forces:
        yield force_sheet(game, force, f"foreseen {force.role}")


def odds_sheet(
    game: Game, title: str, hex: SpaceId, tally: Tally, at: str, *, result: str = "", where: str = SIDE
) -> Sheet:
    """Return the odds of a combat, and what each die would come to."""
    entries = [SheetEntry(title="Odds", value=at, reasons=tuple(tally.lines()[:-1]))]
    if result in SAYS and result:
        entries.append(SheetEntry(title="Result", value=SAYS[result]))
    else:
        entries.append(SheetEntry(title="By the die", value=by_the_die(game, at)))
    return Sheet(
        key="odds", title=title, entries=tuple(entries), about=hex, where="window" if where == WINDOW else "side"
    )


def by_the_die(game: Game, at: str) -> str:
    """Say what the faces of the die come to at some odds: 1-2 the defender retreats; 3-6 the defender is eliminated."""
    chart = game.chart(RESULTS)
    found: dict[str, list[str]] = {}
    for die in chart.axes[1].keys:
        found.setdefault(str(chart.at(at, die) or ""), []).append(die)
    return "; ".join(
        f"{dice[0]}–{dice[-1]} {SAYS.get(says, says)}" if len(dice) > 1 else f"{dice[0]} {SAYS.get(says, says)}"
        for says, dice in found.items()
    )


# --- arrows


def arrows(game: Game, action: Action | None) -> Iterator[Arrow]:
    """Yield who attacks whom, in the battles that are fought and by the action in hand."""
    for battle in game[Battle]:
        yield from _against(game, battle.hex, engaged(game, battle.id, "attacker"))
    if isinstance(action, Attack | Overrun):
        yield from _against(game, action.hex, [game[Unit][one] for one in action.units if one in game[Unit]])


def _against(game: Game, hex: SpaceId, units: Iterable[Unit]) -> Iterator[Arrow]:
    """Yield an arrow for each hex out of which units go against another, with their strength."""
    sums: dict[SpaceId, tuple[str, int]] = {}
    for unit in units:
        if unit.hex is not None and unit.hex != hex and unit.fights(game):
            sums[unit.hex] = unit.side, sums.get(unit.hex, ("", 0))[1] + unit.strength(game)
    for start, (side, points) in sums.items():
        yield Arrow(start=start, end=hex, colour=colours(side)[0], says=str(points))
