"""The numbers of a combat, each with its parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Game, Invalid, Part, Quantity, SideId, Tally
from sandtable_empires.charts.keys import CASUALTY_EXCEPTIONS, SPECIAL_CASES
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.command import CommandHooks, Which
from sandtable_empires.model import Contingent, Force, ForceId, Nation, battle_of, corps_of, enemies, foe_of, forces_of

STRATEGIC: Final = Quantity("strategic rating")
TACTICAL: Final = Quantity("tactical rating")
INTRINSIC: Final = Quantity("rating of its own")
STRENGTH: Final = Quantity("factors that fire")
MORALE: Final = Quantity("morale, tenths")
MODIFIER: Final = Quantity("die modifier", ("add", "at_most", "at_least"))
LEVEL: Final = Quantity("level", ("base", "add", "at_least", "at_most"))
WITHDRAWAL: Final = Quantity("rating to withdraw")
BLOCK: Final = 20
"""The table of casualties goes to twenty factors; more are counted in blocks of as many."""
MOUNTED: Final = ("cavalry", "cossack", "freikorps")
"""The arms that ride."""


def contingents(game: Game, force: ForceId) -> list[Contingent]:
    """Return the factors that fight in a force."""
    return game.hooks(CombatHooks).contingents(game, force)


def powers_in(game: Game, force: ForceId) -> frozenset[SideId]:
    """Return the sides that fight in a force: of its corps, and of irregulars with them; else who decides for it."""
    found = {corps.side for corps in corps_of(game, force)}
    irregulars = {one.nation for one in contingents(game, force) if one.corps is None}
    found |= {side for nation in irregulars if (side := game[Nation][nation].side) is not None}
    return frozenset(found or {game[Force][force].side})


def riders(contingents: Iterable[Contingent]) -> list[Contingent]:
    """Return those among these that ride, cossacks and freikorps included."""
    return [one for one in contingents if one.arm in MOUNTED]


def may_join(game: Game, side: SideId, force: ForceId) -> bool:
    """Tell whether a side can fight in a force: it is at war with all whom that fights, and with none beside it."""
    foes = enemies(game, side)
    return powers_in(game, foe_of(game, force).id) <= foes and not powers_in(game, force) & foes


def mounted_factors(contingents: Iterable[Contingent]) -> int:
    """Return the cavalry factors among these, cossacks and freikorps included, none of them doubled."""
    return sum(one.factors for one in riders(contingents))


def strategic(game: Game, force: ForceId) -> Tally:
    """Return the strategic rating of a force."""
    return Tally(STRATEGIC, game.hooks(CombatHooks).strategic_parts(game, force))


def tactical(game: Game, force: ForceId) -> Tally:
    """Return the tactical rating of a force."""
    return Tally(TACTICAL, game.hooks(CombatHooks).tactical_parts(game, force))


def intrinsic(game: Game, piece: str, which: Which) -> Tally:
    """Return the rating that a corps has without a leader; a fleet has none, so it is 0."""
    return Tally(INTRINSIC, game.hooks(CommandHooks).intrinsic_parts(game, piece, which))


def strength(game: Game, force: ForceId) -> Tally:
    """Return the factors of a force that fire now."""
    return Tally(STRENGTH, game.hooks(CombatHooks).strength_parts(game, force))


def modifier(game: Game, force: ForceId) -> Tally:
    """Return what is added to the combat die of a force."""
    return Tally(MODIFIER, game.hooks(CombatHooks).die_parts(game, force))


def force_morale(game: Game, force: ForceId) -> Tally:
    """Return the morale of a force at the start of a day, in tenths."""
    return Tally(MORALE, game.hooks(CombatHooks).force_morale_parts(game, force))


def factor_morale(game: Game, contingent: Contingent) -> Tally:
    """Return the morale of one factor of a contingent, in tenths."""
    return Tally(MORALE, game.hooks(CombatHooks).morale_parts(game, contingent))


def chits(game: Game, force: ForceId) -> tuple[str, str]:
    """Return the chits of the attacker and of the defender of the battle a force is in, as the charts name them."""
    battle = battle_of(game, force)
    attacker, defender = (one.chit for one in forces_of(game, battle.id))
    return attacker, f"{defender} behind a river" if defender == "cordon" and battle.river else defender


def special(game: Game, force: ForceId, case: str) -> bool:
    """Tell whether a special case of the operational chart holds for the chits that were chosen."""
    attacker, defender = chits(game, force)
    return bool(attacker and defender and game.chart(SPECIAL_CASES).number(attacker, defender, case))


def table(game: Game, force: ForceId) -> tuple[str, Tally, Tally] | None:
    """Return the table a force fires on in this round with the parts of both levels, ``None`` when it does not fire."""
    hooks = game.hooks(CombatHooks)
    printed = hooks.printed_table(game, force)
    if printed is None:
        return None
    bounds = hooks.level_bounds(game, force)
    casualty, morale = (
        Tally(LEVEL, [Part("base", int(level), "BASE-7.5.2-tables", f"table {printed}"), *bounds, *parts])
        for level, parts in zip(
            printed.split("-"),
            (hooks.casualty_level_parts(game, force), hooks.morale_level_parts(game, force)),
            strict=True,
        )
    )
    return f"{casualty.whole()}-{morale.whole()}", casualty, morale


def casualties(game: Game, percent: int, factors: int) -> int:
    """Return so many percent of some factors, .5 rounded up, in blocks of twenty, as the casualty table prints it.

    Raises ``Invalid`` for a number below 0.
    """
    if percent < 0 or factors < 0:
        raise Invalid(f"{percent}% of {factors} factors cannot be taken as losses: give numbers of 0 or more")
    blocks, rest = divmod(factors, BLOCK)
    return blocks * _printed_losses(game, percent, BLOCK) + _printed_losses(game, percent, rest)


def _printed_losses(game: Game, percent: int, factors: int) -> int:
    """Return what the table prints for up to twenty factors: .5 rounded up, but for the cells that are exceptions."""
    exceptions = game.chart(CASUALTY_EXCEPTIONS)
    key = f"{percent}% of {factors}"
    return exceptions.number(key) if key in exceptions.axes[0].keys else (factors * percent + 50) // 100


def describe_added(tally: Tally) -> str:
    """Return what is added, as a log has it: " +1 (cavalry)", nothing when nothing is added."""
    added = [part for part in tally.parts if part.stage == "add"]
    if not added:
        return ""
    return f" {tally.whole():+d} ({', '.join(part.says for part in added)})"
