"""Offers: an action class with the domains of its fields, narrowed as they are filled."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final, cast

from sandtable.engine.actions.actions import Action, Ask, Pass, field_text
from sandtable.engine.actions.fields import row_named_by
from sandtable.engine.actions.refusals import Refusal, Verdict
from sandtable.engine.actions.ways import Ways
from sandtable.engine.errors import Broken, unknown
from sandtable.engine.failures import Blame
from sandtable.engine.rules.search import Search
from sandtable.engine.state.noted_rules import noted_so_far
from sandtable.engine.state.queries import answer_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from random import Random

    from sandtable.engine.actions.domains import Domain
    from sandtable.engine.actions.fields import FieldDomain
    from sandtable.engine.running.game import RunningGame

    DomainOf = Callable[[FieldDomain, Mapping[str, Any]], Domain[Any]]

END: Final = object()
"""Where a domain has no more values."""


class Offer:
    """One kind of action that answers a prompt, with the fields filled so far.

    ``game`` is what the seat sees: domains and reasons come from there.
    """

    __slots__ = ("_form", "ask", "filled", "game", "kind")

    def __init__(
        self, game: RunningGame, ask: Ask, kind: type[Action], filled: Mapping[str, Any] | None = None
    ) -> None:
        self.game, self.ask, self.kind = game, ask, kind
        self.filled: dict[str, Any] = dict(filled) if filled else {}
        self._form = game.rulebook.form(kind)

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
        return next((field.field for field in self._form.fields if field.field not in self.filled), None)

    def domain(self, field: str) -> Domain[Any]:
        """Return what a field may hold, given the fields before it (which must be filled)."""
        for one in self._form.fields:
            if one.field == field:
                return self._judged(one, self.filled)
        raise unknown(f"field of {self.kind.__name__}", field, [one.field for one in self._form.fields])

    def _domain(self, field: FieldDomain, filled: Mapping[str, Any]) -> Domain[Any]:
        missing = [name for name in field.needs if name not in filled]
        if missing:
            raise Broken(f"{self.kind.__name__}.{field.field} needs {missing[0]} filled first")
        with self.game.gate, Blame(field):
            return field.function(self.game, self.ask, *[filled[name] for name in field.needs])

    def _judged(self, field: FieldDomain, filled: Mapping[str, Any]) -> Domain[Any]:
        """Return what a field may hold, of ways those that no rule refuses as a whole."""
        domain: Domain[Any] = self.game.as_judged(self._domain(field, filled), field.field, self.kind, filled, self.ask)
        return domain

    def fill(self, **values: Any) -> Offer:
        """Return the offer with more fields filled."""
        return Offer(self.game, self.ask, self.kind, {**self.filled, **values})

    def action(self) -> Action:
        """Return the whole action; every field must be filled."""
        return self.kind(**self.filled)

    def astray(self, action: Action) -> Verdict:
        """Say which field of an action holds what it does not offer (the first); none when all are in their domains."""
        filled: dict[str, Any] = {}
        field = self._first_astray(action, filled)
        if field is None:
            return []
        value = filled[field.field]
        if reasons := self._against_steps(field, filled, value):
            return reasons
        nobody = self._no_such_row(field.field, value)
        says, rests_on = (nobody, ()) if nobody else self._choices_text(field, filled)
        told = field_text(self.game, self.kind, field.field, value)
        refusal = Refusal("{field} cannot be {value} here: {says}", field=field.field, value=told, says=says)
        refusal.rule, refusal.instead_of = field.citation
        refusal.rests_on = rests_on
        return [refusal]

    def against_steps(self, action: Action) -> Verdict:
        """Say what rules on its steps have against an action, if the first field that is astray holds a way."""
        filled: dict[str, Any] = {}
        field = self._first_astray(action, filled)
        return self._against_steps(field, filled, filled[field.field]) if field is not None else []

    def _first_astray(self, action: Action, filled: dict[str, Any]) -> FieldDomain | None:
        """Return the first field that holds what it does not offer; the values up to it are ``filled`` in."""
        with self.game.gate:
            for field in self._form.fields:
                value = filled[field.field] = getattr(action, field.field)
                if not answer_of(field, self._is_offered, field, filled, value):
                    return field
        return None

    def _is_offered(self, field: FieldDomain, filled: Mapping[str, Any], value: Any) -> bool:
        return value in field.function(self.game, self.ask, *map(filled.__getitem__, field.needs))

    def _against_steps(self, field: FieldDomain, filled: Mapping[str, Any], value: Any) -> Verdict:
        """Return what the rules on its steps say against a way, with the options that this rests on."""
        with self.game.noting():
            domain: Any = self._domain(field, filled)
            if not isinstance(domain, Ways) or not isinstance(value, tuple):
                return []
            ways: Ways[Any] = domain  # pyright: ignore[reportUnknownVariableType]  # of whatever states
            return ways.objections(value)  # pyright: ignore[reportUnknownArgumentType]  # what a bare tuple holds

    def _no_such_row(self, field: str, value: Any) -> str:
        """Say that no row has an id that stands where one belongs, with the nearest ids there are."""
        kind = row_named_by(self.kind, field, self.game.state.schema)
        rows = () if kind is None or not isinstance(value, str) or value in self.game[kind] else self.game[kind]
        return str(unknown(kind.__name__, value, [row.id for row in rows])) if kind is not None and rows else ""

    def _choices_text(self, field: FieldDomain, filled: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
        """Say what a field may hold, and which options have changed the numbers that this rests on."""
        with self.game.noting():
            noting = next(one for one in self.game.rulebook.form(self.kind).fields if one.field == field.field)
            domain = self._domain(noting, filled)
            with Blame(field):
                is_empty = next(iter(domain), END) is END
                return "there is nothing to choose" if is_empty else f"choose {domain.says()}", noted_so_far()

    def _search(self) -> Search:
        return Search(self.game, self.ask, self._form, self.filled)

    def actions(self) -> Iterator[Action]:
        """List the legal actions lazily, best first."""
        return self._search().each()

    def some(self) -> Action | None:
        """Return a legal action, ``None`` when there is none; gives up with ``Broken`` after 20,000 fillings."""
        return self._search().first()

    def sample(self, rng: Random) -> Action | None:
        """Return a whole legal action at random without listing them; ``None`` when there is none."""
        action = self._search().sample(rng)
        if action is not None:
            self.game.note_as_allowed(action, self.ask)
        return action

    def fillings(self) -> Iterator[dict[str, Any]]:
        """Go through the ways to fill the fields, legal or not; the dictionary is the same one each time.

        What rules refuse of a way as a whole is left out, unless nothing else is there: then it tells the reasons.
        """
        is_empty = True
        for filled in self._fill(self._judged):
            is_empty = False
            yield filled
        if is_empty:
            yield from self._fill(self._domain)

    def _fill(self, domain_of: DomainOf) -> Iterator[dict[str, Any]]:
        open_fields = [one for one in self._form.fields if one.field not in self.filled]
        return self._fill_rest(dict(self.filled), open_fields, domain_of)

    def _fill_rest(
        self, filled: dict[str, Any], fields: list[FieldDomain], domain_of: DomainOf
    ) -> Iterator[dict[str, Any]]:
        if not fields:
            yield filled
            return
        field, *rest = fields
        with Blame(field):  # a way may be looked for by the module's own code
            values = iter(domain_of(field, filled))
        while True:
            with Blame(field):
                value = next(values, END)
            if value is END:
                return
            filled[field.field] = value
            yield from self._fill_rest(filled, rest, domain_of)

    def why_not(self, field: str, value: Any) -> Verdict:
        """Return the reasons why a field may not hold ``value``; none when some whole action with it is legal.

        Fields after it are tried from their domains (200 ways at most); the reasons are those of the
        first way, so that a reader sees one whole story.
        """
        offer = self.fill(**{field: value})
        first: Verdict | None = None
        for filled in islice(offer.fillings(), 200):
            reasons = self.game.verdict(self.kind(**filled), self.ask)
            if not reasons:
                return []
            first = first or reasons
        if first is not None:
            return first
        return self.game.verdict_on_part(self.kind, offer.filled, self.ask) or [offer.without_choice(field, value)]

    def why_not_there(self, field: str, space: str) -> Verdict:
        """Return the reasons why a way that is to fill a field may not end at a space; none when one does."""
        reasons = self.game.verdict_on_part(self.kind, self.filled, self.ask)
        with self.game.noting():
            ways = cast("Ways[Any]", self.domain(field))
            found = ways.why_not(space)
            for reason in found:
                reason.rests_on = reason.rests_on or noted_so_far()
        goals = () if found else ways.goals(space)
        return [*reasons, *found] or (self.why_not(field, goals[0].way) if goals else [])

    def without_choice(self, field: str, value: Any) -> Refusal:
        """Return the reason that there is nothing to choose for a later field, by the rule that fills it."""
        lacking = self.first_empty()
        why, rule = self.kind.if_none.get(lacking.field, ("", "")) if lacking is not None else ("", "")
        if why:
            reason = Refusal(why)
            reason.rule, reason.instead_of = self.game.citation_of(rule)
            return reason
        says = "with {field} {value} nothing can be chosen for {left}"
        told = field_text(self.game, self.kind, field, value)
        reason = Refusal(says, field=field, value=told, left=lacking.field if lacking else None)
        if lacking is not None:
            reason.rule, reason.instead_of = lacking.citation
        return reason

    def citation(self, field: str) -> tuple[str, tuple[str, ...]]:
        """Return the rule that fills a field, with those that it replaces; no id where no rule does."""
        return next((one.citation for one in self._form.fields if one.field == field), ("", ()))

    def first_empty(self) -> FieldDomain | None:
        """Return the first field for which there is nothing to choose, those before it filled with their best."""
        filled = dict(self.filled)
        for field in self._form.fields:
            if field.field not in filled:
                with Blame(field):
                    best = next(iter(self._domain(field, filled)), END)
                if best is END:
                    return field
                filled[field.field] = best
        return None


def offers(game: RunningGame, ask: Ask) -> list[Offer]:
    """Return what may be done in answer to ``ask`` in the eyes of ``game``: the kinds with a legal action."""
    found = [offer for kind in ask.kinds if (offer := Offer(game, ask, kind)).some() is not None]
    if ask.optional:
        found.append(Offer(game, ask, Pass))
    return found
