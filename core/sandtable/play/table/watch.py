"""A rule that does not come to an end: noticed while it runs, written down, named at the next start.

A thread looks twice a second at what the thread that plays is doing; play itself does nothing for it. One call into
the engine that lasts is written into a note beside the campaign, and the note is taken away when the call
ends. So a note that is still there tells what the program was at when it was stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, RLock, Thread, get_ident
from time import monotonic
from traceback import walk_tb
from typing import TYPE_CHECKING, ClassVar, Final

import msgspec
from msgspec import Struct

from sandtable.engine.rules.culprits import culprit, within
from sandtable.library.campaigns.campaign_files import UNENDED
from sandtable.play.table.breaking_off import break_off

if TYPE_CHECKING:
    from sandtable.engine.referee.referee import Referee

PERIOD: Final = 0.5


class HangNote(Struct, frozen=True):
    """What was running: the module (a key, or a Python module's name) and its line."""

    module: str
    where: str
    seconds: int

    def __str__(self) -> str:
        return f"module {self.module} ({self.where}) had not finished after {self.seconds} s"


def note_of(campaign: Path) -> HangNote | None:
    """Return what a campaign was at when its program was stopped, if that was a rule that did not end."""
    try:
        return msgspec.json.decode(_beside(campaign).read_bytes(), type=HangNote)
    except (OSError, msgspec.MsgspecError):
        return None


def forget(campaign: Path) -> None:
    """Take the note away: the table has decided."""
    with suppress(OSError):
        _beside(campaign).unlink(missing_ok=True)


def _beside(campaign: Path) -> Path:
    return campaign.with_name(campaign.name + UNENDED)


class Watch:
    """Watches the thread that makes it. ``tell`` is told once of each call that lasts (in the watching thread).

    ``breaks``: a call that reaches the limit is broken off (``Unended`` is raised in it), for a window has no Ctrl-C.
    """

    patience: ClassVar[float] = 5.0
    """Seconds after which a call is written down."""
    limit: ClassVar[float] = 60.0

    def __init__(
        self,
        referee: Referee,
        campaign: Path,
        *,
        tell: Callable[[HangNote], object] = lambda _: None,
        breaks: bool = False,
    ) -> None:
        self.referee, self.campaign = referee, campaign
        self.note: HangNote | None = None
        self._tell, self._breaks = tell, breaks
        self._watched = get_ident()
        self._piece: tuple[int, int, int] | None = None
        self._since = monotonic()
        self._over = Event()
        self._kept = False
        self._ended: tuple[int, HangNote] | None = None
        """The call that was written down last and is over, by the frame it ran in."""
        self._noting = RLock()
        self._thread = Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> Watch:
        """Begin to watch."""
        self._thread.start()
        return self

    def look_at(self, referee: Referee) -> None:
        """Watch the thread that calls from now on, which plays on this referee."""
        self.referee, self._watched, self._piece = referee, get_ident(), None

    def stop(self) -> None:
        """Leave off; a note of what was broken off stays until the table has decided."""
        self._over.set()
        self._thread.join()
        if not self._kept:
            self._drop_note()

    def keep_note(self, stop: BaseException) -> HangNote | None:
        """Say what was running, if it had lasted when somebody pressed Ctrl-C; its note stays.

        Where the call took its time to be left, its end has been noticed already: then its note is written again.
        """
        with self._noting:
            frames = {id(frame) for frame, _ in walk_tb(stop.__traceback__)}
            if self.note is None and self._ended is not None and self._ended[0] in frames:
                self._put_note(self._ended[1])
            self._kept = self.note is not None
            return self.note

    def settle(self) -> None:
        """The table has decided how to go on."""
        self._kept = False
        self._drop_note()

    def _run(self) -> None:
        while not self._over.wait(min(PERIOD, self.patience / 4)):
            self._look()

    def _look(self) -> None:
        piece = self._running()
        if piece is None or piece != self._piece:
            self._notice_end()
            self._piece, self._since = piece, monotonic()
            return
        lasts = monotonic() - self._since
        if lasts >= self.patience and self.note is None:
            self._write(round(lasts))
        if self._breaks and lasts >= self.limit and self.note is not None:
            self._since = monotonic()  # where it is swallowed, it is raised again later
            break_off(self._watched)

    def _notice_end(self) -> None:
        with self._noting:
            if self._piece is not None and self.note is not None and not self._kept:
                self._ended = self._piece[0], self.note
                self._drop_note()

    def _running(self) -> tuple[int, int, int] | None:
        """Return what tells one call into the engine from another; ``None`` when none runs. All rules run in one."""
        found = None
        for frame, _ in within(self._watched):
            if str(frame.f_globals.get("__name__", "")).startswith("sandtable.engine."):
                found = id(frame)
        return None if found is None else (found, self.referee.journal.serial, self.referee.game.state.version)

    def _write(self, seconds: int) -> None:
        found = culprit(self.referee.family, within(self._watched))
        if found is None:
            return
        note = HangNote(found.module, found.where, seconds)
        self._put_note(note)
        self._tell(note)

    def _put_note(self, note: HangNote) -> None:
        self.note = note
        with suppress(OSError):
            _beside(self.campaign).write_bytes(msgspec.json.encode(note))

    def _drop_note(self) -> None:
        if self.note is not None:
            self.note = None
            forget(self.campaign)
