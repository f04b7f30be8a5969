"""Hook sets: places where modules answer, declared by how the answers combine.

``@collects`` one list of all answers · ``@decides`` one answer, defaults asked last · ``@happens`` an
event, each in turn · ``@settles`` an event that stops at the first answer. The first two are queries:
no ask, no roll, no write.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any, Concatenate, Generic, Literal, ParamSpec, TypeVar, overload

import pluggy

from sandtable.engine.annotations import annotation_texts, signature_of

if TYPE_CHECKING:
    from typing import Self

PROJECT = "sandtable"
_spec = pluggy.HookspecMarker(PROJECT)
_impl = pluggy.HookimplMarker(PROJECT)

Kind = Literal["collects", "decides", "happens", "settles"]
P = ParamSpec("P")
T = TypeVar("T")
Answer_co = TypeVar("Answer_co", covariant=True)
F = TypeVar("F", bound=Callable[..., Any])


class HookSet:
    """A family of hooks; subclass it and declare methods with the four decorators.

    ``game.hooks(MySet)`` gives an instance whose methods call every module that answers. The first
    parameter of every hook is ``game``; arguments are passed by position and have no defaults.
    """


class Hook(Generic[P, Answer_co]):
    """One hook of a hook set: its kind and its specification."""

    def __init__(self, kind: Kind, spec: Callable[..., Any]) -> None:
        self.kind: Kind = kind
        self.spec = spec
        self.name = spec.__name__
        self.__doc__ = spec.__doc__
        self.parameters = tuple(signature_of(spec).parameters)[1:]
        self.annotations = annotation_texts(spec)
        """Its annotations as they are written."""
        self.answer = self.annotations.get("return", "None")
        """What is answered, as it is written."""

    def __set_name__(self, owner: type, name: str) -> None:
        if not self.parameters or self.parameters[0] != "game":
            raise TypeError(f"{owner.__name__}.{name}: the first parameter of a hook is `game`")
        if any(p.default is not p.empty for p in signature_of(self.spec).parameters.values()):
            raise TypeError(f"{owner.__name__}.{name}: a hook has no default arguments")

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: HookSet, owner: type) -> Callable[P, Answer_co]: ...
    def __get__(self, instance: HookSet | None, owner: type) -> Self | Callable[P, Answer_co]:
        if instance is None:
            return self
        raise AttributeError(f"{owner.__name__}.{self.name} is called through game.hooks({owner.__name__})")


class GoneHook:
    """A hook of before: what it was called, and in words what takes its place (see ``gone``)."""

    name = ""

    def __init__(self, instead: str) -> None:
        self.instead = instead

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


def gone(instead: str) -> GoneHook:
    """Declare in a hook set that a hook of before is gone: a module that still answers it is told what to do instead.

    .. versionadded:: 0.3
    """
    return GoneHook(instead)


def collects(spec: Callable[Concatenate[Any, P], Iterable[T] | None]) -> Hook[P, list[T]]:
    """Declare a query whose answers become one list, in declared order."""
    return Hook("collects", spec)


def decides(spec: Callable[Concatenate[Any, P], T]) -> Hook[P, T]:
    """Declare a query with one answer: two that differ without declared order are a named conflict.

    Implementations may answer ``None``: they leave it to others. When nobody answers, the answer is
    ``None`` if the specification says ``T | None``; if it says ``T`` the base game must have a default.
    """
    return Hook("decides", spec)


@overload
def happens(
    spec: Callable[Concatenate[Any, P], Coroutine[Any, Any, None]],
) -> Hook[P, Coroutine[Any, Any, list[Any]]]: ...
@overload
def happens(
    spec: Callable[Concatenate[Any, P], Coroutine[Any, Any, T | None]],
) -> Hook[P, Coroutine[Any, Any, list[T]]]: ...
def happens(spec: Callable[Concatenate[Any, P], Coroutine[Any, Any, Any]]) -> Hook[P, Coroutine[Any, Any, Any]]:
    """Declare an event: each implementation in turn, finished before the next; answers are listed."""
    return Hook("happens", spec)


def settles(
    spec: Callable[Concatenate[Any, P], Coroutine[Any, Any, T | None]],
) -> Hook[P, Coroutine[Any, Any, T | None]]:
    """Declare an event that stops at the first answer.

    When nobody answers, the answer is ``None`` if the specification says ``T | None``; if it says ``T`` the base game
    must have a default.
    """
    return Hook("settles", spec)


@overload
def hookimpl(function: F, /) -> F: ...
@overload
def hookimpl(*, of: Hook[..., Any] | GoneHook | None = None, default: bool = False) -> Callable[[F], F]: ...
def hookimpl(
    function: F | None = None, *, of: Hook[..., Any] | GoneHook | None = None, default: bool = False
) -> F | Callable[[F], F]:
    """Mark a method of a module as the implementation of the hook of its name, or of the hook ``of``.

    ``of=MyHooks.die_parts``: a module whose rules answer one hook more than once names each function after its
    rule. ``default=True``: the base answer to a deciding or settling hook, asked when nobody else answers.
    """

    def mark(function: F) -> F:
        return _impl(function, trylast=default, specname=of.name if of is not None else None)

    return mark(function) if function is not None else mark


def hooks_of(hook_set: type[HookSet]) -> dict[str, Hook[..., Any]]:
    """Return the hooks a set declares, by name."""
    return {name: value for name in dir(hook_set) if isinstance(value := inspect.getattr_static(hook_set, name), Hook)}


def gone_hooks(hook_set: type[HookSet]) -> dict[str, str]:
    """Return what takes the place of the hooks that a set had before, by their names."""
    found = {name: inspect.getattr_static(hook_set, name) for name in dir(hook_set)}
    return {name: value.instead for name, value in found.items() if isinstance(value, GoneHook)}


def specification(hook_set: type[HookSet]) -> type:
    """Return the hook set as pluggy wants it: a class of plain marked functions."""
    return type(hook_set.__name__, (), {name: _spec(hook.spec) for name, hook in hooks_of(hook_set).items()})


Listen = Literal[
    "refuses", "refuses_step", "ends_way", "refuses_end", "conceals", "reacts", "opens", "closes", "leaves", "works",
    "fails", "doable", "fills",
]  # fmt: skip
SIGNATURES: dict[Listen, tuple[str, ...]] = {
    "refuses": ("game", "act", "ask"),
    "refuses_step": ("game", "stride"),
    "ends_way": ("game", "stride"),
    "refuses_end": ("game", "stride"),
    "conceals": ("row", "viewers"),
    "reacts": ("game", "moment"),
    "opens": ("game", "frame"),
    "closes": ("game", "frame"),
    "leaves": ("game", "frame"),
    "works": ("game", "item", "work"),
    "fails": ("game", "duty"),
    "doable": ("game", "duty"),
    "fills": ("game", "ask"),
}
STEP_RULES: frozenset[str] = frozenset({"refuses_step", "ends_way", "refuses_end"})
"""Listeners that are asked about one step of a way."""
REASONS: frozenset[str] = frozenset({"refuses", *STEP_RULES})
"""Listeners that answer with a reason."""
QUERIES: frozenset[str] = frozenset({"collects", "decides", *REASONS, "conceals", "reacts", "doable", "fills"})

Event = Callable[..., Awaitable[Any] | Any]
