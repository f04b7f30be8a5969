"""The reinforcement phases of a campaign: what has been raised and built comes, what is not wanted goes."""

from sandtable_empires.reinforcing.armies import Armies
from sandtable_empires.reinforcing.ships import Launches

REINFORCING = (Armies, Launches)

__all__ = ["REINFORCING"]
