"""Offers: an action class with the domains of its fields, narrowed as they are filled."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from sandtable.engine.actions import Action, Ask, Pass, Refusal, Verdict
from sandtable.engine.compiled import blame
from sandtable.engine.errors import Broken, unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from sandtable.engine.actions import FieldDomain
    from sandtable.engine.compiled import Voice
    from sandtable.engine.domains import Domain
    from sandtable.engine.game import Game

TRIES: Final = 3
SEARCH: Final = 20_000


class Offer:
    """One kind of action that answers a prompt, with the fields filled so far.

    ``game`` is what the seat sees: domains and reasons come from there.
    """

    __slots__ = ("_fields", "_rulebook", "ask", "filled", "game", "kind")

    def __init__(self, game: Game, ask: Ask, kind: type[Action], filled: Mapping[str, Any] | None = None) -> None:
        self.game, self.ask, self.kind = game, ask, kind
        self.filled: dict[str, Any] = dict(filled) if filled else {}
        self._rulebook = game.rulebook
        self._fields: tuple[FieldDomain, ...] = self._rulebook.domains(kind)

    def __repr__(self) -> str:
        return f"Offer({self.kind.__name__}, {self.filled})"

    @property
    def side(self) -> str:
        return self.ask.side

    @property
    def label(self) -> str:
        return self.kind.label()

    def next_field(self) -> str | None:
        """Return the field to fill now, ``None`` when all are filled."""
        return next((field.field for field in self._fields if field.field not in self.filled), None)

    def domain(self, field: str) -> Domain[Any]:
        """Return what a field may hold, given the fields before it (which must be filled)."""
        for one in self._fields:
            if one.field == field:
                return self._domain(one, self.filled)
        raise unknown(f"field of {self.kind.__name__}", field, [one.field for one in self._fields])

    def _domain(self, field: FieldDomain, filled: Mapping[str, Any]) -> Domain[Any]:
        gate = self.game.gate
        gate.queries += 1
        try:
            match field.needs:
                case ():
                    return field.function(self.game, self.ask)
                case (only,):
                    return field.function(self.game, self.ask, filled[only])
                case needs:
                    return field.function(self.game, self.ask, *[filled[name] for name in needs])
        except KeyError as error:
            if error.args and error.args[0] in field.needs:
                raise Broken(f"{self.kind.__name__}.{field.field} wants {error.args[0]} filled first") from error
            raise self._blame(field, error) from error
        except (Exception, SystemExit) as error:
            raise self._blame(field, error) from error
        finally:
            gate.queries -= 1

    def _blame(self, field: FieldDomain, error: BaseException) -> Broken:
        if isinstance(error, Broken):
            return error
        what = "called sys.exit" if isinstance(error, SystemExit) else f"raised {type(error).__name__}: {error}"
        return Broken(f"the domain of {self.kind.__name__}.{field.field} {what}", self.kind.__module__)

    def fill(self, **values: Any) -> Offer:
        """Return the offer with more fields filled."""
        return Offer(self.game, self.ask, self.kind, {**self.filled, **values})

    def action(self) -> Action:
        """Return the whole action; every field must be filled."""
        return self.kind(**self.filled)

    def astray(self, action: Action) -> Verdict:
        """Say which field of an action holds what it does not offer (the first); none when all are in their domains."""
        filled: dict[str, Any] = {}
        for field in self._fields:
            value = filled[field.field] = getattr(action, field.field)
            domain = self._domain(field, filled)
            try:
                offered = value in domain
            except (Exception, SystemExit) as error:
                raise self._blame(field, error) from error
            if not offered:
                return [
                    Refusal(
                        "{field} cannot be {value} here: choose {says}",
                        field=field.field,
                        value=value,
                        says=domain.says(),
                    )
                ]
        return []

    def actions(self) -> Iterator[Action]:
        """List the legal actions lazily, best first."""
        for filled in self.fillings(hopeful=True):
            action = self.kind(**filled)
            if self.game.allows(action, self.ask):
                yield action

    def some(self) -> Action | None:
        """Return a legal action, ``None`` when there is none; gives up with ``Broken`` after 20,000 fillings."""
        return self._search(None)

    def sample(self, rng: Random) -> Action | None:
        """Return a whole legal action at random without listing them; ``None`` when there is none."""
        for _ in range(TRIES):
            filled = self._random(rng)
            if filled is not None:
                action = self.kind(**filled)
                if self.game.allows(action, self.ask):
                    return self._drawn(action)
        return self._search(rng)

    def _drawn(self, action: Action) -> Action:
        """Remember an action drawn from its domains: the referee need not look whether it lies in them."""
        self.game.drawn = (action, self.ask.side, self.game.state.version)
        return action

    def _random(self, rng: Random) -> dict[str, Any] | None:
        filled = dict(self.filled)
        early = self._rulebook.early(self.kind)
        for place, field in enumerate(self._fields):
            if field.field not in filled:
                domain = self._domain(field, filled)
                try:
                    value = domain.sample(rng)
                except (Exception, SystemExit) as error:  # a way may be looked for by the module's own code
                    raise self._blame(field, error) from error
                if value is None:
                    return None
                filled[field.field] = value
                if place < len(early) and early[place] and self._hopeless(place, filled, early[place]):
                    return None
        return filled

    def _search(self, rng: Random | None) -> Action | None:
        tried = 0
        for filled in islice(self.fillings(rng, hopeful=True), SEARCH):
            tried += 1
            action = self.kind(**filled)
            if self.game.allows(action, self.ask):
                return self._drawn(action)
        if tried == SEARCH:
            raise Broken(
                f"none of {SEARCH:,} ways to fill {self.kind.__name__} is legal: its domains are too wide",
                self.kind.__module__,
            )
        return None

    def fillings(self, rng: Random | None = None, *, hopeful: bool = False) -> Iterator[dict[str, Any]]:
        """Go through the ways to fill the fields, depth first; the dictionary is the same one each time.

        ``hopeful``: leave out what a rule refuses before all fields are filled.
        """
        filled = dict(self.filled)
        fields = list(enumerate(self._fields))
        if filled:
            fields = [(at, field) for at, field in fields if field.field not in filled]
        if not fields:
            yield filled
            return
        early = self._rulebook.early(self.kind) if hopeful else ()
        last = len(fields) - 1
        open_: list[Iterator[Any]] = [self._values(fields[0][1], filled, rng)]
        while open_:
            depth = len(open_) - 1
            place, field = fields[depth]
            try:
                for value in open_[depth]:
                    filled[field.field] = value
                    if depth == last:
                        yield filled
                    elif not early or not early[place] or not self._hopeless(place, filled, early[place]):
                        open_.append(self._values(fields[depth + 1][1], filled, rng))
                        break
                else:
                    open_.pop()
            except (Exception, SystemExit) as error:  # a way may be looked for by the module's own code
                raise self._blame(field, error) from error

    def _hopeless(self, place: int, filled: Mapping[str, Any], voices: tuple[Voice, ...]) -> bool:
        """Tell whether a rule refuses whatever the fields after this one may hold."""
        act = self.kind(*[filled[field.field] if at <= place else None for at, field in enumerate(self._fields)])
        gate = self.game.gate
        gate.queries += 1
        try:
            for voice in voices:
                try:
                    if voice.call(self.game, act, self.ask) is not None:
                        return True
                except (Exception, SystemExit) as error:
                    raise blame(voice, error) from error
        finally:
            gate.queries -= 1
        return False

    def _values(self, field: FieldDomain, filled: Mapping[str, Any], rng: Random | None) -> Iterator[Any]:
        domain = self._domain(field, filled)
        try:
            if rng is None or domain.count() > SEARCH:
                return iter(domain)
            return _in_random_order(list(domain), rng)
        except (Exception, SystemExit) as error:
            raise self._blame(field, error) from error

    def why_not(self, field: str, value: Any) -> Verdict:
        """Return the reasons why a field may not hold ``value``; none when some whole action with it is legal.

        Fields after it are tried from their domains (200 ways at most); the reasons are those of the
        first way, so that a reader sees one whole story.
        """
        offer = self.fill(**{field: value})
        first: Verdict | None = None
        fillings = islice(offer.fillings(), 200)
        for filled in fillings:
            reasons = self.game.verdict(self.kind(**filled), self.ask)
            if not reasons:
                return []
            first = first or reasons
        if first is None:
            left = offer.next_field()
            return [Refusal(f"with {field} {value} there is no {left} to choose")]
        return first


def _in_random_order(values: list[Any], rng: Random) -> Iterator[Any]:
    """Yield the values in random order, drawing only as many as are taken."""
    for left in range(len(values), 0, -1):
        at = int(rng.random() * left)
        yield values[at]
        values[at] = values[left - 1]


def offers(game: Game, ask: Ask) -> list[Offer]:
    """Return what may be done in answer to ``ask`` in the eyes of ``game``: the kinds with a legal action."""
    found = [offer for kind in ask.kinds if (offer := Offer(game, ask, kind)).some() is not None]
    if ask.optional:
        found.append(Offer(game, ask, Pass))
    return found
