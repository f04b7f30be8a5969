"""What working on a map costs, on Europe with its 506 areas: an edit on disk, an edit looked at again."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

import pytest
import shapely
from tests.bench.canvas_frames import board as hexes_to_paint
from tests.bench.peers import beside_qgis, beside_tiled
from tests.bench.test_lint import plainly

from sandtable.board.maps import Map
from sandtable.board.shapes import Place, array_of
from sandtable.design.document import DesignDocument
from sandtable.design.draft import MapDraft
from sandtable.design.edits.hexes import PaintHexes
from sandtable.design.edits.vertices import MoveVertices
from sandtable.design.history import HistoryEntry
from sandtable.engine.errors import Invalid
from sandtable.interchange import geojson
from sandtable.library.shipped import shipped_path
from sandtable.library.store.library_file import Library
from sandtable.lint.maps import MapLint, check_map
from sandtable_editor.map.drawn_map import DrawnMap

KEY = "europe-1805"

ROUNDS = 15


def milliseconds(*works: Callable[[], object]) -> list[float]:
    """Return the median of each, run in turns, in time of the processor: other programs do not count."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS + 1):
        for place, work in enumerate(works):
            start = process_time()
            work()
            times[place].append((process_time() - start) * 1e3)
    return [median(some[1:]) for some in times]


def to_and_fro(sheet: Map) -> Callable[[], MoveVertices]:
    """Return what moves a vertex of an area in the middle a little, and then back again."""
    assert sheet.areas is not None
    x, y = shapely.get_coordinates(sheet.areas[sheet.areas.ids[100]])[5].tolist()
    places: list[Place] = [(x, y), (x + 0.01, y)]

    def next_move() -> MoveVertices:
        places.reverse()
        return MoveVertices(((places[1], places[0]),))

    return next_move


def test_an_edit_comes_to_disk(tmp_path: Path, say: Callable[[str], None]) -> None:
    library = tmp_path / "maps.db"
    shutil.copyfile(shipped_path(), library)
    draft = MapDraft.begin(library, KEY)
    move = to_and_fro(draft.document.map)
    entries = [draft.document.do(move()) for _ in range(2)]
    with Library.create(tmp_path / "other.db") as other:
        versions = [draft.document.map, entries[1].patch.turned_round().applied_to(draft.document.map)]

        def put() -> None:
            versions.reverse()
            other.put_map(versions[0])

        put()
        ours, theirs = milliseconds(lambda: draft.keep(draft.document.history, entries[0]), put)
    draft.discard()
    say(f"an edit on disk: {ours:.2f} ms, put_map {theirs:.1f} ms: ratio {ours / theirs:.3f} (0.05)")


def test_a_vertex_is_moved(say: Callable[[str], None]) -> None:
    with Library.open(shipped_path()) as library:
        sheet = library.map(KEY)
    assert sheet.areas is not None
    document, move = DesignDocument.of(sheet), to_and_fro(sheet)
    document.do(move())
    array = array_of([sheet.areas[id] for id in sheet.areas])
    ours, theirs = milliseconds(lambda: document.do(move()), lambda: plainly(array))
    say(f"a vertex moved with its edges: {ours:.2f} ms, plainly looked over {theirs:.0f} ms: ratio {ours / theirs:.3f}")


def test_an_edit_is_looked_at_again(say: Callable[[str], None]) -> None:
    with Library.open(shipped_path()) as library:
        sheet = library.map(KEY)
    assert sheet.areas is not None
    document, move, lint = DesignDocument.of(sheet), to_and_fro(sheet), MapLint.of(sheet)
    entries = [document.do(move()) for _ in range(2)]
    after = lint.after(document.map, entries[1].patch)
    assert after.findings == check_map(document.map)
    moved = entries[1].patch.turned_round().applied_to(document.map)
    array = array_of([sheet.areas[id] for id in sheet.areas])
    ours, full, plain = milliseconds(
        lambda: lint.after(moved, entries[0].patch).findings, lambda: check_map(sheet), lambda: plainly(array)
    )
    say(f"looked at again after an edit: {ours:.2f} ms, check_map {full:.0f} ms: ratio {ours / full:.3f} (0.03)")
    (edited,) = milliseconds(lambda: document.do(move()))
    whole = (ours + edited) / plain
    say(f"a vertex moved with edges and lint: {ours + edited:.2f} ms, plainly {plain:.0f} ms: ratio {whole:.3f} (0.1)")


def test_a_map_opens_with_a_long_history(tmp_path: Path, say: Callable[[str], None]) -> None:
    """2,000 vertices moved here and there; they are put in place once, whatever way lies between."""
    library = tmp_path / "maps.db"
    shutil.copyfile(shipped_path(), library)
    rng = Random(1)
    with MapDraft.begin(library, KEY) as draft:
        while draft.document.history.position < 2_000:
            shapes = draft.document.map.areas
            assert shapes is not None
            x, y = rng.choice(shapely.get_coordinates(shapes[rng.choice(shapes.ids)])).tolist()
            with suppress(Invalid):
                draft.document.do(MoveVertices((((x, y), (x + rng.uniform(-5, 5), y + rng.uniform(-5, 5))),)))
        end = draft.document.map
    start = perf_counter()
    with MapDraft.resume(library, KEY) as again:
        opened = perf_counter() - start
        assert again.document.map == end
        start = perf_counter()
        again.document.go_to(0)
        undone = perf_counter() - start
    say(f"a map with 2,000 edits opens in {opened:.2f} s (1.5); all of them are undone in {undone:.2f} s")


@pytest.mark.usefixtures("qapp")
def test_a_vertex_is_moved_and_all_of_it_is_seen(tmp_path: Path, say: Callable[[str], None]) -> None:
    """The edit with its edges and its disk, the lint after it, the map shown anew, its tiles painted."""
    library = tmp_path / "maps.db"
    shutil.copyfile(shipped_path(), library)
    draft = MapDraft.begin(library, KEY)
    document = draft.document
    assert document.map.areas is not None
    array = array_of([document.map.areas[id] for id in document.map.areas])
    move, view, lints = to_and_fro(document.map), DrawnMap(), [MapLint.of(document.map)]
    view.resize(1280, 800)
    view.show_map(document.map)
    view.show()
    view.settle()
    entries: list[HistoryEntry] = []

    def edit() -> None:
        entries.append(document.do(move()))

    def look_over() -> None:
        lints.append(lints.pop().after(document.map, entries[-1].patch))
        assert isinstance(lints[0].findings, list)

    parts = milliseconds(
        edit,
        look_over,
        lambda: view.show_map(document.map),
        lambda: view.map_scene.tiles.complete(view.map_scene.step, view.window_box()),
        lambda: plainly(array),
    )
    view.close()
    draft.discard()
    *ours, plain = parts
    each = ", ".join(
        f"{what} {part:.1f}" for what, part in zip(("edit and disk", "lint", "show", "tiles"), ours, strict=True)
    )
    ratio = sum(ours) / plain
    areas = tmp_path / "areas.geojson"
    areas.write_text(geojson.write(document.map), "utf-8")
    peer = beside_qgis(areas, tmp_path)
    say(
        f"a vertex moved and seen: {sum(ours):.1f} ms ({each}), plainly {plain:.0f} ms: ratio {ratio:.3f} (0.1); {peer}"
    )


# --- hexes ----------------------------------------------------------------------------------------------------------


def stroke_of(sheet: Map, many: int) -> tuple[str, ...]:
    """Return the numbers of so many hexes that lie together in the middle of a board."""
    board = sheet.hexes
    assert board is not None
    middle = board.grid.hex_of(board.grid.columns // 2, board.grid.rows // 2)
    return tuple(board.numbers.of(hex) for hex in board.grid.within(middle, 18)[:many])


def test_a_stroke_of_1000_hexes_of_250000_comes_to_disk(tmp_path: Path, say: Callable[[str], None]) -> None:
    """What is kept of it, and all that is done from the edit to the disk; each map is put for the first time."""
    sheet = hexes_to_paint()
    library = tmp_path / "hexes.db"
    with Library.create(library) as made:
        made.put_map(sheet)
    draft, stroke, words = MapDraft.begin(library, sheet.key), stroke_of(sheet, 1_000), ["forest", "hill"]

    def paint() -> HistoryEntry:
        words.reverse()
        return draft.document.do(PaintHexes(stroke, (words[0],)))

    paint()
    entry = paint()
    assert len(entry.patch.hexes.terrain.cells.places) == 1_000
    with Library.create(tmp_path / "other.db") as other:

        def put() -> None:
            others.reverse()
            painted = DesignDocument.of(dataclasses.replace(sheet))
            painted.do(PaintHexes(stroke, (others[0],)))
            start = process_time()
            other.put_map(painted.map)
            puts.append((process_time() - start) * 1e3)

        others, puts = [*words], list[float]()
        kept, whole, _ = milliseconds(lambda: draft.keep(draft.document.history, entry), paint, put)
    draft.discard()
    peer = median(puts[1:])
    grid = sheet.hexes.grid if sheet.hexes is not None else None
    assert grid is not None
    say(
        f"a stroke of 1,000 of 250,000 hexes on disk: {kept:.2f} ms, put_map {peer:.1f} ms: ratio {kept / peer:.3f} "
        f"(0.05); with all that comes before, {whole:.1f} ms: ratio {whole / peer:.2f}; "
        f"{beside_tiled(tmp_path, grid.columns, grid.rows)}"
    )
