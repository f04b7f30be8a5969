"""Who may make a force march, what it brings, and what becomes of who cannot bear it (clarifications 3 and 13)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sandtable.engine import (
    Ask,
    Game,
    Mark,
    Part,
    Refusal,
    RuleModule,
    SideId,
    cached_while_unchanged,
    hookimpl,
    refuses,
    roll,
    rule,
    this_rule,
)
from sandtable_grande_armee.charts.keys import FORCE_MARCH, FORCE_MARCH_RATE, UNIT_TYPES
from sandtable_grande_armee.charts.lookups import MARCH_RATES, MARCH_RESULTS
from sandtable_grande_armee.hookspecs.movement import Doing, Held, MovementHooks
from sandtable_grande_armee.model import ForceMarch, Unit, UnitId, unit_types
from sandtable_grande_armee.model.agreeing import is_plural, sentence_of
from sandtable_grande_armee.model.marks import DECLARED
from sandtable_grande_armee.movement.force_march import MakeForceMarch, grant
from sandtable_grande_armee.movement.holding import first_held
from sandtable_grande_armee.movement.losses import disrupt, eliminate
from sandtable_grande_armee.steps import FORCE_MARCH_STEP
from sandtable_grande_armee.supply.sources import sources

HUNDRED = 100
DISRUPTED, ELIMINATED = "disrupted", "eliminated"
MARCHING = ("infantry", "cavalry", "leader")


class ForceMarching(RuleModule):
    """Force marches."""

    key = "force_marching"
    charts = (MARCH_RATES, MARCH_RESULTS)
    actions = {FORCE_MARCH_STEP: (MakeForceMarch,)}

    @refuses(MakeForceMarch, "unit")
    @rule("BASE-2b-held")
    def able(self, game: Game, act: MakeForceMarch, ask: Ask) -> Refusal | None:
        """What keeps a unit from a force march says so with its own rule."""
        return first_held(game, SideId(ask.side), "force march", (act.unit,))

    @hookimpl
    @rule("BASE-2b-who")
    def held(self, game: Game, side: SideId, doing: Doing) -> Iterable[Held]:
        """Troops and leaders on the map make force marches, supply units and depots do not."""
        return held_by_their_arm(game, side, this_rule()) if doing == "force march" else ()

    @hookimpl(of=MovementHooks.held)
    @rule("BASE-2b-once")
    def declared(self, game: Game, side: SideId, doing: Doing) -> Iterable[Held]:
        """A unit makes one force march in a turn."""
        if doing == "force march":
            marked = {mark.subject for mark in game[Mark] if mark.what == DECLARED.stored}
            for unit in game.where(Unit, "side", side):
                if unit.id in marked:
                    yield Held(unit.id, "has declared its force march already")

    @refuses(MakeForceMarch, "unit")
    @rule("BASE-2b-supplied")
    def supplied(self, game: Game, act: MakeForceMarch) -> Refusal | None:
        """A force march needs supply, judged where the unit stands before anybody moves."""
        if sources(game, act.unit, "force march"):
            return None
        return Refusal("no supply unit in reach of {unit} can serve a force march, nor a fort", unit=act.unit)

    @hookimpl
    @rule("BASE-2b-die")
    async def force_marches(self, game: Game, unit: UnitId, rate: ForceMarch) -> None:
        """A die says whether a unit bears its force march, or is disrupted or lost where it stands."""
        die = await roll("1d6", why=sentence_of(game, unit, f"makes a {rate} force march"), by=game[Unit][unit].side)
        result = game.chart(FORCE_MARCH).at(rate, die)
        if result == ELIMINATED:
            its = "their" if is_plural(game, unit) else "its"
            game.note(sentence_of(game, unit, f"is lost on {its} force march"))
            await eliminate(game, unit, "force march")
        elif result == DISRUPTED:
            await disrupt(game, unit, fresh=True)
        else:
            grant(game, unit, rate)

    @hookimpl
    @rule("LGA-03-double-force-march")
    def allowance_parts(self, game: Game, kind: str, force: ForceMarch) -> Iterable[Part]:
        """Who makes a double force march has twice the allowance."""
        return longer(game, kind, force) if force == "double" else []

    @hookimpl(of=MovementHooks.allowance_parts)
    @rule("BASE-2b-single")
    def single(self, game: Game, kind: str, force: ForceMarch) -> Iterable[Part]:
        """Who makes a single one has half as much again, fractions dropped."""
        return longer(game, kind, force) if force == "single" else []


@cached_while_unchanged
def held_by_their_arm(game: Game, side: SideId, rule: str) -> list[Held]:
    """Return the units of a side that make no force march because of what they are, or are not there, by a rule."""
    types, found = unit_types(game), list[Held]()
    for unit in game.where(Unit, "side", side):
        if unit.hex is None:
            found.append(Held(unit.id, "is not on the map", rule))
        elif types[unit.kind].arm not in MARCHING:
            found.append(Held(unit.id, "cannot make a force march: only troops and leaders can", rule))
    return found


def longer(game: Game, kind: str, force: ForceMarch) -> list[Part]:
    """Return what a force march makes of the allowance of a kind of units, by the chart."""
    times = Fraction(game.chart(FORCE_MARCH_RATE).number(force), HUNDRED)
    parts = [Part("times", times, says=f"{force} force march")]
    if (times * game.chart(UNIT_TYPES).number(kind, "movement")).denominator > 1:
        parts.append(Part("round", "down", says="fractions are dropped"))
    return parts
