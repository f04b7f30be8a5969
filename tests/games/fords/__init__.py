"""The Fords: a small game with a map for the tests of the workbench.

Two sides march over a dozen areas. Strengths are hidden, orders and chits are sealed, losses are shared among corps,
and the other actions have a field of every kind.
"""

from tests.games.fords.area_map import area_id, fords
from tests.games.fords.fighting import Lose, Order, PlayChit, Retreat
from tests.games.fords.marching import Feed, Leap, Levy, March, Marches, Proclaim, Rest
from tests.games.fords.model import Battle, Corps, CorpsId
from tests.games.fords.system import FORDS, start
from tests.games.sides import BLUE, RED, SIDES

__all__ = [
    "BLUE", "FORDS", "RED", "SIDES", "Battle", "Corps", "CorpsId", "Feed", "Leap", "Levy", "Lose", "March", "Marches",
    "Order", "PlayChit", "Proclaim", "Rest", "Retreat", "area_id", "fords", "start",
]  # fmt: skip
