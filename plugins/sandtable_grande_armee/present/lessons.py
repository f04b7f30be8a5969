"""What the guide teaches those who play for the first time: each step of a turn, what one might do, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from sandtable.engine import Action, Ask, Game, RuleModule, SideId, hookimpl
from sandtable.present import Advice, Lesson
from sandtable_grande_armee.combat.attack import Attack
from sandtable_grande_armee.combat.tallies import odds
from sandtable_grande_armee.movement.combining import BreakDown, Combine
from sandtable_grande_armee.movement.force_march import MakeForceMarch
from sandtable_grande_armee.present.fights import foreseen
from sandtable_grande_armee.present.nearing import nearer

GOOD = Fraction(2)
"""Odds from which an attack is worth its risk."""


class Lessons(RuleModule):
    """What is asked in each step, and what one might do."""

    key = "lessons"

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Teach the step that is played, or the question that is asked."""
        asked = {kind.__name__: kind for kind in ask.kinds}
        name = next((one for one in TAUGHT if one in asked), None)
        return list(TAUGHT[name](game, ask, asked[name])) if name is not None else []


def production(game: Game, ask: Ask, kind: type[Action]) -> Iterator[Lesson]:
    """Teach what depots are for."""
    yield Lesson(
        title="Depots", says="Each of your depots may produce a supply unit.",
        why="A supply unit feeds all your units in its hex and beside it, for force marches or for combats; then it "
        "is used up. Troops without supply fight at half their strength.",
        rules=("BASE-2a-production", "LGA-13-one-supply-combat", "LGA-06-unsupplied-halved"),
        advice=tuple(
            Advice(action=act, because="It costs nothing, and a combat needs it.", weight=1)
            for act in game.legal(kind, ask.side)
        ),
    )  # fmt: skip


def force_marches(game: Game, ask: Ask, kind: type[Action]) -> Iterator[Lesson]:
    """Teach what a force march is worth."""
    yield Lesson(
        title="Force marches", says="Units beside a supply unit may declare a force march, before anybody moves.",
        why="A single one gives half as many movement points again, a double one twice as many. A die says whether the "
        "unit bears it: it may be disrupted, on a double march even lost. Point at a unit to see how far each would "
        "take it.",
        rules=("LGA-03-double-force-march", "LGA-13-one-supply-force-march", "LGA-13-supply-position-force-march"),
    )  # fmt: skip
    yield Lesson(kind=MakeForceMarch, says="Choose a unit, how hard it marches, and who feeds it.")


def marches(game: Game, ask: Ask, kind: type[Action]) -> Iterator[Lesson]:
    """Teach how units move, combine and break down."""
    yield Lesson(
        title="Movement", says="Drag units where they should go, a stack in one go; end the step when all have gone.",
        why="Entering a hex beside enemy troops ends the march there: that is their zone of control. Keep supply units "
        "close behind those who will fight, and a way open towards your own side of the map: who cannot retreat is "
        "lost.",
        rules=("BASE-2c-zone-stop", "LGA-10-full-allowance", "LGA-13-one-supply-combat"),
        advice=tuple(nearer(game, SideId(ask.side))),
    )  # fmt: skip
    yield Lesson(
        kind=Combine, says="Two divisions become a corps, three corps an army: drop one on the other. It costs 1.",
        rules=("LGA-02-combine-cost-corps", "LGA-02-final-cap"),
    )  # fmt: skip
    yield Lesson(
        kind=BreakDown, says="A corps or an army becomes its parts again, each with its own points; it costs a point.",
        rules=("LGA-03-breakdown-cost", "LGA-03-breakdown-new-allowance"),
    )  # fmt: skip


def combats(game: Game, ask: Ask, kind: type[Action]) -> Iterator[Lesson]:
    """Teach when to attack."""
    yield Lesson(
        title="Combat", says="A hex with enemies beside your troops may be attacked once, and a unit attacks once.",
        why="The strengths make the odds, the odds the column of the chart, and a die the result. From 2:1 on most "
        "results are yours. Who has to retreat and cannot is lost.",
        rules=("BASE-3-attack", "LGA-06-example-odds", "BASE-3-result"), advice=tuple(attacks(game, ask)),
    )  # fmt: skip


def attacks(game: Game, ask: Ask) -> Iterator[Advice]:
    """Yield the attacks with all that can join whose odds are good."""
    for act in game.legal(Attack, ask.side):
        forces = foreseen(game, act.hex, act.units)
        found = odds(game, *forces).total if forces is not None else Fraction(0)
        if found >= GOOD:
            because = f"It is {found.numerator // found.denominator} to 1, if those are supplied who can be."
            yield Advice(action=act, because=because, worth=int(found))


def supply(game: Game, ask: Ask, kind: type[Action]) -> Iterator[Lesson]:
    """Teach what supply is worth in a combat."""
    yield Lesson(
        title="Supply for the combat", says="A supply unit may serve this combat; it is used up after the phase.",
        why="Without it your troops count half.", rules=("LGA-13-one-supply-combat", "LGA-06-unsupplied-halved"),
    )  # fmt: skip


def retreats(game: Game, ask: Ask, kind: type[Action]) -> Iterator[Lesson]:
    """Teach how one retreats."""
    yield Lesson(
        title="Retreat", says="Choose towards what it retreats, then click the hexes of its way.",
        why="It must use all its points and may not come further from where it goes: its own side of the map, or a "
        "depot. Infantry may not pass enemy zones of control, cavalry those of infantry. Point at a hex to see why it "
        "is barred.",
        rules=("LGA-10-full-allowance", "LGA-09-retreat-through-ezoc", "LGA-10-direction-depot"),
    )  # fmt: skip


def declaring(game: Game, ask: Ask, kind: type[Action]) -> Iterator[Lesson]:
    """Teach what it is worth to be inside a fort."""
    yield Lesson(
        title="Inside or outside", says="An enemy is beside your fort: say who is within its walls.",
        why="Those inside are fed by the fort and defend its walls, and have no zone of control. Those outside keep "
        "theirs.", rules=("LGA-14-declare-late", "LGA-14-inside-no-zoc", "LGA-13-fort-occupants-only"),
    )  # fmt: skip


TAUGHT: Final[Mapping[str, Callable[[Game, Ask, type[Action]], Iterator[Lesson]]]] = {
    "Produce": production, "MakeForceMarch": force_marches, "March": marches, "Attack": combats, "Supply": supply,
    "FallBack": retreats, "Declare": declaring,
}  # fmt: skip
"""What is taught where an action of this name answers; of several the first."""
