"""Where two terrains meet: which reaches over, from hexpoint to hexpoint, never far; and what a hex is called."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable.board.directions import Orientation
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.present.terrain_edges import COARSE, DEEP, POINTS, TerrainEdges, leading, terrain_edges
from sandtable.present.terrain_words import terrain_words


def board(orientation: Orientation = "flat", **painted: tuple[str, ...]) -> HexBoard:
    """Return five by five hexes: the one in the middle, and any by its column and row, of a terrain."""
    made = HexBoard.blank(HexGrid(5, 5, orientation=orientation, hex_width=40.0, hex_height=36.0))
    for where, terrain in painted.items():
        made.terrain.paint([made.grid.hex_of(int(where[1]), int(where[2]))], *terrain)
    return made


def edges_of(made: HexBoard, points: int = POINTS) -> TerrainEdges:
    return terrain_edges(made, made.grid.indices, points)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_wood_reaches_over_all_its_sides_into_open_ground(orientation: Orientation) -> None:
    made = board(orientation, h22=("wood",))
    edges = edges_of(made)
    assert edges.hexes.tolist() == [12] * 6
    corners = {(round(x, 6), round(y, 6)) for x, y in made.grid.corners(made.grid.hex_of(2, 2))}
    ends = {(round(x, 6), round(y, 6)) for line in edges.lines for x, y in (line[0], line[-1])}
    assert ends == corners
    inner = edges.lines[:, 1:-1].reshape(-1, 2)
    inside = set(made.grid.at_points(inner).tolist())
    assert 12 not in inside, "no line stands in the wood's own hex"
    assert inside == set(made.grid.neighbour_table[12].tolist())


def test_no_terrain_reaches_farther_than_a_part_of_the_way_to_the_next_centre() -> None:
    made = board(h22=("wood",))
    edges = edges_of(made)
    here = made.grid.centres([12])[0]
    for line in edges.lines:
        side, middle = line[-1] - line[0], (line[0] + line[-1]) / 2
        normal = np.array([-side[1], side[0]]) / np.hypot(*side)
        away = np.abs((line - line[0]) @ normal)
        assert 0 < away.max() <= 2 * np.hypot(*(middle - here)) * DEEP + 1e-9


def test_of_two_terrains_one_reaches_over_and_never_both() -> None:
    made = board(h22=("wood",), h23=("lake",), h11=("hill",), h12=("wood", "village"))
    edges = edges_of(made)
    pairs = {tuple(sorted((int(hex), other))) for hex, other in zip(edges.hexes, _beyond(made, edges), strict=True)}
    assert len(pairs) == len(edges.hexes)
    terrain = made.terrain.cells
    meeting = {
        tuple(sorted((hex, other)))
        for hex in made.grid.indices.tolist()
        for other in made.grid.neighbour_table[hex].tolist()
        if other >= 0 and leading(made.terrain.sets[terrain[hex]]) != leading(made.terrain.sets[terrain[other]])
    }
    assert pairs == meeting


def _beyond(made: HexBoard, edges: TerrainEdges) -> list[int]:
    """Return the hexes into which terrain reaches."""
    found: list[int] = made.grid.at_points(edges.lines[:, len(edges.lines[0]) // 2]).tolist()
    return found


def test_woods_and_heavy_woods_look_alike_and_their_border_is_drawn() -> None:
    assert len(edges_of(board(h22=("wood",), h23=("heavy_wood",))).hexes) == 6 + 5


@pytest.mark.parametrize("made", [board(), board(h22=("clear",)), board(h22=())], ids=["blank", "clear", "nothing"])
def test_a_board_of_open_ground_has_no_transitions(made: HexBoard) -> None:
    assert not len(edges_of(made).hexes)


def test_a_terrain_does_not_reach_beyond_the_board() -> None:
    made = board(h00=("wood",))
    edges = edges_of(made)
    assert len(edges.hexes) == int((made.grid.neighbour_table[0] >= 0).sum()) < 6


def test_a_line_seen_from_afar_has_fewer_points_and_the_same_ends() -> None:
    made = board(h22=("wood",))
    fine, coarse = edges_of(made), edges_of(made, COARSE)
    assert (fine.lines.shape[1], coarse.lines.shape[1]) == (POINTS, COARSE)
    assert np.array_equal(fine.lines[:, [0, -1]], coarse.lines[:, [0, -1]])


@pytest.mark.parametrize(
    ("terrains", "lines"),
    [
        ((), []),
        (("clear",), ["clear"]),
        (("clear", "town"), ["town"]),
        (("wood",), ["wood"]),
        (("heavy_wood",), ["heavy", "wood"]),
        (("town", "wood"), ["town, wood"]),
        (("river_meadow", "village"), ["river", "meadow, village"]),
    ],
)
def test_a_hex_is_called_what_stands_in_it_in_two_lines_at_the_most(
    terrains: tuple[str, ...], lines: list[str]
) -> None:
    assert terrain_words(terrains, lambda text: len(text) <= 10 and text != "heavy wood") == lines
