"""Drafts: every edit is on disk before the next, a draft reopens with its history, and a save overwrites nobody."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.board.maps import Map
from sandtable.design.document import DesignDocument
from sandtable.design.draft import MapDraft
from sandtable.design.draft_on_disk import ChangedMeanwhile
from sandtable.design.draft_places import draft_path, drafts_beside, put_aside
from sandtable.design.draft_rescue import DamagedDraft
from sandtable.design.draft_shelf import kept_drafts, kept_history
from sandtable.design.edits.fields import SetFields, SetInfo
from sandtable.design.script import write_script
from sandtable.engine.errors import Invalid
from sandtable.library.files.file import File
from sandtable.library.files.hash_chains import link
from sandtable.library.files.schema import DRAFT
from sandtable.library.store.library_file import Library
from tests.design.drawing import Designer, S, country
from tests.tiers import count

KEY = "country-1"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return with_map(tmp_path / "maps.db", country(1))


def with_map(path: Path, sheet: Map) -> Path:
    with Library.create(path) as library:
        library.put_map(sheet)
    return path


def kept(path: Path) -> Map:
    with Library.open(path) as library:
        return library.map(KEY)


def worked_on(library: Path, seed: int = 1, steps: int = 12) -> tuple[MapDraft, str, str]:
    """Return a draft in which something was done, the digest of its map and its history as a script."""
    draft, designer = MapDraft.begin(library, KEY), Designer(seed)
    while draft.document.history.position < steps:
        try:
            draft.document.do(designer.edit(draft.document.map))
        except Invalid:
            continue
    return draft, draft.document.map.digest, write_script(draft.document.history)


@pytest.mark.parametrize("seed", range(1, count(100) + 1))
def test_a_draft_opens_again_with_its_map_and_its_history(library: Path, seed: int) -> None:
    draft, digest, script = worked_on(library, seed)
    begun = kept(library).digest
    draft.close()
    with MapDraft.open(library, KEY) as again:
        assert again.harm == ()
        assert (again.document.map.digest, write_script(again.document.history)) == (digest, script)
        again.document.go_to(0)
        assert again.document.map.digest == begun
        again.document.go_to(5)
    with MapDraft.open(library, KEY) as again:
        assert (again.document.history.position, again.document.can_redo) == (5, True)


def test_a_draft_of_before_whose_edits_are_texts_within_a_text_opens(library: Path) -> None:
    draft, digest, script = worked_on(library)
    draft.close()
    with_texts_in_texts(draft_path(library, KEY))
    with MapDraft.open(library, KEY) as again:
        assert again.harm == ()
        assert (again.document.map.digest, write_script(again.document.history)) == (digest, script)


def with_texts_in_texts(path: Path) -> None:
    """Write the edits of a draft as they were written before."""
    file, joint = File.open(path, DRAFT, writing=True), ""
    with file.unit() as db:
        for number, document, patch in db.execute("SELECT number, document, patch FROM edits").fetchall():
            kept = json.loads(document)
            older = json.dumps({**kept, "edit": json.dumps(kept["edit"])})
            joint = link(joint, number, older, patch)
            db.execute("UPDATE edits SET document = ?, link = ? WHERE number = ?", (older, joint, number))
    file.close()


def test_what_is_done_after_an_undo_takes_the_place_of_what_was_undone(library: Path) -> None:
    draft, _, _ = worked_on(library, steps=5)
    draft.document.go_to(3)
    draft.document.do(SetInfo(title="Another"))
    digest = draft.document.map.digest
    draft.close()
    with MapDraft.open(library, KEY) as again:
        assert (len(again.document.history.entries), again.document.map.digest) == (4, digest)


def test_a_save_is_seen_in_the_library_and_the_history_goes_on_after_it(library: Path) -> None:
    draft, digest, script = worked_on(library)
    begun = kept(library).digest
    assert draft.has_unsaved
    draft.save()
    assert kept(library).digest == digest
    assert not draft.has_unsaved
    draft.document.undo()
    assert draft.has_unsaved
    draft.document.redo()
    draft.close()
    with MapDraft.open(library, KEY) as again:
        assert (again.has_unsaved, again.meanwhile, again.harm) == (False, "", ())
        assert (again.document.map.digest, write_script(again.document.history)) == (digest, script)
        again.document.go_to(0)
        assert (again.document.map.digest, again.has_unsaved) == (begun, True)


def test_a_draft_in_which_nothing_was_done_leaves_nothing(library: Path) -> None:
    MapDraft.begin(library, KEY).close()
    assert [path.name for path in library.parent.iterdir()] == [library.name]


def rename_elsewhere(library: Path) -> Map:
    """Let another program change the map in its library."""
    other = DesignDocument.of(kept(library))
    other.do(SetFields((S("c001"),), name="Elsewhere"))
    with Library.open(library, writing=True) as theirs:
        theirs.put_map(other.map)
    return other.map


def test_a_saved_map_that_another_program_has_changed_is_gone_on_with_as_it_is_now(library: Path) -> None:
    draft, _, script = worked_on(library)
    draft.save()
    draft.close()
    theirs = rename_elsewhere(library)
    with MapDraft.open(library, KEY) as again:
        assert "is called Elsewhere now" in again.meanwhile
        assert "you go on with it as it is now; the history up to then is kept as" in again.meanwhile
        assert again.document.map == theirs
        assert not again.document.history.entries
        again.document.do(SetInfo(title="Gone on"))
        again.save()
    ((_, now), (key, aside)) = drafts_beside(library)
    assert (now, key, aside.name) == (draft_path(library, KEY), KEY, f"{library.name}.{KEY}.draft.1")
    history, wrong = kept_history(library, KEY, aside)
    assert (write_script(history), wrong) == (script, "")


def test_unsaved_work_on_a_map_that_another_program_has_changed_opens_and_is_told(library: Path) -> None:
    draft, digest, _ = worked_on(library)
    draft.close()
    rename_elsewhere(library)
    with MapDraft.open(library, KEY) as again:
        assert "is called Elsewhere now" in again.meanwhile
        assert again.document.map.digest == digest
        with pytest.raises(ChangedMeanwhile):
            again.save()


def test_a_map_that_was_taken_out_of_the_library_is_saved_again(library: Path) -> None:
    draft, digest, _ = worked_on(library)
    draft.save()
    draft.close()
    with Library.open(library, writing=True) as there:
        there.remove_map(KEY)
    with MapDraft.open(library, KEY) as again:
        assert again.has_unsaved
        again.save()
    assert kept(library).digest == digest


def test_what_another_program_has_changed_is_told_and_never_overwritten(library: Path) -> None:
    draft, _, _ = worked_on(library)
    theirs = rename_elsewhere(library)
    with pytest.raises(ChangedMeanwhile, match="is called Elsewhere now") as told:
        draft.save()
    assert told.value.differences == ("Area c001 (c001) is called Elsewhere now",)
    assert kept(library) == theirs
    assert draft.has_unsaved
    draft.save_as("mine")
    with Library.open(library) as both:
        assert [info.key for info in both.maps()] == [KEY, "mine"]
    with pytest.raises(Invalid, match="already has a map 'mine'"):
        draft.save_as("mine")
    draft.discard()
    assert not draft_path(library, KEY).exists()


def test_a_save_that_went_through_is_noticed_when_the_program_ended_before_it_was_noted(library: Path) -> None:
    draft, _, _ = worked_on(library)
    with Library.open(library, writing=True) as there:
        there.put_map(draft.document.map)
    draft.close()
    with MapDraft.open(library, KEY) as again:
        assert not again.has_unsaved


def test_two_programs_do_not_work_on_one_draft(library: Path) -> None:
    draft, digest, _ = worked_on(library)
    with pytest.raises(Invalid, match=r"is open (in another program|here)|already open"):
        MapDraft.open(library, KEY)
    assert draft.document.map.digest == digest
    draft.discard()


def test_a_library_that_is_written_by_another_program_is_not_waited_for(library: Path) -> None:
    draft, _, _ = worked_on(library)
    with Library.open(library, writing=True), pytest.raises(Invalid) as refused:
        draft.save()
    assert "\n" not in str(refused.value)
    assert draft.has_unsaved
    draft.save()
    draft.close()


def test_where_the_library_is_gone_the_refusal_says_where_the_work_is(library: Path) -> None:
    draft, digest, _ = worked_on(library)
    library.rename(library.with_name("away.db"))
    with pytest.raises(Invalid, match="all that you did is safe in the draft, ") as refused:
        draft.save()
    assert str(draft.path) in str(refused.value)
    assert f"{library} is not there any more: put it back and save again" in str(refused.value)
    with pytest.raises(Invalid, match="all that you did is safe in the draft, "):
        draft.save_as("other")
    library.with_name("away.db").rename(library)
    draft.save()
    assert kept(library).digest == digest
    draft.close()


# --- damage ---------------------------------------------------------------------------------------------------------


def harmed(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_of_a_damaged_draft_everything_before_the_damage_stands_and_it_is_kept(library: Path) -> None:
    draft, _, script = worked_on(library)
    draft.close()
    path = draft_path(library, KEY)
    harmed(path, "UPDATE edits SET document = replace(document, 'says', 'sayz') WHERE number = 8")
    with MapDraft.open(library, KEY) as again:
        (says,) = again.harm
        assert "the first 7 edits stand, what was done after that is lost; the damaged draft is kept as" in says
        first = "".join(script.splitlines(keepends=True)[:7])
        assert write_script(again.document.history) == first
        again.document.do(SetInfo(title="Gone on"))
    with MapDraft.open(library, KEY) as again:
        assert (again.harm, again.document.map.title) == ((), "Gone on")
    aside, wrong = kept_history(library, KEY, path.with_name(f"{path.name}.1"))
    assert (write_script(aside), "only its first 7 edits can be read" in wrong) == (first, True)


def test_of_a_draft_with_damaged_pages_what_can_be_read_stands(library: Path) -> None:
    draft, _, script = worked_on(library, steps=30)
    draft.close()
    path = draft_path(library, KEY)
    data = bytearray(path.read_bytes())
    at = data.rindex(b'"says"')
    page = at // 4096 * 4096
    data[page : page + 4096] = bytes(4096)
    path.write_bytes(data)
    with pytest.raises(Invalid):
        File.open(path, DRAFT).close()
    with MapDraft.open(library, KEY) as again:
        (says,) = again.harm
        many = len(again.document.history.entries)
        assert f"the first {many} edit" in says
        assert script.startswith(write_script(again.document.history))
        assert many
    assert path.with_name(f"{path.name}.1").read_bytes() == bytes(data)


@pytest.mark.parametrize(
    "harm",
    [
        "DROP TABLE standing",
        "CREATE TABLE other (a INTEGER) STRICT",
        "UPDATE draft SET seal = ''",
        "DELETE FROM spaces",
    ],
)
def test_a_draft_with_a_damaged_schema_or_part_is_read_as_far_as_it_goes(library: Path, harm: str) -> None:
    draft, digest, script = worked_on(library)
    draft.save()
    draft.close()
    harmed(draft_path(library, KEY), harm)
    if "other" in harm:
        with pytest.raises(DamagedDraft):
            MapDraft.open(library, KEY)
        return
    with MapDraft.open(library, KEY) as again:
        assert (again.document.map.digest, write_script(again.document.history)) == (digest, script)
        assert "the first 12 edits stand" in again.harm[0]


def test_a_damaged_draft_that_was_not_closed_is_read_as_far_as_it_goes(library: Path) -> None:
    """A program that was killed leaves what it did beside the draft; a part of that is damaged."""
    *_, last = acknowledged(library, seed=1, after=30)
    path = draft_path(library, KEY)
    log = path.with_name(f"{path.name}-wal")
    data = bytearray(log.read_bytes())
    at = data.rindex(b'"says"') // 512 * 512
    data[at : at + 512] = bytes(512)
    log.write_bytes(data)
    with MapDraft.open(library, KEY) as again:
        (says,) = again.harm
        assert "edits stand" in says
        assert len(again.document.history.entries) > 0
    assert path.with_name(f"{path.name}.1-wal").read_bytes() == bytes(data)
    assert last


@pytest.mark.parametrize("bytes_of_it", [b"", b"no draft", b"SQLite format 3\0" + bytes(200)])
def test_what_is_no_draft_is_refused_in_one_sentence_and_stays(library: Path, bytes_of_it: bytes) -> None:
    path = draft_path(library, KEY)
    path.write_bytes(bytes_of_it)
    with pytest.raises(DamagedDraft, match="is damaged and nothing of it can be read: go on with the map") as refused:
        MapDraft.open(library, KEY)
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == bytes_of_it
    (told,) = kept_drafts(library)
    assert (told.wrong, told.is_lost) == (str(refused.value), True)
    put_aside(path)
    with MapDraft.open(library, KEY) as again:
        assert again.document.map == kept(library)
    ((_, aside),) = drafts_beside(library)
    assert aside.read_bytes() == bytes_of_it


def test_a_draft_that_is_moved_away_while_it_is_open_is_missed_before_anything_is_done(library: Path) -> None:
    draft, digest, _ = worked_on(library)
    path = draft_path(library, KEY)
    path.rename(path.with_suffix(".away"))
    with pytest.raises(Invalid, match="was moved, removed or replaced") as refused:
        draft.document.do(SetInfo(title="New"))
    assert "Campaign" not in str(refused.value)
    assert draft.document.map.digest == digest
    path.with_suffix(".away").rename(path)
    draft.document.do(SetInfo(title="New"))
    draft.discard()


def fill(draft: MapDraft) -> None:
    for number in range(400):
        draft.document.do(SetInfo(about=f"{number} " * 900))


def test_on_a_full_disk_nothing_is_done_and_nothing_lost(library: Path) -> None:
    draft, digest, _ = worked_on(library)
    connection = draft._file.conn  # pyright: ignore[reportPrivateUsage]
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(Invalid, match="full"):
        fill(draft)
    stands = draft.document.map.digest
    connection.execute("PRAGMA max_page_count=1000000")
    draft.document.do(SetInfo(title="Room again"))
    draft.document.undo()
    draft.close()
    assert digest
    with MapDraft.open(library, KEY) as again:
        assert again.document.map.digest == stands


# --- killed ---------------------------------------------------------------------------------------------------------

WORK = """
import sys
from pathlib import Path
from tests.design.drawing import Designer
from sandtable.design.draft import MapDraft
from sandtable.engine.errors import Invalid

draft, designer = MapDraft.open(Path(sys.argv[1]), sys.argv[2]), Designer(int(sys.argv[3]))
print(0, draft.document.map.digest, flush=True)
while True:
    try:
        if designer.rng.random() < 0.2 and draft.document.can_undo:
            draft.document.undo()
        else:
            draft.document.do(designer.edit(draft.document.map))
    except Invalid:
        continue
    print(draft.document.history.position, draft.document.map.digest, flush=True)
"""


def acknowledged(library: Path, seed: int, after: int) -> list[str]:
    """Let a program work on a draft and kill it in the middle; return what it said was done."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", WORK, str(library), KEY, str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root, env={**os.environ}) as worker:
        assert worker.stdout is not None
        said = [line for _, line in zip(range(after), worker.stdout, strict=False)]
        worker.send_signal(signal.SIGKILL)
        said += list(worker.stdout)
    return said


def kills() -> Iterator[int]:
    yield from range(count(100))


def test_killed_at_any_moment_a_draft_has_all_that_was_done_but_the_last_edit_at_most(tmp_path: Path) -> None:
    for seed in kills():
        library = with_map(tmp_path / f"maps-{seed}.db", country(1))
        said = acknowledged(library, seed, after=3 + seed * 7 % 40)
        *_, last = said
        position, digest = last.split()
        with MapDraft.open(library, KEY) as draft:
            assert draft.harm == ()
            if draft.document.map.digest == digest:
                assert draft.document.history.position == int(position)
            else:  # the one that was under way when it was killed had come to disk
                assert any(_one_step_from(draft, int(position) + step, digest) for step in (-1, 0, 1))


def _one_step_from(draft: MapDraft, position: int, digest: str) -> bool:
    if not 0 <= position <= len(draft.document.history.entries):
        return False
    draft.document.go_to(position)
    return draft.document.map.digest == digest


def test_what_takes_the_place_of_the_last_edit_does_so_in_the_draft(library: Path) -> None:
    with MapDraft.begin(library, KEY) as draft:
        document = draft.document
        document.do(SetInfo(title="One"))
        document.do(SetInfo(title="Two"))
        document.push_instead(document.attempt_instead(SetInfo(title="Three")))
        assert (document.map.title, len(document.history.entries)) == ("Three", 2)
        document.undo()
        with pytest.raises(Invalid, match="nothing was done just now"):
            document.attempt_instead(SetInfo(title="Four"))
        document.redo()
        digest = document.map.digest
    with MapDraft.resume(library, KEY) as again:
        assert again.document.map.digest == digest
        assert [entry.edit for entry in again.document.history] == [SetInfo(title="One"), SetInfo(title="Three")]


def test_what_takes_the_place_of_an_edit_that_was_saved_is_not_saved(library: Path) -> None:
    with MapDraft.begin(library, KEY) as draft:
        draft.document.do(SetInfo(title="One"))
        draft.save()
        draft.document.push_instead(draft.document.attempt_instead(SetInfo(title="Two")))
        assert draft.has_unsaved
        assert draft.saved_position is None
