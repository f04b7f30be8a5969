"""Actions, the prompts they answer, and the reasons why not.

An action is a frozen struct of plain values. ``Action.refusals`` says only what makes it nonsense;
every citable prohibition is a module's ``@refuses`` function, so that it can be superseded or amended.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from string import Formatter
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.actions.domains import Choice, Domain, Range, Rows
from sandtable.engine.errors import Broken, Invalid
from sandtable.engine.failures import Blame, Method
from sandtable.engine.state.noted_rules import name_amenders
from sandtable.engine.state.tally import Tally
from sandtable.engine.words import fit

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from sandtable.engine.running.game import Game
    from sandtable.engine.state.schema import Schema

F = TypeVar("F", bound=Callable[..., Any])


class Refusal:
    """A reason why an action may not be done.

    ``says`` is a sentence with ``{names}`` from ``facts`` (a ``Tally`` names its rules); ``cure`` says what would
    make it legal. The rulebook fills in ``rule`` (and ``instead_of``, the rules it replaces or amends) from the
    citation. Raises ``Broken`` for a name in braces that is no fact.
    """

    __slots__ = ("cure", "facts", "instead_of", "rests_on", "rule", "says")

    def __init__(self, says: str, /, *, cure: str = "", rule: str = "", **facts: object) -> None:
        for name in _fact_names(says):
            if name not in facts:
                raise Broken(f"the reason {says!r} says {{{name}}}, and no fact of that name is given: add {name}=...")
        self.says, self.cure, self.rule, self.facts = says, fit(cure), rule, facts
        self.instead_of: tuple[str, ...] = ()
        self.rests_on: tuple[str, ...] = ()
        """The rules of options that have changed a number or a cell that was read for it: it names them."""

    @property
    def text(self) -> str:
        text = fit(self.says.format_map({name: _fact(fact) for name, fact in self.facts.items()}))
        if not self.rests_on:
            return text
        return name_amenders(text, tuple(rule for rule in self.rests_on if rule not in (self.rule, *self.instead_of)))

    def __str__(self) -> str:
        cited = ""
        if self.rule:
            cited = f" ({self.rule}{' in place of ' + ', '.join(self.instead_of) if self.instead_of else ''})"
        return f"{self.text}{cited}{' — ' + self.cure if self.cure else ''}"

    def __repr__(self) -> str:
        return f"Refusal({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.rule, str(self)) == (other.rule, str(other))

    def __hash__(self) -> int:
        return hash((self.rule, self.text))


@lru_cache(maxsize=4096)
def _fact_names(says: str) -> tuple[str, ...]:
    """Return the names of the facts that a sentence wants; raises ``Broken`` for braces that make no name."""
    try:
        names = [name for _, name, _, _ in Formatter().parse(says) if name is not None]
    except ValueError as error:
        raise Broken(f"the reason {says!r} cannot be read: {error}; a brace that is meant is written twice") from error
    return tuple(dict.fromkeys(re.split(r"[.\[]", name)[0] for name in names))


def _fact(fact: object) -> object:
    """Return a fact as it is told: of a number with its parts, the rules it rests on."""
    return fact.with_rules() if isinstance(fact, Tally) else fact


Verdict = list[Refusal]
"""All reasons against an action; legal means none."""


class FieldDomain(NamedTuple):
    """How one field of a kind of action is filled: the function and the earlier fields it asks for."""

    kind: type[Action]
    field: str
    function: Callable[..., Domain[Any]]
    needs: tuple[str, ...]

    @property
    def module(self) -> str:
        return self.kind.__module__

    @property
    def where(self) -> str:
        return f"the domain of {self.kind.__name__}.{self.field}"

    @property
    def rule_ids(self) -> str:
        return ""


class Action(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something a player may do; fields are filled in their order, each from its domain.

    ``stored`` is its name in files, by default that of the class: a class that is renamed keeps the old one there.

    ``@fills("field")`` on a static method ``(game, ask, *earlier fields)`` gives a field's domain; without
    one the field's type does: an id offers its table, a ``bool`` or ``Literal`` its values, a bounded
    integer its range. Of a ``secret`` action the other sides learn from the log that it was done, not its fields.
    """

    title: ClassVar[str] = ""
    stored: ClassVar[str] = ""
    secret: ClassVar[bool] = False
    fillers: ClassVar[Mapping[str, Callable[..., Domain[Any]]]] = {}

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        if "stored" not in vars(cls):
            cls.stored = cls.__name__
        if "title" not in vars(cls):
            cls.title = "".join(" " + c.lower() if c.isupper() else c for c in cls.__name__).strip().capitalize()
        cls.title = fit(cls.title)
        own = {
            name: value.__func__
            for value in vars(cls).values()
            if (name := getattr(value, "__fills__", "")) and isinstance(value, staticmethod)
        }
        cls.fillers = {**cls.fillers, **own}

    def refusals(self, game: Game, ask: Ask) -> Iterable[Refusal]:
        """Say what makes this action nonsense here (not what a citable rule forbids)."""
        return ()

    def perform(self, game: Game, ask: Ask) -> Awaitable[None] | None:
        """Carry the action out; an ``async def`` may ask and roll."""
        return None

    def says(self, game: Game) -> str:
        """Describe the action in a line for prompts and the log."""
        return self.plainly()

    def plainly(self) -> str:
        """Describe the action by its title and the values of its fields."""
        filled = " ".join(_value_text(getattr(self, name)) for name in self.__struct_fields__)
        return f"{self.title} {filled}".rstrip()

    @classmethod
    def label(cls) -> str:
        """Return the title, by default the class's name in words."""
        return cls.title


def describe_action(action: Action, game: Game) -> str:
    """Return what an action says of itself; what that raises is laid at its door."""
    with Blame(Method(type(action), "says")):
        return action.says(game)


def _value_text(value: object) -> str:
    if not isinstance(value, tuple):
        return str(value)
    items = cast("tuple[object, ...]", value)
    return (" " if _is_share(items) else ", ").join(_value_text(item) for item in items)


def _is_share(items: tuple[object, ...]) -> bool:
    """Tell whether this is a part with its share, as ``Sums`` gives them."""
    return len(items) == 2 and type(items[1]) is int and not isinstance(items[0], int)


def fills(name: str) -> Callable[[F], F]:
    """Mark a static method as the domain of the field ``name``."""

    def mark(function: F) -> F:
        function.__fills__ = name  # type: ignore[attr-defined]  # a staticmethod object takes attributes
        return function

    return mark


class Pass(Action, frozen=True):
    """Decline what is offered."""


class EndStep(Action, frozen=True):
    """Be done with the present step."""

    title = "End step"

    async def perform(self, game: Game, ask: Ask) -> None:
        from sandtable.engine.running.flow import ending

        await ending(game, game.frame)


class EnterThrow(Action, frozen=True):
    """Type in what the dice on the table show."""

    title = "Enter the dice"
    faces: tuple[int, ...]

    def refusals(self, game: Game, ask: Ask) -> Iterable[Refusal]:
        count, sides = cast("tuple[int, int]", ask.about)
        if len(self.faces) != count or not all(1 <= face <= sides for face in self.faces):
            yield Refusal("enter {count} numbers from 1 to {sides}", count=count, sides=sides)

    @fills("faces")
    @staticmethod
    def what_dice_show(game: Game, ask: Ask) -> Domain[Any]:
        from sandtable.engine.running.chance import DiceFaces

        return DiceFaces(*cast("tuple[int, int]", ask.about))


A = TypeVar("A", bound=Action)


class Ask(Struct, frozen=True, gc=False):
    """One question to one side: which kinds of action answer it, why it is put, by which rule.

    ``topics`` and ``worth`` are what a standing answer can refer to ("not in this province", "ask from
    2:1"). ``about`` is what the question is about, for refusals and for show.
    """

    side: str
    kinds: tuple[type[Action], ...]
    why: str = ""
    rule: str = ""
    about: Any = None
    optional: bool = False
    topics: tuple[str, ...] = ()
    worth: int | None = None

    def accepts(self, kind: type[Action]) -> bool:
        return kind in self.kinds or (self.optional and kind is Pass)


Purpose = Literal["step", "question", "reaction", "sealed", "dice"]


class Prompt(Struct, frozen=True, gc=False):
    """What the game waits for: one question, or several at once whose answers stay sealed."""

    asks: tuple[Ask, ...]
    purpose: Purpose = "question"
    answered: frozenset[str] = frozenset()

    @property
    def open(self) -> tuple[Ask, ...]:
        """Return the asks that are still unanswered."""
        if not self.answered:
            return self.asks
        return tuple(ask for ask in self.asks if ask.side not in self.answered)

    def without(self, side: str) -> Prompt:
        return replace(self, answered=self.answered | {side})

    def reopen_for(self, side: str) -> Prompt:
        return replace(self, answered=self.answered - {side})


# -- reading an action class


def field_domains(kind: type[Action], schema: Schema) -> tuple[FieldDomain, ...]:
    """Return how the fields of an action class are filled; raise ``Invalid`` for one without a domain."""
    hints = get_type_hints(kind, include_extras=True)
    out: list[FieldDomain] = []
    for name in kind.__struct_fields__:
        function = kind.fillers.get(name) or _by_type(hints[name], schema)
        if function is None:
            raise Invalid(f"{kind.__name__}.{name} has no domain: give it one with @fills({name!r})")
        needs = function.__code__.co_varnames[2 : function.__code__.co_argcount]
        missing = [need for need in needs if need not in kind.__struct_fields__]
        if missing:
            raise Invalid(
                f"{kind.__name__}: the domain of {name} asks for {missing[0]!r}, which is no field of the action"
            )
        out.append(FieldDomain(kind, name, function, needs))
    return tuple(out)


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
