"""The rules on steps of ways: each is asked once for what it looks at, as long as its answers rest on what stands."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sandtable.engine.actions.refusals import Refusal, Stop
from sandtable.engine.errors import Broken, unknown
from sandtable.engine.failures import Blame, as_broken
from sandtable.engine.state.noted_rules import noted_so_far
from sandtable.engine.state.queries import wrong_answer
from sandtable.engine.state.tracked_tables import TrackedTables

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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

    __slots__ = ("_end", "_refuse", "_refuse_end", "asks", "form", "game")

    def __init__(self, game: Game, form: StepForm) -> None:
        self.game, self.form = game, form
        self._refuse = [AskedRule(game, rule, Refusal) for rule in form.refuse]
        self._end = [AskedRule(game, rule, Stop) for rule in form.end]
        self._refuse_end = [AskedRule(game, rule, Refusal) for rule in form.refuse_end]
        self.asks = bool(self._refuse or self._end)

    def ask_in(self, game: Game) -> None:
        """Ask in a game of the same memory from now on: what is seen there is the same."""
        self.game = game
        for rule in (*self._refuse, *self._end, *self._refuse_end):
            rule.ask_in(game)

    def refuses(self, stride: Stride[Any]) -> bool:
        return _any_answers(self._refuse, stride)

    def ends(self, stride: Stride[Any]) -> bool:
        return _any_answers(self._end, stride)

    def refuses_end(self, stride: Stride[Any]) -> bool:
        return _any_answers(self._refuse_end, stride)

    def against(self, stride: Stride[Any]) -> Verdict:
        return _all_answers(self._refuse, stride)

    def stops(self, stride: Stride[Any]) -> list[Stop]:
        return _all_answers(self._end, stride)

    def against_end(self, stride: Stride[Any]) -> Verdict:
        return _all_answers(self._refuse_end, stride)


def _any_answers(rules: Sequence[AskedRule], stride: Stride[Any]) -> bool:
    for rule in rules:  # noqa: SIM110  # any() takes twice as long, and a search asks this most of all
        if rule.answer(stride) is not None:
            return True
    return False


def _all_answers(rules: Sequence[AskedRule], stride: Stride[Any]) -> list[Any]:
    if not _any_answers(rules, stride):
        return []
    return [answer for rule in rules if (answer := rule.reason(stride)) is not None]


class AskedRule:
    """A rule on steps with its answers, by the values of the fields of a stride that it looks at.

    They are kept while all tables that were read for any of them stay as they are.
    """

    def __init__(self, game: Game, rule: Implementation, item: type[Refusal]) -> None:
        self._game, self._rule, self._item = game, rule, item
        self._answers = game.memory.new_cache()
        self._rests_on: Versions = {}
        self._version = -1
        self._reading: TrackedTables | None = None
        self._class: type | None = None
        self._values: Callable[[Any], Any]
        self._filled: tuple[str | None, ...]

    def ask_in(self, game: Game) -> None:
        """Ask in a game of the same memory from now on: its tables are the same, though it may have its own of none."""
        self._game, self._reading = game, None

    def answer(self, stride: Stride[Any]) -> Refusal | None:
        """Return the reason that the rule gives, ``None`` where it has nothing to say."""
        state = self._game.state
        if state.version != self._version:
            self._forget_what_has_changed()
        if stride.__class__ is not self._class:
            self._prepare(stride)
        key = self._values(stride)
        answer: Any = self._answers.get(key, UNASKED)
        if answer is UNASKED:
            answer = self._answers[key] = self._ask(stride)
        if isinstance(state.tables, TrackedTables):
            state.tables.versions.update(self._rests_on)
        return answer  # type: ignore[no-any-return]  # what was asked

    def _forget_what_has_changed(self) -> None:
        self._version, self._reading = self._game.state.version, None
        for table, version in self._rests_on.items():
            if table.version != version:
                self._answers.clear()
                self._rests_on.clear()
                break

    def reason(self, stride: Stride[Any]) -> Refusal | None:
        """Return the reason that the rule gives, which can be told."""
        found = self.answer(stride)
        if found is not None:
            with Blame(self._rule):
                found.name_facts(self._game)
                found.text  # noqa: B018  # where it cannot be told, that is found here
        return found

    def _prepare(self, stride: Stride[Any]) -> None:
        """Take down which fields are filled; raises ``Broken`` for one that strides of this class do not have."""
        fields, looks_at = stride.__struct_fields__, self._rule.looks_at
        for name in looks_at:
            if name not in fields:
                wrong = unknown(f"field of {type(stride).__name__}", name, fields)
                raise Broken(f"{self._rule.where}: {wrong}", self._rule.module)
        self._filled = tuple(name if not looks_at or name in looks_at else None for name in fields)
        self._values = attrgetter(*looks_at) if looks_at else _itself
        self._class = type(stride)

    def _ask(self, stride: Stride[Any]) -> Refusal | None:
        told = stride.__class__(*[None if name is None else getattr(stride, name) for name in self._filled])
        rule, game, state = self._rule, self._game, self._game.state
        tables = state.tables
        reading = self._reading = self._reading or TrackedTables(tables, self._rests_on)
        state.tables = reading
        try:
            with game.gate:
                refusal = rule.call(game, told)
        except BaseException as error:
            raise as_broken(error, rule) from error
        finally:
            state.tables = tables
        if refusal is None:
            return None
        if not isinstance(refusal, self._item):
            raise wrong_answer(rule, refusal, f"a {self._item.__name__}")
        if not refusal.rule:
            refusal.rule, refusal.instead_of = rule.citation
        refusal.rests_on = noted_so_far()
        return refusal


def _itself(stride: Stride[Any]) -> Stride[Any]:
    return stride
