"""What a rules module is made of: rule functions with their citations.

``@rule(id)`` cites; ``supersedes`` drops another rule's function, ``amends`` wraps it. ``@refuses``,
``@refuses_step``, ``@ends_way``, ``@refuses_end``, ``@conceals``, ``@reacts`` answer for one class of action, row or
moment; ``@opens``, ``@closes``,
``@leaves``, ``@works``, ``@fails`` are events of one step, sequence, piece of work or duty.
``@doable`` answers whether a duty can still be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from msgspec import Struct

from sandtable.engine.rule_at_work import carry, this_rule
from sandtable.engine.state.row import Row

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action, Game
    from sandtable.engine.hooks import Listen
    from sandtable.engine.rules.options import Need, Option
    from sandtable.engine.rules.phases import Insert
    from sandtable.engine.rules.setup_findings import ScenarioFault
    from sandtable.engine.state.charts import Lookup, Overlay
    from sandtable.engine.state.kinds import DutyKind, RowKind, Work

F = TypeVar("F", bound=Callable[..., Any] | type)
M = TypeVar("M", bound=Callable[..., Any])
Answer_co = TypeVar("Answer_co", covariant=True)


class Was(Protocol[Answer_co]):
    """What an amendment gets as its first argument: the old answer, for the asking.

    ``was()`` asks about what the amendment is asked about itself. ``was(act=...)`` hands other arguments on, by their
    names; the others stay, and the game always does. Each call is answered anew.
    """

    def __call__(self, **changed: object) -> Answer_co: ...


@dataclass(frozen=True, slots=True)
class Citation:
    """What ``@rule`` says of a function or module class."""

    ids: tuple[str, ...]
    supersedes: tuple[str, ...] = ()
    amends: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    commutes: bool = False
    looks_at: tuple[str, ...] = ()
    vital: bool = False


def rule(
    *ids: str,
    supersedes: str | tuple[str, ...] = (),
    amends: str | tuple[str, ...] = (),
    after: str | tuple[str, ...] = (),
    before: str | tuple[str, ...] = (),
    commutes: bool = False,
    looks_at: str | tuple[str, ...] = (),
    vital: bool = False,
) -> Callable[[F], F]:
    """Cite the rules that a function (or a whole module class) is.

    ``supersedes`` drops the functions of those rules; on a class it does just that. ``amends`` wraps the functions
    of the rules that it names, which must answer alike: ``def f(self, was, ...)``, ``was()`` is the old answer (see
    ``Was``). ``after`` and ``before`` name rules that are applied earlier or later. ``commutes`` says an amendment
    may stand in any order with others; ``looks_at`` names the only fields of the action that an amendment of a
    refusal depends on (see ``refuses``). ``vital`` says that play cannot go on without the rule (it ends a round, it
    clears the field): whatever supersedes it must put a function in its place.

    A function cites once: its (first) id is the default ``rule`` of all that is made while it works, of every part,
    throw, question, offer, note, duty and refusal.
    """
    targets = tuple(dict.fromkeys(_tuple(amends)))
    citation = Citation(
        ids, _tuple(supersedes), targets, _tuple(after), _tuple(before), commutes, _tuple(looks_at), vital
    )

    def mark(target: F) -> F:
        target.__citation__ = citation  # type: ignore[union-attr]
        if ids:
            carry(target, ids[0])
        return target

    return mark


def _tuple(names: str | tuple[str, ...]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) and names else tuple(names)


def _listener(kind: Listen, key: object, looks_at: tuple[str, ...] = ()) -> Callable[[M], M]:
    def mark(function: M) -> M:
        function.__listens__ = (kind, key)  # type: ignore[attr-defined]
        function.__looks_at__ = looks_at  # type: ignore[attr-defined]
        return function

    return mark


def refuses(kind: type[Action], *looks_at: str) -> Callable[[M], M]:
    """Query ``(game, act, ask) -> Refusal | None``: a citable reason against an action of this class.

    ``looks_at`` names the only fields of the action that the reason depends on: it is then asked as soon as
    these are filled (the others are ``None``), so that what is hopeless is not filled any further.

    .. versionadded:: 0.1
    """
    return _listener("refuses", kind, looks_at)


def refuses_step(kind: type[Action], *looks_at: str) -> Callable[[M], M]:
    """Query ``(game, stride) -> Refusal | None``: a citable reason against a step of a way of this class.

    ``looks_at`` names the only fields of the stride that the reason depends on; the others are ``None``. It is asked
    once for each value of them in a position.

    .. versionadded:: 0.3
    """
    return _listener("refuses_step", kind, looks_at)


def ends_way(kind: type[Action], *looks_at: str) -> Callable[[M], M]:
    """Query ``(game, stride) -> Stop | None``: why a way of this class ends with a step that has been taken.

    ``looks_at`` as for ``refuses_step``.

    .. versionadded:: 0.3
    """
    return _listener("ends_way", kind, looks_at)


def refuses_end(kind: type[Action], *looks_at: str) -> Callable[[M], M]:
    """Query ``(game, stride) -> Refusal | None``: a citable reason why no way of this class may end with a step.

    It may go on from there. ``looks_at`` as for ``refuses_step``.

    .. versionadded:: 0.3
    """
    return _listener("refuses_end", kind, looks_at)


def conceals(kind: type[Row]) -> Callable[[M], M]:
    """Query ``(row, viewers) -> Row | None``: the face these sides see of a row (``None``: nothing).

    It depends on the row alone: what lifts the fog (a battle, an enemy next door) writes it on the row.

    .. versionadded:: 0.1
    """
    return _listener("conceals", kind)


def reacts(moment: type[Moment]) -> Callable[[M], M]:
    """Query ``(game, moment) -> Iterable[Reaction]``: what sides may do at a moment of this class.

    .. versionadded:: 0.1
    """
    return _listener("reacts", moment)


def opens(step: str) -> Callable[[M], M]:
    """Event ``(game, frame)``: a step opens.

    .. versionadded:: 0.1
    """
    return _listener("opens", step)


def closes(step: str) -> Callable[[M], M]:
    """Event ``(game, frame)``: a step is over.

    .. versionadded:: 0.1
    """
    return _listener("closes", step)


def leaves(sequence: str) -> Callable[[M], M]:
    """Event ``(game, frame)``: a sequence has been left; its frame is already off the stack.

    .. versionadded:: 0.1
    """
    return _listener("leaves", sequence)


def works(kind: type[Work]) -> Callable[[M], M]:
    """Event ``(game, item, work)``: a piece of work of this class is done.

    ``item`` is the ``Later`` or ``Due`` row, ``work`` what it holds.

    .. versionadded:: 0.1
    """
    return _listener("works", kind)


def fails(kind: DutyKind) -> Callable[[M], M]:
    """Event ``(game, duty)``: a duty of this kind can no longer be done in any legal way.

    .. versionadded:: 0.1
    """
    return _listener("fails", kind)


def doable(kind: DutyKind) -> Callable[[M], M]:
    """Query ``(game, duty) -> bool``: whether a duty of this kind can still be done.

    Without one it can be done as long as its side has anything to do in the step.

    .. versionadded:: 0.1
    """
    return _listener("doable", kind)


class Moment(Struct, frozen=True, gc=False):
    """Something others may react to; subclass it with what happened."""

    def topics(self) -> tuple[str, ...]:
        """Say what standing answers can refer to (a province, a unit)."""
        return ()

    def worth(self) -> int | None:
        """Say what the chance is worth (odds in percent), for standing answers from a worth on."""
        return None


@dataclass(frozen=True, slots=True)
class Reaction:
    """What a module lets a side do at a moment.

    ``tells``: silence would give a secret away, so the side is asked even when it has no legal offer.
    """

    side: str
    kind: type[Action]
    why: str
    rule: str = field(default_factory=this_rule)
    tells: bool = False


class RuleModule:
    """One module of rules; an option when it has an ``option``, else part of its game's base.

    Instances are made for each rulebook, with their parameters. They hold no state of play.
    """

    class Parameters(Struct, frozen=True):
        """The numbers a group may set, each with bounds and a default; subclass it as ``Parameters``."""

    key: ClassVar[str]
    """What it is called in files and by other modules, for good."""
    game: ClassVar[str] = ""
    """The game it is for, where a file of the rules folder holds it."""
    version: ClassVar[str] = "1"
    """Its version, which a campaign takes down."""
    fingerprint: ClassVar[str] = ""
    """What its content is known by, where it is made of no file of its own.

    .. versionadded:: 0.4
    """
    after: ClassVar[tuple[str, ...]] = ()
    """The modules it comes after; with a question mark behind it one need not be installed."""
    option: ClassVar[Option | None] = None
    """What a group reads of it; without one it is always in force, if its need is met."""
    needs: ClassVar[Need | str | None] = None
    """What there must be for it to be in force: words that scenarios grant, and keys of modules.

    .. versionadded:: 0.3
    """
    rows: ClassVar[tuple[type[Row], ...]] = ()
    """Classes of rows of its own: tables that it adds to the game."""
    brings: ClassVar[tuple[RowKind, ...]] = ()
    """Kinds of marks, work and duties of its own: what is dropped when it goes out of force."""
    wipes: ClassVar[tuple[str, ...]] = ()
    """Words until which marks last, beside the keys of the sequence: its rules wipe them (``game.wipe``).

    .. versionadded:: 0.3
    """
    actions: ClassVar[Mapping[str, tuple[type[Action], ...]]] = {}
    """What may be done at each step, by the step's key."""
    steps: ClassVar[tuple[Insert, ...]] = ()
    """Steps that it puts into the sequence of play."""
    overlays: ClassVar[tuple[Overlay, ...]] = ()
    """Cells that it puts in place of those of charts while it is on."""
    charts: ClassVar[tuple[Lookup, ...]] = ()
    """Charts that it looks up: a scenario must hold them. One of its own it puts there in ``set_up``."""
    faults: ClassVar[tuple[ScenarioFault, ...]] = ()
    """Kinds of faults that it looks for in scenarios (``findings``)."""
    texts: ClassVar[Mapping[str, str]] = {}
    """Texts of its rules by id, for ids that are not ``HOUSE-...``."""
    parameters: Any
    """The numbers that are set, an instance of its own ``Parameters``."""

    def __init__(self, parameters: Struct | None = None) -> None:
        self.parameters = self.Parameters() if parameters is None else parameters

    async def switched_on(self, game: Game) -> None:
        """Set up what this module needs when it comes into force in a running campaign.

        .. versionadded:: 0.1
        """

    async def switched_off(self, game: Game) -> None:
        """Settle what this module has in flight when it goes out of force.

        .. versionadded:: 0.1
        """

    async def changed(self, game: Game, old: Any) -> None:
        """Settle what a change of parameters does to things in flight; ``old`` are the former ones.

        .. versionadded:: 0.1
        """

    def in_flight(self, game: Game) -> Iterable[str]:
        """Say, a line each, what switching this module off now would touch.

        .. versionadded:: 0.1
        """
        return ()
