"""``sandtable map``: maps in and out of files, pictures, tables, hexes; what is wrong in one sentence."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from defusedxml import ElementTree

from sandtable.board.graph import Graph
from sandtable.board.spaces import Edge, Space, SpaceId
from sandtable.cli import main
from sandtable.interchange import geojson
from sandtable.library.store.library_file import Library
from tests.board.areamaps import IBERIA
from tests.games.heath import heath
from tests.interchange.sheets import DATA, danube, image, mixed, tyrol

RULES = """
key = "vale"
title = "The Vale"
project = "none"
[hexes]
size = 10
[[terrain]]
terrain = "woods"
where = {wood = true}
[[hexside]]
kind = "river"
where = {water = "river"}
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with some files in it."""
    tmp_path = tmp_path_factory.mktemp("files")
    for name, sheet in {"tyrol": tyrol(), "danube": danube(), "mixed": mixed()}.items():
        (tmp_path / f"{name}.geojson").write_text(geojson.write(sheet), "utf-8")
    with Library.create(tmp_path / "maps.db") as library:
        library.put_map(tyrol())
        library.put_map(danube())
    (tmp_path / "iberia.geojson").write_bytes(IBERIA.read_bytes())
    (tmp_path / "scan.png").write_bytes(image())
    (tmp_path / "rules.toml").write_text(RULES)
    ring = [[0, 0], [90, 0], [90, 60], [0, 60], [0, 0]]
    features = [
        {"type": "Feature", "properties": {"wood": True}, "geometry": {"type": "Polygon", "coordinates": [ring]}},
        {
            "type": "Feature",
            "properties": {"water": "river"},
            "geometry": {"type": "LineString", "coordinates": [[0, 30], [90, 30]]},
        },
    ]
    (tmp_path / "vale.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return tmp_path


@pytest.fixture
def desk(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a copy of the files, and be there."""
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*call: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, ["map", *call])
    assert result.exit_code == status, result.output
    return result


def facts(*call: str) -> Any:
    return json.loads(run(*call, "--json").stdout)


def refused(*call: str) -> str:
    result = run(*call, status=2)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def test_the_help_names_the_commands_without_loading_one() -> None:
    result = run("--help")
    for name in ("import", "export", "render", "adjacency", "hexify", "underlay"):
        assert f"  {name} " in result.stdout


# --- in and out -----------------------------------------------------------------------------------------------------


def test_a_map_goes_out_of_one_library_and_into_another_and_stays_the_same(desk: Path) -> None:
    out = facts("export", "maps.db#tyrol", "out.geojson")
    assert out["written"] == "out.geojson"
    assert out["map"]["revision"] == tyrol().digest
    again = facts("import", "out.geojson", "new.db")
    assert again == {"written": "new.db#tyrol", "map": out["map"], "notices": []}
    with Library.open(desk / "new.db") as library:
        assert library.map("tyrol") == tyrol()
    assert run("export", "new.db", "-").stdout == (desk / "out.geojson").read_text("utf-8")
    run("export", "maps.db#danube", "new.db")
    with Library.open(desk / "new.db") as library:
        assert library.map("danube") == danube()


def test_a_key_may_stand_behind_a_slash(desk: Path) -> None:
    run("export", "maps.db/danube", "new.db/rhine")
    with Library.open(desk / "new.db") as library:
        assert [info.key for info in library.maps()] == ["rhine"]


def test_a_foreign_file_comes_in_with_notices_on_standard_error(desk: Path) -> None:
    result = run("import", "iberia.geojson", "maps.db#iberia", "--title", "Iberia", "--tolerance", "3")
    assert result.stdout == "maps.db#iberia: 38 spaces, 38 areas, 87 edges\n"
    assert "longitudes and latitudes were laid on paper" in result.stderr
    with Library.open(desk / "maps.db") as library:
        sheet = library.map("iberia")
    assert (sheet.info.title, sheet.info.unit) == ("Iberia", "km")
    assert sheet.areas is not None
    assert sheet.areas.tolerance == 3


def test_how_a_foreign_file_is_taken_can_be_said(desk: Path) -> None:
    bow = {"type": "Polygon", "coordinates": [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]]}
    one = {"type": "Feature", "properties": {"NOM": "Bow", "nr": 7, "art": "lac"}, "geometry": bow}
    (desk / "bow.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [one]}))
    assert "is not sound" in refused("import", "bow.geojson", "bow.db")
    assert not (desk / "bow.db").exists()
    fields = ("--name-field", "NOM", "--id-field", "nr", "--kind-field", "art")
    call = ("--mend", "--project", "none", "--snap", "0.01", *fields)
    told = facts("import", "bow.geojson", "taken.geojson", *call)
    assert told["notices"] == ["mended: feature 1", "borders within 0.01 of each other were put together"]
    (space,) = geojson.read((desk / "taken.geojson").read_bytes()).graph.spaces.values()
    assert (space.id, space.name, space.kind) == ("7", "Bow", "lac")


def test_a_map_of_that_key_is_replaced_only_if_asked(desk: Path) -> None:
    assert refused("import", "tyrol.geojson", "maps.db") == (
        "maps.db already has a map 'tyrol': use --replace, or give another key, maps.db#KEY"
    )
    run("import", "mixed.geojson", "maps.db#tyrol", "--replace")
    with Library.open(desk / "maps.db") as library:
        assert library.map("tyrol").hexes is not None


def test_hexes_can_be_written_for_other_programs(desk: Path) -> None:
    run("export", "maps.db#danube", "out.geojson", "--hexes")
    assert (desk / "out.geojson").read_text("utf-8").count('"feature":"hex"') == 33


# --- underlays ------------------------------------------------------------------------------------------------------


def test_an_image_is_laid_under_a_map_as_it_came_and_taken_away_again(desk: Path) -> None:
    told = facts("underlay", "maps.db#danube", "scan.png", "--box", "-1,2,40,30.5", "--opacity", "50")
    assert (told["underlay"], told["media"], told["pixels"]) == ("scan", "image/png", [24, 16])
    with Library.open(desk / "maps.db") as library:
        (one,) = library.map("danube").underlays
    assert (one.left, one.top, one.width, one.height, one.opacity) == (-1, 2, 40, 30.5, 50)
    assert one.image == image()
    run("underlay", "maps.db#danube", str(DATA / "sheet.jpg"), "--box", "0,0,1,1", "--id", "scan")
    with Library.open(desk / "maps.db") as library:
        assert [(one.id, one.media) for one in library.map("danube").underlays] == [("scan", "image/jpeg")]
    assert refused("underlay", "maps.db#danube", "--remove", "scam").startswith(
        "no underlay is called 'scam': did you mean"
    )
    run("underlay", "maps.db#danube", "--remove", "scan")
    with Library.open(desk / "maps.db") as library:
        assert library.map("danube") == danube()


def test_an_image_is_laid_and_placed_by_a_script_beside_it(desk: Path) -> None:
    board = danube().hexes
    assert board is not None
    first, *_, last = board.grid
    cells = (first, board.grid.neighbours(first)[2], last)
    centres = {hex: board.grid.centre(hex) for hex in cells}
    hexes = [{"pixel": [x / 9, y / 8], "hex": board.numbers.of(hex)} for hex, (x, y) in centres.items()]
    lines = (
        {"edit": "LayUnderlay", "id": "vale", "image": "vale.png", "opacity": 40},
        {"edit": "PlaceByHexes", "underlay": "vale", "hexes": hexes},
    )
    (desk / "scans").mkdir()
    (desk / "scans" / "lay.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    says = refused("edit", "maps.db#danube", "--script", "scans/lay.jsonl")
    assert says.startswith("scans/vale.png does not exist: name a file that does")
    shutil.copy(desk / "scan.png", desk / "scans" / "vale.png")
    told = facts("edit", "maps.db#danube", "--script", "scans/lay.jsonl")
    assert told["done"] == ["Lay the image vale under the map", "Lay the image vale under 3 hexes"]
    assert told["notices"][0] == "the control points fit each other exactly"
    with Library.open(desk / "maps.db") as library:
        laid = {one.id: one for one in library.map("danube").underlays}["vale"]
    assert (laid.image, laid.opacity, len(laid.points)) == (image(), 40, 3)
    (desk / "bad.png").write_bytes(image()[:-20])
    edit = '{"edit": "LayUnderlay", "id": "vale", "image": "bad.png"}'
    assert refused("edit", "maps.db#danube", edit) == "bad.png is cut short: get the whole file again"


def test_a_map_of_hexes_is_made_larger(desk: Path) -> None:
    """Numbers stay while the count can start lower; then all are given anew, which is said."""
    with Library.create(desk / "heath.db") as library:
        library.put_map(heath())
    told = facts("enlarge", "heath.db", "--left", "1", "--bottom", "2", "--terrain", "heath")
    assert (told["map"]["hexes"], told["renumbered"], told["notices"]) == (9 * 8, 0, [])
    with Library.open(desk / "heath.db") as library:
        sheet = library.map("heath").by_number
    assert (sheet.terrain("0303"), sheet.terrain("0001"), sheet.find("0901")) == (("woods",), ("heath",), None)
    told = facts("enlarge", "heath.db", "--left", "2")
    assert told["notices"] == ["hexes are numbered anew: 0001 is now 0201"]
    assert facts("enlarge", "heath.db", "--left", "-2")["done"] == ["Cut off 2 columns"]
    assert refused("enlarge", "heath.db").startswith(
        "sandtable map enlarge: say with --left, --right, --top or --bottom how many columns and rows to add"
    )
    assert refused("enlarge", "maps.db#tyrol", "--left", "1").startswith("the map 'Tyrol' has no hexes")


def test_edges_follow_hexes_that_are_numbered_anew(desk: Path) -> None:
    """An edge names its hexes by number; a hex that one leads to cannot be cut off."""
    board, ends = heath(), (SpaceId("0303"), SpaceId("0404"))
    graph = Graph([Space(id) for id in ends], [Edge(*ends)])
    with Library.create(desk / "heath.db") as library:
        library.put_map(replace(board, graph=graph))
    told = facts("enlarge", "heath.db", "--left", "3")
    assert told["notices"] == ["hexes are numbered anew: 0101 is now 0401"]
    with Library.open(desk / "heath.db") as library:
        sheet = library.map("heath")
    assert [edge.pair for edge in sheet.graph.edges.values()] == [("0603", "0704")]
    assert sheet.by_number.terrain("0603") == ("woods",)
    assert refused("enlarge", "heath.db", "--left", "-6").startswith("the hex 0603 would be cut off, and an edge leads")


def test_an_underlay_goes_under_a_geojson_file_too(desk: Path) -> None:
    run("underlay", "danube.geojson", "scan.png", "--box", "0,0,10,10")
    assert len(geojson.read((desk / "danube.geojson").read_bytes()).underlays) == 1


# --- pictures and tables --------------------------------------------------------------------------------------------


def test_a_map_is_drawn(desk: Path) -> None:
    assert run("render", "maps.db#tyrol", "tyrol.svg", "--mode", "country").stdout == "tyrol.svg: Tyrol\n"
    root = ElementTree.parse(desk / "tyrol.svg").getroot()
    assert root is not None
    assert root.tag.endswith("svg")
    assert "Austria" in (desk / "tyrol.svg").read_text("utf-8")
    assert run("render", "danube.geojson", "-", "--scale", "4").stdout.startswith("<?xml")
    usual, told_names, straight = (
        run("render", "danube.geojson", "-", *words).stdout for words in ([], ["--terrain-names"], ["--no-transitions"])
    )
    assert told_names.count("woods</text>") > usual.count("woods</text>")
    assert usual.count("<path") > straight.count("<path")
    told = facts("render", "tyrol.geojson", "under.svg", "--underlays")
    assert told["bytes"] == (desk / "under.svg").stat().st_size
    assert "data:image/png" in (desk / "under.svg").read_text("utf-8")


def test_the_table_of_edges(desk: Path) -> None:
    told = facts("adjacency", "maps.db#tyrol")
    assert (told["map"], told["revision"], told["unit"]) == ("tyrol", tyrol().digest, "km")
    edge = next(one for one in told["edges"] if (one["a"], one["b"]) == ("a0", "a1"))
    assert (edge["status"], edge["along"], edge["across"], edge["length"]) == (
        "confirmed",
        ["river", "slope@a1"],
        ["bridge"],
        1.0,
    )
    rows = list(csv.DictReader(StringIO(run("adjacency", "tyrol.geojson", "--csv").stdout)))
    assert len(rows) == len(told["edges"])
    (row,) = [row for row in rows if (row["a"], row["b"]) == ("a0", "a1")]
    assert (row["along"], row["one_way"], row["length"], row["a_name"]) == ("river slope@a1", "no", "1.0", "Innsbruck")
    lines = run("adjacency", "maps.db#tyrol", "--of", "a0").stdout.splitlines()
    assert lines[0].split() == ["a", "b", "status", "contact", "length", "along", "across"]
    assert len(lines) == 5
    assert lines[1].startswith("a0 (Innsbruck)  a1 (Brixen)")
    assert "one way" in lines[-1]


# --- hexes ----------------------------------------------------------------------------------------------------------


def test_a_hex_map_is_made_of_files_by_rules(desk: Path) -> None:
    told = facts("hexify", "vale.geojson", "maps.db", "--rules", "rules.toml")
    assert told["written"] == "maps.db#vale"
    assert told["map"]["hexes"] == 84
    with Library.open(desk / "maps.db") as library:
        board = library.map("vale").hexes
    assert board is not None
    assert board.terrain.where("woods").sum() > 40
    assert board.sides.where("river").sum() > 10


def test_a_hex_map_that_is_made_again_keeps_what_was_changed_by_hand(desk: Path) -> None:
    call = ("hexify", "vale.geojson", "maps.db", "--rules", "rules.toml")
    facts(*call)
    assert facts(*call)["notices"] == ["nothing has changed: the map was already so"]
    facts("edit", "maps.db#vale", '{"edit": "PaintHexes", "hexes": ["0101", "0303"], "terrain": ["marsh"]}')
    (desk / "rules.toml").write_text(RULES.replace('"woods"', '"forest"').replace('"river"\nwhere', '"stream"\nwhere'))
    assert "2 hexes keep what was changed by hand" in facts(*call)["notices"]
    with Library.open(desk / "maps.db") as library:
        sheet = library.map("vale")
    assert sheet.hexes is not None
    assert sheet.by_number.terrain("0303") == ("marsh",)
    assert sheet.hexes.terrain.where("forest").sum() > 40
    assert not sheet.hexes.terrain.where("woods").any()
    assert sheet.hexes.sides.where("stream").any()
    assert not sheet.hexes.sides.where("river").any()
    facts(*call, "--replace")
    with Library.open(desk / "maps.db") as library:
        assert library.map("vale").by_number.terrain("0303") != ("marsh",)
    (desk / "maps.db.vale.hexified").write_bytes(b"torn")
    assert "maps.db.vale.hexified is damaged" in refused(*call)
    (desk / "maps.db.vale.hexified").unlink()
    assert "already has a map 'vale': use --replace" in refused(*call)


# --- what is wrong --------------------------------------------------------------------------------------------------

BAD_CALLS = [
    (["improt"], "no command of `sandtable map` is called 'improt': did you mean import or export?"),
    (["import", "nowhere.geojson", "x.db"], "nowhere.geojson does not exist: name a file that does"),
    (["import", ".", "x.db"], ". is a folder: name a file"),
    (["import", "rules.toml", "x.db"], "rules.toml is not JSON: line 2, column 1: expecting value"),
    (["import", "scan.png", "x.db"], "scan.png is an image: lay it under a map with `sandtable map underlay`"),
    (["import", "maps.db", "x.db"], "maps.db is a library: copy a map out of it with `sandtable map export maps"),
    (["import", "iberia.geojson", "x.txt"], ("x.txt does not say what kind of file it is: name LIBRARY.db, "
    "LIBRARY.db#KEY or")),
    (["import", "iberia.geojson", "no/x.geojson"], "no/x.geojson cannot be written: there is no folder"),
    (["import", "iberia.geojson", "x.db", "--name-field", "nom"], "iberia.geojson has no property called 'nom'"),
    (["import", "iberia.geojson", "x.db", "--project", "utm"], "sandtable map import: invalid value for '--project'"),
    (["import", "iberia.geojson", "x.db", "--snap", "-1"], "sandtable map import: invalid value for '--snap'"),
    (["import", "iberia.geojson"], "sandtable map import: missing argument 'TARGET'"),
    (["import", "iberia.geojson", "./iberia.geojson"], "iberia.geojson would be replaced by the map that is made"),
    (["export", "maps.db", "x.geojson"], "maps.db holds 2 maps: name one as maps.db#KEY, from danube, tyrol"),
    (["export", "maps.db#tirol", "x.geojson"], "no map is called 'tirol': did you mean tyrol?"),
    (["export", "maps.db#tyrol@beef", "x.geojson"], "no revisions of map 'tyrol' begin with 'beef'"),
    (["export", "nowhere.db", "x.geojson"], "nowhere.db "),
    (["export", "maps.db#tyrol", "."], ". does not say what kind of file it is"),
    (["render", "maps.db#tyrol", "x.jpg"], "x.jpg is not the name of an SVG file, nor of a PNG or PDF"),
    (["render", "maps.db#tyrol", "x.svg", "--scale", "0"], "sandtable map render: invalid value for '--scale'"),
    (["render", "maps.db#tyrol", "x.svg", "--scale", "1e9"], "a scale of 1e+09 pixels a map unit makes a picture of"),
    (["adjacency", "maps.db#tyrol", "--of", "a9"], "no space is called 'a9': did you mean"),
    (["adjacency", "maps.db#tyrol", "--csv", "--json"], ("sandtable map adjacency: "
    "--csv and --json cannot be used together: choose one")),
    (["underlay", "maps.db#tyrol"], "sandtable map underlay: name an IMAGE to add, or one to take away with --remove"),
    (["underlay", "maps.db#tyrol", "scan.png", "--box", "1,2"], "'1,2' is not a box: write LEFT,TOP,WIDTH,HEIGHT"),
    (["underlay", "maps.db#tyrol", "scan.png", "--box", "1,2,0,4"], "'1,2,0,4' is not a box: its width and height"),
    (["underlay", "maps.db#tyrol", "scan.png", "--box", "1,nan,1,4"], "'1,nan,1,4' is not a box"),
    (["underlay", "maps.db#tyrol", "rules.toml", "--box", "0,0,1,1"], "rules.toml is not an image that is known here"),
    (["hexify", "vale.geojson", "x.db"], "sandtable map hexify: missing option '--rules'"),
    (["hexify", "vale.geojson", "x.db", "--rules", "vale.geojson"], "vale.geojson: the rules cannot be read"),
    (["hexify", "rules.toml", "x.db", "--rules", "rules.toml"], "rules.toml is not JSON"),
    (["hexify", "x.db", "--rules", "rules.toml"], "sandtable map hexify: missing argument 'SOURCE...'"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "says"), BAD_CALLS, ids=[" ".join(call) for call, _ in BAD_CALLS])
def test_a_bad_call_is_told_in_one_sentence_and_changes_nothing(desk: Path, call: list[str], says: str) -> None:
    before = {path.name: path.read_bytes() for path in desk.iterdir()}
    assert says in refused(*call)
    assert {path.name: path.read_bytes() for path in desk.iterdir()} == before


def test_what_cannot_be_written_leaves_what_was_there(desk: Path) -> None:
    (desk / "out.geojson").write_text("mine")
    (desk / "out.geojson.d").mkdir()
    assert "is a folder" in refused("render", "maps.db#tyrol", _folder(desk, "x.svg"))
    assert (desk / "out.geojson").read_text() == "mine"
    assert not [path for path in desk.iterdir() if path.name.endswith(".part")]


def _folder(desk: Path, name: str) -> str:
    (desk / name).mkdir()
    return name


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_an_import_with_one_word(desk: Path) -> None:
    import numpy as np

    places = np.random.default_rng(1).uniform(0, 1, (4000, 2)).tolist()
    scribble = {"type": "Polygon", "coordinates": [[*places, places[0]]]}
    one = {"type": "Feature", "properties": {}, "geometry": scribble}
    (desk / "scribble.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [one]}))
    code = "from sandtable.cli import main; main()"
    command = [sys.executable, "-c", code, "map", "import", "scribble.geojson", "x.db", "--mend"]
    program = subprocess.Popen(command, cwd=desk, stderr=subprocess.PIPE, text=True)
    children = Path(f"/proc/{program.pid}/task/{program.pid}/children")
    until = time.monotonic() + 60
    while children.parent.exists() and not children.read_text() and time.monotonic() < until:
        time.sleep(0.01)  # until its reader has been started, which takes long over this file
    program.send_signal(signal.SIGINT)
    _, said = program.communicate(timeout=60)
    assert (program.returncode, said.strip()) == (1, "stopped")
    assert not (desk / "x.db").exists()
