"""Forts: who is inside, left open until an enemy comes beside it, and what follows for zones of control and supply."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Domain,
    Frame,
    Game,
    MarkKind,
    Refusal,
    RuleModule,
    SideId,
    SpaceId,
    Subset,
    ask_together,
    cached_while_unchanged,
    conceals,
    fills,
    hookimpl,
    in_a_row,
    opens,
    refuses,
    rule,
)  # fmt: skip
from sandtable.present import Sign
from sandtable_grande_armee.combat.forces import hexes_beside
from sandtable_grande_armee.combat.walls import fort_at, fort_of, forts_for, is_inside, is_outside
from sandtable_grande_armee.hookspecs.movement import MovementHooks
from sandtable_grande_armee.hookspecs.supply import Purpose
from sandtable_grande_armee.model import Entered, Fort, FortId, Shelter, Unit, UnitId, enemies, foes_in
from sandtable_grande_armee.model.agreeing import refusal_of, sentence_of
from sandtable_grande_armee.steps import ATTACK_STEP, MOVEMENT_STEP, RECOVERY_STEP

DECIDED: Final = MarkKind("decided on the fort", until=MOVEMENT_STEP)


class TakeShelter(Action, frozen=True):
    """Say whether a unit is inside its fort: in secret while no enemy is beside it, else for all to hear."""

    title = "Inside or outside the fort"
    secret = True
    secretly = "decides who is inside a fort"
    if_none = {"unit": ("no unit of yours stands where it could be inside a fort", "BASE-5-fort-friends")}
    unit: UnitId
    inside: bool

    @fills("unit")
    @staticmethod
    def in_forts(game: Game, ask: Ask) -> Choice[UnitId]:
        return Choice(in_the_forts(game, SideId(ask.side)))

    def perform(self, game: Game, ask: Ask) -> None:
        unit = game[Unit][self.unit]
        game.mark(self.unit, DECIDED, sides=(ask.side,))
        seen = unit.hex is not None and is_threatened(game, unit.hex, unit.side)
        game.put(Shelter(unit.id, self.inside, seen, unit.side))
        if seen:
            _tell(game, [unit])

    def says(self, game: Game, ask: Ask) -> str:
        return sentence_of(game, self.unit, f"is {'inside' if self.inside else 'outside'} the fort")


class Declare(Action[Entered], frozen=True):
    """Say which of the units in the hex of a fort are inside, now that an enemy is beside it."""

    title = "Declare who is inside"
    inside: tuple[UnitId, ...]

    @fills("inside")
    @staticmethod
    def all_or_nobody(game: Game, ask: Ask[Entered]) -> Choice[tuple[UnitId, ...]]:
        return Choice(dict.fromkeys(((), those_asked(game, ask))))

    def says(self, game: Game, ask: Ask[Entered]) -> str:
        return f"inside the fort: {', '.join(self.inside) or 'nobody'}"


class Forts(RuleModule):
    """Who is inside, and what that is worth."""

    key = "forts"
    brings = (DECIDED,)
    actions = {MOVEMENT_STEP: (TakeShelter,)}

    @hookimpl
    @rule("BASE-5-fort-friends")
    def may_shelter(self, game: Game, side: SideId) -> Iterable[SpaceId]:
        """A fort is open to those who hold it and to their friends."""
        foes = enemies(game, side)
        return [fort.id for fort in game[Fort] if fort.holder is not None and fort.holder not in foes]

    @refuses(TakeShelter, "unit")
    @rule("BASE-5-fort-once")
    def once(self, game: Game, act: TakeShelter) -> Refusal | None:
        """A unit goes in or out once in a movement phase."""
        if game.mark_of(act.unit, DECIDED) is None:
            return None
        return refusal_of(game, act.unit, "has gone in or out in this movement")

    @hookimpl
    @rule("BASE-5-fort-taken")
    async def entered(self, game: Game, entry: Entered) -> None:
        """Troops take a fort of the enemy, or nobody's, into whose hex they come."""
        fort, foes = game[Fort].get(FortId(entry.hex)), enemies(game, entry.side)
        if fort is None:
            return
        troops = [unit for one in entry.units if (unit := game[Unit].get(one)) is not None and unit.fights(game)]
        if troops and (fort.holder is None or fort.holder in foes):
            game.change(fort, holder=entry.side)
            game.note(f"{game.name(entry.side)} takes the fort in {game.board.name(entry.hex)}")

    @hookimpl(of=MovementHooks.entered)
    @rule("BASE-5-fort-left")
    async def left_behind(self, game: Game, entry: Entered) -> None:
        """Who comes into a hex is not inside yet: it is open again."""
        for one in entry.units:
            if (row := game[Shelter].get(one)) is not None:
                game.remove(row)

    @hookimpl(of=MovementHooks.entered)
    @rule("LGA-14-declare-late", after=("BASE-5-fort-taken", "BASE-5-fort-left", "BASE-2c-taken", "BASE-5-city-taken"))
    async def declare(self, game: Game, entry: Entered) -> None:
        """When an enemy is beside a fort, those in its hex who have left it open must declare."""
        await declare_at(game, [entry.hex, *hexes_beside(game, entry.hex)], entry)

    @opens(ATTACK_STEP)
    @rule("BASE-5-fort-before-combat")
    async def before_combat(self, game: Game, frame: Frame) -> None:
        """Before combats everybody beside whom an enemy stands has declared."""
        if frame.side is not None:
            for hex in sorted({unit.hex for unit in undeclared(game, fort_hexes(game)) if unit.hex is not None}):
                await declare_at(game, [hex], Entered((), frame.side, hex))

    @opens(RECOVERY_STEP)
    @rule("BASE-5-fort-open-again")
    def open_again(self, game: Game, frame: Frame) -> None:
        """When its side moves and no enemy is beside the fort any more, it is left open again who is inside."""
        for row in [one for one in game[Shelter] if one.declared]:
            unit = game[Unit][row.id]
            if unit.side == frame.side and (unit.hex is None or not is_threatened(game, unit.hex, unit.side)):
                game.remove(row)

    @fills(Declare, "inside")
    @rule("LGA-14-split")
    def some_of_them(self, game: Game, ask: Ask[Entered]) -> Domain[tuple[UnitId, ...]]:
        """Any of the units in the hex may be inside, while others stay outside."""
        return Subset(those_asked(game, ask))

    # --- what is known of it

    @conceals(Shelter)
    @rule("BASE-5-fort-secret")
    def unsaid(self, row: Shelter, viewers: frozenset[str]) -> Shelter | None:
        """What has not been declared only its owner knows."""
        return row if row.declared or row.side is None or row.side in viewers else None

    @hookimpl
    @rule("LGA-14-marker")
    def signs(self, game: Game) -> Iterable[Sign]:
        """A marker shows which units are inside and which are not."""
        for fort in game[Fort]:
            rows = [game[Shelter][one.id] for one in game[Unit].where("hex", fort.id) if one.id in game[Shelter]]
            if rows:
                inside = ", ".join(one.id for one in rows if one.inside) or "nobody"
                outside = ", ".join(one.id for one in rows if not one.inside) or "nobody"
                title = f"Inside the fort: {inside}"
                yield Sign(space=fort.id, symbol="marker", title=title, colour="#7a5230", says=f"Outside: {outside}")

    # --- what it is worth

    @hookimpl
    @rule("LGA-14-inside-no-zoc")
    def without_zone(self, game: Game, side: SideId) -> Iterable[UnitId]:
        """Units inside a fort have no zone of control."""
        return [row.id for row in game[Shelter] if is_inside(game, row.id) and _side_of(game, row.id) == side]

    @hookimpl(of=MovementHooks.without_zone)
    @rule("LGA-14-outside-zoc")
    def outside_keep_theirs(self, game: Game, side: SideId) -> Iterable[UnitId]:
        """Units outside keep theirs."""
        return ()

    @hookimpl
    @rule("LGA-13-fort-occupants-only")
    def sources(self, game: Game, unit: UnitId, purpose: Purpose) -> Iterable[str]:
        """A fort supplies the units that are in it; as long as it is left open, those that may be (Q7)."""
        fort = fort_at(game, unit)
        return (fort,) if fort is not None and not is_outside(game, unit) else ()

    @hookimpl
    @rule("LGA-14-outside-no-fort-supply")
    def no_sources(self, game: Game, unit: UnitId, purpose: Purpose) -> Iterable[str]:
        """A fort does not supply those in its hex who are outside."""
        fort = fort_at(game, unit) if is_outside(game, unit) else None
        return (fort,) if fort is not None else ()


def _side_of(game: Game, id: UnitId) -> SideId | None:
    unit = game.row(Unit, id)
    return unit.side if unit is not None else None


@cached_while_unchanged
def in_the_forts(game: Game, side: SideId) -> tuple[UnitId, ...]:
    """Return the units of a side that stand where they could be inside a fort."""
    there = (unit for hex in sorted(forts_for(game, side)) for unit in game.where(Unit, "hex", hex))
    return tuple(unit.id for unit in there if unit.side == side)


@cached_while_unchanged
def fort_hexes(game: Game) -> frozenset[SpaceId]:
    """Return the hexes with a fort."""
    return frozenset(fort.id for fort in game[Fort])


@cached_while_unchanged
def is_threatened(game: Game, hex: SpaceId, side: SideId) -> bool:
    """Tell whether an enemy of a side is beside a hex."""
    return any(foes_in(game, there, side) for there in hexes_beside(game, hex))


def undeclared(game: Game, hexes: Iterable[SpaceId]) -> list[Unit]:
    """Return the units in forts of some hexes who must declare now: an enemy is beside them, and they have not."""
    found: list[Unit] = []
    forts, shelter_of = game[Fort], game[Shelter].get
    for hex in hexes:
        for unit in game[Unit].where("hex", hex) if hex in forts else ():
            row = shelter_of(unit.id)
            is_open = (row is None or not row.declared) and fort_of(game, unit) is not None
            if is_open and is_threatened(game, hex, unit.side):
                found.append(unit)
    return found


def those_asked(game: Game, ask: Ask[Entered]) -> tuple[UnitId, ...]:
    """Return the units of which a side must say now whether they are inside."""
    hexes = [ask.about.hex, *hexes_beside(game, ask.about.hex)]
    return tuple(unit.id for unit in undeclared(game, hexes) if unit.side == ask.side)


async def declare_at(game: Game, hexes: Iterable[SpaceId], entry: Entered) -> None:
    """Have those in some forts declare beside whom an enemy is: as they have decided in secret, or as they say now."""
    forts = fort_hexes(game)
    there = [hex for hex in hexes if hex in forts]
    waiting = undeclared(game, there)
    if not waiting:
        return
    for unit in waiting:
        if (row := game[Shelter].get(unit.id)) is not None:
            game.change(row, declared=True)
    open_still = undeclared(game, there)
    asked = [_who_is_inside(game, side, open_still, entry) for side in sorted({unit.side for unit in open_still})]
    answers = await ask_together(asked)
    for unit in open_still:
        answer = answers[unit.side]
        if isinstance(answer, Declare) and unit.id in game[Unit]:
            game.put(Shelter(unit.id, unit.id in answer.inside, declared=True, side=unit.side))
    _tell(game, [unit for unit in waiting if unit.id in game[Shelter]])


def _who_is_inside(game: Game, side: SideId, units: Iterable[Unit], entry: Entered) -> Ask[Entered]:
    """Return the question to a side who of some units is inside, with the names of the forts."""
    there = in_a_row(game.board.name(hex) for hex in sorted({str(unit.hex) for unit in units if unit.side == side}))
    return Ask(side, (Declare,), f"who is inside the fort in {there}?", "", entry)


def _tell(game: Game, units: Iterable[Unit]) -> None:
    """Note who of some units is inside, and who is outside, of each fort."""
    found: dict[tuple[str, bool], list[UnitId]] = {}
    for unit in units:
        found.setdefault((str(unit.hex), game[Shelter][unit.id].inside), []).append(unit.id)
    for (hex, inside), names in sorted(found.items()):
        where = f"{'inside' if inside else 'outside'} the fort in {game.board.name(hex)}"
        game.note(sentence_of(game, names, f"is {where}"))
