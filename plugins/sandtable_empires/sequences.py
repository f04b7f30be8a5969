"""The sequence of play: a turn is a month. Combats and sieges are sequences of their own, entered when fought."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Phase, Sequence, Step

TURN: Final = Sequence(
    "turn",
    (
        Phase("reinforcement", (Step("army_reinforcement", "Army reinforcement"),), each="side", title="Reinforcement"),
        Phase(
            "land",
            (
                Step("depots", "Depots"),
                Step("land_movement", "Land movement"),
                Step("supply", "Supply"),
                Step("land_combat", "Land combat"),
                Step("guerilla", "Guerillas"),
            ),
            each="side",
            title="Land",
        ),
        Phase("conquest", (Step("conquest_step", "Conquest"),), title="Conquest"),
        Phase("time_record", (Step("time_record_step", "Time record"),), title="Time record"),
    ),
    title="Turn",
)

COMBAT: Final = Sequence(
    "combat",
    (
        Phase(
            "day",
            (
                Step("muster", "Forces"),
                Step("command", "Commanders"),
                Step("chits", "Chits"),
                Step("withdrawal", "Withdrawal"),
                Step("rounds", "Rounds"),
                Step("nightfall", "Nightfall"),
                Step("pursuit", "Pursuit"),
                Step("aftermath", "Aftermath"),
                Step("retreat", "Retreat"),
                Step("parting", "Parting"),
            ),
            title="Day",
        ),
    ),
    title="Combat",
)
"""A combat: each round of the sequence is a day."""

ROUNDS: Final = Sequence(
    "rounds",
    (
        Phase(
            "round",
            (
                Step("arrival", "Arrivals"),
                Step("dice", "Dice"),
                Step("losses", "Losses"),
                Step("breaks", "Who breaks"),
                Step("next_round", "Next round"),
            ),
            title="Round",
        ),
    ),
    title="Rounds",
)
"""The rounds of a day of combat."""

STORM: Final = Sequence(
    "storm",
    (
        Phase(
            "storm_round",
            (
                Step("storm_fire", "Fire"),
                Step("storm_losses", "Losses"),
                Step("storm_end", "Who breaks"),
            ),
            title="Round",
        ),
    ),
    title="Storm",
)
"""An assault on a city, a sortie out of it, the rush on a depot: each round of the sequence is one of fire."""

SEQUENCES: Final = (TURN, COMBAT, ROUNDS, STORM)
