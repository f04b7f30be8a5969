"""What a module lets a group decide: its parameters, with what each decides, by which rule, and the recommended value.

Those of an option belong to the option. Those of a module that is always in force are rulings: what the printed rules
leave open, and the numbers that they fix for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, cast, get_args, get_origin

import msgspec
from msgspec import Meta

from sandtable.engine.state.struct_fields import fields_of
from sandtable.engine.words import key_title

if TYPE_CHECKING:
    from sandtable.engine.rules.options import Choices
    from sandtable.engine.rules.rules import RuleModule

BOUNDS: Final = ("ge", "gt", "le", "lt", "multiple_of")
Changeable = Literal["running", "setup"]


def ruling(
    title: str, says: str, *rules: str, ge: int | None = None, le: int | None = None, changeable: Changeable = "running"
) -> Meta:
    """Annotate a parameter with what it decides, why the default is recommended, and the rules that it is about.

    ``changeable``: by agreement in a running campaign, or only when one is set up; an option says it for all of its
    own.

    .. versionadded:: 0.1
    """
    return Meta(title=title, description=says, ge=ge, le=le, extra={"rules": rules, "changeable": changeable})


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a module, as a group reads it."""

    module: str
    name: str
    title: str
    says: str
    rules: tuple[str, ...]
    hint: Any
    """Its type, with what it was annotated with."""
    choices: tuple[Any, ...]
    """The values there are, where they are counted out; the bounds say the rest."""
    bounds: Mapping[str, int]
    default: Any
    changeable: Changeable

    @property
    def key(self) -> str:
        """How it is written: ``MODULE.PARAMETER``."""
        return f"{self.module}.{self.name}"

    @property
    def type(self) -> str:
        """What it may be, in words."""
        return _in_words(self.hint)

    def value(self, choices: Choices) -> Any:
        """Return what it is under these choices."""
        return choices.parameters.get(self.module, {}).get(self.name, self.default)


def parameters_of(module: type[RuleModule]) -> Iterator[Parameter]:
    """Yield the parameters of a module, as they are declared."""
    for field in fields_of(module.Parameters):
        marks = [one for one in getattr(field.type, "__metadata__", ()) if isinstance(one, Meta)]
        extra = {name: value for mark in marks for name, value in (mark.extra or {}).items()}
        known = {name: bound for name in BOUNDS for mark in marks if (bound := getattr(mark, name)) is not None}
        changeable = module.option.changeable if module.option is not None else extra.get("changeable", "running")
        yield Parameter(
            module.key,
            field.name,
            next((mark.title for mark in marks if mark.title), key_title(field.name)),
            next((mark.description for mark in marks if mark.description), ""),
            tuple(extra.get("rules", ())),
            field.type,
            _counted_out(field.type),
            cast("Mapping[str, int]", known),
            None if field.default is msgspec.NODEFAULT else msgspec.to_builtins(field.default),
            changeable,
        )


def _plain(hint: Any) -> Any:
    return _plain(get_args(hint)[0]) if get_origin(hint) is Annotated else hint


def _counted_out(hint: Any) -> tuple[Any, ...]:
    return get_args(_plain(hint)) if get_origin(_plain(hint)) is Literal else ()


def _in_words(hint: Any) -> str:
    if choices := _counted_out(hint):
        return " or ".join(str(one) for one in choices)
    plain = _plain(hint)
    plain = getattr(plain, "__supertype__", plain)
    return {int: "a whole number", str: "a text", bool: "yes or no"}.get(plain, getattr(plain, "__name__", str(plain)))
