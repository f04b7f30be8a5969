"""The steps of a move: which lead on from a state, what is spent after each, and whether a way may end there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sandtable.engine.actions.actions import Action
from sandtable.engine.actions.allowance import Allowance
from sandtable.engine.actions.kept_strides import KeptStrides
from sandtable.engine.actions.refusals import Refusal
from sandtable.engine.actions.strides import NO_STRIDE, Stride, refuse_no_place, to_their_end
from sandtable.engine.actions.way_search import StepPrices, WaySearch
from sandtable.engine.failures import Blame, NamedCode
from sandtable.engine.state.tally import Tally

if TYPE_CHECKING:
    from random import Random

    from sandtable.engine.actions.actions import Game
    from sandtable.engine.actions.kept_strides import JudgedStrides
    from sandtable.engine.actions.refusals import Verdict
    from sandtable.engine.actions.strides import StepRules

S = TypeVar("S", bound=Hashable)
Way = tuple[S, ...]
Steps = list[tuple[Stride[Any], int]]
"""Steps of a way, each with what is spent after it."""


@lru_cache
def code_of(kind: type[Action]) -> NamedCode:
    """Return how what goes wrong on the ways of a kind of action is told."""
    return NamedCode(kind.__module__, f"the ways of {kind.__name__}")


@dataclass(eq=False)
class WaySteps(Generic[S]):
    """What leads on from a state, by the strides of a game and the rules on the steps of an action."""

    game: Game
    kind: type[Action]
    start: S
    strides: Callable[[S], Iterable[Stride[S]]]
    price: Callable[[Any], Tally]
    allowance: Allowance
    state: Callable[[S], Hashable] | None
    spaces: Callable[[S], Iterable[str]] | None
    ends: Callable[[S, int], Refusal | None] | None
    returns: bool
    limit: int
    far: bool = False

    def __post_init__(self) -> None:
        self.code = code_of(self.kind)
        self._blame = Blame(self.code)
        self.rules = self.game.step_rules(self.kind)
        self.prices = StepPrices(self.price, self.code)
        self._leading: dict[S, list[Stride[S]]] = self.game.memory.new_cache()
        self._by_place: dict[S, dict[S, list[Stride[S]]]] = self.game.memory.new_cache()
        self._search: WaySearch | None = None

    @property
    def search(self) -> WaySearch:
        """The search for all ways, which goes as far as it is asked."""
        if self._search is not None:
            return self._search
        strides: Callable[[Any], Iterable[Stride[Any]]] = self.strides
        rules, prices, state, code = self.rules, self.prices, self.state, self.code
        judged: JudgedStrides | None = None
        if type(strides) is KeptStrides:
            kept: Any = strides
            judged = kept.judged(self.game.state.version, rules, self.price, prices, state, code)
        self._search = WaySearch(
            self.start, strides, prices, self.allowance, rules, state, self.limit, code, judged=judged
        )
        return self._search

    def search_without_end(self, rules: StepRules) -> WaySearch:
        """Return a search as far as the map goes, whatever can be spent, by these rules on steps."""
        prices, allowance = StepPrices(self.price, self.code, self.allowance.limit), self.allowance.without_end()
        return WaySearch(
            self.start, self.strides, prices, allowance, rules, self.state, self.limit, self.code, quiet=True
        )

    def node(self, state: S) -> Hashable:
        """Return what makes a state the same for the search."""
        return state if self.state is None else self.state(state)

    def strides_from(self, here: S) -> list[Stride[S]]:
        """Return the strides from a state, which the game is asked for once."""
        known = self._leading.get(here)
        if known is not None:
            return known
        with self._blame:
            strides = list(to_their_end(self.strides(here), self.code))
            for stride in strides:
                if not isinstance(stride, Stride):  # pyright: ignore[reportUnnecessaryIsInstance]  # modules do this
                    refuse_no_place(stride, self.code, TypeError(f"{stride!r}"))
        self._leading[here] = strides
        return strides

    def strides_by_place(self, here: S) -> dict[S, list[Stride[S]]]:
        """Return the strides from a state by where they lead, in their order."""
        known = self._by_place.get(here)
        if known is None:
            strides = self.strides_from(here)
            known = self._by_place[here] = _one_to_each_place(strides) or self._group_by_place(strides)
        return known

    def _group_by_place(self, strides: list[Stride[S]]) -> dict[S, list[Stride[S]]]:
        found: dict[S, list[Stride[S]]] = {}
        stride: Stride[Any] = NO_STRIDE
        try:
            for stride in strides:
                found.setdefault(stride.there, []).append(stride)
        except TypeError as error:
            refuse_no_place(stride, self.code, error)
        return found

    def ahead(self, here: S, spent: int, seen: Set[Hashable], *, first: bool) -> Steps:
        """Return the steps that can be taken now from a state, each with what is spent after it."""
        return self.choose(self.strides_from(here), spent, seen, first=first)

    def draw(
        self, here: S, spent: int, seen: Set[Hashable], rng: Random, *, first: bool
    ) -> tuple[Stride[Any], int] | None:
        """Return one of the steps that can be taken now from a state at random, ``None`` where there is none.

        Rules are asked about no more steps than it takes to find one.
        """
        left, by_place = self.strides_from(here).copy(), self.strides_by_place(here)
        while left:
            at = int(rng.random() * len(left))
            there = left[at].there
            left[at] = left[-1]
            left.pop()
            if step := self._cheapest(by_place[there], spent, seen, first=first):
                return step
        return None

    def choose(self, strides: Iterable[Stride[S]], spent: int, seen: Set[Hashable], *, first: bool) -> Steps:
        """Return those of some strides that can be taken now, the cheapest to each state, with what is spent after."""
        found: dict[S, tuple[Stride[Any], int]] = {}
        stride: Stride[Any] = NO_STRIDE
        spent_after, refuses = self._spent_after, self.rules.refuses
        try:
            for stride in strides:
                after = spent_after(stride, spent, seen, first=first)
                if after is None:
                    continue
                known = found.get(stride.there)
                if (known is None or after < known[1]) and not refuses(stride):
                    found[stride.there] = stride, after
        except TypeError as error:
            refuse_no_place(stride, self.code, error)
        return list(found.values())

    def _spent_after(self, stride: Stride[S], spent: int, seen: Set[Hashable], *, first: bool) -> int | None:
        """Return what is spent after a step, ``None`` for one that is too dear or leads back, whatever rules say."""
        there, state = stride.there, self.state
        if not self.returns and (there if state is None else state(there)) in seen:
            return None
        price = self.prices[stride.key]
        if price > self.allowance.limit - spent:
            return self.prices.spent_after(self.allowance, spent, stride.key, first=first)
        return spent + price

    def _cheapest(
        self, strides: list[Stride[S]], spent: int, seen: Set[Hashable], *, first: bool
    ) -> tuple[Stride[Any], int] | None:
        """Return the cheapest of the strides to one state that can be taken now, as ``choose`` does; mostly one is."""
        if len(strides) > 1:
            return next(iter(self.choose(strides, spent, seen, first=first)), None)
        (stride,) = strides
        try:
            there = stride.there  # as ``_spent_after`` does, at less than its price
            if not self.returns and (there if self.state is None else self.state(there)) in seen:
                return None
            price = self.prices[stride.key]
            fits = price <= self.allowance.limit - spent
            after = spent + price if fits else self.prices.spent_after(self.allowance, spent, stride.key, first=first)
            return None if after is None or self.rules.refuses(stride) else (stride, after)
        except TypeError as error:
            refuse_no_place(stride, self.code, error)

    def walk(self, way: Way[S]) -> Steps | None:
        """Return the steps of a way, ``None`` where it cannot be gone so far; it need not be one that may end there."""
        here, spent, seen = self.start, 0, {self.node(self.start)}
        steps: Steps = []
        for there in way:
            if steps and self.rules.ends(steps[-1][0]):
                return None
            leading = [stride for stride in self.strides_from(here) if stride.there == there]
            step = self.choose(leading, spent, seen, first=not steps) if leading else []
            if not step:
                return None
            steps += step
            here, spent = there, step[0][1]
            seen.add(self.node(there))
        return steps

    def come_upon(self, most: int) -> Way[S] | None:
        """Return the first way that may end, going on wherever one can before turning back.

        ``None`` where none is found in so many states; another way may end all the same, for to none one comes twice.
        Ways that go ``far`` are asked whether they may end once nothing leads on from there.
        """
        been, way = {self.node(self.start)}, list[tuple[Stride[Any], int]]()
        ahead = [self._one_by_one(self.start, 0, been, first=True)]
        while ahead and len(been) <= most:
            step = next(ahead[-1], None)
            if step is None:
                ahead.pop()
                if self.far and way and self.may_end(*way[-1]):
                    return _states(way)
                del way[len(ahead) - 1 :]
                continue
            stride, spent = step
            node = self.node(stride.there)
            if node in been:
                continue
            been.add(node)
            leads_on = not self.rules.ends(stride)
            if not (self.far and leads_on) and self.may_end(stride, spent):
                return _states([*way, step])
            if leads_on:
                way.append(step)
                ahead.append(self._one_by_one(stride.there, spent, been, first=False))
        return None

    def _one_by_one(
        self, here: S, spent: int, seen: Set[Hashable], *, first: bool
    ) -> Iterator[tuple[Stride[Any], int]]:
        """Go through the steps that can be taken from a state; rules are asked about no more than are gone through."""
        for strides in self.strides_by_place(here).values():
            if step := self._cheapest(strides, spent, seen, first=first):
                yield step

    def may_end(self, stride: Stride[S], spent: int) -> bool:
        """Tell whether a way may end with a step, having cost so much."""
        if self.rules.refuses_end(stride):
            return False
        if self.ends is None:
            return True
        with self._blame:
            return self.ends(stride.there, spent) is None

    def against_ending(self, stride: Stride[S], spent: int) -> Verdict:
        """Return all reasons why a way may not end with a step, each with its rule."""
        reasons = self.rules.against_end(stride)
        with self._blame:
            own = self.ends(stride.there, spent) if self.ends is not None else None
        return [*reasons, self.cite(own)] if own is not None else reasons

    def cite(self, reason: Refusal) -> Refusal:
        """Complete a reason of the game's own: the rule in force in the place of its own, and the names in it."""
        with self._blame:
            if not reason.instead_of:
                reason.rule, reason.instead_of = self.game.citation_of(reason.rule)
            reason.name_facts(self.game)
            reason.text  # noqa: B018  # where it cannot be told, that is found here
        return reason

    def spaces_of(self, state: S) -> Iterable[str]:
        """Return where a state stands."""
        with self._blame:
            return (str(state),) if self.spaces is None else tuple(self.spaces(state))


def _one_to_each_place(strides: list[Stride[S]]) -> dict[S, list[Stride[S]]] | None:
    """Return strides by where they lead, if no two lead to one place, as mostly none do: that is soon found."""
    try:
        found = {stride.there: [stride] for stride in strides}
    except TypeError:  # who groups them says which leads to what is no place
        return None
    return found if len(found) == len(strides) else None


def _states(steps: Steps) -> Way[Any]:
    """Return the states to which some steps lead, one after the other."""
    return tuple(stride.there for stride, _ in steps)
