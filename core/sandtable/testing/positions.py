"""Positions in a few lines: a game of a few modules, its rows, whose turn it is at which step."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from msgspec.structs import replace

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.referee.epochs import epoch_of
from sandtable.engine.referee.referee import Referee
from sandtable.engine.referee.setup import lay_out
from sandtable.engine.rules.options import Choices
from sandtable.engine.rules.phases import Phase, Sequence, Step
from sandtable.engine.rules.system import GameSystem, RuleText
from sandtable.engine.running.game import RunningGame
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.engine.state.charts import Cell, Chart, Overlay
from sandtable.engine.state.encoding import plain
from sandtable.engine.state.rows import Seat, SeatId, Side, SideId
from sandtable.testing.dice import DiceScript
from sandtable.testing.names import Names
from sandtable.testing.play import Play

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from sandtable.engine.hooks import HookSet
    from sandtable.engine.rules.rules import RuleModule
    from sandtable.engine.running.chance import DiceSource
    from sandtable.engine.state.boards import Board
    from sandtable.engine.state.kinds import RowKind
    from sandtable.engine.state.row import Row
    from sandtable.engine.state.state import State
    from sandtable.testing.dice import Dice


Cells = Mapping[str, Mapping[Any, Cell]]
"""Cells by chart and keys: ``{"combat losses": {("3-2", 4): 12}, "pursuit": {...}}``."""
FEW: Final = 8
_made: OrderedDict[tuple[int, tuple[int, ...]], tuple[GameSystem, tuple[type[RuleModule], ...], InstalledGame]] = (
    OrderedDict()
)


def toy(
    *modules: type[RuleModule],
    rows: Iterable[type[Row]] = (),
    sequences: Iterable[Sequence] = (),
    hook_sets: Iterable[type[HookSet]] = (),
    brings: Iterable[RowKind] = (),
    key: str = "toy",
) -> GameSystem:
    """Make a game system out of modules alone; every rule they cite gets a text, and ``turn`` a step ``play``."""
    cited: set[str] = set()
    for module in modules:
        for target in (module, *(getattr(module, name) for name in dir(module))):
            citation = getattr(target, "__citation__", None)
            if citation is not None:
                cited |= {
                    *citation.ids,
                    *citation.supersedes,
                    *citation.after,
                    *citation.before,
                    *citation.amends,
                }
        if module.option is not None:
            cited |= set(module.option.rules)
    for module in modules:
        cited -= set(module.texts)
    usual = Sequence("turn", (Phase("play", (Step("play"),), each="side"),))
    return GameSystem(
        key,
        key.title(),
        tuple(sequences) or (usual,),
        modules,
        {id: RuleText(id, id, f"The toy rule {id}.") for id in cited},
        tuple(rows),
        tuple(hook_sets),
        brings=tuple(brings),
    )


def position(
    system: GameSystem | InstalledGame,
    *rows: Row,
    on: Iterable[str] = (),
    parameters: Mapping[str, Mapping[str, Any]] | None = None,
    grants: Iterable[str] = (),
    at: str = "",
    order: Iterable[str] = (),
    charts: Cells | None = None,
    dice: Dice | None = None,
    source: DiceSource | None = None,
    do: Callable[[RunningGame], Awaitable[None]] | None = None,
    extra: Iterable[type[RuleModule]] = (),
    over: State | None = None,
    board: Board | None = None,
    mends: bool = False,
) -> Play:
    """Set up a position and go on to its first prompt.

    ``grants`` are words that modules need, as a scenario grants them. ``at`` is ``"Side: step"`` or ``"step"`` of the
    main sequence (its opening events run); ``order`` is the order in which the sides play its phase, by default that
    of their ids; ``charts`` are cells to put in place of those of
    the rows, ``{"combat": {("3-2", 4): 12}}``; ``dice`` are the outcomes to come, in order or by reason; ``do`` is a
    procedure to run first. Sides that the rows name but do not hold are not made up: put ``Side`` rows. Without seats
    every side gets a seat of its own name. ``over`` is ground laid once (``ground``) for many positions of its
    family: the rows are put on it, or in place of what it has. ``board`` is the map it is played on. Raises
    ``Invalid`` for a row that the rules find wrong and that is gone by the first prompt (a siege without besiegers),
    unless it ``mends`` that on purpose.
    """
    family = system if isinstance(system, InstalledGame) else install_game(system, extra)
    if family.left_out:
        raise Invalid("; ".join(family.left_out.values()))
    chosen = Choices(frozenset(on), parameters or {}, grants=frozenset(grants))
    for key in chosen.on - family.options.keys():
        raise unknown("option", key, family.options, "a module that is not part of the game is handed in as extra=")
    names = Names(family.schema, over, rows)
    rows = tuple(map(names.with_ids, rows))
    dice_source = source or DiceScript(dice or ())
    referee = Referee.begin(family, with_seats(rows), chosen, source=dice_source, over=over, board=board)
    _put_cells(referee.game.state, charts or {})
    if at:
        _stand_at(referee.game, at, tuple(order))
    elif order:
        raise Invalid("order=: say with at= which step the sides play in this order")
    referee.prologue = do
    start = referee.game.state.clone()
    referee.accept_rules(epoch_of(referee))
    play = Play(referee.open(), start, do)
    if not mends:
        _check_mended(play, rows)
    return play


def _check_mended(play: Play, rows: tuple[Row, ...]) -> None:
    """Raise ``Invalid`` for rows that the game has taken away at once, and in which its rules find an error."""
    gone = {(type(row), row.id) for row in rows if row.id not in play[type(row)]}
    if not gone:
        return
    laid = RunningGame(play.referee.family, play.start.clone())
    for finding in laid.hooks(CoreHooks).findings(laid, None):
        row = finding.row
        if row is not None and finding.severity == "error" and (type(row), row.id) in gone:
            raise Invalid(
                f"the game mends this position at once, {type(row).__name__} {row.id} is gone: {finding.words}; "
                "lay it out differently, or say mends=True where that is the point"
            )


def install_game(system: GameSystem, extra: Iterable[type[RuleModule]] = ()) -> InstalledGame:
    """Return a game with some modules besides; the last few are made once, for it takes longer than a test."""
    besides = tuple(extra)
    key = (id(system), tuple(map(id, besides)))
    if key not in _made:
        _made[key] = (system, besides, InstalledGame(system, besides))  # the two are kept, so that their ids are theirs
        if len(_made) > FEW:
            _made.popitem(last=False)
    _made.move_to_end(key)
    return _made[key][2]


def ground(family: InstalledGame, *rows: Row, board: Board | None = None) -> State:
    """Lay out what many positions have in common: for ``position(..., over=...)`` with the same family."""
    state = lay_out(family, with_seats(rows), Choices(), board=board)
    state.hash  # noqa: B018  # worked out once, for all that are laid over it
    return state


def with_seats(rows: tuple[Row, ...]) -> list[Row]:
    """Return rows with a seat for every side, called after it, unless they have seats."""
    if any(isinstance(row, Seat) for row in rows):
        return list(rows)
    sides = [row for row in rows if isinstance(row, Side) and not row.resting]
    seats = [Seat(SeatId(f"{side.id}'s player")) for side in sides]
    seated = [replace(side, seat=seat.id) for side, seat in zip(sides, seats, strict=True)]
    return [*seats, *seated, *(row for row in rows if not isinstance(row, Side) or row.resting)]


def _put_cells(state: State, charts: Cells) -> None:
    """Put cells in place of those of the charts that are laid out."""
    for id, cells in charts.items():
        chart = state[Chart].get(id)
        if chart is None:
            raise unknown("chart", id, state[Chart].ids())
        put = tuple((_texts(keys), cell) for keys, cell in cells.items())
        over = Overlay(chart.id, put, "").over(chart).cells
        changed = replace(chart, cells=over, origin="designer", source="a test")
        state.load_row(Chart.stored, id, plain(changed))
    state.take()


def _texts(keys: object) -> tuple[str, ...]:
    """Return the keys of a cell as a chart has them; a single one needs no tuple."""
    return tuple(map(str, cast("tuple[object, ...]", keys))) if isinstance(keys, tuple) else (str(keys),)


# -- whose turn it is


def _stand_at(game: RunningGame, at: str, order: tuple[str, ...]) -> None:
    """Put the main frame at the opening of a step."""
    side, _, step = at.rpartition(": ")
    frame = game.frame
    phase = _phase_of(game, step)
    if order and phase.each != "side":
        raise Invalid(f"order=: the sides do not play {phase.key} one after the other")
    sides = _order_of(game, side, order)
    first = side or (order[0] if order else "")
    document = {
        "id": frame.id,
        "depth": 1,
        "sequence": frame.sequence,
        "phase": phase.key,
        "step": step,
        "order": sides[sides.index(SideId(first)) + 1 :] if first and phase.each == "side" else (),
        "stage": "opening",
        "side": first or None,
        "owner": None,
    }
    game.state.load_row("Frame", frame.id, document)
    game.state.take()


def _phase_of(game: RunningGame, step: str) -> Phase:
    """Return the phase of the main sequence that has a step."""
    phases = game.rulebook.sequences[game.frame.sequence].phases
    for phase in phases:
        if step in (one.key for one in phase.steps):
            return phase
    raise unknown("step", step, [one.key for phase in phases for one in phase.steps])


def _order_of(game: RunningGame, side: str, order: tuple[str, ...]) -> tuple[SideId, ...]:
    """Return the sides that play a phase, in their order; raises ``Invalid`` where it cannot be so."""
    sides = tuple(row.id for row in game[Side])
    for one in (*order, *([side] if side else [])):
        if one not in sides:
            raise unknown("side", one, sides)
    for one in order:
        if order.count(one) > 1:
            raise Invalid(f"order=: {one} is in it twice")
    if order and side and side not in order:
        raise Invalid(f"order=: {side} is not in it; give every side that plays the phase")
    return tuple(map(SideId, order)) or sides
