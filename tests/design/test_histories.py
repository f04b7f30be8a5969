"""Random edits with undo and redo: back to what it was to the last bit, and adjacency as a full derivation finds it."""

from __future__ import annotations

import pytest

from sandtable.board.borders import Borders
from sandtable.board.maps import Map
from sandtable.board.shapes import array_of, sound_shapes
from sandtable.design.document import DesignDocument
from sandtable.design.script import read_script, write_script
from sandtable.engine.errors import Invalid
from sandtable.lint.maps import MapLint
from tests.design.drawing import Designer, country
from tests.tiers import count

STEPS = 20


def is_sound(sheet: Map) -> bool:
    """Tell whether borders are what a full derivation finds, and edges what the shapes and the designer say."""
    areas = sheet.areas
    if areas is None:
        return True
    shapes = [areas[id] for id in areas]
    sound_shapes(areas.ids, shapes)
    seen = {edge.pair: edge.contact for edge in areas.edges()}
    drawn = [edge for edge in sheet.graph.edges.values() if edge.a in areas and edge.b in areas]
    derived = {edge.pair: edge.contact for edge in drawn if edge.status == "derived"}
    said = {edge.pair for edge in drawn if edge.status != "derived"}
    expected = {pair: contact for pair, contact in seen.items() if pair not in said}
    return derived == expected and areas.borders == Borders(areas.ids, array_of(shapes), areas.tolerance)


def findings(lint: MapLint) -> list[object]:
    """Return what was found, in words and places."""
    return [one.facts() for one in lint.findings]


@pytest.mark.parametrize("seed", range(count(2_000 // STEPS)))
def test_whatever_is_done_can_be_undone(seed: int) -> None:
    designer, document = Designer(seed), DesignDocument.of(country(seed, torn=seed % 3 == 2))
    digests, done, lint = [document.map.digest], 0, MapLint.of(document.map)
    while done < STEPS:
        before = document.map
        try:
            document.do(designer.edit(before))
        except Invalid:
            assert document.map is before
            continue
        done += 1
        assert is_sound(document.map), document.history.entries[-1].edit
        lint = lint.after(document.map, document.history.entries[-1].patch)
        assert findings(lint) == findings(MapLint.of(document.map)), document.history.entries[-1].edit
        digests = [*digests[: document.history.position], document.map.digest]
        if designer.rng.random() < 0.2:
            for _ in range(designer.rng.randint(1, document.history.position)):
                entry = document.history.entries[document.history.position - 1]
                document.undo()
                assert document.map.digest == digests[document.history.position]
                lint = lint.after(document.map, entry.patch.turned_round())
            assert findings(lint) == findings(MapLint.of(document.map))
    while document.can_redo:
        document.redo()
    end = document.map
    assert end.digest == digests[-1]
    assert is_sound(end)
    document.go_to(0)
    assert document.map.digest == digests[0]
    document.go_to(len(digests) - 1)
    assert document.map == end
    assert is_sound(document.map)
    document.go_to(0)
    again = DesignDocument.of(document.map)
    again.do_all(list(read_script(write_script(document.history.entries), "the script")))
    assert again.map == end
