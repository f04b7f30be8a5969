"""Whoever is asked where a piece may go says the same: reach, offers, verdicts, reasons, and what is lit on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, cast

from sandtable.engine import Action, Ask, Choice, Ways
from sandtable.engine.actions.refusals import Verdict
from sandtable.engine.referee.referee import Referee
from sandtable.engine.running.offers import Offer
from sandtable.present import presentation
from sandtable.present.hookspecs import present_hooks

ASKED: Final = 3
"""So many spaces of a position are asked about, and as many of those where a way may end; so many ways are drawn."""
ASTRAY: Final = 4
"""A way that heeds no rule goes so many steps at most."""


@dataclass
class Agreement:
    """Asks at chosen moments of a game about all moves that are on offer, and compares the answers."""

    spaces: Sequence[str]
    rng: Random
    words_it: bool = True
    """Whether the game says by a rule that no way leads somewhere at all; drills leave that to the engine."""
    looked: Counter[str] = field(default_factory=Counter[str])
    """How often each kind of action was gone through."""

    def look(self, referee: Referee) -> None:
        """Go through what the sides that are asked now could move, one piece of each, drawn at random."""
        for ask in referee.prompt.open if referee.prompt is not None else ():
            moves = [move for kind in ask.kinds for move in self._moves(referee, ask, kind)]
            for offer, name in moves:
                self.looked[offer.kind.__name__] += 1
                domain: Any = offer.domain(name)
                if isinstance(domain, Ways):
                    self._ways_agree(referee, offer, name, domain)  # pyright: ignore[reportUnknownArgumentType]
                else:
                    self._choice_agrees(referee, offer, name, domain)
            for piece in {piece_of(offer) for offer, name in moves if isinstance(offer.domain(name), Ways)}:
                self._lit_agrees(referee, ask, piece)

    def _moves(self, referee: Referee, ask: Ask, kind: type[Action]) -> Iterator[tuple[Offer, str]]:
        """Yield an offer that is filled at random as far as the field that leads over the map, where one does."""
        offer = Offer(referee.view(ask.side), ask, kind)
        while (name := offer.next_field()) is not None:
            domain: Any = offer.domain(name)
            if isinstance(domain, Ways) or self._is_of_spaces(domain):
                yield offer, name
                return
            value = domain.sample(self.rng)
            if value is None:
                return
            offer = offer.fill(**{name: value})

    def _is_of_spaces(self, domain: object) -> bool:
        if not isinstance(domain, Choice):
            return False
        values: list[object] = [*cast("Iterable[object]", domain)]
        return bool(values) and all(value in self.spaces for value in values)

    def _drawn(self, some: Iterable[str]) -> list[str]:
        there = sorted(some)
        return self.rng.sample(there, min(ASKED, len(there)))

    # -- a space is chosen

    def _choice_agrees(self, referee: Referee, offer: Offer, name: str, domain: Choice[str]) -> None:
        """What is listed is legal; what is not is refused by a rule, in the offer and by the referee."""
        listed = {getattr(action, name) for action in offer.actions()}
        for space in [*self._drawn(self.spaces), *self._drawn(domain), *self._drawn(listed)]:
            filled = offer.fill(**{name: space})
            reasons = offer.why_not(name, space) if space in domain else []
            assert bool(ids(reasons)) == (space in domain and space not in listed), (space, *reasons)
            if filled.next_field() is None:
                refused = refusals(referee, filled)
                assert bool(refused) != (space in listed), (space, *refused)

    # -- a way is chosen

    def _ways_agree(self, referee: Referee, offer: Offer, name: str, ways: Ways[Any]) -> None:
        outright = offer.game.verdict_on_part(offer.kind, offer.filled, offer.ask)
        reach = ways.reach()
        for space in [*self._drawn(self.spaces), *self._drawn(reach)]:
            goals, reasons = ways.goals(space), offer.why_not_there(name, space)
            assert goals == reach.get(space, ())
            assert bool(ways.why_not(space)) != bool(goals), space
            assert {*map(str, ways.why_not(space))} <= {*map(str, reasons)}
            if not goals or outright:
                assert ids(reasons) if self.words_it or goals else reasons, (space, *reasons)
            for goal in goals[:ASKED]:
                self._way_agrees(referee, offer.fill(**{name: goal.way}), ways, goal.way, goal.cost, reasons)
        for _ in range(ASKED):
            if (way := ways.sample(self.rng)) is None:
                assert not reach
                continue
            assert all(space in reach for space in ways.spaces_of(way[-1])), way
            self._way_agrees(referee, offer.fill(**{name: way}), ways, way, ways.spent(way), outright)
            self._astray_agrees(referee, offer, name, ways)
        listed = {getattr(action, name) for action in offer.actions()}
        assert listed == (set() if outright else set(ways)), offer
        assert set(ways) == {goal.way for goals in reach.values() for goal in goals}, offer

    def _way_agrees(
        self, referee: Referee, offer: Offer, ways: Ways[Any], way: tuple[Any, ...], cost: int, reasons: Verdict
    ) -> None:
        """A way that is told of may be gone, at that price, unless the piece may not move at all."""
        assert way in ways
        assert ways.halts(way)
        assert not ways.objections(way)
        assert ways.spent(way) == cost <= ways.allowance.limit
        refused = refusals(referee, offer)
        assert bool(refused) == bool(reasons), (way, *refused, *reasons)
        assert ids(refused) == ids(reasons)

    def _astray_agrees(self, referee: Referee, offer: Offer, name: str, ways: Ways[Any]) -> None:
        """A way drawn without heed of any rule is refused where a step of it is, by the rules that are told of it."""
        way, here = tuple[Any, ...](), ways.start
        for _ in range(self.rng.randint(1, ASTRAY)):
            ahead = [stride.there for stride in ways.strides(here)]
            if not ahead:
                break
            here = self.rng.choice(ahead)
            way = (*way, here)
        if not way:
            return
        objections, refused = ways.objections(way), refusals(referee, offer.fill(**{name: way}))
        if offer.game.verdict_on_part(offer.kind, offer.filled, offer.ask):
            assert refused
            return
        assert bool(refused) == (way not in ways), (way, *refused)
        assert bool(objections) <= bool(refused), (way, *objections)
        assert not objections or ids(refused) & ids(objections), (way, *refused, *objections)

    # -- what is lit

    def _lit_agrees(self, referee: Referee, ask: Ask, piece: str) -> None:
        """The map shows of a piece just those spaces where one of its ways may end, at the price of the cheapest."""
        view = referee.view(ask.side)
        if present_hooks(view) is None:
            return  # nobody has said how the game looks
        shown = presentation.reach(view, piece)
        prices = [dict(prices_of(offer, name)) for offer, name in self._moves_of(view, ask, piece)]
        assert shown is not None or not any(prices), (piece, prices)
        if shown is None:
            return
        lit = {**shown.further, **shown.costs}
        assert lit == {space: price for one in reversed(prices) for space, price in one.items()}, piece
        assert not shown.costs.keys() & shown.further.keys()
        assert not shown.barred.keys() & lit.keys()

    def _moves_of(self, view: Any, ask: Ask, piece: str) -> Iterator[tuple[Offer, str]]:
        for kind in ask.kinds:
            offer = Offer(view, ask, kind)
            first = offer.next_field()
            alone = [one for one in (piece, (piece,)) if first is not None and one in offer.domain(first)]
            if first is None or not alone:
                continue
            offer = offer.fill(**{first: alone[0]})
            second = offer.next_field()
            if second is not None and isinstance(offer.domain(second), Ways):
                yield offer, second


def piece_of(offer: Offer) -> str:
    """Return the piece that an offer moves: what its first field holds, alone."""
    first: object = next(iter(offer.filled.values()), "")
    if isinstance(first, tuple) and len(cast("tuple[object, ...]", first)) == 1:
        (first,) = cast("tuple[object, ...]", first)
    return first if isinstance(first, str) else ""


def prices_of(offer: Offer, name: str) -> Iterator[tuple[str, str]]:
    """Yield where a piece may go, and what it takes; nothing for one that may not move at all.

    A pose is told by the hex that it leads with, where one leads with that hex.
    """
    ways = cast("Ways[Any]", offer.domain(name))
    if offer.game.verdict_on_part(offer.kind, offer.filled, offer.ask):
        return
    for space, goals in ways.reach().items():
        leading = (goal for goal in goals if ways.spaces_of(goal.state)[0] == space)
        yield space, ways.allowance.unit.amount(next(leading, goals[0]).cost)


def refusals(referee: Referee, offer: Offer) -> Verdict:
    """Return all that stands against a whole action in the eyes of the side that would do it."""
    return referee.verdict(offer.action(), offer.ask.side)


def ids(reasons: Verdict) -> set[str]:
    """Return the rules that reasons name; one without a rule is a fault."""
    assert all(reason.rule for reason in reasons), [*map(str, reasons)]
    return {reason.rule for reason in reasons}
