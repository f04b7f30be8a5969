"""Writes ``docs/hooks.md`` out of the code: every hook of the core, every way to listen, all a procedure may await.

``scripts/docs`` calls it. A hook without a docstring, or without the version it came with, is refused.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, get_overloads

import sandtable
from sandtable.engine import hooks
from sandtable.engine.actions import actions
from sandtable.engine.hooks import QUERIES, SIGNATURES, Hook, HookSet, hooks_of
from sandtable.engine.rules import rules
from sandtable.engine.running import procedures

PAGE = Path(__file__).with_name("hooks.md")
VERSION = re.compile(r"\n*\.\. versionadded:: (\S+)\s*$")

TOLD = re.compile(r"(?:Query|Event) ``\((?P<given>.*?)\)(?: -> (?P<answer>.*?))?``: ")

LISTENS = tuple(SIGNATURES)
AWAITS = ("ask", "ask_any", "ask_all", "ask_together", "offer", "roll", "throw", "pick", "react", "perform")
METHODS = ("switched_on", "switched_off", "changed", "in_flight")
KINDS = ("collects", "decides", "happens", "settles")

BEGINNING = """\
<!-- Generated from the code by scripts/docs: edit the docstrings there, not this page. -->

# Hooks

These are all the places where a module can change any game; [Write a rules module](rules-module.md) explains how to use
them. Games add hook sets of their own, declared in their `hookspecs.py`. The [semantic version](https://semver.org) of
Sandtable covers hooks, listeners and what a procedure may await: each entry says in which version it was added.
"""
KINDS_BEGIN = """\
## Kinds of hooks

A hook is declared in a hook set, with a decorator that says how the answers combine. A **query** is a plain function
that only answers: it does not write, roll dice or ask. An **event** may be `async`, and may write, roll and ask. An
implementation takes the arguments it needs, by name; returning `None` means that it has nothing to say.
"""
LISTENERS_BEGIN = """\
## Listeners

Most rules need no hook: they listen for one class of action, row or moment (subclasses included), or for one step,
sequence, piece of work or duty. The decorator says which; the function below it takes the arguments it needs.
"""
AWAITS_BEGIN = """\
## What a procedure may await

An event, the `perform` of an action and whatever they await may await these, and nothing else. Do not keep rows in
local variables across an `await`: fetch them again.
"""
METHODS_BEGIN = """\
## When a module is switched on or off

Methods of `RuleModule` that a module may define for a change of options in a running campaign.
"""


class Undocumented(Exception):  # it tells a developer what to write
    """A hook lacks its docstring or the version it came with."""


class ReferenceEntry(NamedTuple):
    """One thing of the reference: its name, how it is written, and its docstring."""

    name: str
    written: str
    doc: str

    def fault(self) -> str:
        """Say what is missing."""
        if not VERSION.sub("", self.doc).strip():
            return f"{self.name} has no docstring"
        return "" if VERSION.search(self.doc) else f"{self.name} does not say `.. versionadded::`"

    def lines(self) -> str:
        """Return the entry as Markdown."""
        since = VERSION.search(self.doc)
        text = VERSION.sub("", self.doc).replace("``", "`")
        told = f"\nAdded in {since.group(1)}.\n" if since else ""
        return f"### {self.name}\n\n```python\n{self.written}\n```\n\n{text}\n{told}"


def hook_sets() -> list[type[HookSet]]:
    """Return every hook set that the core declares, in the order of their names."""
    for module in pkgutil.walk_packages(sandtable.__path__, "sandtable."):
        if not module.name.startswith("sandtable.cli"):
            import_module(module.name)
    found = {one for one in _below(HookSet) if one.__module__.startswith("sandtable.")}
    return sorted(found, key=lambda one: (one.__module__, one.__name__))


def _below(kind: type[HookSet]) -> Iterator[type[HookSet]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def entry_of(hook: Hook[..., Any]) -> ReferenceEntry:
    """Describe a hook."""
    return ReferenceEntry(hook.name, f"@{hook.kind}\n{write_signature(hook.spec)}", _doc(hook.spec))


def listener(name: str) -> ReferenceEntry:
    """Describe a decorator that makes a function listen; its docstring begins with the function's arguments."""
    mark = getattr(rules, name, None) or getattr(actions, name)
    key, *more = inspect.signature((get_overloads(mark) or [mark])[-1]).parameters.values()
    doc = _doc(mark)
    told = TOLD.match(doc)
    if told is None or tuple(told["given"].split(", ")) != SIGNATURES[name]:  # type: ignore[index]
        kind = "Query" if name in QUERIES else "Event"
        raise Undocumented(f"{name} does not begin with: {kind} ``({', '.join(SIGNATURES[name])})``")  # type: ignore[index]
    begins = "def" if name in QUERIES else "async def"
    function = f"{begins} function(self, {told['given']}) -> {told['answer'] or 'None'}"
    text = doc[told.end() :]
    return ReferenceEntry(
        name, f"@{name}({', '.join(map(_argument, (key, *more)))})\n{function}", text[:1].upper() + text[1:]
    )


def describe_await(function: Callable[..., Any]) -> ReferenceEntry:
    """Describe what a procedure may await."""
    return ReferenceEntry(
        function.__name__, f"await {write_signature(function).removeprefix('async def ')}", _doc(function)
    )


def write_signature(function: Callable[..., Any]) -> str:
    """Return a function's first line as it stands in the code, on several lines when it is long."""
    signature = inspect.signature(function)
    given = [_argument(one) for one in signature.parameters.values()]
    stars = [one.kind for one in signature.parameters.values()]
    if inspect.Parameter.KEYWORD_ONLY in stars:
        given.insert(stars.index(inspect.Parameter.KEYWORD_ONLY), "*")
    begins = f"{'async ' if inspect.iscoroutinefunction(inspect.unwrap(function)) else ''}def {function.__name__}("
    ends = f") -> {_type(signature.return_annotation)}"
    line = begins + ", ".join(given) + ends
    return line if len(line) <= 100 else begins + "".join(f"\n    {one}," for one in given) + "\n" + ends


def _argument(one: inspect.Parameter) -> str:
    star = "*" if one.kind is one.VAR_POSITIONAL else ""
    text = star + (one.name if one.annotation is one.empty else f"{one.name}: {_type(one.annotation)}")
    default = '""' if one.default == "" else repr(one.default)
    return text if one.default is one.empty else f"{text} = {default}"


def _type(annotation: object) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b[\w.]+\.(\w+)", r"\1", text)


def _doc(function: Callable[..., Any]) -> str:
    return inspect.cleandoc(function.__doc__ or "")


def page(sets: Iterable[type[HookSet]]) -> str:
    """Return the whole page; raise ``Undocumented`` for what it cannot say."""
    sections = [(_about(one), [entry_of(hook) for hook in hooks_of_in_order(one)]) for one in sets]
    sections.append((LISTENERS_BEGIN, [listener(name) for name in LISTENS]))
    sections.append((AWAITS_BEGIN, [describe_await(getattr(procedures, name)) for name in AWAITS]))
    methods = [getattr(rules.RuleModule, name) for name in METHODS]
    sections.append((METHODS_BEGIN, [ReferenceEntry(one.__name__, write_signature(one), _doc(one)) for one in methods]))
    faults = [fault for _, entries in sections for entry in entries if (fault := entry.fault())]
    if faults:
        raise Undocumented("; ".join(faults))
    told = ["\n".join([begin, *(entry.lines() for entry in entries)]) for begin, entries in sections]
    return "\n".join([BEGINNING, f"{KINDS_BEGIN}\n{_kinds()}", *told])


def hooks_of_in_order(hook_set: type[HookSet]) -> list[Hook[..., Any]]:
    """Return the hooks of a set in the order in which it declares them."""
    return sorted(hooks_of(hook_set).values(), key=lambda hook: hook.spec.__code__.co_firstlineno)


def _about(hook_set: type[HookSet]) -> str:
    doc = VERSION.sub("", _doc(hook_set)).replace("``", "`")
    return f"## {hook_set.__name__}\n\n`{hook_set.__module__}`. {doc}\n"


def _kinds() -> str:
    lines = ["| kind | | what it is |", "|---|---|---|"]
    for name in KINDS:
        told = " ".join(_doc(getattr(hooks, name)).split()).replace("``", "`").replace("|", "\\|")
        lines.append(f"| `@{name}` | {'query' if name in QUERIES else 'event'} | {told.removeprefix('Declare ')} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the page, or say what keeps it from being written."""
    try:
        PAGE.write_text(page(hook_sets()), "utf-8")
    except Undocumented as error:
        sys.exit(f"docs/hooks.md is not written: {error}")


if __name__ == "__main__":
    main()
