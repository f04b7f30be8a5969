"""What all drafts do: keep each edit on disk before anybody sees it, and where the history stands; be closed."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Self

from sandtable.design.document import DesignDocument
from sandtable.design.draft_rows import NOWHERE, DraftStanding, write_entry, write_standing
from sandtable.design.history import EditHistory, HistoryEntry
from sandtable.engine.errors import Invalid
from sandtable.library.files.file import File
from sandtable.library.files.sqlite_errors import path_text

TOLD: Final = 4
"""So many differences are told in a sentence."""


class ChangedMeanwhile(Invalid):
    """Another program has changed in the library what a draft was made of; ``differences`` say how, in words."""

    def __init__(self, message: str, differences: tuple[str, ...]) -> None:
        super().__init__(message)
        self.differences = differences


class TakenKey(Invalid):
    """The library has something else under the key that was asked for."""


class DraftOnDisk:
    """Something of a library under work, with all that was done to it, in a file beside it."""

    def __init__(self, file: File, library: Path, document: DesignDocument, standing: DraftStanding) -> None:
        """Take over an open file and what is in it."""
        self._file, self.library, self._standing = file, library, standing
        file.trust()
        self.document = DesignDocument(document.subjects, document.history, self)
        self.harm: tuple[str, ...] = ()
        """What has come to harm in it, a sentence each."""
        self._links: list[str] = []
        """The links of all entries that are kept, those that were taken back too."""
        self.meanwhile = ""
        """What another program did in the library since this was saved, in a sentence."""

    # --- what is kept -------------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self._file.path

    @property
    def has_unsaved(self) -> bool:
        """Whether something stands that is not in the library, or was taken back that is."""
        return self._standing.saved != self.document.history.position

    @property
    def saved_position(self) -> int | None:
        """Where the history stood when it was saved last; ``None`` when that is no longer in it."""
        return None if self._standing.saved == NOWHERE else self._standing.saved

    def save(self) -> None:
        """Put it into the library, in one unit of work; raises ``Invalid``, and then nothing has changed."""
        raise NotImplementedError

    @contextmanager
    def _kept_safe(self) -> Generator[None]:
        """Let whatever keeps a library from being written say, too, where all of the work is."""
        try:
            yield
        except (ChangedMeanwhile, TakenKey):
            raise
        except Invalid as error:
            told = str(error)
            if not self.library.exists():
                told = f"{path_text(self.library)} is not there any more: put it back and save again"
            raise Invalid(f"{told}; all that you did is safe in the draft, {path_text(self.path)}") from error

    def keep(self, history: EditHistory, entry: HistoryEntry) -> None:
        """Keep what is being done, on disk for certain."""
        number = history.position + 1
        saved = self._standing.saved if self._standing.saved < number else NOWHERE
        standing = DraftStanding(number, saved, self._standing.revision)
        with self._file.unit() as db:
            fresh = write_entry(db, self._links, number, entry)
            write_standing(db, standing)
        self._standing = standing
        self._links[number - 1 :] = [fresh]

    def keep_position(self, position: int) -> None:
        """Keep how many edits stand."""
        self._note(DraftStanding(position, self._standing.saved, self._standing.revision))

    def _note(self, standing: DraftStanding) -> None:
        with self._file.unit() as db:
            write_standing(db, standing)
        self._standing = standing

    def _changed_words(self, title: str, words: tuple[str, ...]) -> str:
        """Say that another program has changed what this is a draft of, and how."""
        told = "; ".join(words[:TOLD])
        more = f"; and {len(words) - TOLD} more" if len(words) > TOLD else ""
        how = f" ({told}{more})" if told else ""
        return f"{title} was changed in {path_text(self.library)} by another program{how}"

    # --- closing ------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Close it; one without anything that was done is removed."""
        gone = not self.document.history.entries and not self.has_unsaved
        self._file.close()
        if gone:
            self.path.unlink(missing_ok=True)

    def discard(self) -> None:
        """Close it and remove it, with all that was not saved."""
        with suppress(Invalid):
            self._file.close()
        self.path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            with suppress(Invalid):  # what failed first counts
                self._file.close()
