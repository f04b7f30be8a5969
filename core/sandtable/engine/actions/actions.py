"""The game as rules meet it, the actions done in it, and the questions they answer.

An action acts on a game and a game judges actions, so both are declared here; a running game (``running.game``) is
what keeps the promises. An action is a frozen struct of plain values. ``Action.refusals`` says only what makes it
nonsense; every citable prohibition is a module's ``@refuses`` function, so that it can be superseded or amended.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, cast, get_args, get_origin, overload

from msgspec import Struct

from sandtable.engine.actions.domains import Domain  # the type hints of actions are read
from sandtable.engine.actions.subjects import ANYTHING, Subject
from sandtable.engine.errors import Broken
from sandtable.engine.failures import Method
from sandtable.engine.hooks import HookSet
from sandtable.engine.state.queries import answer_of
from sandtable.engine.state.to_come import ToCome
from sandtable.engine.words import fit, sentence

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from typing import Never, Self

    from typing_extensions import TypeVar

    from sandtable.engine.actions.refusals import Refusal, Stop, Verdict
    from sandtable.engine.actions.strides import StepRules, Stride
    from sandtable.engine.state.charts import Chart
    from sandtable.engine.state.position import Position

    S_co = TypeVar("S_co", covariant=True, default=object)
    S_contra = TypeVar("S_contra", contravariant=True, default=Never)
else:
    from typing import TypeVar

    S_co = TypeVar("S_co", covariant=True)
    S_contra = TypeVar("S_contra", contravariant=True)

F = TypeVar("F", bound=Callable[..., Any])
H = TypeVar("H", bound=HookSet)
A = TypeVar("A", bound="Action")
P = TypeVar("P", bound="Stride[Any]")


class Game(ToCome):
    """One position with the rulebook in force, as rules and actions see it.

    ``game[Corps]`` is a table, ``game.hooks(MyHooks)`` asks the modules, ``put``, ``change`` and ``remove``
    are the gate: they work only while the referee works out an action. ``viewers`` are the sides whose eyes
    this game is seen through, ``None`` for the true position.
    """

    viewers: frozenset[str] | None

    # -- what is in force

    @abstractmethod
    def hooks(self, hook_set: type[H]) -> H:
        """Return the hooks of a set, ready to call."""

    @abstractmethod
    def has_hooks(self, hook_set: type[HookSet]) -> bool:
        """Tell whether this game has a set of hooks."""

    @abstractmethod
    def has_implementation(self, hook: str) -> bool:
        """Tell whether any module in force answers a hook."""

    @abstractmethod
    def chart(self, id: str) -> Chart:
        """Return a chart with the cells that designer and options put over it; a missing one is an error."""

    @abstractmethod
    def stands(self, rule: str) -> bool:
        """Tell whether a rule is in force (present and not superseded)."""

    @abstractmethod
    def citation_of(self, rule: str) -> tuple[str, tuple[str, ...]]:
        """Return the rule in force in the place of one, and whom it replaces or amends."""

    @abstractmethod
    def actions_at(self, step: str) -> tuple[type[Action], ...]:
        """Return the kinds of action that can be done at a step."""

    # -- what a side sees

    @abstractmethod
    def seen_by(self, seat: str) -> Game:
        """Return the game as a seat sees it: same questions, hidden rows with their public face."""

    @abstractmethod
    def sight(self, side: str) -> Game:
        """Return the game as the seat that answers for ``side`` sees it."""

    @abstractmethod
    def seen_by_sides(self, sides: frozenset[str]) -> Game:
        """Return the game in the eyes of these sides; it follows this one."""

    # -- verdicts

    @abstractmethod
    def verdict(self, action: Action, ask: Ask) -> Verdict:
        """Return all reasons why this action may not answer ``ask``, each with its rule; legal means none."""

    @abstractmethod
    def allows(self, action: Action, ask: Ask) -> bool:
        """Tell whether an action is legal, without looking for more than one reason."""

    @abstractmethod
    def legal(self, kind: type[A], side: str | Ask, **filled: Any) -> Iterator[A]:
        """Yield what a side, or whoever is asked, could legally do of a kind, as far as it can see, so filled."""

    @abstractmethod
    def offered(self, kind: type[Action], side: str, **filled: Any) -> Domain[Any]:
        """Return what the first open field of an action may hold, as far as a side can see; of ways see ``Ways``."""

    @abstractmethod
    def can_answer(self, ask: Ask) -> bool:
        """Tell whether the side that is asked has a legal answer, as far as it can see."""

    # -- steps of a way

    @abstractmethod
    def step_rules(self, kind: type[Action]) -> StepRules:
        """Return the rules in force on the steps of a kind of action, as they answer in this position."""

    def step_refusals(self, kind: type[Action], stride: Stride[Any]) -> Verdict:
        """Return all reasons why a step of a kind of action may not be taken, each with its rule."""
        return self.step_rules(kind).against(stride)

    def way_ends(self, kind: type[Action], stride: Stride[Any]) -> list[Stop]:
        """Return all reasons why a way of a kind of action ends with a step, each with its rule."""
        return self.step_rules(kind).stops(stride)

    def step_to(self, kind: type[Action], strides: Iterable[P], there: object, says: str) -> P | None:
        """Return the stride of these that leads ``there``; where a rule refuses it, note what it ``says`` and why."""
        step = next(one for one in strides if one.there == there)
        if against := self.step_refusals(kind, step):
            self.note(f"{says}: {against[0].text}", against[0].rule)
            return None
        return step

    # -- what is to come

    @abstractmethod
    def enter(self, sequence: str, subject: str = "", side: str | None = None) -> None:
        """Play a sub-sequence when the running procedure ends; several are played in the order of the calls.

        ``side`` plays its once-only phases. When it is left, ``@leaves(sequence)`` events go on from there.
        """


class Action(Struct, Generic[S_contra], frozen=True, gc=False, omit_defaults=True):
    """Something a player may do; fields are filled in their order, each from its domain.

    ``Action[CorpsId]`` answers questions about a corps, which its functions find in ``ask.about``; a plain ``Action``
    does not look at what a question is about.

    ``stored`` is its name in files, by default that of the class: a class that is renamed keeps the old one there.

    ``@fills("field")`` on a static method ``(game, ask, *earlier fields)`` gives a field's domain, unless a rule does
    so (``@fills(Action, "field")`` in a module); without either the field's type does: an id offers its table, a
    ``bool`` or ``Literal`` its values, a bounded integer its range. Of a ``secret`` action the other sides learn from
    the log that it was done, not its fields: by its title, or what it ``secretly`` is, said of the side ("has chosen
    how to attack").

    ``if_none`` says of a field why there may be nothing to choose for it, with the id of the rule it comes from:
    ``{"siege": ("you are not besieging a city", "BASE-7.5-siege")}``.

    ``if_declined`` says what comes of not doing it where it is offered: "Break off the battle and retreat". ``risk``
    names a special case of another action and what is risked by it: "forced march, may lose stragglers".
    """

    title: ClassVar[str] = ""
    stored: ClassVar[str] = ""
    secret: ClassVar[bool] = False
    secretly: ClassVar[str] = ""
    if_declined: ClassVar[str] = ""
    if_none: ClassVar[Mapping[str, tuple[str, str]]] = {}
    risk: ClassVar[str] = ""
    fillers: ClassVar[Mapping[str, Callable[..., Domain[Any]]]] = {}
    subject: ClassVar[Subject] = ANYTHING

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
        for base in vars(cls).get("__orig_bases__", ()):
            if get_origin(base) is Action:
                cls.subject = Subject.of(*get_args(base))

    @classmethod
    def check_subject(cls, about: S_contra) -> type[Self]:
        """Return this kind of action; raises ``Broken`` where it does not answer questions about such a thing."""
        if not isinstance(about, cls.subject.classes):
            raise Broken(
                f"{cls.__name__} answers questions about {cls.subject.name}, and this one is about {about!r}",
                cls.__module__,
            )
        return cls

    def refusals(self, game: Game, ask: Ask[S_contra]) -> Iterable[Refusal]:
        """Say what makes this action nonsense here (not what a citable rule forbids)."""
        return ()

    def perform(self, game: Game, ask: Ask[S_contra]) -> Awaitable[None] | None:
        """Carry the action out; an ``async def`` may ask and roll."""
        return None

    def says(self, game: Game, ask: Ask[S_contra]) -> str:
        """Describe the action that answers ``ask`` in a sentence for the log, as it stands: "Dupont marches to Leon".

        The position is the one before it. Without a sentence of its own an action gives its title and its fields.
        """
        return self.plainly(game, ask.side)

    def plainly(self, game: Position | None = None, side: str = "") -> str:
        """Describe the action by its title and the values of its fields, where there is a game by what they name.

        This is what is told of it where nobody knows any more what it was asked about: of a sealed answer that is
        revealed, and of one that the table is asked to allow.
        """
        kind = type(self)
        filled = [field_text(game, kind, name, getattr(self, name)) for name in self.__struct_fields__]
        return " ".join((self.title, *filled)).rstrip()

    @classmethod
    def name_value(cls, game: Position, field: str, value: object) -> str:
        """Return what a value of a field, or a part of one, is called: an id by what it names, by default."""
        table = game.state.schema.tables_of(cls).get(field)
        return str(value) if table is None and isinstance(value, str) else game.name(value, table)

    @classmethod
    def value_facts(cls, game: Game, field: str, value: Any) -> str:
        """Return what one should know before choosing a value of a field ("the land gives 3"), if there is anything.

        It is asked of the game as the side sees it, and stands before what is known of the value anyway.
        """
        return ""

    @classmethod
    def value_facts_after(cls, game: Game, ask: Ask[Any], filled: Mapping[str, Any], field: str, value: Any) -> str:
        """Return what who is asked should know before choosing a value of a field, those before it ``filled``.

        By default it is what is known of the value by itself.
        """
        return cls.value_facts(game, field, value)

    @classmethod
    def label(cls) -> str:
        """Return the title, by default the class's name in words."""
        return cls.title


def describe_action(action: Action, game: Game, ask: Ask[Any]) -> str:
    """Return what an action says of itself; what that raises is laid at its door."""
    return sentence(answer_of(_saying(type(action)), action.says, game, ask))


@cache
def _saying(kind: type[Action]) -> Method:
    return Method(kind, "says")


def describe_without_question(action: Action, game: Game, side: str) -> str:
    """Return what an action of a side says of itself where nobody knows any more what it was asked about."""
    kind = type(action)
    if isinstance(None, kind.subject.classes):  # it does not look at that
        return describe_action(action, game, Ask(side, (kind,)))
    return sentence(action.plainly(game, side))


def field_text(game: Position | None, kind: type[Action], field: str, value: object) -> str:
    """Return the value of a field of an action as it is written in a text: ids by what they name."""
    if game is None or type(value) is int:
        return _value_text(value, str)
    if isinstance(value, str):
        return kind.name_value(game, field, value)
    return _value_text(value, partial(kind.name_value, game, field))


def _value_text(value: object, name: Callable[[object], str]) -> str:
    if not isinstance(value, tuple):
        return name(value)
    items = cast("tuple[object, ...]", value)
    return (" " if _is_share(items) else ", ").join(_value_text(item, name) for item in items)


def _is_share(items: tuple[object, ...]) -> bool:
    """Tell whether this is a part with its share, as ``Sums`` gives them."""
    return len(items) == 2 and type(items[1]) is int and not isinstance(items[0], int)


@overload
def fills(field: str, /) -> Callable[[F], F]: ...
@overload
def fills(kind: type[Action], field: str, /) -> Callable[[F], F]: ...
def fills(kind: str | type[Action], field: str = "", /) -> Callable[[F], F]:
    """Query ``(game, ask) -> Domain[Any]``: what a field of an action of this class may hold.

    It may ask for the fields before it too, by their names; they are filled already. The rule is cited against
    anything else. It counts instead of the domain that the class gives the field itself, by ``@fills("field")`` on
    a static method of its own with the same arguments.

    .. versionadded:: 0.2
    """

    def mark(function: F) -> F:
        if isinstance(kind, str):
            function.__fills__ = kind  # type: ignore[attr-defined]  # a staticmethod object takes attributes
        else:
            function.__listens__ = ("fills", (kind, field))  # type: ignore[attr-defined]  # as every listener is marked
        return function

    return mark


class Pass(Action, frozen=True):
    """Decline what is offered."""

    def says(self, game: Game, ask: Ask) -> str:
        return f"{game.name(ask.side)} passes"


class Ask(Struct, Generic[S_co], frozen=True, gc=False):
    """One question to one side: which kinds of action answer it, why it is put, by which rule.

    ``topics`` and ``worth`` are what a standing answer can refer to ("not in this province", "ask from
    2:1"). ``about`` is what the question is about: ``Ask[CorpsId]`` is about a corps.
    """

    side: str
    kinds: tuple[type[Action], ...]
    why: str = ""
    rule: str = ""
    about: S_co = cast("Any", None)  # nothing, unless it is said
    optional: bool = False
    topics: tuple[str, ...] = ()
    worth: int | None = None

    def accepts(self, kind: type[Action]) -> bool:
        return kind in self.kinds or (self.optional and kind is Pass)
