"""Spaces and edges: areas and hexes, reach, lines of sight. It knows no game.

The graph is here by name. Area maps are in ``sandtable.board.areas``, which loads shapely; hexes without a map in
``directions``, with one in ``hexes``, ``numbering``, ``layers`` and ``sight``; ways in ``area_reach``, ``hex_reach``
and ``pose_reach``: these load numpy.
"""

from sandtable.board.graph import Graph, Rederived
from sandtable.board.spaces import Contact, Edge, Feature, Pair, Space, SpaceId, Status, pair_of

__all__ = ["Contact", "Edge", "Feature", "Graph", "Pair", "Rederived", "Space", "SpaceId", "Status", "pair_of"]
