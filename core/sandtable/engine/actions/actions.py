"""The game as rules meet it, the actions done in it, and the questions they answer.

An action acts on a game and a game judges actions, so both are declared here; a running game (``running.game``) is
what keeps the promises. An action is a frozen struct of plain values. ``Action.refusals`` says only what makes it
nonsense; every citable prohibition is a module's ``@refuses`` function, so that it can be superseded or amended.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from msgspec import Struct

from sandtable.engine.actions.domains import Domain  # the type hints of actions are read
from sandtable.engine.failures import Blame, Method
from sandtable.engine.hooks import HookSet
from sandtable.engine.state.position import Position, known_to
from sandtable.engine.state.rows import AgendaItem, Due, Duty
from sandtable.engine.words import fit

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from sandtable.engine.actions.refusals import Refusal, Verdict
    from sandtable.engine.hooks import Listen
    from sandtable.engine.state.charts import Chart
    from sandtable.engine.state.rows import SideId

F = TypeVar("F", bound=Callable[..., Any])
H = TypeVar("H", bound=HookSet)
A = TypeVar("A", bound="Action")


class Game(Position, ABC):
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
        """Return a chart with the cells that options put over it; a missing chart is an error, never a default."""

    @abstractmethod
    def stands(self, rule: str) -> bool:
        """Tell whether a rule is in force (present and not superseded)."""

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
    def legal(self, kind: type[A], side: str, **filled: Any) -> Iterator[A]:
        """Yield what a side could legally do of a kind, as far as it can see, with these fields filled."""

    @abstractmethod
    def can_answer(self, ask: Ask) -> bool:
        """Tell whether the side that is asked has a legal answer, as far as it can see."""

    # -- what is to come

    @abstractmethod
    def enter(self, sequence: str, subject: str = "", side: str | None = None) -> None:
        """Play a sub-sequence when the running procedure ends; several are played in the order of the calls.

        ``side`` plays its once-only phases. When it is left, ``@leaves(sequence)`` events go on from there.
        """

    @abstractmethod
    def _expect(self, kind: Listen, what: str) -> None:
        """Refuse work that nobody would ever do: most likely a misspelt name."""

    def later(
        self, what: str, subject: str, *, after: str = "", sides: tuple[str, ...] = (), **data: Any
    ) -> AgendaItem:
        """Put a piece of work on the agenda; ``@works(what)`` does it when the running procedure ends.

        Work is done in the order of the calls; ``after`` names a kind of work that must all be done first, whenever
        it was put there (morale checks after the last rout). ``sides`` are those that know of it, all when empty.
        """
        if what != "enter":
            self._expect("works", what)
        return self.put(
            AgendaItem(self.new_id("later"), what, subject, self.frame.id, data, after, sides=known_to(sides))
        )

    def due(
        self,
        what: str,
        subject: str,
        *,
        step: str,
        when: int,
        rule: str,
        side: str | None = None,
        sides: tuple[str, ...] = (),
        **data: Any,
    ) -> Due:
        """Have ``@works(what)`` happen when ``step`` opens in round ``when`` of the main sequence, or later.

        ``side``: only when that side plays the step. ``sides`` are those that know of it, all when empty.
        """
        self._expect("works", what)
        return self.put(
            Due(
                self.new_id("due"),
                what,
                subject,
                step,
                when,
                rule,
                cast("SideId | None", side),
                data,
                sides=known_to(sides),
            )
        )

    def oblige(
        self, side: str, what: str, subject: str, *, by: str, rule: str, says: str, sides: tuple[str, ...] = ()
    ) -> Duty:
        """Make something a side's duty before step ``by`` may end; ``@fails(what)`` runs once it cannot be done."""
        self._expect("fails", what)
        return self.put(
            Duty(f"{what}:{side}:{subject}", cast("SideId", side), subject, what, by, rule, says, sides=known_to(sides))
        )


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
