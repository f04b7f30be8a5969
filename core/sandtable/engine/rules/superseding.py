"""Which rule stands in the place of which, and whether play could go on without one that is out of force."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sandtable.engine.annotations import may_be_none
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sandtable.engine.hooks import Hook
    from sandtable.engine.rules.rule_functions import RuleFunction
    from sandtable.engine.rules.rules import Citation


class Claim(NamedTuple):
    """The module that supersedes a rule, and where in it."""

    module: str
    where: str


def standing_rules(citations: Iterable[tuple[str, str, Citation]]) -> dict[str, str]:
    """Map each superseded rule to the one that stands in its place in the end.

    ``citations`` come with their modules and where they stand. Raises ``Invalid`` for a rule that is replaced twice,
    and for rules that replace each other in a circle.
    """
    by: dict[str, dict[str, Claim]] = {}
    for key, where, citation in citations:
        for target in citation.supersedes:
            id = citation.ids[0] if citation.ids else key
            other = by.setdefault(target, {}).setdefault(id, Claim(key, where))
            if other.module != key:
                raise Invalid(
                    f"{target} is replaced by {id} in two modules, by {other.where} and by {where}: give one another id"
                )
    last: dict[str, str] = {}
    for target in sorted(by):
        standing = _standing(target, by)
        if len(standing) > 1:
            many = " and ".join(f"{where} ({id})" for id, where in sorted(standing.items()))
            raise Invalid(
                f"{target} is replaced twice, by {many}: "
                "let one supersede the other, or make the options exclude each other"
            )
        last[target] = next(iter(standing))
    return last


def _standing(
    rule: str, by: Mapping[str, Mapping[str, Claim]], trail: tuple[str, ...] = (), where: str = ""
) -> dict[str, str]:
    """Return the rules that stand in the place of ``rule`` in the end, each with its function; circles are refused."""
    if rule in trail:
        raise Invalid(f"rules replace each other in a circle: {' → '.join((*trail, rule))}")
    if rule not in by:
        return {rule: where}
    return {
        id: at
        for id_by, claim in sorted(by[rule].items())
        for id, at in _standing(id_by, by, (*trail, rule), claim.where).items()
    }


def require_function(gone: RuleFunction, by: str, standing: Iterable[RuleFunction]) -> None:
    """Raise ``Invalid`` where play cannot go on without a rule, and none of these functions stands in its place."""
    if gone.citation.vital and not any(by in function.citation.ids for function in standing):
        raise Invalid(
            f"{by} takes {gone.rule_ids} out of force, and play cannot go on without it ({gone.where}): "
            f"let a function of {by} stand in its place"
        )


def require_answer(gone: RuleFunction, by: str, hook: Hook[..., object], left: Sequence[RuleFunction]) -> None:
    """Raise ``Invalid`` where the base answer to a hook that must have one is gone, and nobody left always answers."""
    if hook.kind not in ("decides", "settles") or may_be_none(hook.spec) or any(map(_always_answers, left)):
        return
    raise Invalid(
        f"{by} takes {gone.rule_ids} out of force, the base answer to {hook.name} ({gone.where}): "
        f"let a function of {by} give another one (@hookimpl(default=True))"
    )


def _always_answers(function: RuleFunction) -> bool:
    return function.default or not may_be_none(getattr(function.module, function.name))
