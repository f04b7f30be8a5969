"""Who is beside whom, as a table."""

import pytest

from sandtable.engine.errors import Invalid
from sandtable.interchange.adjacency_table import AdjacencyRow, links
from tests.interchange.sheets import danube, empty, mixed, tyrol


def test_every_edge_has_a_row_with_all_that_is_said_of_it() -> None:
    rows = {(row.a, row.b): row for row in links(tyrol())}
    assert len(rows) == len(tyrol().graph.edges)
    assert rows["a0", "a1"] == AdjacencyRow(
        "a0", "a1", "Innsbruck", "Brixen", "confirmed", "border", False, ("river", "slope@a1"), ("bridge",), 1.0
    )
    assert rows["a0", "b1"].contact == "corner"
    assert rows["a0", "b1"].length is None
    assert rows["b0", "b1"].status == "forbidden"
    assert (rows["limbo", "a0"].one_way, rows["limbo", "a0"].length) == (True, None)


def test_the_edges_of_one_space_are_seen_from_there() -> None:
    rows = links(tyrol(), "b0")
    assert [(row.a, row.b) for row in rows] == [("b0", "a0"), ("b0", "a1"), ("b0", "b1"), ("b0", "c0"), ("b0", "c1")]
    assert [(row.a, row.b) for row in links(tyrol(), "a0")][-1] == ("limbo", "a0")  # one way, and not from here


def test_hexsides_with_something_on_them_are_listed() -> None:
    sheet = danube()
    assert sheet.hexes is not None
    numbers, grid = sheet.hexes.numbers, sheet.hexes.grid
    centre = grid.hex_of(3, 2)
    rows = {(row.a, row.b, row.status): row for row in links(sheet)}
    to = [numbers.of(centre.step(direction)) for direction in range(6)]
    here = numbers.of(centre)
    assert rows[here, to[0], "added"].along == ("river",)
    assert rows[here, to[0], "added"].across == ("road",)
    assert rows[here, to[0], "added"].length == pytest.approx(6.062178)
    assert rows[here, to[1], "added"].along == (f"fieldwork@{to[1]}",)
    assert rows[here, to[2], "forbidden"].along == ("slope",)
    assert any(row.along[0].startswith("cliff@") for row in rows.values() if row.along)


def test_all_six_neighbours_of_a_hex_are_listed_if_asked() -> None:
    sheet = danube()
    assert sheet.hexes is not None
    here = sheet.hexes.numbers.of(sheet.hexes.grid.hex_of(3, 2))
    rows = links(sheet, here)
    assert {row.a for row in rows} == {here}
    assert len({row.b for row in rows}) == 6
    assert {row.a_name for row in rows} == {"Ulm"}


def test_a_space_that_there_is_none_of_is_refused() -> None:
    with pytest.raises(Invalid, match="no space is called 'a9': did you mean a1 or a0"):
        links(tyrol(), "a9")
    with pytest.raises(Invalid, match="no hex is numbered 'Z99': numbers look like 'D11-B'"):
        links(danube(), "Z99")
    with pytest.raises(Invalid, match="no space is called 'D99'"):
        links(mixed(), "D99")
    assert links(empty()) == ()
