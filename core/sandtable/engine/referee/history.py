"""Moving along the journal: undo, redo, go-to, under the campaign's rule for taking back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from sandtable.engine.errors import Illegal, NeedsAgreement, SandtableError
from sandtable.engine.journal.journal import ROOT, Ply
from sandtable.engine.journal.log import read_ply
from sandtable.engine.referee.certainty import certain, undo_failed
from sandtable.engine.state.rows import Seat

if TYPE_CHECKING:
    from sandtable.engine.referee.reworking import Reworker

TakeBack = Literal["free", "agree", "never"]


class History:
    """Moves the head of a journal, and the position with it; sealed answers that were revealed go back as one."""

    __slots__ = ("_journal", "_take_back", "runner")

    def __init__(self, runner: Reworker, take_back: TakeBack) -> None:
        self.runner, self._journal, self._take_back = runner, runner.journal, take_back

    @certain
    def undo(self, seat: str | None = None, *, agreed: bool = False) -> Ply:
        """Take back the ply at the head; returns it.

        Raises ``Illegal`` when the campaign's take-back rule forbids it, or wants everybody's agreement and
        ``agreed`` is not set. Sealed answers that have been revealed go back as one.
        """
        ply = self._journal.at
        if ply is None or ply.parent == ROOT:
            raise Illegal("there is nothing to undo")
        first = (
            self._journal[ply.reveals_from]
            if ply.reveals_from
            else self._journal[ply.parent]
            if ply.kind == "start"
            else ply
        )
        if first.parent == ROOT:
            raise Illegal("there is nothing to undo")
        before = self._start_after(first.parent)
        self._may_go_back(before, seat, agreed)
        self.move(before)
        return ply

    def _may_go_back(self, to: int, seat: str | None, agreed: bool) -> None:
        if self._take_back == "free":
            return
        for ply in self._journal.way(to)[0]:
            past = (
                "a throw" if ply.throws
                else "an answer that has been revealed" if ply.reveals_from
                else f"a decision of {ply.seat}" if seat is not None and ply.seat not in ("", seat)
                else ""
            )  # fmt: skip
            if not past:
                continue
            sides = self.runner.game.sides_of(seat) if seat else ()
            told = ", ".join(action.says for action in read_ply(self._journal, ply, sides).actions)
            where = f"{past} (ply {ply.id}{': ' + told if told else ''})"
            if self._take_back == "never":
                raise Illegal(f"in this campaign nothing can be taken back past {where}")
            if not agreed:
                raise NeedsAgreement(f"taking back past {where} needs everybody's agreement")

    def redone_by(self) -> int | None:
        """Return the ply to which redo goes next, ``None`` where there is nothing to redo.

        A revealed set that was taken back can be done again though bots have answered anew, until a person does.
        """
        journal = self._journal
        if (child := journal.redo_of(journal.head)) is not None:
            return child
        at, first = journal.head, ROOT
        while at != ROOT and journal[at].kind == "sealed" and not journal[at].reveals_from and self._bot(journal[at]):
            at, first = journal[at].parent, at
        before = [one for one in journal.children(at) if one != first] if first != ROOT else []
        return next((one for one in reversed(before) if self._whole_reveal(one) != one), None)

    def _bot(self, ply: Ply) -> bool:
        seat = self.runner.game[Seat].get(ply.seat)
        return seat is not None and seat.kind == "bot"

    @certain
    def redo(self) -> Ply:
        """Go forward again the way last taken; returns the ply now at the head."""
        child = self.redone_by()
        if child is None:
            raise Illegal("there is nothing to redo")
        last = self._start_after(self._whole_reveal(child))
        self.move(last)
        return self._journal[last]

    def _whole_reveal(self, id: int) -> int:
        """Go down to the last of a revealed set of sealed answers, or stay where the set is still waiting."""
        at = id
        if self._journal[id].kind != "sealed":
            return id
        while self._journal[at].kind in ("sealed", "table") and (child := self._journal.redo_of(at)) is not None:
            at = child
        return at if self._journal[at].reveals_from else id

    def _start_after(self, id: int) -> int:
        """Return the ply in which play went on by itself after ``id``, if there is one; else ``id``."""
        after = self._journal.first_child(id) if id != ROOT else None
        return id if after is None or after.kind != "start" else after.id

    def _before_reveal(self, id: int) -> int:
        """Return the ply before the sealed answers among which ``id`` stands once they are revealed; else ``id``."""
        first, at = None, self._journal.plies.get(id)
        while at is not None and at.kind in ("sealed", "table"):
            first = at if at.kind == "sealed" else first
            at = self._journal.plies.get(at.parent)
        below = [first.id] if first is not None else []
        while first is not None and below:
            ply = self._journal[below.pop()]
            if ply.reveals_from:
                return first.parent
            if ply.kind in ("sealed", "table"):
                below += self._journal.children(ply.id)
        return id

    @certain
    def goto(self, id: int, seat: str | None = None, *, agreed: bool = False) -> None:
        """Move to any ply of the tree (0: before the first); going back follows the take-back rule.

        To a sealed answer that has been revealed means to the question: the set goes back as one.
        """
        if id != ROOT:
            id = self._before_reveal(self._journal[id].id)
        elif self._journal.plies:
            id = 1
        id = self._start_after(id)
        self._may_go_back(id, seat, agreed)
        self.move(id)

    @certain
    def return_to(self, id: int) -> None:
        """Move to a ply as it stands, also before answers that have been revealed since: for sandboxes only."""
        self.move(id)

    def move(self, id: int) -> None:
        """Move the head and the position to a ply; where that fails both are where they were."""
        runner, journal = self.runner, self._journal
        if journal.base != ROOT and not journal.follows(id, journal.base):
            first = journal[journal.base]
            raise Illegal(
                f"the campaign {first.summary} at ply {first.id}: what came before stays as it was played, "
                "and play cannot go back there"
            )
        runner.in_doubt = True
        back, forth = journal.way(id)
        try:
            runner.walk(back, forth)
            self._keep_head(id, back, forth)
        except SandtableError:
            runner.in_doubt = False
            raise
        journal.move(id)
        runner.leave_failures()
        runner.forget()
        runner.in_doubt = False

    def _keep_head(self, id: int, back: list[Ply], forth: list[Ply]) -> None:
        try:
            self.runner.sink.head(id)
        except BaseException as error:
            undo_failed(error, lambda: self.runner.walk(forth[::-1], back[::-1]))
            raise
