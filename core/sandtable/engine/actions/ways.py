"""Ways of a move: which there are, what each costs, where they lead, and why not there.

One domain for areas, hexes and poses (hexes, facing, formation). A game says what strides lead on from a state and what
they cost; rules forbid steps and end ways; everybody who asks, rules, offers, bots and whoever draws it, asks here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from sandtable.engine.actions.actions import Action
from sandtable.engine.actions.allowance import Allowance
from sandtable.engine.actions.domains import MANY
from sandtable.engine.actions.refusals import Refusal
from sandtable.engine.actions.strides import Stride
from sandtable.engine.actions.way_goals import AgainstWhole, Goal, WayGoals
from sandtable.engine.actions.way_price import price_of_way, tell_price
from sandtable.engine.actions.way_reasons import WayReasons
from sandtable.engine.actions.way_search import WaySearch
from sandtable.engine.actions.way_steps import Way, WaySteps
from sandtable.engine.errors import Broken
from sandtable.engine.state.tally import Tally

if TYPE_CHECKING:
    from random import Random

    from sandtable.engine.actions.actions import Game
    from sandtable.engine.actions.refusals import Verdict

S = TypeVar("S", bound=Hashable)
LIMIT: Final = 100_000
"""So many states may be in reach."""
WALKS: Final = 3
"""So often a way is walked at random before one is searched for."""
SOON: Final = 100
"""So many states are come to before a way that may end is searched for."""
LONGEST: Final = 1_000
"""So many steps are walked at random at most."""


class Ways(Generic[S]):
    """The ways of a move from ``start``, as the states that its steps lead to: a domain.

    ``kind`` is the action class whose step rules are asked (``@refuses_step``, ``@ends_way``, ``@refuses_end``).
    ``strides(state)`` gives the steps that can be taken from a state, ``price(key)`` the tally of what those of a key
    cost (``Part.all``: the whole allowance), ``allowance`` what may be spent. Both answer the same to the same.

    ``state`` is what makes a state the same for the search, ``goal`` what a player names it by, ``spaces`` where it
    stands: by default the state itself is each of them (``spaces`` gives several). ``ends(state, spent)`` says why a
    way may not end there having cost so much, where that hangs on more than its last step. ``too_dear(way, cost)``
    words the reason against a space that lies too far, ``no_way(space)`` against one to which no steps lead. Reasons of
    all three are cited by the rule in force in the place of the one they name. More than ``limit`` states in reach are
    a mistake.

    ``far``: most ways may end only where they have gone as far as they can, as retreats do; whether there is any is
    then looked for there first, which changes nothing else.

    A way ends where a rule says so, and comes back to no state where it has been, unless it ``returns``. Listed is the
    cheapest way to each goal, cheapest first; then, of the goals where the cheapest way may not end, the cheapest that
    may, and the cheapest that returns to where it began. Other ways there may be gone. It belongs to the position in
    which it was made.
    """

    def __init__(
        self,
        game: Game,
        kind: type[Action],
        start: S,
        strides: Callable[[S], Iterable[Stride[S]]],
        price: Callable[[Any], Tally],
        allowance: Allowance,
        *,
        state: Callable[[S], Hashable] | None = None,
        goal: Callable[[S], Hashable] | None = None,
        spaces: Callable[[S], Iterable[str]] | None = None,
        ends: Callable[[S, int], Refusal | None] | None = None,
        too_dear: Callable[[Way[S], int], Refusal] | None = None,
        no_way: Callable[[str], Refusal] | None = None,
        returns: bool = False,
        far: bool = False,
        limit: int = LIMIT,
    ) -> None:
        self.game, self.returns, self.far = game, returns, far
        self.kind, self.start, self.strides, self.price, self.allowance = kind, start, strides, price, allowance
        self.limit = limit
        self._state, self._goal, self._spaces, self._ends = state, goal, spaces, ends
        self._too_dear, self._no_way = too_dear, no_way
        self._against_whole: AgainstWhole[S] | None = None
        self._steps = WaySteps(game, kind, start, strides, price, allowance, state, spaces, ends, returns, limit, far)

    # -- the domain

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or not value:
            return False
        steps = self._steps.walk(value)  # pyright: ignore[reportUnknownArgumentType]  # what a bare tuple holds is unknown
        if steps is None or not self._steps.may_end(*steps[-1]):
            return False
        return self._against_whole is None or not self._against_whole(value)  # pyright: ignore[reportUnknownArgumentType]

    def __iter__(self) -> Iterator[Way[S]]:
        return (goal.way for goal in self._goals.found)

    def sample(self, rng: Random) -> Way[S] | None:
        """Walk at random, and stop at random where a way may end: searched is only where no walk comes to an end."""
        for _ in range(WALKS):
            if (way := self._walk_at_random(rng)) is not None and not self._refused_whole(way):
                return way
        return next(iter(self), None)

    def _walk_at_random(self, rng: Random) -> Way[S] | None:
        steps, rules = self._steps, self._steps.rules
        here, spent, seen, way = self.start, 0, {steps.node(self.start)}, list[S]()
        halts: list[int] = []
        while len(way) < LONGEST and (step := steps.draw(here, spent, seen, rng, first=not way)) is not None:
            stride, spent = step
            here = stride.there
            seen.add(steps.node(here))
            way.append(here)
            if steps.may_end(stride, spent):
                halts.append(len(way))
            if rules.ends(stride):
                break
        return tuple(way[: halts[int(rng.random() * len(halts))]]) if halts else None

    def some(self) -> Way[S] | None:
        """Return any one way, ``None`` where there is none; a search begins only where none is soon come upon."""
        way = self._steps.come_upon(SOON)
        if way is not None and not self._refused_whole(way):
            return way
        return next(iter(self), None)

    def count(self) -> int:
        """Return ``MANY``: how many ways there are only a search could tell, which nobody pays to count them."""
        return MANY

    def says(self) -> str:
        return f"a way of up to {self.allowance.unit.say(self.allowance.limit)}"

    # -- step by step

    def onward(self, way: Way[S]) -> tuple[S, ...]:
        """Return the states to which a way may go on."""
        steps = self._steps.walk(way)
        if steps is None or (steps and self._steps.rules.ends(steps[-1][0])):
            return ()
        seen = {self._steps.node(one) for one in (self.start, *way)}
        spent = steps[-1][1] if steps else 0
        ahead = self._steps.ahead(way[-1] if way else self.start, spent, seen, first=not way)
        return tuple(stride.there for stride, _ in ahead)

    def halts(self, way: Way[S]) -> bool:
        """Tell whether a way may end where it has come to."""
        return way in self

    def against_halting(self, way: Way[S]) -> Verdict:
        """Return all reasons why a way may not end where it has come to, each with its rule."""
        steps = self._steps.walk(way)
        return [*self._steps.against_ending(*steps[-1]), *self._refused_whole(way)] if steps else []

    def prices(self, way: Way[S]) -> tuple[int, ...]:
        """Return what each step of a way takes, none for what is no way."""
        spent = [0, *(after for _, after in self._steps.walk(way) or ())]
        return tuple(after - before for before, after in pairwise(spent))

    def spent(self, way: Way[S]) -> int:
        """Return what a way takes."""
        return sum(self.prices(way))

    def tally(self, way: Way[S]) -> Tally:
        """Return what a way takes with its parts, step by step; of a step of many parts what it comes to."""
        steps = [self.price(stride.key) for stride, _ in self._steps.walk(way) or ()]
        quantity = steps[0].quantity if steps else self.allowance.unit.name
        return price_of_way(quantity, steps)

    def tell_price(self, way: Way[S]) -> str:
        """Tell what a way takes by what is paid for, with the rules: ``advance 3 (M-2), wood 2, stream 1 (M-3)``."""
        return tell_price(self.tally(way), self.allowance.unit)

    def after(self, way: Way[S]) -> Ways[S]:
        """Return the ways on from where a way has come to, with what is left to spend; none where it ends there."""
        steps, unit = self._steps.walk(way) or [], self.allowance.unit
        spent = steps[-1][1] if steps else 0
        been = (self.start, *way[:-1]) if way and not self.returns else ()
        seen = {self._steps.node(state) for state in been}
        all_points = "never" if way and self.allowance.all_points == "first" else self.allowance.all_points
        left = Allowance(self.allowance.limit - spent, all_points, not way and self.allowance.one_space, unit)
        over = bool(steps) and self._steps.rules.ends(steps[-1][0])

        def strides(here: S) -> list[Stride[S]]:
            if over:
                return []
            return [stride for stride in self._steps.strides_from(here) if self._steps.node(stride.there) not in seen]

        def ends(there: S, more: int) -> Refusal | None:
            return self._ends(there, spent + more) if self._ends is not None else None

        def too_dear(rest: Way[S], cost: int) -> Refusal:
            return self._reasons.word_lack((*way, *rest), spent + cost)

        on = Ways(
            self.game, self.kind, way[-1] if way else self.start, strides, self.price, left, state=self._state,
            goal=self._goal, spaces=self._spaces, ends=ends, too_dear=too_dear, no_way=self._no_way,
            returns=self.returns, far=self.far, limit=self.limit,
        )  # fmt: skip
        return on.as_judged(lambda rest: self._refused_whole((*way, *rest))) if self._against_whole is not None else on

    # -- judged as a whole

    @staticmethod
    def offered(game: Game, kind: type[Action], side: str, **filled: Any) -> Ways[Any]:
        """Return the ways by which a side could do what is filled so far, as far as it can see: what may be shown.

        They are those of the first field that is open, without what rules on a whole way refuse.
        """
        domain: Any = game.offered(kind, side, **filled)
        if not isinstance(domain, Ways):
            raise Broken(f"what {kind.__name__} may hold is {domain.says()}, not a way: fill the fields before it")
        return domain  # pyright: ignore[reportUnknownVariableType]  # of whatever states

    def as_judged(self, against: AgainstWhole[S]) -> Ways[S]:
        """Return these ways without those against which a rule on a whole way says something.

        Of a goal whose cheapest way is refused a dearer one is looked for; ``TRIED`` of them are held against the
        rules, and no more than ``LOOKED_AT`` looked at. The search is shared.
        """
        judged = object.__new__(type(self))
        judged.__dict__.update(self.__dict__, _against_whole=against)
        for known in ("_goals", "_reach", "_refused_at"):
            judged.__dict__.pop(known, None)
        return judged

    def _refused_whole(self, way: Way[S]) -> Verdict:
        return self._against_whole(way) if self._against_whole is not None else []

    # -- all at once

    def listed(self) -> Iterable[Goal[S]]:
        """Return all goals, cheapest first; they are looked for as they are gone through."""
        return self._goals.found

    def goals(self, space: str) -> tuple[Goal[S], ...]:
        """Return what may be named as the end of a way at a space, cheapest first."""
        return self.reach().get(space, ())

    def reach(self) -> dict[str, tuple[Goal[S], ...]]:
        """Return each space at which a way may end, with its goals."""
        return self._reach

    def barred(self) -> dict[str, Verdict]:
        """Return each space beside the reach that rules keep out of it, with all their reasons."""
        edge = self._reasons.at_the_edge | self._refused_at
        return {space: reasons for space, reasons in edge.items() if reasons and space not in self._reach}

    def why_not(self, space: str) -> Verdict:
        """Return all reasons why no way ends at a space, each with its rule; none where one does.

        They are those against the last step there from wherever one comes, and what is lacking to go there; where no
        step is the last, those against the steps before.
        """
        if self.goals(space):
            return []
        return self._refused_at.get(space) or self._reasons.against(space)

    def forbidden_step(self, space: str) -> Refusal | None:
        """Say that the map forbids the way to a space from where these begin, with its rule; ``None`` where not.

        Another way may lead there all the same.
        """
        return self._reasons.forbidden_step(space)

    def objections(self, way: Way[S]) -> Verdict:
        """Return the reasons of the rules on steps against a way, each with its rule; none of them need be left."""
        return self._reasons.objections(way)

    # -- the parts: searching

    @property
    def search(self) -> WaySearch:
        """The search for all of them, which goes as far as it is asked."""
        return self._steps.search

    @cached_property
    def _reasons(self) -> WayReasons[S]:
        return WayReasons(self._steps, self._too_dear, self._no_way)

    @cached_property
    def _goals(self) -> WayGoals[S]:
        return WayGoals(self._steps, self._goal, self._against_whole)

    @cached_property
    def _refused_at(self) -> dict[str, Verdict]:
        """What rules on whole ways say against the cheapest that would end at a space."""
        refused = self._goals.refused if self._against_whole is not None else []
        return {space: reasons for state, reasons in reversed(refused) for space in self._steps.spaces_of(state)}

    def spaces_of(self, state: S) -> tuple[str, ...]:
        """Return the spaces in which a state of the way stands, the one that leads first."""
        return tuple(self._steps.spaces_of(state))

    @cached_property
    def _reach(self) -> dict[str, tuple[Goal[S], ...]]:
        self.search.settled.all()
        found: dict[str, list[Goal[S]]] = {}
        for goal in self._goals.found.all():
            for space in self._steps.spaces_of(goal.state):
                found.setdefault(space, []).append(goal)
        return {space: tuple(sorted(goals, key=attrgetter("cost"))) for space, goals in found.items()}
