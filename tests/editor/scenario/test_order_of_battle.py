"""The order of battle: what is still to place, pieces added, copied, placed by name, joined, taken out."""

from __future__ import annotations

from PySide6.QtCore import Qt

from sandtable_editor.scenario.open_scenario import RowName
from tests.editor.scenario.carrying import drop_on_map, order
from tests.editor.scenario.laying import LayingBench


def choose(table: LayingBench, *rows: RowName) -> None:
    """Select rows, wherever they are shown."""
    table.scenario.select(rows)
    table.settle()


def test_pieces_that_are_added_are_still_to_place_until_they_are_dropped_on_the_map(table: LayingBench) -> None:
    table.open_copy()
    panel = order(table)
    panel.kinds.setCurrentText("Spanish corps")
    panel.many.setValue(2)
    table.click(panel.add)
    fresh = table.scenario.selection
    assert len(fresh) == 2
    titles = [table.document.rows[kind][id]["title"] for kind, id in fresh]
    assert len(set(titles)) == 2, titles
    assert panel.state.text().startswith("2 still to place")
    drop_on_map(table, [fresh[0]], table.spot_of("cordova"))
    assert table.document.rows["Corps"][fresh[0][1]]["area"] == "cordova"
    assert panel.state.text().startswith("1 still to place")
    table.scenario.undo()
    table.scenario.undo()
    table.settle()
    assert fresh[0][1] not in table.document.rows["Corps"]


def test_a_place_is_typed_and_what_is_no_place_is_refused_at_the_cursor(table: LayingBench) -> None:
    table.open_copy()
    panel = order(table)
    choose(table, ("Corps", "Junot's Corps"))
    panel.place.setFocus()
    table.write("Oporto")
    table.key(Qt.Key.Key_Return)
    assert table.document.rows["Corps"]["Junot's Corps"]["area"] == "oporto"
    table.write("Oprto")
    table.key(Qt.Key.Key_Return)
    assert "did you mean Oporto, Port of Abo or Port of Hull?" in table.desk.hints.bubble.text(), (
        "by its name, which is what the map shows"
    )
    assert table.scenario.position == 1
    panel.place.clear()
    table.write("Lisbon")
    table.key(Qt.Key.Key_Return)
    assert table.scenario.position == 2
    assert "Oprto" not in table.desk.hints.line, "what was refused before has been read"


def test_what_the_game_does_not_allow_is_refused_with_why(table: LayingBench) -> None:
    table.open_copy()
    table.drag_on_map(table.spot_of_piece("Dupont's Corps"), table.spot_of("gulf-of-cadiz"))
    assert "land of this campaign" in table.desk.hints.bubble.text()
    assert table.scenario.position == 0


def test_a_leader_goes_with_the_force_it_is_dropped_on(table: LayingBench) -> None:
    table.open_copy()
    drop_on_map(table, [("Leader", "Bessières")], table.spot_of_piece("Dupont's Corps"))
    assert table.document.rows["Leader"]["Bessières"]["corps"] == "Dupont's Corps"
    table.scenario.undo()
    panel = order(table)
    choose(table, ("Leader", "Bessières"))
    panel.place.setFocus()
    table.write("Dupont's Corps")
    table.key(Qt.Key.Key_Return)
    assert table.document.rows["Leader"]["Bessières"]["corps"] == "Dupont's Corps"


def test_copies_have_the_next_numbers(table: LayingBench) -> None:
    table.open_copy()
    panel = order(table)
    choose(table, ("Corps", "Murat's Reserve"))
    panel.many.setValue(2)
    table.click(panel.copy)
    assert [id for _, id in table.scenario.selection] == ["Murat's Reserve 2", "Murat's Reserve 3"]
    assert table.document.rows["Corps"]["Murat's Reserve 3"]["area"] == "madrid"
    assert table.document.rows["Corps"]["Murat's Reserve 3"]["title"] == "Murat's Reserve 3"
    choose(table, ("Corps", "Murat's Reserve 3"))
    table.click(panel.copy)
    assert table.document.rows["Corps"]["Murat's Reserve 4"]["title"] == "Murat's Reserve 4"


def test_deleting_tells_who_names_a_row(table: LayingBench) -> None:
    table.open_copy()
    panel = order(table)
    choose(table, ("Corps", "Dupont's Corps"))
    panel.tree.setFocus()
    table.key(Qt.Key.Key_Delete)
    assert "Leader Dupont" in "\n".join(table.texts())
    table.press("Let them forget it")
    assert "Dupont's Corps" not in table.document.rows["Corps"]
    assert table.document.rows["Leader"]["Dupont"].get("corps") is None
    table.scenario.undo()
    assert table.document.rows["Leader"]["Dupont"]["corps"] == "Dupont's Corps"
