"""The game as rules and players meet it: rows, questions, and the gate for change."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar, cast

from msgspec import Struct

from sandtable.engine.actions.actions import Action, Ask, Verdict
from sandtable.engine.actions.search import objections
from sandtable.engine.errors import Broken, unknown
from sandtable.engine.failures import Blame
from sandtable.engine.queries import Query
from sandtable.engine.rules.dispatch import collecting
from sandtable.engine.rules.options import Choices
from sandtable.engine.running.views import View
from sandtable.engine.state.charts import Chart
from sandtable.engine.state.noted_rules import NotedCache, noted_so_far, noting
from sandtable.engine.state.rows import AgendaItem, Counter, Due, Duty, Ended, Frame, InForce, Mark, Seat, Side

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from sandtable.engine.failures import Method
    from sandtable.engine.rules.dispatch import Implementation
    from sandtable.engine.rules.hooks import HookSet, Listen
    from sandtable.engine.rules.installed_game import InstalledGame
    from sandtable.engine.rules.rulebook import Rulebook
    from sandtable.engine.rules.rules import Moment, Reaction
    from sandtable.engine.state.gate import Gate
    from sandtable.engine.state.row import Row
    from sandtable.engine.state.rows import SideId
    from sandtable.engine.state.state import State
    from sandtable.engine.state.tables import Table

    H = TypeVar("H", bound=HookSet)
    R = TypeVar("R", bound=Row)
    A = TypeVar("A", bound=Action)


class Memory:
    """Answers that are kept: of one position, and while some tables stay as they are (see ``remembered``)."""

    __slots__ = ("_kept", "_passing", "_version", "lasting")

    def __init__(self, kept: type[dict[Any, Any]] = dict) -> None:
        self._kept = kept
        self._version, self._passing = -1, kept()
        self.lasting: dict[Any, tuple[Any, tuple[tuple[Table[Any], int], ...]]] = kept()

    def of(self, version: int) -> dict[Any, Any]:
        """Return the answers given in the position of this version; those of another one are forgotten."""
        if self._version != version:
            self._version, self._passing = version, self._kept()
        return self._passing


class Note(Struct, frozen=True, gc=False):
    """A line of the log: what happened, by which rule, and the sides that may read it (``None``: all)."""

    text: str
    rule: str = ""
    sides: tuple[str, ...] | None = None


class Game:
    """One position with the rulebook in force.

    ``game[Corps]`` is a table, ``game.hooks(MyHooks)`` asks the modules, ``put``, ``change`` and ``remove``
    are the gate: they work only while the referee works out an action. ``viewers`` are the sides whose eyes
    this game is seen through, ``None`` for the true position.
    """

    def __init__(self, family: InstalledGame, state: State, viewers: frozenset[str] | None = None) -> None:
        self.family = family
        self.state = state
        self.gate: Gate = state.gate
        self.viewers = viewers
        self.notes: list[Note] = []
        self.memory = Memory()
        self.pieces_of_work = 0
        self.likely: dict[str, type[Action]] = {}
        """What could be done when a step was looked at last: where to look first; no answer depends on it."""
        self.drawn: tuple[Action, Ask, int] | None = None
        """What has just been found legal, as an answer to which question, in which version of the position."""
        self._noted: tuple[int, Memory] | None = None
        self._in_force = self._framed = -1
        self._frame: Frame
        self._frames: Table[Frame] | None = None
        self._rulebook: Rulebook
        self._views: dict[frozenset[str], tuple[Game, View, Memory]] = {}
        self._sights: dict[str, Game] = {}
        self._sighted = -1

    # -- reading

    def __getitem__(self, kind: type[R]) -> Table[R]:
        try:
            return self.state.tables[kind]
        except KeyError:
            return self.state[kind]

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook of the options in force; undoing a change of options brings the old one back."""
        options = self.state.tables[InForce]
        if options.version != self._in_force:
            self._rulebook = self.family.rulebook(choices_of(options.get("options")))
            self._in_force = options.version
        return self._rulebook

    def hooks(self, hook_set: type[H]) -> H:
        """Return the hooks of a set, ready to call."""
        return self.rulebook.hooks(hook_set)

    def chart(self, id: str) -> Chart:
        """Return a chart with the cells that options put over it; a missing chart is an error, never a default."""
        row = self[Chart].get(id)
        if row is None:
            raise unknown("chart", id, self[Chart].ids(), "the scenario must hold it")
        return self.rulebook.chart(row)

    def stands(self, rule: str) -> bool:
        """Tell whether a rule is in force (present and not superseded)."""
        return self.rulebook.stands(rule)

    @property
    def frame(self) -> Frame:
        """The innermost frame: where we are."""
        frames = self.state.tables[Frame]
        if frames.version != self._framed or frames is not self._frames:
            innermost = frames.last()
            if innermost is None:
                raise Broken("the game has no frame: it has not begun")
            self._frame, self._frames, self._framed = innermost, frames, frames.version
        return self._frame

    @property
    def frames(self) -> list[Frame]:
        """All frames, outermost first."""
        return list(self[Frame])

    @property
    def round(self) -> int:
        """The round of the main sequence."""
        for frame in self.state.tables[Frame]:
            return cast("int", frame.round)
        return 0

    @property
    def ended(self) -> Ended | None:
        return self.state.tables[Ended].get("ended")

    def seat_of(self, side: str) -> str | None:
        """Return the seat that answers for a side: its own, or that of the side that acts for it."""
        seen: set[str] = set()
        row = self[Side].get(side)
        while row is not None and row.id not in seen:
            if row.seat is not None:
                return row.seat
            seen.add(row.id)
            row = self[Side].get(row.deputy)
        return None

    def sides_of(self, seat: str) -> tuple[SideId, ...]:
        """Return the sides a seat answers for."""
        return tuple(side.id for side in self[Side] if self.seat_of(side.id) == seat)

    def seen_by(self, seat: str) -> Game:
        """Return the game as a seat sees it: same questions, hidden rows with their public face."""
        self[Seat][seat]
        return self.seen_by_sides(frozenset(self.sides_of(seat)))

    def sight(self, side: str) -> Game:
        """Return the game as the seat that answers for ``side`` sees it."""
        known = self._sights.get(side)
        if known is not None and known.state.version == self.state.version:
            return known  # nothing has happened since
        version = self.state.tables[Side].version
        if version != self._sighted:
            self._sights, self._sighted, known = {}, version, None
        if known is not None and known.viewers is not None:
            return self.seen_by_sides(known.viewers)
        seat = self.seat_of(side)
        known = self._sights[side] = self.seen_by_sides(frozenset(self.sides_of(seat) if seat else ()) | {side})
        return known

    def seen_by_sides(self, sides: frozenset[str]) -> Game:
        """Return the game in the eyes of these sides; it follows this one."""
        if self.viewers is not None:
            return self
        known = self._views.get(sides)
        if known is None:
            view = View(self.state, sides)
            known = self._views[sides] = (Game(self.family, view, sides), view, Memory())
        game, view, memory = known
        if view.version != self.state.version:
            if view.follow(self.rulebook):
                memory.lasting.clear()
            game.memory = self.memory if view.clear else memory
        return game

    # -- verdicts

    def verdict(self, action: Action, ask: Ask) -> Verdict:
        """Return all reasons why this action may not answer ``ask``, each with its rule; legal means none."""

        def reasons() -> Verdict:
            form = self.rulebook.form(type(action))
            return self._reasons(action, ask, form.implementations, form.own)

        return self._with_noted_rules(reasons)

    def _with_noted_rules(self, reasons: Callable[[], Verdict]) -> Verdict:
        """Return reasons; where there are any they are worked out again, for the options that they rest on."""
        found = reasons()
        if not found or self.rulebook.noting is None:
            return found
        with self.noting():
            return reasons()

    @contextmanager
    def noting(self) -> Generator[None]:
        """Ask the rules through a rulebook that notes which options have changed a number or a cell of a chart."""
        usual, memory = self.rulebook, self.memory
        with noting():
            try:
                self._rulebook, self.memory = usual.noting or usual, self._memory_with_notes()
                yield
            finally:
                self._rulebook, self.memory = usual, memory

    def _memory_with_notes(self) -> Memory:
        """Return the answers that have been kept with their notes in this position."""
        version = self.state.version
        if self._noted is None or self._noted[0] != version:
            self._noted = version, Memory(NotedCache)
        return self._noted[1]

    def verdict_on_part(self, kind: type[Action], filled: Mapping[str, Any], ask: Ask) -> Verdict:
        """Return the reasons against a half-filled action, of rules that look only at what is filled."""

        def reasons() -> Verdict:
            form = self.rulebook.form(kind)
            part = kind(*[filled.get(field.field) for field in form.fields])
            return self._reasons(part, ask, form.early_rules(filled))

        return self._with_noted_rules(reasons)

    def allows(self, action: Action, ask: Ask) -> bool:
        """Tell whether an action is legal, without looking for more than one reason."""
        form = self.rulebook.form(type(action))
        with Query(self.gate):
            return next(objections(self, action, ask, form.implementations, form.own), None) is None

    def _reasons(self, action: Action, ask: Ask, rules: Iterable[Implementation], own: Method | None = None) -> Verdict:
        """Return all that is said against an action, each with the rule that says it."""
        found: Verdict = []
        with Query(self.gate):
            for code, refusal in objections(self, action, ask, rules, own):
                if not refusal.rule and code is not own:
                    refusal.rule, refusal.instead_of = cast("Implementation", code).citation
                refusal.rests_on = noted_so_far()
                with Blame(code):
                    refusal.text  # noqa: B018  # where it cannot be told, that is found here
                found.append(refusal)
        return found

    def legal(self, kind: type[A], side: str, **filled: Any) -> Iterator[A]:
        """Yield what a side could legally do of a kind, as far as it can see, with these fields filled."""
        from sandtable.engine.actions.offers import Offer

        return cast("Iterator[A]", Offer(self.sight(side), Ask(side, (kind,)), kind, filled).actions())

    def reactions(self, moment: Moment) -> list[Reaction]:
        """Collect what modules let sides do at a moment."""
        from sandtable.engine.rules.rules import Reaction

        voices = self.rulebook.listeners("reacts", type(moment))
        return collecting(voices, Reaction)(self, moment) if voices else []

    # -- the gate

    def put(self, row: R) -> R:
        """Add a row, or replace the one with its id; returns the row as stored."""
        return self.state.put(row)

    def change(self, row: R, **fields: Any) -> R:
        """Replace fields of a row that is still the current one; returns the new row."""
        return self.state.change(row, fields)

    def remove(self, row: Row) -> None:
        """Take a row out."""
        self.state.remove(row)

    def note(self, text: str, rule: str = "", sides: tuple[str, ...] | None = None) -> None:
        """Write a line into the log; ``sides`` says who may read it, ``None`` all."""
        self.gate.check("note")
        self.notes.append(Note(text, rule, sides))

    def new_id(self, series: str) -> str:
        """Return the next id of a series, ``guerilla-0007``; ids sort as they were given (``guerilla-z10000``)."""
        counter = self[Counter].get(series)
        number = counter.next if counter else 1
        self.put(Counter(series, number + 1))
        return f"{series}-{'z' * (len(str(number)) - 4)}{number:04}"

    # -- where we go

    def enter(self, sequence: str, subject: str = "", side: str | None = None) -> None:
        """Play a sub-sequence when the running procedure ends; several are played in the order of the calls.

        ``side`` plays its once-only phases. When it is left, ``@leaves(sequence)`` events go on from there.
        """
        if sequence not in self.rulebook.sequences:
            raise self.gate.refuse(str(unknown("sequence", sequence, self.rulebook.sequences)))
        self.later("enter", subject, sequence=sequence, side=side)

    def leave(self, sequence: str = "") -> None:
        """End the innermost sequence (of that name) once the running procedure and its agenda are done."""
        for frame in reversed(self.frames):
            if not sequence or frame.sequence == sequence:
                self.change(frame, leaving=True)
                return
        raise self.gate.refuse(f"leave {sequence}: no such sequence is being played")

    def later(
        self, what: str, subject: str, *, after: str = "", sides: tuple[str, ...] = (), **data: Any
    ) -> AgendaItem:
        """Put a piece of work on the agenda; ``@works(what)`` does it when the running procedure ends.

        Work is done in the order of the calls; ``after`` names a kind of work that must all be done first, whenever
        it was put there (morale checks after the last rout). ``sides`` are those that know of it, all when empty.
        """
        if what != "enter":
            self._expect("works", what)
        return self.put(AgendaItem(self.new_id("later"), what, subject, self.frame.id, data, after, sides=_ids(sides)))

    def due(
        self,
        what: str,
        subject: str,
        *,
        step: str,
        when: int,
        rule: str,
        side: str | None = None,
        sides: tuple[str, ...] = (),
        **data: Any,
    ) -> Due:
        """Have ``@works(what)`` happen when ``step`` opens in round ``when`` of the main sequence, or later.

        ``side``: only when that side plays the step. ``sides`` are those that know of it, all when empty.
        """
        self._expect("works", what)
        return self.put(
            Due(
                self.new_id("due"),
                what,
                subject,
                step,
                when,
                rule,
                cast("SideId | None", side),
                data,
                sides=_ids(sides),
            )
        )

    def _expect(self, kind: Listen, what: str) -> None:
        """Refuse work that nobody would ever do: most likely a misspelt name."""
        if self.rulebook.event(kind, what) is None:
            raise self.gate.refuse(f"no module in force has @{kind}({what!r})")

    def mark(self, subject: str, what: str, until: str = "turn", count: int = 1, sides: tuple[str, ...] = ()) -> Mark:
        """State a fact that the sequence wipes at the end of ``until``.

        ``step``, ``phase``, ``round`` and ``sequence`` mean those of the present frame; the key of a step,
        phase or sequence means its end, whoever plays it; anything else is wiped by ``game.wipe``. ``sides`` are
        those that know of it, all when empty.
        """
        return self.put(Mark(f"{what}:{subject}", subject, what, until, self.frame.id, count, sides=_ids(sides)))

    def mark_of(self, subject: str, what: str) -> Mark | None:
        """Return the mark, if it is there."""
        return self.state.tables[Mark].get(f"{what}:{subject}")

    def wipe(self, until: str) -> None:
        """Remove all marks that were to last until ``until``."""
        for mark in self[Mark].where("until", until):
            self.remove(mark)

    def oblige(
        self, side: str, what: str, subject: str, *, by: str, rule: str, says: str, sides: tuple[str, ...] = ()
    ) -> Duty:
        """Make something a side's duty before step ``by`` may end; ``@fails(what)`` runs once it cannot be done."""
        self._expect("fails", what)
        return self.put(
            Duty(f"{what}:{side}:{subject}", cast("SideId", side), subject, what, by, rule, says, sides=_ids(sides))
        )

    def fulfil(self, side: str, what: str, subject: str) -> None:
        """Take a duty away: it is done."""
        duty = self[Duty].get(f"{what}:{side}:{subject}")
        if duty is not None:
            self.remove(duty)

    def end(self, winner: str | None, why: str, rule: str = "") -> None:
        """End the game; when it has ended already the first end stands, and this one is noted."""
        if self.ended:
            self.note(f"the game would also have ended: {why}", rule)
            return
        self.put(Ended("ended", cast("SideId | None", winner), why, rule))


def _ids(sides: tuple[str, ...]) -> tuple[SideId, ...]:
    return cast("tuple[SideId, ...]", sides) if sides else ()


def choices_of(row: InForce | None) -> Choices:
    """Return the options of an ``InForce`` row."""
    if row is None:
        return Choices()
    parameters: Mapping[str, Mapping[str, Any]] = row.parameters
    return Choices(frozenset(row.on), parameters, row.order)
