"""``sandtable map drafts`` and ``map history``: what was drawn in the window, seen and taken along from outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.design.draft import MapDraft
from sandtable.design.draft_places import draft_path
from sandtable.design.edits.fields import SetInfo
from sandtable.design.edits.underlays import LayUnderlay
from sandtable.library.store.library_file import Library
from tests.cli.test_edited_copies import run
from tests.design.drawing import country
from tests.interchange.sheets import image

KEY = "country-1"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path = tmp_path / "maps.db"
    with Library.create(path) as made:
        made.put_map(country(1))
    return path


def worked_on(library: Path, *titles: str) -> Path:
    """Do something to the map as the window does, save the first of it, and return where the draft lies."""
    with MapDraft.open(library, KEY) as draft:
        for number, title in enumerate(titles):
            draft.document.do(SetInfo(title=title))
            if not number:
                draft.save()
    return draft_path(library, KEY)


def test_drafts_are_listed_with_what_is_not_saved(library: Path) -> None:
    assert run("map", "drafts", library).stdout == "there are no drafts\n"
    path = worked_on(library, "One", "Two", "Three")
    assert f"{KEY}  3 edits, 2 not saved  {path}" in run("map", "drafts", library).stdout
    (told,) = json.loads(run("map", "drafts", f"{library}#{KEY}", "--json").stdout)["drafts"]
    assert told == {
        "key": KEY, "path": str(path), "edits": 3, "unsaved": 2, "is_aside": False, "wrong": "", "is_lost": False,
    }  # fmt: skip


def test_a_draft_is_put_aside_and_discarded(library: Path) -> None:
    path = worked_on(library, "One", "Two")
    assert run("map", "drafts", f"{library}#{KEY}", "--aside").stdout == f"{path} is {path}.1 now\n"
    assert "2 edits, put aside" in run("map", "drafts", library).stdout
    assert "there is no draft of" in run("map", "drafts", f"{library}#{KEY}", "--discard", status=2).stderr
    assert run("map", "drafts", f"{path}.1", "--discard").stdout == f"removed {path}.1: 2 edits, put aside\n"
    assert [one.name for one in library.parent.iterdir()] == [library.name]
    with Library.open(library) as there:
        assert there.map(KEY).title == "One"


def test_a_draft_that_is_open_is_not_discarded(library: Path) -> None:
    with MapDraft.open(library, KEY) as draft:
        draft.document.do(SetInfo(title="One"))
        said = run("map", "drafts", f"{library}#{KEY}", "--discard", status=2).stderr
    assert "is already open" in said
    assert draft_path(library, KEY).exists()


def test_a_history_is_a_script_that_does_it_again(library: Path) -> None:
    path = worked_on(library, "One", "Two")
    script = run("map", "history", f"{library}#{KEY}").stdout
    assert [json.loads(line)["title"] for line in script.splitlines()] == ["One", "Two"]
    edits = json.loads(run("map", "history", path, "--json").stdout)["edits"]
    assert [one["says"] for one in edits] == ["Call the map One", "Call the map Two"]


def test_a_history_with_images_is_written_with_them_and_does_the_same_again(library: Path) -> None:
    with MapDraft.open(library, KEY) as draft:
        draft.document.do(LayUnderlay("scan", "anything.png", content=image()))
        digest = draft.document.map.digest
    assert "with --output FILE it is written with them" in run("map", "history", f"{library}#{KEY}").stderr
    script = library.with_name("country.jsonl")
    said = run("map", "history", f"{library}#{KEY}", "--output", script).stdout
    assert said == f"{script} and {script.with_name('country-1.png')}: 1 edit\n"
    run("map", "drafts", f"{library}#{KEY}", "--discard")
    run("map", "edit", f"{library}#{KEY}", "--script", script)
    with Library.open(library) as there:
        assert there.map(KEY).digest == digest


def test_a_damaged_draft_is_told_alike_by_every_command(library: Path) -> None:
    path = draft_path(library, KEY)
    path.write_bytes(b"no draft at all" * 100)
    says = f"the draft of A Country, {path}, is damaged and nothing of it can be read: go on with the map as it was"
    assert says in run("map", "drafts", library).stdout
    assert says in run("map", "history", path, status=2).stderr
    assert says in run("map", "edit", f"{library}#{KEY}", '{"edit": "SetInfo", "title": "New"}').stderr
    run("map", "drafts", path, "--aside")
    assert run("map", "edit", f"{library}#{KEY}", '{"edit": "SetInfo", "title": "Newer"}').stderr == ""


def test_an_edit_of_a_map_with_a_saved_history_says_what_becomes_of_that(library: Path) -> None:
    path = worked_on(library, "One")
    said = run("map", "edit", f"{library}#{KEY}", '{"edit": "SetInfo", "title": "Two"}').stderr
    assert said == f"{path} holds the history of this map: it is put aside when the map is opened in the window\n"
