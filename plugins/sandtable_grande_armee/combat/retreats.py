"""Retreats: towards what, at what price, through what, and how far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from sandtable.board import of
from sandtable.engine import (
    Game,
    Part,
    Refusal,
    RuleModule,
    ScenarioFault,
    ScenarioFinding,
    SideId,
    SpaceId,
    Was,
    cached_while_unchanged,
    counted,
    hookimpl,
    refuses_end,
    refuses_step,
    rule,
    ruling,
)  # fmt: skip
from sandtable_grande_armee.combat.bearings import MAP_SIDES, distance, leads_away, name_of_goal
from sandtable_grande_armee.combat.falling_back import FallBack, RetreatStep, beaten, retreat_now, steps_back
from sandtable_grande_armee.combat.forces import is_disrupted
from sandtable_grande_armee.hookspecs.combat import CombatHooks
from sandtable_grande_armee.hookspecs.movement import Pace
from sandtable_grande_armee.model import (
    Arm,
    Army,
    Retreat,
    Unit,
    UnitId,
    enemies,
    foes_by_hex,
    friends_in,
    of_an_arm,
)
from sandtable_grande_armee.model.agreeing import Said, of_them, sentence_of
from sandtable_grande_armee.movement.losses import eliminate
from sandtable_grande_armee.movement.strides import is_open, price
from sandtable_grande_armee.movement.zones import retreat_zones

WEST, NORTH, EAST = "west", "north", "east"
HOMEWARDS: Final = {"France": WEST, "Prussia": NORTH, "Russia": EAST}
"""The side of the map towards which the source has these retreat."""


WRONG_EDGE: Final = ScenarioFault("army-edge", "error", "An army of the source with another edge than the source's.")


class Retreats(RuleModule):
    """Where the beaten go."""

    key = "retreats"
    faults = (WRONG_EDGE,)
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        unfinished: Annotated[
            Literal["eliminated", "as far as it can"],
            ruling(
                "A retreat that cannot be finished",
                "What becomes of a unit that finds no way of its full allowance (Q15): it is eliminated, for else it "
                "would be best to be surrounded.",
                "BASE-5-no-retreat",
            ),
        ] = "eliminated"

    # --- towards what

    @hookimpl(of=CombatHooks.goals)
    @rule("LGA-10-direction-france")
    def french_goals(self, game: Game, unit: UnitId) -> Iterable[str]:
        """The French retreat west."""
        return [WEST] if game[Unit][unit].side == "France" else []

    @hookimpl(of=CombatHooks.goals)
    @rule("LGA-10-direction-prussia")
    def prussian_goals(self, game: Game, unit: UnitId) -> Iterable[str]:
        """The Prussians retreat north."""
        return [NORTH] if game[Unit][unit].side == "Prussia" else []

    @hookimpl(of=CombatHooks.goals)
    @rule("LGA-10-direction-russia")
    def russian_goals(self, game: Game, unit: UnitId) -> Iterable[str]:
        """The Russians retreat east."""
        return [EAST] if game[Unit][unit].side == "Russia" else []

    @hookimpl(of=CombatHooks.goals)
    @rule("BASE-5-direction-by-data")
    def other_goals(self, game: Game, unit: UnitId) -> Iterable[str]:
        """Others retreat as the scenario says of their army."""
        army = game[Army].get(game[Unit][unit].side)
        return [army.edge] if army is not None and army.id not in HOMEWARDS else []

    @hookimpl(of=CombatHooks.goals)
    @rule("LGA-10-direction-depot")
    def depots(self, game: Game, unit: UnitId) -> Iterable[str]:
        """Or towards a depot of their side or of a friend."""
        foes = enemies(game, game[Unit][unit].side)
        return [one.id for one in depots_on_the_map(game) if one.side not in foes and one.id != unit]

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name armies whose edge is not that towards which the source has them retreat."""
        for army in game[Army]:
            edge = HOMEWARDS.get(army.id, army.edge)
            if edge != army.edge:
                called = game.name(army.id)
                words = f"the army of {called} has its edge in the {army.edge}, and retreats to the {edge}: name that"
                yield WRONG_EDGE.finding(words, army, field="edge", rule=f"LGA-10-direction-{army.id.lower()}")

    # --- at what price

    @hookimpl
    @rule("LGA-10-normal-costs")
    def retreat_parts(self, game: Game, pace: Pace) -> Iterable[Part]:
        """A step costs what it costs on a march."""
        return price(game, pace).parts

    # --- through what

    @refuses_step(FallBack, "hex")
    @rule("BASE-5-retreat-ground")
    def closed_ground(self, game: Game, stride: RetreatStep) -> Refusal | None:
        """Not where nobody can go."""
        terrain = of(game).by_number.terrain(stride.hex)
        return None if is_open(terrain) else Refusal("nobody can enter {hex}", hex=stride.hex)

    @refuses_step(FallBack, "side", "hex")
    @rule("BASE-5-retreat-enemy")
    def not_into_enemies(self, game: Game, stride: RetreatStep) -> Refusal | None:
        """Not into a hex with an enemy unit."""
        foe = foes_by_hex(game, stride.side).get(stride.hex)
        if foe is None:
            return None
        return Refusal("{foe} {stands} in {hex}", foe=foe, stands=Said(foe, "stands"), hex=stride.hex)

    @refuses_step(FallBack, "side", "arm", "hex")
    @rule("LGA-09-retreat-through-ezoc")
    def not_through_zones(self, game: Game, stride: RetreatStep) -> Refusal | None:
        """Not through enemy zones of control, but for cavalry through those of infantry alone."""
        against = against_zone(game, stride.side, stride.arm, stride.hex)
        return against if against is None or not friends_in(game, stride.hex, stride.side) else None

    @refuses_step(FallBack, "side", "arm", "hex")
    @rule("LGA-08-not-in-ezoc")
    def not_even_among_friends(self, game: Game, stride: RetreatStep) -> Refusal | None:
        """Friends in a hex do not open it to a retreat where the enemy has a zone of control."""
        against = against_zone(game, stride.side, stride.arm, stride.hex)
        return against if against is not None and friends_in(game, stride.hex, stride.side) else None

    @hookimpl
    @rule("LGA-08-retreat-through-friends")
    def upset_by(self, game: Game, units: tuple[UnitId, ...], hex: SpaceId) -> Iterable[UnitId]:
        """A retreat through friends, or to them, harms neither."""
        return ()

    @refuses_step(FallBack, "goal", "here", "hex")
    @rule("BASE-5-toward")
    def no_further_away(self, game: Game, stride: RetreatStep) -> Refusal | None:
        """No step may lead further away from the chosen goal (Q6)."""
        if not leads_away(game, stride.goal, stride.here, stride.hex):
            return None
        return Refusal("{hex} is further from {goal}", hex=stride.hex, goal=name_of_goal(stride.goal))

    @refuses_step(FallBack, "hex", "since")
    @rule("BASE-5-no-turning-back")
    def not_back_again(self, game: Game, stride: RetreatStep) -> Refusal | None:
        """No step may lead back at once to where the unit has come from."""
        return Refusal("it has just come from {hex}", hex=stride.hex) if stride.hex == stride.since else None

    # --- how far

    @refuses_end(FallBack, "unit", "side", "arm", "goal", "there")
    @rule("LGA-10-full-allowance")
    def all_the_way(self, game: Game, stride: RetreatStep) -> Refusal | None:
        """The full allowance must be used; points too few for any further hex are lost."""
        return None if rides_off(game, stride) else unfinished(game, stride)

    @refuses_end(FallBack, "unit", "side", "arm", "goal", "there")
    @rule("LGA-07-full-distance")
    def ride_all_the_way(self, game: Game, stride: RetreatStep) -> Refusal | None:
        """Cavalry that retreats before a combat must use its full allowance, too."""
        return unfinished(game, stride) if rides_off(game, stride) else None

    @rule("BASE-5-depot-reached", amends=("LGA-10-full-allowance", "LGA-07-full-distance"))
    def depot_reached(self, was: Was[Refusal | None], game: Game, stride: RetreatStep) -> Refusal | None:
        """Who has come to the depot towards which he retreats has arrived."""
        arrived = stride.goal not in MAP_SIDES and distance(game, stride.goal, stride.there.hex) == 0
        return None if arrived else was()

    @rule("LGA-10-leader-alone-halts", amends="LGA-10-full-allowance", after="BASE-5-depot-reached")
    def leader_alone(self, was: Was[Refusal | None], game: Game, stride: RetreatStep) -> Refusal | None:
        """A leader alone may stop where an undisrupted friend stands."""
        return None if halts_with_friends(game, stride) else was()

    @hookimpl
    @rule("BASE-5-no-retreat")
    async def cannot_retreat(self, game: Game, unit: UnitId) -> None:
        """Who finds no way of his full allowance is eliminated, or goes as far as he can (Q15)."""
        row = game[Retreat].get(unit)
        if row is not None and not row.short and self.parameters.unfinished == "as far as it can":
            game.change(row, short=True)
            await retreat_now(game, unit)
            return
        lost = of_them(game, unit, "is lost")
        game.note(f"{sentence_of(game, unit, 'finds no way to retreat')} and {lost}")
        await eliminate(game, unit, "retreat")


@cached_while_unchanged
def depots_on_the_map(game: Game) -> list[Unit]:
    """Return the depots on the map, of whatever side."""
    return [unit for unit in of_an_arm(game, "depot") if unit.hex is not None]


def against_zone(game: Game, side: SideId, arm: Arm, hex: SpaceId) -> Refusal | None:
    """Return what stands against a retreat into a hex because of enemy zones of control."""
    arms = retreat_zones(game, side).get(hex)
    if not arms or (arm == "cavalry" and arms <= {"infantry"}):
        return None
    whose = "cavalry" if arm == "cavalry" else "the enemy"
    return Refusal("{hex} is in a zone of control of {whose}", hex=hex, whose=whose)


def rides_off(game: Game, stride: RetreatStep) -> bool:
    """Tell whether a step is one of cavalry that retreats before a combat."""
    return stride.arm == "cavalry" and beaten(game, stride.unit).before


def unfinished(game: Game, stride: RetreatStep) -> Refusal | None:
    """Return why a retreat may not end with a step: it must go on, or it has come to where no way leads on."""
    left = stride.there.left
    if left <= 0:
        return None
    refuses, too_dear = game.step_rules(FallBack).refuses, list[RetreatStep]()
    for step in steps_back(game, stride.unit, stride.side, stride.arm, stride.goal)(stride.there):
        if step.there.left < 0:
            too_dear.append(step)
        elif not refuses(step):
            return Refusal("{unit} must go on: {left} left", unit=stride.unit, left=counted(left, "point"))
    if beaten(game, stride.unit).short or not all(map(refuses, too_dear)):
        return None
    return Refusal("no way leads on from {hex}, with {left} points left", hex=stride.there.hex, left=left)


def halts_with_friends(game: Game, stride: RetreatStep) -> bool:
    """Tell whether a leader has come to a friendly unit that is not disrupted; another leader is no unit."""
    if stride.arm != "leader":
        return False
    friends = friends_in(game, stride.there.hex, stride.side)
    return any(one.arm(game) != "leader" and not is_disrupted(game, one.id) for one in friends)
