"""A game that runs: the position under the rulebook in force, what is seen of it, and what is said of actions."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from sandtable.engine.actions.actions import Action, Ask, Game
from sandtable.engine.actions.refusals import Verdict
from sandtable.engine.actions.ways import Ways
from sandtable.engine.errors import unknown
from sandtable.engine.failures import Blame, Method
from sandtable.engine.rules.dispatch import Implementation, collecting
from sandtable.engine.rules.options import Choices
from sandtable.engine.rules.rules import Reaction
from sandtable.engine.rules.search import Search, objection, objections
from sandtable.engine.rules.step_rules import AskedStepRules
from sandtable.engine.running.views import View
from sandtable.engine.state.charts import Chart, DesignedChart
from sandtable.engine.state.kinds import DutyKind, EnterSequence, MarkKind
from sandtable.engine.state.memory import Memory
from sandtable.engine.state.noted_rules import NotedCache, noted_so_far, noting
from sandtable.engine.state.rows import GRANTS, Grants, InForce, Seat, Side
from sandtable.engine.state.tracked_tables import TrackedTables

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping

    from sandtable.engine.actions.domains import Domain
    from sandtable.engine.hooks import HookSet
    from sandtable.engine.rules.rulebook import Rulebook
    from sandtable.engine.rules.rulebooks import Rulebooks
    from sandtable.engine.rules.rules import Moment
    from sandtable.engine.state.kinds import RowKind
    from sandtable.engine.state.rows import SideId
    from sandtable.engine.state.state import State

    H = TypeVar("H", bound=HookSet)
    A = TypeVar("A", bound=Action)


class Unasked(NamedTuple):
    """A question that was not put because nothing legal answered it, after so many changes of its ply."""

    ask: Ask
    after: int


class RunningGame(Game):
    """One position with the rulebook in force: what the referee works with.

    ``viewers`` are the sides whose eyes it is seen through, ``None`` for the true position.
    """

    def __init__(self, family: Rulebooks, state: State, viewers: frozenset[str] | None = None) -> None:
        super().__init__(state)
        self.family = family
        self.viewers = viewers
        self.pieces_of_work = 0
        self.unasked: list[Unasked] = []
        """What was not asked in the present ply, for nothing legal could be answered."""
        self._noted: tuple[int, Memory] | None = None
        self._in_force = -1
        self._rulebook: Rulebook
        self._views: dict[frozenset[str], tuple[RunningGame, View, Memory]] = {}
        self._sights: dict[str, RunningGame] = {}
        self._sighted = -1
        self._resting: tuple[int, frozenset[str]] = -1, frozenset()

    # -- what is in force

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook of the options in force; undoing a change of options brings the old one back."""
        tables = self.state.tables
        version = tables[InForce].version + tables[Grants].version  # neither ever falls
        if version != self._in_force:
            options, grants = tables[InForce], tables[Grants]
            self._rulebook = self.family.rulebook(choices_of(options.get("options"), grants.get(GRANTS)))
            self._in_force = version
        return self._rulebook

    def hooks(self, hook_set: type[H]) -> H:
        """Return the hooks of a set, ready to call."""
        return self.rulebook.hooks(hook_set)

    def has_hooks(self, hook_set: type[HookSet]) -> bool:
        return hook_set in self.family.hook_sets

    def has_implementation(self, hook: str) -> bool:
        return self.rulebook.has_implementation(hook)

    def actions_at(self, step: str) -> tuple[type[Action], ...]:
        return self.rulebook.actions.get(step, ())

    def chart(self, id: str) -> Chart:
        """Return a chart with the cells that designer and options put over it; a missing one is an error."""
        row = self[Chart].get(id)
        if row is None:
            raise unknown("chart", id, self[Chart].ids(), "the scenario must hold it")
        return self.rulebook.chart(row, self[DesignedChart].get(id))

    def stands(self, rule: str) -> bool:
        """Tell whether a rule is in force (present and not superseded)."""
        return self.rulebook.stands(rule)

    def citation_of(self, rule: str) -> tuple[str, tuple[str, ...]]:
        """Return the rule in force in the place of one, and whom it replaces or amends."""
        return self.rulebook.citation_of(rule)

    def is_at_rest(self, side: str) -> bool:
        """Tell whether nobody answers for a side: it has neither a seat nor, through its deputies, anybody else's."""
        sides = self.state.tables[Side]
        if sides.version != self._resting[0]:
            resting = frozenset(one.id for one in sides if self.seat_of(one.id) is None)
            self._resting = sides.version, resting
        return side in self._resting[1]

    # -- what a side sees

    def seen_by(self, seat: str) -> RunningGame:
        """Return the game as a seat sees it: same questions, hidden rows with their public face."""
        self[Seat][seat]
        return self.seen_by_sides(frozenset(self.sides_of(seat)))

    def sight(self, side: str) -> RunningGame:
        """Return the game as the seat that answers for ``side`` sees it."""
        state = self.state
        if isinstance(state.tables, TrackedTables):
            state.tables.read_all()  # views have tables of their own: what is seen may rest on anything
        known = self._sights.get(side)
        if known is not None and known.state.version == state.version:
            return known  # nothing has happened since
        version = state.tables[Side].version
        if version != self._sighted:
            self._sights, self._sighted, known = {}, version, None
        if known is not None and known.viewers is not None:
            return self._seen_by(known.viewers)
        seat = self.seat_of(side)
        known = self._sights[side] = self._seen_by(frozenset(self.sides_of(seat) if seat else ()) | {side})
        return known

    def seen_by_sides(self, sides: frozenset[str]) -> RunningGame:
        """Return the game in the eyes of these sides; it follows this one."""
        if isinstance(self.state.tables, TrackedTables):
            self.state.tables.read_all()
        return self._seen_by(sides)

    def _seen_by(self, sides: frozenset[str]) -> RunningGame:
        if self.viewers is not None:
            return self
        known = self._views.get(sides)
        if known is None:
            view = View(self.state, sides)
            known = self._views[sides] = (RunningGame(self.family, view, sides), view, Memory())
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

    def as_judged(self, domain: Any, field: str, kind: type[Action], filled: Mapping[str, Any], ask: Ask) -> Any:
        """Return what a field may hold, given those that are filled: of ways those that rules on a whole way allow."""
        if not isinstance(domain, Ways):
            return domain
        ways: Ways[Any] = domain  # pyright: ignore[reportUnknownVariableType]  # of whatever states
        form = self.rulebook.form(kind)
        rules = form.rules_on(field, filled)
        own = form.own if all(one.field == field or one.field in filled for one in form.fields) else None
        if not rules and own is None:
            return ways

        def against(way: object) -> Verdict:
            held = {**filled, field: way}
            action = kind(*[held.get(one.field) for one in form.fields])
            return self._with_noted_rules(lambda: self._reasons(action, ask, rules, own))

        return ways.as_judged(against)

    def note_as_allowed(self, action: Action, ask: Ask) -> None:
        """Remember that an action has just been found legal in this position."""
        self.memory.allowed = self.state.version, action, ask

    def has_just_allowed(self, action: Action, ask: Ask) -> bool:
        """Tell whether this action was the last that was found legal, in this very position."""
        return self.memory.allowed == (self.state.version, action, ask)

    def allows(self, action: Action, ask: Ask) -> bool:
        """Tell whether an action is legal, without looking for more than one reason."""
        form = self.rulebook.form(type(action))
        with self.gate:
            return objection(self, action, ask, form.implementations, form.own) is None

    def _reasons(self, action: Action, ask: Ask, rules: Iterable[Implementation], own: Method | None = None) -> Verdict:
        """Return all that is said against an action, each with the rule that says it."""
        found: Verdict = []
        with self.gate:
            for code, refusal in objections(self, action, ask, rules, own):
                if not refusal.rule and code is not own:
                    refusal.rule, refusal.instead_of = cast("Implementation", code).citation
                refusal.rests_on = noted_so_far()
                with Blame(code):
                    refusal.name_facts(self)
                    refusal.text  # noqa: B018  # where it cannot be told, that is found here
                found.append(refusal)
        return found

    def step_rules(self, kind: type[Action]) -> AskedStepRules:
        """Return the rules in force on the steps of a kind of action, as they answer in the position."""
        form = self.rulebook.step_rules(kind)
        kept, key = self.memory.lasting, (AskedStepRules, kind)
        rules: AskedStepRules | None = kept.get(key)
        if rules is None or rules.form is not form:
            rules = kept[key] = AskedStepRules(self, form)
        elif rules.game is not self:
            rules.ask_in(self)
        return rules

    def legal(self, kind: type[A], side: str | Ask, **filled: Any) -> Iterator[A]:
        """Yield what a side, or whoever is asked, could legally do of a kind, as far as it can see, so filled."""
        ask = side if isinstance(side, Ask) else Ask(cast("SideId", side), (kind,))
        return cast("Iterator[A]", Search(self.sight(ask.side), ask, self.rulebook.form(kind), filled).each())

    def offered(self, kind: type[Action], side: str, **filled: Any) -> Domain[Any]:
        """Return what the first open field of an action may hold, as far as a side can see."""
        view, ask = self.sight(side), Ask(cast("SideId", side), (kind,))
        field = next(one for one in view.rulebook.form(kind).fields if one.field not in filled)
        with view.gate, Blame(field):
            domain = field.function(view, ask, *[filled[name] for name in field.needs])
        offered: Domain[Any] = view.as_judged(domain, field.field, kind, filled, ask)
        return offered

    def can_answer(self, ask: Ask) -> bool:
        """Tell whether the side that is asked has a legal answer, as far as it can see."""
        view = self.sight(ask.side)
        return any(Search(view, ask, view.rulebook.form(kind)).exists() for kind in ask.kinds)

    def reactions(self, moment: Moment) -> list[Reaction]:
        """Collect what modules let sides do at a moment."""
        voices = self.rulebook.listeners("reacts", type(moment))
        return collecting(voices, Reaction)(self, moment) if voices else []

    def leave_unasked(self, ask: Ask) -> None:
        """Take down that a question is not put: nothing legal answers it."""
        self.unasked.append(Unasked(ask, len(self.state.changes)))

    # -- what is to come

    def enter(self, sequence: str, subject: str = "", side: str | None = None) -> None:
        """Play a sub-sequence when the running procedure ends; several are played in the order of the calls.

        ``side`` plays its once-only phases. When it is left, ``@leaves(sequence)`` events go on from there.
        """
        if sequence not in self.rulebook.sequences:
            raise self.gate.refuse(str(unknown("sequence", sequence, self.rulebook.sequences)))
        self._put_off(EnterSequence(sequence, cast("SideId | None", side)), subject)

    def _expect(self, kind: RowKind, step: str = "") -> None:
        """Refuse a mark that nobody brings, and what nobody would ever do: most likely a module lacks it."""
        if isinstance(kind, MarkKind):
            if kind not in self.rulebook.brought:
                raise self.gate.refuse(f"no module in force brings the mark {kind.stored!r}: list it in its `brings`")
        elif isinstance(kind, DutyKind):
            if ("fails", kind) not in self.rulebook.places:
                raise self.gate.refuse(f"no module in force has @fails for the duty {kind.stored!r}")
        elif ("works", kind) not in self.rulebook.places:
            raise self.gate.refuse(f"no module in force has @works({kind.__name__})")
        elif step and step not in self.rulebook.steps and step not in (steps := self.rulebook.family.all_steps()):
            never = f"{kind.__name__} would never be done"
            raise self.gate.refuse(str(unknown("step", step, steps, never)))


def choices_of(row: InForce | None, grants: Grants | None = None) -> Choices:
    """Return the options of an ``InForce`` row, with what a scenario grants."""
    words = frozenset(grants.words if grants is not None else ())
    if row is None:
        return Choices(grants=words)
    parameters: Mapping[str, Mapping[str, Any]] = row.parameters
    return Choices(frozenset(row.on), parameters, row.order, words)
