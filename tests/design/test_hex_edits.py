"""Edits of hexes: brushes, levels, hexsides, roads, names, columns and rows; what is shown is never edited in place."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.board.spaces import SpaceId
from sandtable.design import stored_patches
from sandtable.design.document import DesignDocument
from sandtable.design.history import HistoryEntry
from sandtable.design.script import read_edit
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of
from sandtable.lint.maps import MapLint, check_map
from tests.tiers import count


def meadows(columns: int = 8, rows: int = 6) -> DesignDocument:
    return DesignDocument.of(Map(MapInfo("meadows", "Meadows"), hexes=HexBoard.blank(HexGrid(columns, rows))))


def done(document: DesignDocument, edit: str, **fields: Any) -> HistoryEntry:
    """Do something that is written as in a script; what it changed comes back from the disk the same."""
    before = document.map
    entry = document.do(read_edit(json.dumps({"edit": edit, **fields})))
    images: dict[str, bytes] = {}
    kept = stored_patches.from_bytes(stored_patches.to_bytes(entry.patch, images), images.__getitem__)
    assert kept.applied_to(before) == document.map
    assert kept.turned_round().applied_to(document.map) == before
    return entry


def board(document: DesignDocument) -> HexBoard:
    assert document.map.hexes is not None
    return document.map.hexes


def where(document: DesignDocument, terrain: str) -> set[str]:
    return {number for number in document.map.by_number if terrain in document.map.by_number.terrain(number)}


@pytest.mark.parametrize(("radius", "many"), [(0, 1), (1, 7), (2, 19)])
def test_a_brush_paints_hexes_around(radius: int, many: int) -> None:
    document = meadows()
    before = board(document).terrain
    entry = done(document, "PaintHexes", hexes=["0403"], terrain=["wood"], radius=radius)
    assert len(where(document, "wood")) == many
    assert entry.says == f"Paint wood in {count_of(many, 'hex', 'hexes')}"
    assert not before.cells.any()
    assert entry.patch.hexes is not None
    assert len(entry.patch.hexes.cells(board(document))) == many


def test_several_terrains_lie_in_a_hex() -> None:
    document = meadows()
    done(document, "PaintHexes", hexes=["0403"], terrain=["wood", "hill"])
    done(document, "PaintHexes", hexes=["0403", "0404"], terrain=["town"], how="add")
    done(document, "PaintHexes", hexes=["0403"], terrain=["wood"], how="remove")
    assert document.map.by_number.terrain("0403") == ("hill", "town")
    assert document.map.by_number.terrain("0404") == ("town",)


def test_lines_rectangles_fills_and_replacing() -> None:
    document = meadows()
    done(document, "PaintLine", start="0401", end="0406", terrain=["marsh"])
    assert where(document, "marsh") == {f"040{row}" for row in range(1, 7)}
    done(document, "FillHexes", at="0101", terrain=["clear"])
    assert len(where(document, "clear")) == 18
    done(document, "PaintRectangle", start="0702", end="0603", terrain=["wood"])
    assert where(document, "wood") == {"0602", "0603", "0702", "0703"}
    done(document, "ReplaceTerrain", was="marsh", now="bog")
    assert where(document, "bog") == {f"040{row}" for row in range(1, 7)}


def test_slopes_follow_levels_and_heed_the_designer() -> None:
    document = meadows()
    done(document, "SaySide", hex="0403", other="0402", kind="slope", status="forbidden")
    done(document, "SetLevels", hexes=["0403"], level=2, slopes={1: "slope"})
    sides = {other: document.map.by_number.side_between("0403", other) for other in ("0402", "0404")}
    assert "slope" not in sides["0402"].along
    assert "slope" in sides["0404"].along
    done(document, "SetLevels", hexes=["0403"], by=-1)
    assert document.map.by_number.level("0403") == 1


def test_sides_roads_and_names() -> None:
    document = meadows()
    done(document, "SaySide", hex="0403", other="0404", kind="wall", favours="0403")
    done(document, "LayRoad", path=["0101", "0201", "0301"])
    assert int(board(document).sides.where("road").sum()) == 2
    done(document, "LayRoad", path=["0101", "0201"], remove=True)
    assert int(board(document).sides.where("road").sum()) == 1
    done(document, "SaySide", hex="0403", other="0404", kind="wall", status="clear")
    done(document, "NameHex", hex="0403", name="The Copse")
    assert document.map.name("0403") == "The Copse"
    done(document, "NameHex", hex="0403")
    assert document.map.name("0403") == "0403"


def test_a_fill_is_bounded_by_how_far_it_goes_and_by_what_lies_on_hexsides() -> None:
    document = meadows()
    done(document, "FillHexes", at="0403", terrain=["wood"], within=1)
    assert len(where(document, "wood")) == 7
    river = [[f"040{row}", f"050{row + by}"] for row in range(1, 7) for by in (0, 1) if row + by < 7]
    done(document, "ReplaceTerrain", was="wood", now="clear")
    done(document, "PaintRectangle", start="0101", end="0806", terrain=[])
    done(document, "LaySides", sides=river, kind="river")
    done(document, "FillHexes", at="0101", terrain=["marsh"], stops=["river"])
    assert {number[:2] for number in where(document, "marsh")} == {"01", "02", "03", "04"}


def test_one_terrain_is_put_in_place_of_another_under_a_brush() -> None:
    document = meadows()
    done(document, "PaintRectangle", start="0101", end="0806", terrain=["wood"])
    done(document, "ReplaceTerrain", was="wood", now="town", hexes=["0101"], radius=1)
    assert where(document, "town") == {"0101", "0102", "0201"}
    done(document, "PaintLine", start="0404", end="0406", terrain=["marsh"], radius=1)
    assert len(where(document, "marsh")) == 10


def test_a_stroke_along_hexsides_and_what_it_favours() -> None:
    document = meadows()
    stroke = [["0403", "0404"], ["0403", "0503"]]
    done(document, "LaySides", sides=stroke, kind="ridge", favours=True)
    assert document.map.by_number.side_between("0403", "0404").protects("0403")
    done(document, "SetLevels", hexes=["0403"], level=1, slopes={1: "slope"})
    done(document, "LaySides", sides=[["0403", "0402"]], kind="slope", remove=True)
    done(document, "SetLevels", hexes=["0403"], level=2, slopes={1: "slope"})
    assert "slope" not in document.map.by_number.side_between("0403", "0402").along
    assert "slope" in document.map.by_number.side_between("0403", "0404").along
    done(document, "LaySides", sides=stroke, kind="ridge", remove=True)
    assert "ridge" not in document.map.by_number.side_between("0403", "0404").along


def test_slopes_of_the_whole_map_are_derived_anew() -> None:
    document = meadows()
    done(document, "SetLevels", hexes=["0403"], level=3)
    assert not board(document).sides.cells.any()
    done(document, "DeriveSlopes", slopes={1: "slope", 3: "steep_slope"})
    assert int(board(document).sides.where("steep_slope").sum()) == 6
    done(document, "DeriveSlopes", slopes={2: "slope"})
    assert not board(document).sides.where("steep_slope").any()


def test_the_whole_board_is_raised_and_lowered_and_no_slope_changes() -> None:
    document = meadows()
    done(document, "SetLevels", hexes=["0403"], level=2, slopes={1: "slope"})
    slopes = board(document).sides.where("slope").tolist()
    assert done(document, "RaiseBoard", by=3).says == "Raise the whole board by 3 levels"
    assert sorted(set(board(document).elevation.ravel().tolist())) == [3, 5]
    assert done(document, "RaiseBoard", by=-1).says == "Lower the whole board by 1 level"
    assert sorted(set(board(document).elevation.ravel().tolist())) == [2, 4]
    assert board(document).sides.where("slope").tolist() == slopes


def test_a_road_builds_bridges_where_it_crosses_water() -> None:
    document = meadows()
    done(document, "LaySides", sides=[["0301", "0401"]], kind="river")
    entry = done(document, "LayRoad", path=["0201", "0301", "0401"], bridge="bridge")
    assert entry.notes == ("1 bridge was built over water",)
    assert document.map.by_number.side_between("0301", "0401").across == ("bridge", "road")
    done(document, "LayRoad", path=["0201", "0301", "0401"], bridge="bridge", remove=True)
    assert document.map.by_number.side_between("0301", "0401").across == ()
    assert document.map.by_number.side_between("0301", "0401").along == ("river",)


def test_columns_and_rows_come_and_go_and_the_others_keep_their_numbers() -> None:
    document = meadows()
    done(document, "PaintHexes", hexes=["0403"], terrain=["wood"])
    done(document, "NameHex", hex="0403", name="The Copse")
    done(document, "ResizeBoard", left=1, bottom=2, terrain=["clear"])
    assert (board(document).grid.columns, board(document).grid.rows) == (9, 8)
    assert (where(document, "wood"), document.map.name("0403")) == ({"0403"}, "The Copse")
    done(document, "ResizeBoard", left=-2, top=-1, right=-1)
    assert (board(document).grid.columns, board(document).grid.rows) == (6, 7)
    assert (where(document, "wood"), document.map.name("0403")) == ({"0403"}, "The Copse")
    assert not document.map.has_hex("0101")


def test_a_grid_is_laid_elsewhere_with_other_hexes_and_all_else_stays() -> None:
    document = meadows()
    done(document, "PaintHexes", hexes=["0403"], terrain=["wood"])
    done(document, "SaySide", hex="0403", other="0404", kind="river")
    done(document, "SetLevels", hexes=["0403"], level=2)
    done(document, "NameHex", hex="0403", name="The Copse")
    done(document, "AddSpace", id="camp", at=[1, 1], kind="box")
    was = board(document)
    entry = done(document, "LayGrid", left=2.5, hex_width=1.25)
    now = board(document)
    assert (now.grid.left, now.grid.top, now.grid.hex_width, now.grid.hex_height) == (
        2.5, was.grid.top, 1.25, was.grid.hex_height,
    )  # fmt: skip
    assert (now.numbering, now.grid.columns, now.grid.rows) == (was.numbering, was.grid.columns, was.grid.rows)
    assert (where(document, "wood"), document.map.name("0403")) == ({"0403"}, "The Copse")
    assert document.map.by_number.side_between("0403", "0404").along == ("river",)
    assert now.elevation.tolist() == was.elevation.tolist()
    assert document.map.places[SpaceId("camp")] == (1, 1)
    assert entry.says == "Change the size of hexes"
    assert done(document, "LayGrid", top=-3).says == "Move the grid of hexes"
    assert board(document).grid.left == 2.5
    for _ in range(2):
        document.undo()
    assert board(document).grid.left == was.grid.left
    assert board(document).grid.hex_width == was.grid.hex_width


def test_a_mask_stays_when_the_grid_is_moved() -> None:
    mask = np.ones((6, 8), np.bool_)
    mask[0, :3] = False
    document = DesignDocument.of(Map(MapInfo("m", "M"), hexes=HexBoard.blank(HexGrid(8, 6, mask=mask))))
    done(document, "LayGrid", left=1)
    assert len(board(document).grid) == 45


def test_what_names_a_hex_follows_its_number() -> None:
    document = meadows()
    done(document, "AddSpace", id="camp", at=[1, 1], kind="box")
    done(document, "SayEdge", a="camp", b="0403", status="added")
    entry = done(document, "ResizeBoard", left=3)
    moved = next(id for id in document.map.graph.spaces if id != "camp")
    assert document.map.graph.edge(moved, SpaceId("camp")) is not None
    assert document.map.by_number.at(moved) is not None
    assert bool(entry.notes) == (moved != "0403")
    with pytest.raises(Invalid, match="would be cut off, and an edge leads from it to camp"):
        done(document, "ResizeBoard", left=-8)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"edit": "PaintHexes", "hexes": ["9999"], "terrain": ["wood"]}', "9999"),
        ('{"edit": "PaintHexes", "hexes": [], "terrain": ["wood"]}', "0 hexes are named"),
        ('{"edit": "PaintHexes", "hexes": ["0101"], "terrain": [" "]}', "is not a terrain"),
        ('{"edit": "PaintHexes", "hexes": ["0101"], "terrain": ["a"], "radius": 1000}', "too wide"),
        ('{"edit": "SetLevels", "hexes": ["0101"], "level": 99999}', "lie between level"),
        ('{"edit": "SetLevels", "hexes": ["0101"], "by": 99999999999999999999999}', "lie between level"),
        ('{"edit": "SetLevels", "hexes": ["0101"], "level": 99999999999999999999999}', "lie between level"),
        ('{"edit": "RaiseBoard", "by": 10001}', "lie between level"),
        ('{"edit": "RaiseBoard", "by": -99999999999999999999999}', "lie between level"),
        ('{"edit": "RaiseBoard", "by": 0}', "nothing would change"),
        ('{"edit": "SaySide", "hex": "0101", "other": "0303", "kind": "wall"}', "do not share a hexside"),
        (
            '{"edit": "SaySide", "hex": "0101", "other": "0102", "kind": "wall", "favours": "0301"}',
            "cannot favour 0301",
        ),
        ('{"edit": "LayRoad", "path": ["0101", "0301"]}', "do not lie side by side"),
        ('{"edit": "ResizeBoard", "left": -8}', "nothing would be left"),
        ('{"edit": "ResizeBoard", "left": 100000}', "up to 1,000"),
        ('{"edit": "ResizeBoard", "left": 1000, "bottom": 1000}', "is too large"),
        ('{"edit": "LayGrid", "hex_width": 0}', "give positive numbers"),
        ('{"edit": "LayGrid", "hex_height": -2}', "give positive numbers"),
        ('{"edit": "LayGrid", "left": 1e300}', "as its left: choose a number up to 1,000,000,000"),
        ('{"edit": "LayGrid", "left": NaN}', "is not an edit"),
        ('{"edit": "LayGrid", "left": 0}', "nothing would change"),
        ('{"edit": "LaySides", "sides": [], "kind": "river"}', "0 hexsides are named"),
        ('{"edit": "LaySides", "sides": [["0101", "0303"]], "kind": "river"}', "do not share a hexside"),
        ('{"edit": "FillHexes", "at": "0101", "terrain": ["a"], "within": -1}', "choose a number from 1 on"),
        ('{"edit": "PaintLine", "start": "0101", "end": "0103", "terrain": ["a"], "radius": 99}', "too wide"),
        ('{"edit": "DeriveSlopes", "slopes": {"0": "slope"}}', "slopes begin at a difference of 1"),
        ('{"edit": "SetLevels", "hexes": ["0101"], "level": NaN}', "is not an edit"),
        ('{"edit": "NameHex", "hex": "0101", "name": "a\\u0007b"}', "cannot be called"),
        ('{"edit": "ReplaceTerrain", "was": "sand", "now": "wood"}', "nothing would change"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_sentence(text: str, says: str) -> None:
    document = meadows()
    before = document.map
    with pytest.raises(Invalid, match=says) as refused:
        document.do(read_edit(text))
    assert "\n" not in str(refused.value)
    assert document.map is before


def test_edits_of_hexes_need_hexes() -> None:
    from sandtable.board.areas import AreaMap

    document = DesignDocument.of(Map(MapInfo("x", "X"), areas=AreaMap({}, 1.0)))
    with pytest.raises(Invalid, match="has no hexes"):
        document.do(read_edit('{"edit": "PaintHexes", "hexes": ["0101"], "terrain": ["wood"]}'))


@pytest.mark.parametrize("seed", range(count(100)))
def test_whatever_is_done_to_hexes_can_be_undone(seed: int) -> None:
    rng = random.Random(seed)
    document = meadows(rng.randint(4, 9), rng.randint(4, 9))
    digests, lint = [document.map.digest], MapLint.of(document.map)
    while len(digests) <= 20:
        try:
            entry = done(document, **some_edit(rng, document))
        except Invalid:
            continue
        digests.append(document.map.digest)
        lint = lint.after(document.map, entry.patch)
        found = [one.facts() for one in lint.findings]
        assert found == [one.facts() for one in check_map(document.map)], entry.edit
    for digest in reversed(digests[:-1]):
        document.undo()
        assert document.map.digest == digest
    document.go_to(20)
    assert document.map.digest == digests[-1]


def some_edit(rng: random.Random, document: DesignDocument) -> dict[str, Any]:
    numbers = [str(one) for one in document.map.by_number]
    one, other = rng.choice(numbers), rng.choice(numbers)
    beside = rng.choice([str(near) for near in document.map.by_number.beside(one) if near is not None])
    terrain = rng.choice((["wood"], ["clear"], ["wood", "hill"], []))
    return rng.choice(
        (
            {"edit": "PaintHexes", "hexes": [one], "terrain": terrain, "radius": rng.randint(0, 2)},
            {"edit": "PaintHexes", "hexes": [one, other], "terrain": ["town"], "how": rng.choice(("add", "remove"))},
            {"edit": "PaintLine", "start": one, "end": other, "terrain": terrain},
            {"edit": "PaintRectangle", "start": one, "end": other, "terrain": terrain},
            {"edit": "FillHexes", "at": one, "terrain": terrain},
            {"edit": "ReplaceTerrain", "was": "wood", "now": "forest"},
            {"edit": "SetLevels", "hexes": [one], "by": rng.randint(-2, 2), "radius": 1, "slopes": {"1": "slope"}},
            {"edit": "RaiseBoard", "by": rng.randint(-2, 2)},
            {"edit": "SaySide", "hex": one, "other": beside, "kind": "stream", "favours": rng.choice((one, None))},
            {
                "edit": "SaySide",
                "hex": one,
                "other": beside,
                "kind": "slope",
                "status": rng.choice(("forbidden", "clear")),
            },
            {"edit": "LayRoad", "path": [one, beside], "bridge": rng.choice(("", "bridge"))},
            {
                "edit": "LaySides",
                "sides": [[one, beside]],
                "kind": rng.choice(("river", "slope", "wall")),
                "favours": rng.random() < 0.5,
                "remove": rng.random() < 0.3,
            },
            {"edit": "DeriveSlopes", "slopes": rng.choice(({"1": "slope"}, {"1": "slope", "2": "steep_slope"}))},
            {"edit": "FillHexes", "at": one, "terrain": terrain, "within": rng.randint(0, 3), "stops": ["river"]},
            {"edit": "ReplaceTerrain", "was": "town", "now": "clear", "hexes": [one, other], "radius": 2},
            {"edit": "PaintLine", "start": one, "end": other, "terrain": terrain, "radius": 1},
            {"edit": "SetNumbering", "numbering": {"row": {"shifted": rng.randint(0, 1)}}},
            {"edit": "NameHex", "hex": one, "name": rng.choice(("", "Copse"))},
            {"edit": "ResizeBoard", "left": rng.randint(-1, 1), "top": rng.randint(-1, 1), "right": rng.randint(-1, 1)},
            {"edit": "LayGrid", "left": rng.choice((0, 0.5)), "hex_width": rng.choice((1, 1.5))},
        )
    )


def test_a_stroke_of_a_thousand_hexes_on_a_large_board_holds_only_those() -> None:
    document = meadows(500, 500)
    done(document, "FillHexes", at="0101", terrain=["clear"])
    entry = done(document, "PaintHexes", hexes=["250250"], terrain=["wood"], radius=18)
    assert entry.patch.hexes is not None
    assert entry.patch.hexes.terrain is not None
    assert len(entry.patch.hexes.terrain.cells.places) == 1 + 3 * 18 * 19
    assert len(stored_patches.to_bytes(entry.patch, {})) < 20_000
    assert np.count_nonzero(board(document).terrain.where("wood")) == 1027
