"""The keys of the sequence of play: what rules name their steps, phases and sequences by."""

from __future__ import annotations

from typing import Final

TURN_SEQUENCE: Final = "turn"
BATTLE_SEQUENCE: Final = "battle"

PLAYER_TURN_PHASE: Final = "player_turn"
TIME_PHASE: Final = "time"
BATTLE_PHASE: Final = "battle_phase"

ARRIVAL_STEP: Final = "arrival"
RECOVERY_STEP: Final = "recovery"
DEPOT_STEP: Final = "depots"
FORCE_MARCH_STEP: Final = "force_march"
MOVEMENT_STEP: Final = "movement_step"
HALT_STEP: Final = "halt"
ATTACK_STEP: Final = "attack"
DISPERSAL_STEP: Final = "dispersal"
TIME_STEP: Final = "time_step"

RIDE_OFF_STEP: Final = "ride_off"
SUPPLY_STEP: Final = "battle_supply"
RESULT_STEP: Final = "result"
RETREAT_STEP: Final = "retreat"
END_OF_BATTLE_STEP: Final = "end_of_battle"
