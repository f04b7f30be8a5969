"""Notes with pictures: shown, hidden, taken out; kept in a library, in a draft and in a text, to the same digest."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from sandtable.design.document import DesignDocument
from sandtable.design.scenario.note_edits import HidePicture, RemoveNote, ShowPicture, WriteNote
from sandtable.design.scenario.scenario_patch import from_bytes, to_bytes
from sandtable.design.scenario.scenario_script import read_edit, read_script, write_edit
from sandtable.design.scenario_draft import ScenarioDraft
from sandtable.engine.errors import Invalid
from sandtable.library.diff import scenario_changes
from sandtable.library.store.documents import ScenarioDocument
from sandtable.library.store.library_file import Library
from sandtable.library.text.scenario_text import read_scenario
from sandtable.library.text.scenario_writing import scenario_text
from tests.design.test_scenario_edits import design, now, over
from tests.lint.marches import FAMILY, scenario
from tests.lint.sheets import isle


def png(width: int = 2, shade: int = 0) -> bytes:
    """Return a small picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, 1, 8, 0, 0, 0, 0)
    body = zlib.compress(b"\0" + bytes([shade]) * width)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def noted(document: DesignDocument | None = None) -> DesignDocument:
    document = document or design()
    document.do(WriteNote("n", "He was there", table="Corps", row="I"))
    document.do(ShowPicture("n", "ney.png", source="public domain", content=png()))
    return document


def test_a_note_shows_a_picture_and_keeps_it_when_it_is_written_anew() -> None:
    document = noted()
    document.do(WriteNote("n", "He was not"))
    (note,) = now(document).document.notes
    assert (note.text, note.pictures[0].title, note.pictures[0].source) == ("He was not", "ney", "public domain")
    assert list(now(document).document.pictures.values()) == [png()]


def test_a_picture_goes_with_the_last_note_that_shows_it() -> None:
    document = noted()
    document.do(WriteNote("m", "He, too"))
    document.do(ShowPicture("m", "again.png", content=png()))
    document.do(RemoveNote("n"))
    assert len(now(document).document.pictures) == 1
    document.do(HidePicture("m", now(document).document.notes[0].pictures[0].shown[:8]))
    assert now(document).document.pictures == {}
    document.go_to(2)
    assert list(now(document).document.pictures.values()) == [png()]


def test_the_text_of_a_scenario_carries_them_to_the_same_digest() -> None:
    document = now(noted()).document
    text = scenario_text(document, FAMILY.schema.kinds, FAMILY.system.ground)
    back = read_scenario(text, "war.toml", FAMILY.schema.kinds, FAMILY.system.ground, isle())
    again = back.document(FAMILY, isle())
    assert again.pictures == document.pictures
    assert again.digest == document.digest != scenario().digest
    assert scenario_text(again, FAMILY.schema.kinds, FAMILY.system.ground) == text


@pytest.mark.parametrize(
    ("was", "now_", "why"),
    [
        ("iVBOR", "iVBOS", "not what was kept"), ("[picture]", "[note_picture]", "table"),
        ("iVBOR", "?VBOR", "not base64"),
    ],
)  # fmt: skip
def test_a_text_with_a_picture_that_is_not_whole_is_refused(was: str, now_: str, why: str) -> None:
    text = scenario_text(now(noted()).document, FAMILY.schema.kinds, FAMILY.system.ground)
    assert was in text
    with pytest.raises(Invalid, match=why):
        read_scenario(text.replace(was, now_, 1), "war.toml", FAMILY.schema.kinds, FAMILY.system.ground, isle())


def test_a_library_and_a_draft_keep_them(tmp_path: Path) -> None:
    path = tmp_path / "mine.db"
    with Library.create(path) as library:
        library.put_map(isle())
        library.put_scenario(scenario())
    with ScenarioDraft.open(path, "campaign", FAMILY) as draft:
        noted(draft.document)
    with ScenarioDraft.open(path, "campaign", FAMILY) as draft:
        assert list(draft.scenario.document.pictures.values()) == [png()]
        draft.save()
        draft.document.undo()
        assert draft.scenario.document.pictures == {}
    with Library.open(path) as library:
        assert list(library.scenario("campaign").pictures.values()) == [png()]


def test_an_edit_goes_through_its_line_without_the_picture_and_a_script_reads_that_from_its_file(
    tmp_path: Path,
) -> None:
    entry = noted().history.entries[1]
    assert from_bytes(to_bytes(entry.patch, {}), lambda _: b"") == entry.patch
    line = write_edit(entry.edit)
    assert read_edit(line) == ShowPicture("n", "ney.png", source="public domain")
    (tmp_path / "ney.png").write_bytes(png())
    (edit,) = read_script(line, "a script", tmp_path)
    assert edit == entry.edit


def test_what_came_and_went_is_told() -> None:
    words = [one.words for one in scenario_changes(scenario(), now(noted()).document, FAMILY)]
    assert any("the picture" in one and "is new" in one for one in words)


def test_an_overlay_shows_pictures_of_its_own_over_those_of_its_base() -> None:
    document = noted(over())
    assert list(now(document).laid.pictures.values()) == [png()]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "name its file"), (b"GIF89a" + b"x" * 20, "neither PNG nor JPEG"), (png()[:40], "ney.png"),
        (png() + b"\0" * (3 << 20), "make it smaller"),
    ],
)  # fmt: skip
def test_what_is_no_picture_is_refused_in_a_sentence(content: bytes, why: str) -> None:
    document = design()
    document.do(WriteNote("n", "He was there"))
    with pytest.raises(Invalid, match=why):
        document.do(ShowPicture("n", "ney.png", content=content))
    assert now(document).document.pictures == {}


def test_a_scenario_of_before_has_the_digest_that_it_had() -> None:
    assert ScenarioDocument(key="a", game="marches", title="A").digest == (
        ScenarioDocument(key="a", game="marches", title="A", pictures={}).digest
    )
