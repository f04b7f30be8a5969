"""Wrapping: how an amendment takes the place of a function and gets its old answer, and who is cited for what."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import partial
from types import GeneratorType
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from sandtable.engine.actions.refusals import Refusal
from sandtable.engine.errors import Broken
from sandtable.engine.failures import Blame, NamedCode, as_broken
from sandtable.engine.state.tally import Part

if TYPE_CHECKING:
    from sandtable.engine.rules.rule_functions import RuleFunction

Call = Callable[..., Any]
Citation = tuple[str, tuple[str, ...]]
"""The rule that is cited, and the rules in whose place it stands."""


def amend(amender: Call, old: Call, names: tuple[str, ...], function: RuleFunction) -> Call:
    """Wrap ``old``: the amender gets ``was``, the old answer for the asking, before the arguments.

    ``names`` are those of the arguments. An amender that awaits ``was()`` may do so where ``old`` is plain too.
    """
    ask = partial(call_to_end, old) if function.asynchronous else old

    def call(*args: Any) -> Any:
        def was(**changed: object) -> Any:
            return ask(*(hand_on(args, names, changed, function) if changed else args))

        return amender(was, *args)

    return call


def hand_on(
    args: tuple[Any, ...], names: tuple[str, ...], changed: dict[str, object], amender: RuleFunction
) -> tuple[Any, ...]:
    """Return the arguments with those that an amender has changed; raises ``Broken`` for one that it cannot hand on."""
    known = [name for name in names if name != "game"]
    for name in changed:
        if name not in known:
            raise Broken(
                f"{amender.where} ({amender.rule_ids}) passes {name!r} on with was(); "
                f"it can pass on {', '.join(known) or 'nothing'}",
                amender.module.key,
            )
    return tuple(changed.get(name, arg) for name, arg in zip(names, args, strict=True))


async def call_to_end(call: Call, *args: Any) -> Any:
    """Call a plain or asking function to its end."""
    answer = call(*args)
    return await answer if inspect.iscoroutine(answer) else answer


def amend_parts(amender: Call, old: Call, names: tuple[str, ...], function: RuleFunction) -> Call:
    """Wrap ``old`` as ``amend`` does, where it answers with the parts of a number.

    Those that the amender has changed are cited by its rule.
    """
    rule = function.citation.ids[0]

    def call(*args: Any) -> Any:
        before: list[object] = []

        def was(**changed: object) -> Any:
            answer = old(*(hand_on(args, names, changed, function) if changed else args))
            if isinstance(answer, Iterable):
                answer = list(cast("Iterable[object]", answer))
                before.extend(answer)
            return answer

        answer = amender(was, *args)
        if not isinstance(answer, Iterable):  # ``collecting`` says whose answer it is
            return answer
        cited = {part.rule for part in before if isinstance(part, Part)}
        return [_cite_change(one, before, cited, rule) for one in cast("Iterable[object]", answer)]

    return call


def _cite_change(one: object, before: list[object], cited: set[str], rule: str) -> object:
    """Return a part with the rule that has changed it; all else as it is."""
    if not isinstance(one, Part) or one in before or one.rule == rule or one.rule not in cited:
        return one
    return replace(one, rule=rule, instead_of=tuple(dict.fromkeys((one.rule, *one.instead_of))))


def cite_refusals(call: Call, citation: Citation) -> Call:
    """Write the citation on a refusal that does not have one yet (an amender may hand on an old one)."""

    def cite(*args: Any) -> Any:
        refusal = call(*args)
        if isinstance(refusal, Refusal) and not refusal.rule:
            refusal.rule, refusal.instead_of = citation
        return refusal

    return cite


def cite_parts(call: Call, citation: Citation) -> Call:
    """Write on the parts of a number that are the rule's own which rules it stands in the place of."""
    rule, instead_of = citation

    def account(*args: Any) -> Any:
        answer = call(*args)
        parts: Iterable[object] = answer
        if not isinstance(answer, Iterable):  # ``collecting`` says whose answer it is
            return answer
        return [
            replace(one, instead_of=instead_of) if isinstance(one, Part) and one.rule == rule else one for one in parts
        ]

    return account


def lay_failures(call: Call, function: RuleFunction) -> Call:
    """Lay what a function raises at its own door: where one wraps another, who called it cannot tell whose it is."""
    code = NamedCode(function.module.key, function.where, function.rule_ids)
    blame = Blame(code)

    def answer(*args: Any) -> Any:
        try:
            found = call(*args)
            return [*cast("Iterable[object]", found)] if found.__class__ is GeneratorType else found
        except BaseException as error:  # what a Blame does, at no price while nothing fails
            raise as_broken(error, code) from error

    async def answer_in_the_end(*args: Any) -> Any:
        with blame:
            return await call(*args)

    return answer_in_the_end if function.asynchronous else answer
