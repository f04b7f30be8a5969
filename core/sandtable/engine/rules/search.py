"""Looking for legal actions of a kind: depth first through the domains of its fields, best values first.

A rule that looks at some fields only is asked as soon as these are filled; whatever it refuses is not
filled any further, and what has passed it is not asked again when the action is whole.
"""

from __future__ import annotations

from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final, cast

from sandtable.engine.actions.actions import Action
from sandtable.engine.actions.domains import Subset
from sandtable.engine.actions.refusals import Refusal
from sandtable.engine.actions.ways import Ways
from sandtable.engine.errors import Broken
from sandtable.engine.failures import Blame, Method
from sandtable.engine.state.queries import answers, next_answer, wrong_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping
    from random import Random
    from typing import Never

    from sandtable.engine.actions.actions import Ask, Game
    from sandtable.engine.actions.domains import Domain
    from sandtable.engine.actions.fields import FieldDomain
    from sandtable.engine.failures import Code
    from sandtable.engine.rules.dispatch import Implementation

    Order = Callable[[Domain[Any]], Iterator[Any]]
    """In which order what a field may hold is gone through."""
    OrderOfWays = Callable[[Ways[Any]], Iterator[Any]]

SEARCH: Final = 20_000
TRIES: Final = 3
A_REFUSAL: Final = "a Refusal"
UNFILLED: Final = None


class Form:
    """How an action of a kind is filled and judged: worked out once for a rulebook.

    ``early`` holds, for each field, the refusals that can be asked once it and those before it are filled;
    ``late`` those that want the whole action.
    """

    __slots__ = ("blank", "early", "fields", "implementations", "kind", "late", "needs", "own", "places")

    def __init__(self, kind: type[Action], fields: tuple[FieldDomain, ...], voices: tuple[Implementation, ...]) -> None:
        names = [field.field for field in fields]
        levels: list[list[Implementation]] = [[] for _ in names]
        self.late: tuple[Implementation, ...] = ()
        for voice in voices:
            level = max(map(names.index, voice.looks_at), default=len(names))
            if level < len(names) - 1:
                levels[level].append(voice)
            else:
                self.late += (voice,)
        self.kind, self.fields, self.implementations = kind, fields, voices
        self.early = tuple(map(tuple, levels))
        self.needs = tuple(tuple(map(names.index, field.needs)) for field in fields)
        self.places = tuple(range(len(fields)))
        self.blank = [UNFILLED] * len(fields)
        self.own = None if kind.refusals is Action.refusals else Method(kind, "refusals")
        """The action's own word on what makes it nonsense, where it has one."""

    def early_rules(self, filled: Container[str]) -> tuple[Implementation, ...]:
        """Return the rules that look at nothing but these fields."""
        early = (rule for level in self.early for rule in level)
        return tuple(rule for rule in early if all(name in filled for name in rule.looks_at))

    def rules_on(self, last: str, filled: Container[str]) -> tuple[Implementation, ...]:
        """Return the rules that can be asked when a field is filled after these, and could not be before."""
        now = {field.field for field in self.fields if field.field == last or field.field in filled}
        whole = len(now) == len(self.fields)
        return tuple(
            rule for rule in self.implementations
            if (last in rule.looks_at and now.issuperset(rule.looks_at)) or (whole and not rule.looks_at)
        )  # fmt: skip


def objections(
    game: Game, action: Action, ask: Ask, rules: Iterable[Implementation], own: Method | None = None
) -> Iterator[tuple[Code, Refusal]]:
    """Go through what is said against an action: by itself, where it is asked (``own``), then by these rules.

    Each refusal comes with whose it is. What fails is laid at its module's door; nothing may be written meanwhile,
    which whoever goes through them sees to.
    """
    said = answers(rules, (game, action, ask), Refusal, A_REFUSAL)
    return chain(_own_objections(game, action, ask, own), said) if own is not None else said


def objection(
    game: Game, action: Action, ask: Ask, rules: tuple[Implementation, ...], own: Method | None = None
) -> tuple[Code, Refusal] | None:
    """Return the first that is said against an action (see ``objections``), ``None`` when it may be done."""
    if own is not None and (said := next(_own_objections(game, action, ask, own), None)) is not None:
        return said
    return next_answer(rules, (game, action, ask), Refusal, A_REFUSAL) if rules else None


def _own_objections(game: Game, action: Action, ask: Ask, own: Method) -> Iterator[tuple[Method, Refusal]]:
    with Blame(own):
        for refusal in action.refusals(game, cast("Ask[Never]", ask)):
            if not isinstance(refusal, Refusal):  # pyright: ignore[reportUnnecessaryIsInstance]  # modules hand this in
                raise wrong_answer(own, refusal, A_REFUSAL)
            yield own, refusal


class Search(Blame):
    """One look for legal actions that answer a question, with some fields filled already."""

    __slots__ = ("_ask", "_domains", "_drawn", "_form", "_game", "_gate", "_given", "_late", "_open", "_stood")

    def __init__(self, game: Game, ask: Ask, form: Form, filled: Mapping[str, Any] | None = None) -> None:
        self.code = None
        self._gate = game.gate
        self._game, self._ask, self._form = game, ask, form
        self._drawn = 0
        """How many fields the last draw has come to fill."""
        self._stood = True
        """Whether no rule refused the whole action that was gone through last."""
        self._domains: dict[int, Domain[Any]] = {}
        """What fields may hold whatever the others do: asked once, for one may draw again."""
        if filled:
            self._given = [filled.get(field.field, UNFILLED) for field in form.fields]
            self._open = tuple(at for at, field in enumerate(form.fields) if field.field not in filled)
            self._late = form.implementations  # nothing was asked while they were filled
        else:
            self._given, self._open, self._late = form.blank, form.places, form.late

    def first(self, rng: Random | None = None) -> Action | None:
        """Return the first legal action; with ``rng`` the values are gone through in random order.

        Gives up with ``Broken`` after 20,000 whole actions.
        """
        if rng is None:
            return self._find()
        at_random = partial(_in_random_order, rng=rng)
        return self._find(at_random, at_random)

    def exists(self) -> bool:
        """Tell whether there is a legal action: any will do, so none is looked for that would be better."""
        return self._find(of_ways=_some_way_first) is not None

    def _find(self, order: Order = iter, of_ways: OrderOfWays = iter) -> Action | None:
        tried = 0
        with self._gate:
            try:
                for action in self._whole(order, of_ways):
                    if action is not None:
                        return action
                    tried += 1
                    if tried == SEARCH:
                        raise self._too_wide()
            except BaseException as error:  # what a Blame does, at no price while nothing fails
                self.lay_at_its_door(error)
                raise
        return None

    def sample(self, rng: Random) -> Action | None:
        """Return a legal action at random: drawn, with a few tries, or else looked for; ``None`` when there is none."""
        with self._gate:
            try:
                for _ in range(TRIES):
                    action = self._draw(rng)
                    if action is not None:
                        return action
                    if not self._drawn:
                        return None  # there was nothing to draw from: nor would there be again
            except BaseException as error:  # as above
                self.lay_at_its_door(error)
                raise
        return self.first(rng)

    def each(self) -> Iterator[Action]:
        """List the legal actions lazily, best first; between them nothing of the search is at work."""
        actions = self._whole(iter, iter)
        while True:
            with self._gate, self:
                action = next((action for action in actions if action is not None), None)
            if action is None:
                return
            yield action

    # -- the parts

    def _too_wide(self) -> Broken:
        kind = self._form.kind
        says = f"none of {SEARCH:,} ways to fill {kind.__name__} is legal: its domains are too wide"
        return Broken(says, kind.__module__)

    def _draw(self, rng: Random) -> Action | None:
        """Draw once; ``None`` where a field has nothing to draw from, or a rule refuses what was drawn."""
        form, row = self._form, self._given.copy()
        self._drawn = 0
        for place in self._open:
            value = row[place] = self._domain(place, row).sample(rng)
            if value is None:
                return None
            self._drawn += 1
            if (early := form.early[place]) and not self._stands(form.kind(*row), early):
                return None
        action = form.kind(*row)
        return action if self._stands(action, self._late) else None

    def _whole(self, order: Order, of_ways: OrderOfWays) -> Iterator[Action | None]:
        """Go through the whole actions that no rule has refused half filled; ``None`` for each that is refused now."""
        form, row, last = self._form, self._given.copy(), len(self._open)
        if self._late is form.implementations and not self._given_stands(row):
            return
        if not last:
            action = form.kind(*row)
            yield action if self._stands(action, self._late) else None
            return
        ways = [self._values(order, of_ways, self._open[0], row)]
        while ways:
            depth = len(ways)
            place = self._open[depth - 1]
            field = self.code = form.fields[place]
            for value in ways[-1]:
                row[place] = value
                if depth == last:
                    action = form.kind(*row)
                    self._stood = self._stands(action, self._late)
                    yield action if self._stood else None
                elif not (early := form.early[place]) or self._stands(form.kind(*row), early):
                    ways.append(self._values(order, of_ways, self._open[depth], row))
                    break
                self.code = field
            else:
                row[place] = UNFILLED
                ways.pop()

    def _given_stands(self, row: list[Any]) -> bool:
        """Tell whether no rule refuses what was filled before, however the rest is filled."""
        form = self._form
        for place, value in enumerate(row):
            if value is UNFILLED:
                return True
            if (early := form.early[place]) and not self._stands(form.kind(*row), early):
                return False
        return True

    def _values(self, order: Order, of_ways: OrderOfWays, place: int, row: list[Any]) -> Iterator[Any]:
        """Go through what a field may hold, in an order of their own where that is ways."""
        domain: Any = self._domain(place, row)
        if isinstance(domain, Ways):
            ways: Ways[Any] = domain  # pyright: ignore[reportUnknownVariableType]  # of whatever states
            return self._ways(of_ways, ways, place, row) if place == self._open[-1] else of_ways(ways)
        return order(domain)  # pyright: ignore[reportUnknownArgumentType]  # narrowed by what it is not

    def _ways(self, order: OrderOfWays, ways: Ways[Any], place: int, row: list[Any]) -> Iterator[Any]:
        """Go through ways; where rules refuse some as a whole, dearer ones to the same goals after them."""
        stood = set[Any]()
        refused = False
        for way in order(ways):
            yield way
            if self._stood:
                stood.add(way)
            refused = refused or not self._stood
        if refused:
            judged = ways.as_judged(lambda way: self._against_whole(place, row, way))
            yield from (way for way in judged if way not in stood)

    def _against_whole(self, place: int, row: list[Any], way: object) -> list[Refusal]:
        filled = [way if at == place else value for at, value in enumerate(row)]
        action = self._form.kind(*filled)
        said = objection(self._game, action, self._ask, self._late, self._form.own)
        return [said[1]] if said is not None else []

    def _domain(self, place: int, row: list[Any]) -> Domain[Any]:
        field = self.code = self._form.fields[place]
        needs = self._form.needs[place]
        if needs:
            return field.function(self._game, self._ask, *map(row.__getitem__, needs))
        domain = self._domains.get(place)
        if domain is None:
            domain = self._domains[place] = field.function(self._game, self._ask)
        return domain

    def _stands(self, action: Action, rules: tuple[Implementation, ...]) -> bool:
        """Tell whether none of these rules refuses an action, nor it itself when all its rules are asked."""
        game, ask, own = self._game, self._ask, self._form.own
        if own is not None and rules is self._late:
            self.code = None
            return objection(game, action, ask, rules, own) is None
        for rule in rules:  # as ``objection`` asks them, at less than its price
            self.code = rule
            refusal = rule.call(game, action, ask)
            if refusal is not None:
                if not isinstance(refusal, Refusal):
                    raise wrong_answer(rule, refusal, A_REFUSAL)
                return False
        return True


def _some_way_first(ways: Ways[Any]) -> Iterator[Any]:
    """Go through ways, before all else one that takes no search."""
    way = ways.some()
    if way is not None:
        yield way
        yield from ways


def _in_random_order(domain: Domain[Any], rng: Random) -> Iterator[Any]:
    if isinstance(domain, Ways):  # all of them are searched for only where one that is walked will not do
        ways: Ways[Any] = domain  # pyright: ignore[reportUnknownVariableType]  # of whatever states
        walked = ways.sample(rng)
        if walked is None:
            return
        yield walked
    elif type(domain) is Subset:  # there are many, and few are taken; one that lists others has an order of its own
        subset: Subset[Any] = domain  # pyright: ignore[reportUnknownVariableType]  # of whatever values
        count = subset.count()
        yield from map(subset.at, in_random_order(count, rng)) if count <= SEARCH else subset
        return
    values: Iterator[Any] = iter(domain)  # pyright: ignore[reportUnknownArgumentType]  # of whatever states
    listed = list(islice(values, SEARCH + 1))
    if len(listed) > SEARCH:
        yield from chain(listed, values)
    else:
        yield from map(listed.__getitem__, in_random_order(len(listed), rng))


def in_random_order(count: int, rng: Random) -> Iterator[int]:
    """Yield the places of so many values in random order, drawing only as many as are taken."""
    moved: dict[int, int] = {}
    for left in range(count, 0, -1):
        at = int(rng.random() * left)
        yield moved.get(at, at)
        moved[at] = moved.get(left - 1, left - 1)
