"""How the fields of an action class are filled: by rules, by its own ``@fills`` functions, else as their types say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from sandtable.engine.actions.domains import Choice, Domain, Range, Rows
from sandtable.engine.errors import Invalid
from sandtable.engine.failures import Code
from sandtable.engine.state.struct_fields import hints_of

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action, Ask, Game
    from sandtable.engine.state.row import Row
    from sandtable.engine.state.schema import Schema


class FieldDomain(NamedTuple):
    """How one field of a kind of action is filled: the function and the earlier fields it asks for.

    Where a rule fills it ``rule`` is its function, and ``citation`` its id with those of the rules that it replaces.
    """

    kind: type[Action]
    field: str
    function: Callable[..., Domain[Any]]
    needs: tuple[str, ...]
    rule: Code | None = None
    citation: tuple[str, tuple[str, ...]] = ("", ())

    @property
    def module(self) -> str:
        return self.rule.module if self.rule else self.kind.__module__

    @property
    def where(self) -> str:
        return self.rule.where if self.rule else f"the domain of {self.kind.__name__}.{self.field}"

    @property
    def rule_ids(self) -> str:
        return self.rule.rule_ids if self.rule else ""


def field_domains(kind: type[Action], schema: Schema, by_rules: Mapping[str, FieldDomain]) -> tuple[FieldDomain, ...]:
    """Return how the fields of an action class are filled; raise ``Invalid`` for one without a domain."""
    out: list[FieldDomain] = []
    for name in kind.__struct_fields__:
        if name in by_rules:
            out.append(by_rules[name])
            continue
        function = own_domain(kind, name, schema)
        if function is None:
            raise Invalid(f"{kind.__name__}.{name} has no domain: give it one with @fills({name!r})")
        needs = function.__code__.co_varnames[2 : function.__code__.co_argcount]
        missing = [need for need in needs if need not in kind.__struct_fields__]
        if missing:
            raise Invalid(
                f"{kind.__name__}: the domain of {name} asks for {missing[0]!r}, which is not a field of the action"
            )
        out.append(FieldDomain(kind, name, function, needs))
    return tuple(out)


def own_domain(kind: type[Action], field: str, schema: Schema) -> Callable[..., Domain[Any]] | None:
    """Return the domain that an action class gives a field itself, or that follows from its type; ``None``: no such."""
    return kind.fillers.get(field) or _by_type(hints_of(kind)[field], schema)


def row_named_by(kind: type[Action], field: str, schema: Schema) -> type[Row] | None:
    """Return the class of the rows that a field of an action names one of; ``None``: it holds something else."""
    return schema.id_types.get(hints_of(kind)[field])


def _by_type(hint: Any, schema: Schema) -> Callable[[Game, Ask], Domain[Any]] | None:
    """Return the domain that follows from a field's type, if one does."""
    if hint in schema.id_types:
        kind = schema.id_types[hint]
        return lambda game, ask: Rows(game[kind])
    if hint is bool:
        return lambda game, ask: Choice((False, True))
    if get_origin(hint) is Literal:
        values = get_args(hint)
        return lambda game, ask: Choice(values)
    for meta in getattr(hint, "__metadata__", ()):
        if isinstance(meta, msgspec.Meta) and (bounds := _bounds(meta)) is not None:
            low, high = bounds
            return lambda game, ask: Range(low, high)
    return None


def _bounds(meta: msgspec.Meta) -> tuple[int, int] | None:
    """Return the smallest and greatest whole number within declared bounds, if both are declared."""
    low = meta.ge if meta.ge is not None else None if meta.gt is None else meta.gt + 1
    high = meta.le if meta.le is not None else None if meta.lt is None else meta.lt - 1
    return None if low is None or high is None else (int(low), int(high))
