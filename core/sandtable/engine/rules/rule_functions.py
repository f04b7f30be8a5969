"""Reading a rules module: its functions, what they cite, and whether that is sound."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast, get_origin

from sandtable.engine.annotations import annotation_texts, hints_of, parameters_of
from sandtable.engine.code_places import CodePlace, place_of
from sandtable.engine.errors import Broken, unknown
from sandtable.engine.hooks import PROJECT, QUERIES, SIGNATURES, STEP_RULES
from sandtable.engine.rules.heard import fault_in
from sandtable.engine.rules.rules import Citation, RuleModule

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandtable.engine.actions.actions import Action
    from sandtable.engine.hooks import Hook, Listen

Slot = tuple[str, object]
"""Where a function answers: ("hook", name) or (kind of listener, its key)."""

NOTHING = Citation(())
FACTS: Final[Slot] = ("hook", "facts")
"""What declares words: it is asked once, when there is no position yet."""


@dataclass(frozen=True, slots=True)
class RuleFunction:
    """One function of a rules module: where it answers and what it cites."""

    module: type[RuleModule]
    name: str
    citation: Citation
    slot: Slot | None
    parameters: tuple[str, ...]
    asynchronous: bool
    default: bool
    looks_at: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        return f"{self.module.key}.{self.name}"

    @property
    def rule_ids(self) -> str:
        return ", ".join(self.citation.ids)

    @property
    def place(self) -> CodePlace:
        """Where it stands in the code."""
        return place_of(getattr(self.module, self.name))


def functions_of(
    module: type[RuleModule], hooks: Mapping[str, Hook[..., Any]], gone: Mapping[str, str]
) -> list[RuleFunction]:
    """Return the rule functions of a module class, in the order in which it defines them.

    ``gone`` says in words what takes the place of hooks of before.
    """
    held = {name: value for base in reversed(module.__mro__) for name, value in vars(base).items()}
    found: list[RuleFunction] = []
    for name, function in held.items():
        if name.startswith("__") or not inspect.isfunction(function):
            continue
        citation: Citation | None = getattr(function, "__citation__", None)
        options: dict[str, Any] | None = getattr(function, f"{PROJECT}_impl", None)
        listens: tuple[Listen, object] | None = getattr(function, "__listens__", None)
        if citation is None and options is None and listens is None:
            continue
        slot: Slot | None = listens or (("hook", options["specname"] or name) if options is not None else None)
        found.append(
            RuleFunction(
                module,
                name,
                citation or NOTHING,
                slot,
                parameters_of(function)[1:],
                inspect.iscoroutinefunction(function),
                bool(options and options["trylast"]),
                getattr(function, "__looks_at__", ()) or (citation or NOTHING).looks_at,
            )
        )
        if slot is not None and slot[0] == "hook" and slot[1] in gone:
            raise _fault_in(
                found[-1], f"{found[-1].where} answers the hook {slot[1]}, which is gone: {gone[str(slot[1])]}"
            )
        _check(found[-1], function, hooks)
    return found


def _check(function: RuleFunction, code: Any, hooks: Mapping[str, Hook[..., Any]]) -> None:
    """Raise ``Broken`` for a function that cannot be what it says it is."""
    where, citation, slot = function.where, function.citation, function.slot
    first = parameters_of(code)[:1]
    if first != ("self",):
        found = repr(first[0]) if first else "not there"
        raise _fault_in(function, f"{where}: its first parameter is {found}, and must be `self`")
    if citation.amends:
        _check_amendment(function)
        return
    if slot is None:
        raise _fault_in(
            function,
            f"{where} cites {function.rule_ids} and is never called: "
            "mark it @hookimpl, @refuses, @opens, ... or `amends`",
        )
    kind, key = slot
    if kind == "hook":
        hook = hooks.get(str(key))
        if hook is None:
            raise _fault_in(function, f"{where}: {unknown('hook', str(key), hooks)}")
        query, known = hook.kind in QUERIES, hook.parameters if slot != FACTS else ()
        _same_annotations(function, code, hook)
    else:
        if kind == "fills":
            _check_field(function)
        if kind in STEP_RULES:
            _check_stride(function, code)
        query, known = kind in QUERIES, listener_arguments(slot)
    if query and function.asynchronous:
        raise _fault_in(function, f"{where} is a query and must not await: make it a plain function")
    extra = [name for name in function.parameters if name not in known]
    if extra:
        raise _fault_in(function, f"{where} takes {extra[0]!r}; it can have {', '.join(known) or 'nothing'}")
    if kind != "hook" and (wrong := fault_in(code, kind, key)):
        raise _fault_in(function, f"{where}{wrong}")
    if kind in ("refuses", "fills"):
        _same_subject(function, code, cast("type[Action]", key[0] if isinstance(key, tuple) else key))


def _check_amendment(function: RuleFunction) -> None:
    """Raise ``Broken`` for an amendment that is not written as one; what it amends is known later (see ``targets``)."""
    does = f"{function.where} amends {' and '.join(function.citation.amends)}"
    if function.slot is not None:
        raise _fault_in(function, f"{does}: it takes the place of that function and carries no other mark")
    if function.parameters[:1] != ("was",):
        raise _fault_in(function, f"{does}: its first parameter is `was`, the old answer")
    if len(function.citation.ids) != 1:
        raise _fault_in(function, f"{does}: an amendment is one rule with one id")


def listener_arguments(slot: Slot) -> tuple[str, ...]:
    """Return what a listener can take by name; one that fills a field can take the fields before it, too."""
    kind, key = slot
    arguments = SIGNATURES[cast("Listen", kind)]
    if kind != "fills":
        return arguments
    action, field = cast("tuple[type[Action], str]", key)
    fields = action.__struct_fields__
    return (*arguments, *fields[: fields.index(field)])


def _check_field(function: RuleFunction) -> None:
    """Raise ``Broken`` for a function that fills a field which its action does not have."""
    action, field = cast("tuple[type[Action], str]", cast("Slot", function.slot)[1])
    if field not in action.__struct_fields__:
        wrong = unknown(f"field of {action.__name__}", field, action.__struct_fields__, f"{function.where} fills it")
        raise _fault_in(function, str(wrong))


def _check_stride(function: RuleFunction, code: Any) -> None:
    """Raise ``Broken`` for a rule on steps that looks at what the strides it is written for do not have."""
    stride: Any = hints_of(code).get("stride")
    fields: tuple[str, ...] | None = getattr(get_origin(stride) or stride, "__struct_fields__", None)
    for name in function.looks_at if fields is not None else ():
        if name not in (fields or ()):
            wrong = unknown(f"field of {annotation_texts(code)['stride']}", name, fields or ())
            raise _fault_in(function, f"{function.where}: {wrong}")


def _same_subject(function: RuleFunction, code: Any, action: type[Action]) -> None:
    """Raise ``Broken`` for a function that takes what a question is about for something else than its action does."""
    taken = annotation_texts(code).get("ask", "Ask") if "ask" in function.parameters else "Ask"
    if taken not in ("Ask", f"Ask[{action.subject.name}]"):
        about = f"{action.__name__} answers questions about {action.subject.name}"
        raise _fault_in(function, f"{function.where} takes {taken}, but {about}")


def _fault_in(function: RuleFunction, message: str) -> Broken:
    return Broken(message, function.module.key)


def _same_annotations(function: RuleFunction, code: Any, hook: Hook[..., Any]) -> None:
    """Compare annotations as they are written: pluggy compares names only."""
    ours, theirs = annotation_texts(code), hook.annotations
    for name in function.parameters:
        if name in ours and name in theirs and ours[name] != theirs[name]:
            raise _fault_in(
                function,
                f"{function.where}: {name} is {ours[name]} here and {theirs[name]} in the hook's specification",
            )
    said, wanted = ours.get("return"), theirs.get("return", "None")
    if said is not None and not _narrower(said, wanted):
        raise _fault_in(function, f"{function.where} returns {said}; the hook's specification says {wanted}")


def _narrower(said: str, wanted: str) -> bool:
    """Tell whether a written return type is the wanted one, or the wanted one without some of its alternatives."""
    ours, theirs = set(said.split(" | ")), {*wanted.split(" | "), "None"}
    if ours <= theirs or said == "None":
        return True
    inner = wanted.removeprefix("Iterable[").split("]")[0]
    return (wanted.startswith("Iterable[") and said.endswith(f"[{inner}]")) or said in (
        f"list[{inner}]",
        f"tuple[{inner}, ...]",
    )
