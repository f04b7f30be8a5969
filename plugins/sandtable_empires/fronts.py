"""What is being fought in Empires as sheets in front: each side of a combat or a storm, with all that makes it up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from sandtable.engine import Game, Tally
from sandtable.present import Colour, Sheet, SheetEntry
from sandtable_empires.combat.tallies import contingents, modifier, strategic, strength, tactical
from sandtable_empires.land.storming import ROLES, fighters, storm_modifier, storm_table
from sandtable_empires.model import ARMS, Area, AreaId, Battle, Corps, Force, Garrison, Role, Storm, corps_of, forces_of
from sandtable_empires.model.sieges import STORM_NAMES
from sandtable_empires.model.words import in_tenths

SHORT: Final = {"militia": "M", "infantry": "I", "cavalry": "C", "guard": "Gd", "artillery": "A"}
Colours = Callable[[str], Colour]
"""Returns the colour of a side."""


def fronts(game: Game, colours: Colours) -> Iterator[Sheet]:
    """Yield the sheets of all that is being fought, the attacker first."""
    for battle in game[Battle]:
        for force in forces_of(game, battle.id):
            yield _force(game, battle, force, colours)
    for storm in game[Storm]:
        for role in ROLES:
            yield _stormers(game, storm, role, colours)


def composition(troops: Corps | Garrison) -> str:
    """Return factors by arm as players write them: 12I 2C."""
    return _by_arm({str(arm): count for arm, count in troops.by_arm().items()})


def _by_arm(factors: dict[str, int]) -> str:
    regular = [f"{factors[arm]}{SHORT[arm]}" for arm in ARMS if factors.get(arm)]
    others = [f"{count} {arm}" for arm, count in factors.items() if arm not in SHORT and count]
    return " ".join([*regular, *others]) or "nothing"


def _force(game: Game, battle: Battle, force: Force, colours: Colours) -> Sheet:
    there = ", ".join(f"{one.title} ({composition(one)})" for one in corps_of(game, force.id))
    ratings = [
        SheetEntry(title="Commander", value=force.commander or "no leader"),
        _tally_entry("Strategic rating", strategic(game, force.id)),
        _tally_entry("Tactical rating", tactical(game, force.id)),
    ]
    entries = [
        *_what_is_left(game, force),
        _tally_entry("Factors that fire", strength(game, force.id)),
        *(ratings if force.morale else ()),
        SheetEntry(title="Corps", value=there),
    ]
    if force.chit and battle.winner == "":
        entries.append(SheetEntry(title="Chit", value=force.chit))
        entries.append(_tally_entry("Die modifier", modifier(game, force.id)))
    group = f"Battle of {game.name(battle.area)}, day {battle.day}"
    return _sheet(game, force.id, force.role, force.side, battle.area, group, entries, colours)


def _what_is_left(game: Game, force: Force) -> Iterator[SheetEntry]:
    """Yield what a force has left of its morale and its factors, as bars."""
    if force.morale:
        left = force.morale - force.morale_lost
        says = f"{in_tenths(max(0, left))} of {in_tenths(force.morale)}"
        yield SheetEntry(title="Morale", value=says, bar=(left, force.morale))
    factors = sum(one.factors for one in contingents(game, force.id))
    full = max(force.started, factors)
    yield SheetEntry(title="Factors", value=f"{factors} of {full}", bar=(factors, full))


def _stormers(game: Game, storm: Storm, role: Role, colours: Colours) -> Sheet:
    """Return one side of a storm; what depends on who joins it is told when it is settled."""
    there: dict[str, Counter[str]] = {}
    for one in fighters(game, storm, role):
        there.setdefault(one.side, Counter())[one.contingent.arm] += one.contingent.factors
    troops = [f"{side} {_by_arm(arms)}" if len(there) > 1 else _by_arm(arms) for side, arms in there.items()]
    entries = [
        SheetEntry(title="Factors that fire", value=str(sum(arms.total() for arms in there.values()))),
        SheetEntry(title="Troops", value=", ".join(troops) or "nobody"),
    ]
    if storm.attacker_morale:
        entries.insert(0, SheetEntry(title="Morale", value=in_tenths(storm.morale(role))))
        entries.insert(0, SheetEntry(title="Commander", value=storm.commander(role) or "no leader"))
        entries.append(SheetEntry(title="Table", value=storm_table(game, storm, role)))
        entries.append(_tally_entry("Die modifier", storm_modifier(game, storm, role)))
    group = f"{STORM_NAMES[storm.kind]} {game[Area][storm.area].city or game.name(storm.area)}"
    return _sheet(game, f"{storm.id} {role}", role, storm.side(role), storm.area, group, entries, colours)


def _sheet(
    game: Game, key: str, role: Role, side: str, area: AreaId, group: str, entries: list[SheetEntry], colours: Colours
) -> Sheet:
    return Sheet(
        key=key, title=f"{role.title()}: {side}", entries=tuple(entries), where="window", colour=colours(side),
        group=group, about=area,
    )  # fmt: skip


def _tally_entry(title: str, tally: Tally) -> SheetEntry:
    return SheetEntry(title=title, value=str(tally.total), reasons=tuple(tally.lines()[:-1]))
