"""Drafts: every edit is on disk before the next, a draft reopens with its history, and a save overwrites nobody."""

from __future__ import annotations

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
from sandtable.design.draft import ChangedMeanwhile, MapDraft, draft_path
from sandtable.design.edits.fields import SetFields, SetInfo
from sandtable.design.script import write_script
from sandtable.engine.errors import Invalid
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


def test_what_is_done_after_an_undo_takes_the_place_of_what_was_undone(library: Path) -> None:
    draft, _, _ = worked_on(library, steps=5)
    draft.document.go_to(3)
    draft.document.do(SetInfo(title="Another"))
    digest = draft.document.map.digest
    draft.close()
    with MapDraft.open(library, KEY) as again:
        assert (len(again.document.history.entries), again.document.map.digest) == (4, digest)


def test_a_save_is_seen_in_the_library_and_leaves_no_draft(library: Path) -> None:
    draft, digest, _ = worked_on(library)
    assert draft.has_unsaved
    draft.save()
    assert kept(library).digest == digest
    assert not draft.has_unsaved
    draft.document.undo()
    assert draft.has_unsaved
    draft.document.redo()
    draft.close()
    assert not draft_path(library, KEY).exists()
    assert [path.name for path in library.parent.iterdir()] == [library.name]


def test_what_another_program_has_changed_is_told_and_never_overwritten(library: Path) -> None:
    draft, _, _ = worked_on(library)
    other = DesignDocument.of(kept(library))
    other.do(SetFields((S("c001"),), name="Elsewhere"))
    with Library.open(library, writing=True) as theirs:
        theirs.put_map(other.map)
    with pytest.raises(ChangedMeanwhile, match="is called Elsewhere now") as told:
        draft.save()
    assert told.value.differences == ("Area c001 (c001) is called Elsewhere now",)
    assert kept(library) == other.map
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


# --- damage ---------------------------------------------------------------------------------------------------------


def test_of_a_damaged_draft_everything_before_the_damage_stands(library: Path) -> None:
    draft, _, script = worked_on(library)
    draft.close()
    path = draft_path(library, KEY)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE edits SET document = replace(document, 'says', 'sayz') WHERE number = 8")
    connection.commit()
    connection.close()
    with MapDraft.open(library, KEY) as again:
        (says,) = again.harm
        assert "the first 7 edits stand, the others are lost" in says
        assert write_script(again.document.history) == "".join(script.splitlines(keepends=True)[:7])
        again.document.do(SetInfo(title="Gone on"))
    with MapDraft.open(library, KEY) as again:
        assert (again.harm, again.document.map.title) == ((), "Gone on")


@pytest.mark.parametrize("bytes_of_it", [b"", b"no draft", b"SQLite format 3\0" + bytes(200)])
def test_what_is_no_draft_is_refused_in_one_sentence_and_stays(library: Path, bytes_of_it: bytes) -> None:
    path = draft_path(library, KEY)
    path.write_bytes(bytes_of_it)
    with pytest.raises(Invalid) as refused:
        MapDraft.open(library, KEY)
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == bytes_of_it


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
