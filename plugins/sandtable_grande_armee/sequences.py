"""The sequence of play: each side in turn has reinforcements, movement, combats. A battle is a sequence of its own."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Phase, Sequence, Step
from sandtable_grande_armee.steps import (
    ARRIVAL_STEP,
    ATTACK_STEP,
    BATTLE_PHASE,
    BATTLE_SEQUENCE,
    DEPOT_STEP,
    DISPERSAL_STEP,
    END_OF_BATTLE_STEP,
    FORCE_MARCH_STEP,
    HALT_STEP,
    MOVEMENT_STEP,
    PLAYER_TURN_PHASE,
    RECOVERY_STEP,
    RESULT_STEP,
    RETREAT_STEP,
    RIDE_OFF_STEP,
    SUPPLY_STEP,
    TIME_PHASE,
    TIME_STEP,
    TURN_SEQUENCE,
)

PLAYER_TURN: Final = Phase(
    PLAYER_TURN_PHASE,
    (
        Step(ARRIVAL_STEP, "Reinforcements"),
        Step(RECOVERY_STEP, "Recovery"),
        Step(DEPOT_STEP, "Depots"),
        Step(FORCE_MARCH_STEP, "Force marches"),
        Step(MOVEMENT_STEP, "Movement"),
        Step(HALT_STEP, "Halt"),
        Step(ATTACK_STEP, "Combat"),
        Step(DISPERSAL_STEP, "End of the combats"),
    ),
    each="side",
    title="Player turn",
)
TURN: Final = Sequence(TURN_SEQUENCE, (PLAYER_TURN, Phase(TIME_PHASE, (Step(TIME_STEP),))))
BATTLE: Final = Sequence(
    BATTLE_SEQUENCE,
    (
        Phase(
            BATTLE_PHASE,
            (
                Step(RIDE_OFF_STEP, "Retreat before combat"),
                Step(SUPPLY_STEP, "Supply"),
                Step(RESULT_STEP, "Result"),
                Step(RETREAT_STEP, "Retreats"),
                Step(END_OF_BATTLE_STEP),
            ),
        ),
    ),
    heading="Battle in {}",
)
SEQUENCES: Final = (TURN, BATTLE)
