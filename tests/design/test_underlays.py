"""Images under a map: laid, placed, moved, made fainter, kept once, and refused in a sentence."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from sandtable.board.affine import ControlPoint, Placement
from sandtable.board.areas import AreaMap
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo, Underlay
from sandtable.design import stored_patches
from sandtable.design.document import DesignDocument
from sandtable.design.draft import MapDraft
from sandtable.design.draft_places import draft_path
from sandtable.design.edits.underlays import (
    LayUnderlay,
    MoveUnderlay,
    PlaceUnderlay,
    RemoveUnderlay,
    SetUnderlay,
    underlay_of,
)
from sandtable.design.history import HistoryEntry
from sandtable.design.script import read_edit, read_script, save_script, with_image, write_edit
from sandtable.engine.errors import Invalid
from sandtable.interchange import geojson
from sandtable.library.diff import map_changes
from sandtable.library.files.file import File
from sandtable.library.files.schema import DRAFT
from sandtable.library.store.library_file import Library
from tests.hostile.pictures import PNG, chunk, head, jpeg, png
from tests.interchange.sheets import image
from tests.library.samples import county

POINTS = ({"pixel": [0, 0], "at": [10, 20]}, {"pixel": [24, 0], "at": [58, 26]}, {"pixel": [0, 16], "at": [8, 60]})


def sheet() -> Map:
    return Map(MapInfo("vale", "The Vale", unit="km"), areas=AreaMap({}, 1e-6))


def scanned(content: bytes | None = None) -> DesignDocument:
    document = DesignDocument.of(sheet())
    document.do(LayUnderlay("scan", "sheet.png", content=content or image()))
    return document


def done(document: DesignDocument, edit: str, **fields: Any) -> HistoryEntry:
    """Do something that is written as in a script; what it changed comes back from the disk the same."""
    before = document.map
    entry = document.do(read_edit(json.dumps({"edit": edit, **fields})))
    images: dict[str, bytes] = {}
    kept = stored_patches.from_bytes(stored_patches.to_bytes(entry.patch, images), images.__getitem__)
    assert kept.applied_to(before) == document.map
    assert kept.turned_round().applied_to(document.map) == before
    return entry


def laid(document: DesignDocument) -> Underlay:
    return underlay_of(document.map, "scan")


def corners(document: DesignDocument) -> list[tuple[float, float]]:
    there = laid(document).placement(downwards=True)
    return [(round(x, 6), round(y, 6)) for x, y in map(there.at, ((0, 0), (1, 0), (0, 1)))]


def test_an_image_lies_as_large_as_it_is_where_nothing_else_does() -> None:
    document = scanned()
    assert corners(document) == [(0, 0), (24, 0), (0, 16)]
    assert document.history.entries[0].says == "Lay the image scan under the map"


def test_an_image_covers_the_map_that_is_there() -> None:
    document = DesignDocument.of(Map(MapInfo("m", "M"), hexes=HexBoard.blank(HexGrid(20, 5, hex_width=10.0))))
    document.do(LayUnderlay("scan", content=image()))
    left, top, right, bottom = laid(document).box(downwards=True)
    assert left <= 0 <= 152.5 <= right
    assert top <= 0 <= 47 <= bottom
    assert (right - left) / (bottom - top) == pytest.approx(24 / 16)


def test_control_points_place_it_and_say_how_well() -> None:
    document = scanned()
    entry = done(document, "PlaceUnderlay", underlay="scan", points=POINTS)
    assert corners(document) == [(10, 20), (58, 26), (8, 60)]
    assert laid(document).points[0] == ControlPoint((0, 0), (10, 20))
    assert entry.notes == ("the control points fit each other exactly",)
    off = ({"pixel": [24, 16], "at": [66, 66]},)
    entry = done(document, "PlaceUnderlay", underlay="scan", points=[*POINTS, *off])
    assert "the worst of them, number" in entry.notes[0]
    done(document, "MoveUnderlay", underlay="scan", by=[5, -5])
    assert laid(document).points[0].at == (15, 15)
    document.go_to(0)
    assert document.map == sheet()


def test_a_map_whose_north_is_up_has_its_images_upright() -> None:
    document = DesignDocument.of(Map(MapInfo("m", "M", projection="+proj=lcc"), areas=AreaMap({}, 1e-6)))
    document.do(LayUnderlay("scan", content=image()))
    there = laid(document).placement(downwards=False)
    assert there.at((0, 0))[1] > there.at((0, 1))[1]
    done(document, "PlaceUnderlay", underlay="scan", points=[
        {"pixel": [0, 0], "at": [0, 100]}, {"pixel": [24, 0], "at": [48, 100]},
    ])  # fmt: skip
    assert laid(document).placement(downwards=False).at((0, 1)) == pytest.approx((0, 68))
    with pytest.raises(Invalid, match="each other's place"):
        done(document, "PlaceUnderlay", underlay="scan", points=POINTS)


def test_a_board_is_laid_over_a_scan_and_a_scan_under_a_board() -> None:
    document = scanned()
    hexes = [
        {"pixel": [2, 2], "hex": "0101"},
        {"pixel": [20, 2.2], "hex": "0501"},
        {"pixel": [2, 14], "hex": "0104"},
        {"pixel": [20, 14], "hex": "0504"},
    ]
    entry = done(document, "BoardFromScan", underlay="scan", hexes=hexes)
    board = document.map.hexes
    assert board is not None
    assert (board.grid.columns, board.grid.rows) == (5, 4)
    assert entry.notes[0] == "the board has 5 columns and 4 rows of hexes"
    there = laid(document).placement(downwards=True)
    assert there.at((2 / 24, 14 / 16)) == pytest.approx(board.grid.centre(board.numbers.hex("0104")), abs=0.1)
    done(document, "MoveUnderlay", underlay="scan", by=[3, 3])
    done(document, "PaintHexes", hexes=["0302"], terrain=["wood"])
    done(document, "PlaceByHexes", underlay="scan", hexes=hexes)
    assert laid(document).placement(downwards=True) == pytest.approx(there)
    wider = [
        {"pixel": [2, 2], "hex": "0101"},
        {"pixel": [20, 2], "hex": "0501"},
        {"pixel": [2, 15], "hex": "0104"},
        {"pixel": [20, 15], "hex": "0504"},
    ]
    done(document, "BoardFromScan", underlay="scan", hexes=wider)
    assert document.map.by_number.terrain("0302") == ("wood",)
    with pytest.raises(Invalid, match="something on them, the scan 9 and 4 of flat ones: add or cut off"):
        done(document, "BoardFromScan", underlay="scan", hexes=wider, columns=9)


def test_an_image_is_made_fainter_and_taken_out() -> None:
    document = scanned()
    done(document, "SetUnderlay", underlay="scan", opacity=35)
    assert laid(document).opacity == 35
    done(document, "RemoveUnderlay", underlay="scan")
    assert document.map == sheet()
    with pytest.raises(Invalid, match="no underlay is called 'scan'"):
        done(document, "SetUnderlay", underlay="scan", opacity=35)


def test_another_image_takes_the_place_of_the_one_that_was_placed() -> None:
    document = scanned()
    done(document, "PlaceUnderlay", underlay="scan", points=POINTS)
    before = corners(document)
    document.do(LayUnderlay("scan", content=jpeg()))
    assert (laid(document).media, corners(document)) == ("image/jpeg", before)


BAD = {
    "no image": (b"not an image at all", "not an image that is known here"),
    "empty": (b"", "is empty: there is no image in it"),
    "sixteen bits": (png(4, 4, bits=16), "has 16 bits per colour: save it with 8"),
    "too large": (
        PNG + head(20_000, 20_000) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b""),
        "is 20,000 by 20,000 pixels, 1,526 MB once drawn: scale it down to",
    ),
    "cut short": (image()[:-30], "is cut short"),
    "damaged": (image()[:60] + b"\x55" + image()[61:], "is damaged"),
    "too heavy": (b"\x89PNG" + bytes(65 << 20), "has over 64 MB, more than a library keeps: scale it down"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_lie_under_a_map_is_refused_in_a_sentence(name: str) -> None:
    content, says = BAD[name]
    document = scanned()
    before = document.map
    with pytest.raises(Invalid) as error:
        document.do(LayUnderlay("other", "my scan.png", content=content))
    assert str(error.value).startswith("my scan.png ")
    assert says in str(error.value)
    assert "\n" not in str(error.value)
    assert document.map is before


@pytest.mark.parametrize(
    ("edit", "fields", "says"),
    [
        ("LayUnderlay", {"id": " "}, "cannot be the id of an image"),
        ("LayUnderlay", {"id": "a", "box": [0, 0, 0, 5]}, "would have no extent"),
        ("LayUnderlay", {"id": "a", "box": [1e300, 0, 1, 5]}, "would lie nowhere"),
        ("LayUnderlay", {"id": "a", "opacity": 120}, "cannot be shown at 120 %: give 0 to 100"),
        ("SetUnderlay", {"underlay": "scan", "opacity": -1}, "cannot be shown at -1 %"),
        ("MoveUnderlay", {"underlay": "scan", "by": [1e300, 0]}, "not a place on a map"),
        ("MoveUnderlay", {"underlay": "scan", "by": [0, 0]}, "nothing would change"),
        (
            "PlaceUnderlay",
            {"underlay": "scan", "points": []},
            "there are no control points: give two to 1,000 to place an image by",
        ),
        ("PlaceByHexes", {"underlay": "scan", "hexes": []}, "has no hexes"),
        ("BoardFromScan", {"underlay": "scan", "hexes": [], "columns": 5000}, "a board cannot have 5,000 columns"),
    ],
)
def test_what_makes_no_sense_is_refused(edit: str, fields: dict[str, Any], says: str) -> None:
    document = scanned()
    before = document.map
    tried = read_edit(json.dumps({"edit": edit, **fields}))
    if isinstance(tried, LayUnderlay):
        tried = LayUnderlay(tried.id, "x.png", tried.box, opacity=tried.opacity, content=image())
    with pytest.raises(Invalid) as error:
        document.do(tried)
    assert says in str(error.value)
    assert document.map is before


def test_nan_is_no_place() -> None:
    document = scanned()
    with pytest.raises(Invalid, match="control point 2 is at nan, 3 on the image: give two numbers"):
        document.do(PlaceUnderlay("scan", (ControlPoint((0, 0), (1, 1)), ControlPoint((float("nan"), 3), (4, 4)))))
    with pytest.raises(Invalid, match="which is not a place on a map"):
        document.do(MoveUnderlay("scan", (float("nan"), 0)))
    with pytest.raises(Invalid, match="would lie nowhere"):
        document.do(LayUnderlay("b", box=(0, 0, float("nan"), 1), content=image()))


# --- scripts --------------------------------------------------------------------------------------------------------


def test_a_script_names_the_file_of_an_image_beside_it(tmp_path: Path) -> None:
    (tmp_path / "scans").mkdir()
    (tmp_path / "scans" / "east.png").write_bytes(image())
    (edit,) = read_script('{"edit": "LayUnderlay", "id": "e", "image": "scans/east.png"}', "the script", tmp_path)
    assert isinstance(edit, LayUnderlay)
    assert edit.content == image()
    assert json.loads(write_edit(edit)) == {"edit": "LayUnderlay", "id": "e", "image": "scans/east.png"}
    with pytest.raises(Invalid, match=r"gone\.png does not exist"):
        with_image(read_edit('{"edit": "LayUnderlay", "id": "e", "image": "gone.png"}'), tmp_path)
    with pytest.raises(Invalid, match="the edit names no image"):
        with_image(read_edit('{"edit": "LayUnderlay", "id": "e"}'), tmp_path)
    (tmp_path / "bad.png").write_bytes(b"nonsense")
    with pytest.raises(Invalid, match=r"bad\.png"):
        with_image(read_edit('{"edit": "LayUnderlay", "id": "e", "image": "bad.png"}'), tmp_path)


def test_a_history_is_written_as_a_script_with_its_images(tmp_path: Path) -> None:
    document = scanned()
    done(document, "PlaceUnderlay", underlay="scan", points=POINTS)
    document.do(LayUnderlay("photo", "C:/elsewhere/sheet.jpg", content=jpeg()))
    document.do(LayUnderlay("again", content=image()))
    files = save_script(tmp_path / "vale.jsonl", document.history)
    assert [file.name for file in files] == ["vale.jsonl", "vale-1.png", "vale-2.jpeg"]
    again = DesignDocument.of(sheet())
    again.do_all(list(read_script(files[0].read_text("utf-8"), "the script", tmp_path)))
    assert again.map == document.map


# --- on disk --------------------------------------------------------------------------------------------------------


def in_library(path: Path, whole: Map) -> Path:
    with Library.create(path) as library:
        library.put_map(whole)
    return path


def test_a_map_of_before_is_the_same_revision() -> None:
    assert county().digest == "7f650b16f71c2d39eca8c0d3d180af05072af7d65f7ba80a9a0f98aa7a4efd02"


def test_a_placed_image_comes_back_from_a_library_and_a_file(tmp_path: Path) -> None:
    document = scanned()
    done(document, "PlaceUnderlay", underlay="scan", points=POINTS)
    with Library.open(in_library(tmp_path / "maps.db", document.map)) as library:
        back = library.map("vale")
    assert back.underlays == document.map.underlays
    exported = geojson.read(geojson.write(document.map).encode(), what="the file")
    assert exported.underlays == document.map.underlays
    assert exported.digest == back.digest == document.map.digest
    words = [one.words for one in map_changes(sheet(), back)]
    assert words == ["underlay scan is new"]
    moved = DesignDocument.of(back)
    lower = (ControlPoint(one.pixel, (one.at[0], one.at[1] * 2)) for one in back.underlays[0].points)
    moved.do(PlaceUnderlay("scan", tuple(lower)))
    words = [one.words for one in map_changes(back, moved.map)]
    assert "underlay scan: drop 6 → 12" in words
    assert "underlay scan: other control points (3 → 3)" in words


def test_a_draft_keeps_an_image_once_and_opens_again(tmp_path: Path) -> None:
    path = in_library(tmp_path / "maps.db", sheet())
    scan = noisy()
    draft = MapDraft.begin(path, "vale")
    draft.document.do(LayUnderlay("scan", "noise.png", content=scan))
    for step in range(40):
        draft.document.do(MoveUnderlay("scan", (1.0, float(step))))
    draft.document.do(SetUnderlay("scan", 60))
    draft.document.do(RemoveUnderlay("scan"))
    draft.document.undo()
    digest = draft.document.map.digest
    draft.close()
    assert draft_path(path, "vale").stat().st_size < 2.5 * len(scan)
    with MapDraft.open(path, "vale") as again:
        assert again.harm == ()
        assert again.document.map.digest == digest
        held = {id(one.image) for entry in again.document.history.entries for one in both(entry)}
        assert len(held) == 1
        again.document.go_to(0)
        again.document.go_to(43)
        again.document.undo()
        again.save()
    with Library.open(path) as library:
        assert library.map("vale").underlays[0].image == scan


def noisy() -> bytes:
    """Return an image that cannot be packed smaller."""
    from random import Random

    rows = b"".join(b"\0" + Random(row).randbytes(600) for row in range(400))
    return PNG + head(600, 400) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def both(entry: HistoryEntry) -> list[Underlay]:
    swaps = entry.patch.underlays.values()
    return [one for swap in swaps for one in (swap.before, swap.after) if one is not None]


def test_a_draft_of_before_with_the_image_in_its_edits_opens(tmp_path: Path) -> None:
    path = in_library(tmp_path / "maps.db", sheet())
    draft = MapDraft.begin(path, "vale")
    draft.document.do(LayUnderlay("scan", content=image()))
    digest = draft.document.map.digest
    draft.close()
    whole_inside(draft_path(path, "vale"))
    with MapDraft.open(path, "vale") as again:
        assert (again.harm, again.document.map.digest) == ((), digest)


def whole_inside(path: Path) -> None:
    """Write the first edit of a draft as it was written before: with the image in it."""
    import msgspec

    from sandtable.library.files.hash_chains import link

    file = File.open(path, DRAFT, writing=True)
    with file.unit() as db:
        number, document, patch, _ = db.execute("SELECT * FROM edits").fetchone()
        plain = msgspec.msgpack.decode(patch)
        after = plain["underlays"][0][1]
        del after["shown"]
        after["image"] = image()
        older = msgspec.msgpack.encode(plain)
        db.execute("UPDATE edits SET patch = ?, link = ?", (older, link("", number, document, older)))
        db.execute("DELETE FROM images")
    file.close()


def test_an_image_that_has_come_to_harm_in_a_draft_costs_what_shows_it_alone(tmp_path: Path) -> None:
    path = in_library(tmp_path / "maps.db", sheet())
    draft = MapDraft.begin(path, "vale")
    draft.document.do(read_edit('{"edit": "SetInfo", "title": "The Dale"}'))
    draft.document.do(LayUnderlay("scan", content=image()))
    draft.close()
    file = File.open(draft_path(path, "vale"), DRAFT, writing=True)
    with file.unit() as db:
        db.execute("UPDATE images SET content = ?", (image()[:-1],))
    file.close()
    with MapDraft.open(path, "vale") as again:
        assert again.document.map.title == "The Dale"
        assert "the first edit stands, what was done after that is lost" in again.harm[0]


def test_a_skewed_image_is_drawn_skewed() -> None:
    from sandtable.interchange.svg import render

    document = DesignDocument.of(Map(MapInfo("m", "M"), hexes=HexBoard.blank(HexGrid(6, 5, hex_width=10.0))))
    document.do(LayUnderlay("scan", content=image()))
    assert "matrix(" not in render(document.map, scale=1, underlays=True)
    done(document, "PlaceUnderlay", underlay="scan", points=POINTS)
    assert 'width="1" height="1" transform="matrix(48 6 -2 40 ' in render(document.map, scale=1, underlays=True)


def test_a_box_is_a_placement_too() -> None:
    one = Underlay("u", "image/png", b"", 1, 2, 3, 4)
    assert one.placement(downwards=True) == Placement(3, 0, 1, 0, 4, 2)
    assert one.placed(one.placement(downwards=False), downwards=False) == one
