"""The rules on steps of ways: each is asked once for what it looks at, as long as its answers rest on what stands."""

from __future__ import annotations

from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sandtable.engine.actions.refusals import Refusal, Stop
from sandtable.engine.errors import Broken, unknown
from sandtable.engine.failures import Blame, as_broken
from sandtable.engine.state.noted_rules import noted_so_far
from sandtable.engine.state.queries import wrong_answer
from sandtable.engine.state.tracked_tables import TrackedTables

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.engine.actions.actions import Action, Game
    from sandtable.engine.actions.refusals import Verdict
    from sandtable.engine.actions.strides import Stride
    from sandtable.engine.rules.dispatch import Implementation
    from sandtable.engine.state.tracked_tables import Versions

UNASKED: Final = object()


class StepForm(NamedTuple):
    """The rules on the steps of a kind of action: those against a step, those that end a way, those against an end."""

    kind: type[Action]
    refuse: tuple[Implementation, ...]
    end: tuple[Implementation, ...]
    refuse_end: tuple[Implementation, ...]


class AskedStepRules:
    """The rules on the steps of a kind of action, as they answer in a game: in the position in which they are asked."""

    __slots__ = ("_end", "_refuse", "_refuse_end", "asks", "ends", "form", "game", "refuses", "refuses_end")

    def __init__(self, game: Game, form: StepForm) -> None:
        self.game, self.form = game, form
        self._refuse = AskedTogether(game, form.refuse, Refusal)
        self._end = AskedTogether(game, form.end, Stop)
        self._refuse_end = AskedTogether(game, form.refuse_end, Refusal)
        self.refuses, self.ends, self.refuses_end = self._refuse.any, self._end.any, self._refuse_end.any
        self.asks = bool(form.refuse or form.end)

    def ask_in(self, game: Game) -> None:
        """Ask in a game of the same memory from now on: what is seen there is the same."""
        self.game = game
        for rules in (self._refuse, self._end, self._refuse_end):
            rules.ask_in(game)

    def against(self, stride: Stride[Any]) -> Verdict:
        return self._refuse.reasons(stride)

    def stops(self, stride: Stride[Any]) -> list[Stop]:
        return self._end.reasons(stride)

    def against_end(self, stride: Stride[Any]) -> Verdict:
        return self._refuse_end.reasons(stride)


class AskedTogether:
    """Rules on steps that are asked in turn until one answers, and whether any does for what they all look at.

    A search asks this most of all, and mostly again: of the six strides into a hex most rules say the same.
    """

    __slots__ = (
        "_asked_last", "_class", "_game", "_handed", "_handed_to", "_in_turn", "_known", "_rules", "_values",
        "_version",
    )  # fmt: skip

    def __init__(self, game: Game, rules: tuple[Implementation, ...], item: type[Refusal]) -> None:
        self._game, self._rules = game, [AskedRule(game, rule, item) for rule in rules]
        self._in_turn = self._rules.copy()
        """The rules, those that have answered last before the others: most likely they do so again."""
        self._known: dict[Any, bool] = game.memory.new_cache()
        self._version = -1
        self._asked_last: object = None
        """Stands for what the answers rest on: another thing once a rule has been asked anew."""
        self._handed_to: TrackedTables | None = None
        """What was told last what the answers rest on, and of each rule, of how many tables."""
        self._handed: list[int] = []
        self._class: type | None = None
        self._values: Callable[[Any], Any]

    def ask_in(self, game: Game) -> None:
        """Ask in a game of the same memory from now on."""
        self._game = game
        for rule in self._rules:
            rule.ask_in(game)

    def any(self, stride: Stride[Any]) -> bool:
        """Tell whether any rule answers."""
        rules, state = self._rules, self._game.state
        if not rules:
            return False
        if state.version != self._version:
            self._begin(state.version)
        if stride.__class__ is not self._class:
            self._prepare(stride)
        key = self._values(stride)
        answers = self._known.get(key)
        if answers is None:
            answers = self._known[key] = self._any_answers(stride)
            self._asked_last = object()
        tables = state.tables
        if type(tables) is TrackedTables and tables.lately is not self._asked_last:
            self._hand_on(tables)
        return answers

    def reasons(self, stride: Stride[Any]) -> list[Any]:
        """Return all reasons that the rules give."""
        if not self.any(stride):
            return []
        found = [answer for rule in self._rules if (answer := rule.reason(stride)) is not None]
        self._asked_last = object()  # rules after the first that answered are asked here
        tables = self._game.state.tables
        if isinstance(tables, TrackedTables):
            self._hand_on(tables)
        return found

    def _hand_on(self, tables: TrackedTables) -> None:
        """Have what is being worked out rest on all that the answers rest on: on what has come since it last did."""
        if tables is not self._handed_to:
            self._handed_to, self._handed = tables, [0] * len(self._rules)
        for at, rule in enumerate(self._rules):
            if len(rule.rests_on) != self._handed[at]:
                tables.versions.update(rule.rests_on)
                self._handed[at] = len(rule.rests_on)
        tables.lately = self._asked_last

    def _begin(self, version: int) -> None:
        """Go on in another version of the position: what is known counts while no rule has to forget anything."""
        self._version, self._asked_last = version, object()
        for rule in self._rules:
            for table, known in rule.rests_on.items():
                if table.version != known:
                    rule.forget()
                    self._known.clear()
                    self._handed_to = None
                    break

    def _prepare(self, stride: Stride[Any]) -> None:
        """Take down what any of the rules looks at; the whole stride where one looks at all of it."""
        looked_at = [rule.prepare(stride) for rule in self._rules]
        fields = dict.fromkeys(field for fields in looked_at for field in fields)
        self._values = attrgetter(*fields) if all(looked_at) else _itself
        self._class = stride.__class__

    def _any_answers(self, stride: Stride[Any]) -> bool:
        rules = self._in_turn
        for at, rule in enumerate(rules):  # as ``AskedRule.answer`` does, at less than its price
            key = rule.values(stride)
            answer = rule.answers.get(key, UNASKED)
            if answer is UNASKED:
                answer = rule.ask_about(stride, key)
            if answer is not None:
                if at:
                    self._in_turn = [rule, *rules[:at], *rules[at + 1 :]]
                return True
        return False


class AskedRule:
    """A rule on steps with its answers, by the values of the fields of a stride that it looks at.

    They are kept while all tables that were read for any of them stay as they are.
    """

    def __init__(self, game: Game, rule: Implementation, item: type[Refusal]) -> None:
        self._game, self._rule, self._item = game, rule, item
        self.answers: dict[Any, Any] = game.memory.new_cache()
        self.rests_on: Versions = {}
        self._reading: TrackedTables | None = None
        self.values: Callable[[Any], Any]
        self._tell: Callable[[Stride[Any], Any], Stride[Any]]

    def ask_in(self, game: Game) -> None:
        """Ask in a game of the same memory from now on: its tables are the same, though it may have its own of none."""
        self._game, self._reading = game, None

    def answer(self, stride: Stride[Any]) -> Refusal | None:
        """Return the reason that the rule gives, ``None`` where it has nothing to say.

        The stride is of the class that the rule was prepared for, and asked is in the version begun with.
        """
        key = self.values(stride)
        answer: Any = self.answers.get(key, UNASKED)
        return self.ask_about(stride, key) if answer is UNASKED else answer

    def ask_about(self, stride: Stride[Any], key: Any) -> Refusal | None:
        """Ask the rule about a stride and keep its answer by the values of what it looks at, which are the key."""
        rule, game, state = self._rule, self._game, self._game.state
        tables, reading = state.tables, self._reading
        if reading is None:
            reading = self._reading = TrackedTables(tables, self.rests_on)
        state.tables = reading
        try:
            with game.gate:
                refusal: Refusal | None = rule.call(game, self._tell(stride, key))
        except BaseException as error:
            raise as_broken(error, rule) from error
        finally:
            state.tables = tables
        if refusal is not None:
            self._cite(refusal)
        self.answers[key] = refusal
        return refusal

    def forget(self) -> None:
        """Forget the answers: a table is not as it was that was read for them."""
        self.answers.clear()
        self.rests_on.clear()
        self._reading = None

    def reason(self, stride: Stride[Any]) -> Refusal | None:
        """Return the reason that the rule gives, which can be told."""
        found = self.answer(stride)
        if found is not None:
            with Blame(self._rule):
                found.name_facts(self._game)
                found.text  # noqa: B018  # where it cannot be told, that is found here
        return found

    def _cite(self, refusal: object) -> None:
        rule = self._rule
        if not isinstance(refusal, self._item):
            raise wrong_answer(rule, refusal, f"a {self._item.__name__}")
        if not refusal.rule:
            refusal.rule, refusal.instead_of = rule.citation
        refusal.rests_on = noted_so_far()

    def prepare(self, stride: Stride[Any]) -> tuple[str, ...]:
        """Return the fields that the rule looks at; raises ``Broken`` for one that strides of this class lack."""
        fields, looks_at = stride.__struct_fields__, self._rule.looks_at
        for name in looks_at:
            if name not in fields:
                wrong = unknown(f"field of {type(stride).__name__}", name, fields)
                raise Broken(f"{self._rule.where}: {wrong}", self._rule.module)
        self._tell = _teller(fields, looks_at)
        self.values = attrgetter(*looks_at) if looks_at else _itself
        return looks_at


def _itself(stride: Stride[Any]) -> Stride[Any]:
    return stride


def _teller(fields: tuple[str, ...], looks_at: tuple[str, ...]) -> Callable[[Stride[Any], Any], Stride[Any]]:
    """Return what makes of a stride, and its values of what a rule looks at, one of nothing else: of all the whole."""
    if not looks_at:
        return lambda stride, values: stride
    arrange = itemgetter(*(looks_at.index(field) if field in looks_at else -1 for field in fields))
    if len(looks_at) == 1:
        return lambda stride, value: stride.__class__(*arrange((value, None)))
    return lambda stride, values: stride.__class__(*arrange((*values, None)))
