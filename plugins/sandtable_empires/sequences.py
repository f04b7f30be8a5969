"""The sequence of play: a turn is a month. Combats and sieges are sequences of their own, entered when fought."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Phase, Sequence, Step
from sandtable_empires.model.sieges import STORM_NAMES
from sandtable_empires.steps import (
    AFTERMATH_STEP,
    ARMY_REINFORCEMENT_STEP,
    ARRIVAL_STEP,
    BREAKS_STEP,
    BROADSIDES_STEP,
    CHITS_STEP,
    COLLECTION_PHASE,
    COMBAT_SEQUENCE,
    COMMAND_STEP,
    CONQUEST_PHASE,
    CONQUEST_STEP,
    DAY_PHASE,
    DEPOTS_STEP,
    DICE_STEP,
    DIPLOMACY_PHASE,
    ECONOMIC_PHASE,
    EVASION_STEP,
    GUERILLA_STEP,
    LAND_COMBAT_STEP,
    LAND_MOVEMENT_STEP,
    LAND_PHASE,
    LOSSES_STEP,
    MUSTER_STEP,
    NAVAL_COMBAT_SEQUENCE,
    NAVAL_DECISION_STEP,
    NAVAL_FIGHT_PHASE,
    NAVAL_PARTING_STEP,
    NAVAL_PHASE,
    NAVAL_PURSUIT_STEP,
    NAVAL_REINFORCEMENT_PHASE,
    NAVAL_RETREAT_STEP,
    NEXT_ROUND_STEP,
    NIGHTFALL_STEP,
    PARTING_STEP,
    PEACE_SEQUENCE,
    POLITICAL_PHASE,
    PURSUIT_STEP,
    REINFORCEMENT_PHASE,
    RETREAT_STEP,
    ROUND_PHASE,
    ROUNDS_SEQUENCE,
    ROUNDS_STEP,
    SHIP_LOSSES_STEP,
    SPARED_STEP,
    STORM_END_STEP,
    STORM_FIRE_STEP,
    STORM_LOSSES_STEP,
    STORM_ROUND_PHASE,
    STORM_SEQUENCE,
    SUPPLY_STEP,
    TERM_STEP,
    TERMS_PHASE,
    TIME_RECORD_PHASE,
    TIME_RECORD_STEP,
    TURN_SEQUENCE,
    UNCONTROLLED_PHASE,
    WIND_STEP,
    WITHDRAWAL_STEP,
)

TURN: Final = Sequence(
    TURN_SEQUENCE,
    (
        Phase(DIPLOMACY_PHASE, (), each="side", title="Diplomacy"),
        Phase(POLITICAL_PHASE, (), title="Political"),
        Phase(NAVAL_REINFORCEMENT_PHASE, (), each="side", title="Naval reinforcement"),
        Phase(
            REINFORCEMENT_PHASE,
            (Step(ARMY_REINFORCEMENT_STEP, "Army reinforcement"),),
            each="side",
            title="Reinforcement",
        ),
        Phase(NAVAL_PHASE, (), each="side", title="Naval"),
        Phase(
            LAND_PHASE,
            (
                Step(DEPOTS_STEP, "Depots"),
                Step(LAND_MOVEMENT_STEP, "Land movement"),
                Step(SUPPLY_STEP, "Supply"),
                Step(LAND_COMBAT_STEP, "Land combat"),
                Step(GUERILLA_STEP, "Guerillas"),
            ),
            each="side",
            title="Land",
        ),
        Phase(CONQUEST_PHASE, (Step(CONQUEST_STEP, "Conquest"),), title="Conquest"),
        Phase(COLLECTION_PHASE, (), title="Money and manpower"),
        Phase(ECONOMIC_PHASE, (), each="side", title="Economic"),
        Phase(UNCONTROLLED_PHASE, (), title="Uncontrolled powers"),
        Phase(TIME_RECORD_PHASE, (Step(TIME_RECORD_STEP, "Time record"),), title="Time record"),
    ),
    title="Turn",
)
"""A month. Phases without steps are those of a campaign: modules that need one put their steps there."""

COMBAT: Final = Sequence(
    COMBAT_SEQUENCE,
    (
        Phase(
            DAY_PHASE,
            (
                Step(MUSTER_STEP, "Forces"),
                Step(COMMAND_STEP, "Commanders"),
                Step(CHITS_STEP, "Chits"),
                Step(WITHDRAWAL_STEP, "Withdrawal"),
                Step(ROUNDS_STEP, "Rounds"),
                Step(NIGHTFALL_STEP, "Nightfall"),
                Step(PURSUIT_STEP, "Pursuit"),
                Step(AFTERMATH_STEP, "Aftermath"),
                Step(RETREAT_STEP, "Retreat"),
                Step(PARTING_STEP, "End of combat"),
            ),
            title="Day",
        ),
    ),
    title="Combat",
    heading="Battle of {}",
    counts="day",
)
"""A combat: each round of the sequence is a day."""

ROUNDS: Final = Sequence(
    ROUNDS_SEQUENCE,
    (
        Phase(
            ROUND_PHASE,
            (
                Step(ARRIVAL_STEP, "Arrivals"),
                Step(DICE_STEP, "Dice"),
                Step(LOSSES_STEP, "Losses"),
                Step(BREAKS_STEP, "Who breaks"),
                Step(NEXT_ROUND_STEP, "Next round"),
            ),
            title="Round",
        ),
    ),
    title="Rounds",
)
"""The rounds of a day of combat."""

STORM: Final = Sequence(
    STORM_SEQUENCE,
    (
        Phase(
            STORM_ROUND_PHASE,
            (
                Step(STORM_FIRE_STEP, "Fire"),
                Step(STORM_LOSSES_STEP, "Losses"),
                Step(STORM_END_STEP, "Who breaks"),
            ),
            title="Round",
        ),
    ),
    title="Storm",
    heading="Fighting at {}",
    headings=tuple((kind, f"{name} {{}}") for kind, name in STORM_NAMES.items()),
)
"""An assault on a city, a sortie out of it, the rush on a depot: each round of the sequence is one of fire."""

NAVAL_COMBAT: Final = Sequence(
    NAVAL_COMBAT_SEQUENCE,
    (
        Phase(
            NAVAL_FIGHT_PHASE,
            (
                Step(EVASION_STEP, "Evasion"),
                Step(WIND_STEP, "Wind gauge"),
                Step(BROADSIDES_STEP, "Broadsides"),
                Step(SHIP_LOSSES_STEP, "Losses"),
                Step(NAVAL_DECISION_STEP, "Decision"),
                Step(NAVAL_RETREAT_STEP, "Retreat"),
                Step(NAVAL_PURSUIT_STEP, "Pursuit"),
                Step(NAVAL_PARTING_STEP, "End of combat"),
            ),
            title="Naval combat",
        ),
    ),
    rounds=False,
    title="Naval combat",
    heading="Naval combat, {}",
)
"""A combat of fleets, fought out in one exchange of broadsides."""


PEACE: Final = Sequence(
    PEACE_SEQUENCE,
    (Phase(TERMS_PHASE, (Step(SPARED_STEP, "What is spared"), Step(TERM_STEP, "Terms")), title="Terms"),),
    title="Peace",
    heading="Peace with {}",
    counts="choice",
)
"""The terms of a formal peace: each round of the sequence a victor writes one into it."""

SEQUENCES: Final = (TURN, COMBAT, ROUNDS, STORM, NAVAL_COMBAT, PEACE)
