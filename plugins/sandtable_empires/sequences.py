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

SEQUENCES: Final = (TURN,)
