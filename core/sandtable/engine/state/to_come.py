"""What is to come in a position, what a side owes, and what is noted for a while: rows of declared kinds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, TypeVar, cast

from sandtable.engine.rule_at_work import needed_rule
from sandtable.engine.state.kinds import Work
from sandtable.engine.state.position import Position, known_to
from sandtable.engine.state.rows import AgendaItem, Due, Duty, Mark

if TYPE_CHECKING:
    from sandtable.engine.state.kinds import DutyKind, MarkKind, RowKind
    from sandtable.engine.state.rows import SideId

W = TypeVar("W", bound=Work)


class ToCome(Position, ABC):
    """A position with its agenda, what is due, duties and marks."""

    @abstractmethod
    def _expect(self, kind: RowKind, step: str = "") -> None:
        """Refuse a kind that nobody in force knows what to do with, and a ``step`` to do it at that there is not."""

    # -- work

    def later(
        self,
        work: Work,
        subject: str,
        *,
        after: type[Work] | None = None,
        once: bool = False,
        sides: tuple[str, ...] = (),
    ) -> AgendaItem:
        """Put a piece of work on the agenda; ``@works`` does it when the running procedure ends.

        Work is done in the order of the calls; ``after`` is a kind of work that must all be done first, whenever it was
        put there (morale checks after the last rout). ``once``: what is on the agenda for this subject already is not
        put there again. ``sides`` are those that know of it, all when empty.
        """
        self._expect(type(work))
        if once:
            for waiting in self[AgendaItem]:
                if (waiting.what, waiting.subject) == (work.stored, subject):
                    return waiting
        return self._put_off(work, subject, "" if after is None else after.stored, known_to(sides))

    def _put_off(self, work: Work, subject: str, after: str = "", sides: tuple[SideId, ...] = ()) -> AgendaItem:
        id, frame = self.new_id("later"), self.frame.id
        return self.put(AgendaItem(id, work.stored, subject, frame, work.document(), after, sides=sides))

    def due(
        self,
        work: Work,
        subject: str,
        *,
        step: str,
        when: int,
        rule: str = "",
        side: str | None = None,
        sides: tuple[str, ...] = (),
    ) -> Due:
        """Have work done by ``@works`` when ``step`` opens in round ``when`` of the main sequence, or later.

        ``side``: only when that side plays the step. ``sides`` are those that know of it, all when empty.
        """
        self._expect(type(work), step)
        cited = needed_rule(rule, "what falls due", work.stored, subject)
        id, plays = self.new_id("due"), cast("SideId | None", side)
        return self.put(Due(id, work.stored, subject, step, when, cited, plays, work.document(), sides=known_to(sides)))

    def waiting(self, kind: type[W]) -> list[tuple[AgendaItem | Due, W]]:
        """Return the work of a kind that waits on the agenda or for a step: each row with what it holds."""
        return [(row, kind.read(row)) for row in self._waiting(kind)]

    def waits(self, kind: type[Work], subject: str) -> bool:
        """Tell whether work of a kind waits for a subject, on the agenda or for a step."""
        return any(row.subject == subject for row in self._waiting(kind))

    def _waiting(self, kind: type[Work]) -> list[AgendaItem | Due]:
        agenda = [item for item in self[AgendaItem] if item.what == kind.stored]
        return [*agenda, *self[Due].where("what", kind.stored)]

    # -- duties

    def oblige(
        self, side: str, kind: DutyKind, subject: str, *, says: str, rule: str = "", sides: tuple[str, ...] = ()
    ) -> Duty:
        """Make something a side's duty before the step that its kind names may end.

        ``@fails`` runs once it cannot be done. ``sides`` are those that know of it, all when empty.
        """
        self._expect(kind)
        cited = needed_rule(rule, "a duty", kind.stored, subject)
        id, owing = _duty_id(side, kind, subject), cast("SideId", side)
        return self.put(Duty(id, owing, subject, kind.stored, kind.by, cited, says, sides=known_to(sides)))

    def owes(self, side: str, kind: DutyKind, subject: str) -> bool:
        """Tell whether a side has a duty that it has not done yet."""
        return _duty_id(side, kind, subject) in self[Duty]

    def duties(self, side: str, kind: DutyKind) -> list[Duty]:
        """Return the duties of a kind that a side has not done yet."""
        return [duty for duty in self[Duty].where("side", side) if duty.what == kind.stored]

    def fulfil(self, side: str, kind: DutyKind, subject: str) -> None:
        """Take a duty away: it is done."""
        duty = self[Duty].get(_duty_id(side, kind, subject))
        if duty is not None:
            self.remove(duty)

    # -- marks

    def mark(self, subject: str, kind: MarkKind, *, of: str = "", count: int = 1, sides: tuple[str, ...] = ()) -> Mark:
        """Note a fact, until the sequence or a rule wipes it as its kind says.

        ``of`` is what it names beside its subject. ``sides`` are those that know of it, all when empty.
        """
        self._expect(kind)
        what, known = kind.what(of) if of else kind.stored, known_to(sides) if sides else ()
        return self.put(Mark(f"{what}:{subject}", subject, what, kind.until, self.frame.id, count, sides=known))

    def mark_of(self, subject: str, kind: MarkKind, *, of: str = "") -> Mark | None:
        """Return the mark, if it is there."""
        return self.row(Mark, f"{kind.what(of)}:{subject}" if of else kind.head + subject)

    def wipe(self, until: str) -> None:
        """Remove all marks that were to last until ``until``."""
        for mark in self[Mark].where("until", until):
            self.remove(mark)


def _duty_id(side: str, kind: DutyKind, subject: str) -> str:
    return f"{kind.stored}:{side}:{subject}"
