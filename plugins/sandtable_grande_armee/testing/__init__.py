"""Positions for tests, in a few lines: units on a small map, by hex number.

>>> game = position(unit("Friant", FRANCE, "2-5", "0505"), unit("Gudin", FRANCE, "2-5", "0506"), at="movement_step")

The map is ``meadow()``: 20 columns of 14 clear hexes, with what the words given paint on it
(``meadow(wood="0507 0508", river="0505-0506")``).
"""

from sandtable_grande_armee.testing.positions import (
    AUSTRIA,
    FRANCE,
    PRUSSIA,
    RUSSIA,
    disrupted,
    leader,
    meadow,
    position,
    unit,
)

__all__ = ["AUSTRIA", "FRANCE", "PRUSSIA", "RUSSIA", "disrupted", "leader", "meadow", "position", "unit"]
