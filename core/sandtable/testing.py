"""The harness for rule authors: a position in a few lines, scripted outcomes, one act, the numbers.

>>> game = position(TWIN_RIVERS, *rows, at="Blue: march", dice=[3, 5])
>>> game.play(March("Blue 1", "Cobham"))
>>> game.why_not(March("Blue 1", "Larch"))
{'TR-2-neighbours'}
"""

from __future__ import annotations

import os
import tempfile
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from sandtable.engine.errors import Broken, Invalid, unknown
from sandtable.engine.journal.log import read_ply
from sandtable.engine.referee.epochs import epoch_of
from sandtable.engine.referee.referee import Referee
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.engine.referee.setup import lay_out
from sandtable.engine.rules.options import Choices
from sandtable.engine.rules.phases import Phase, Sequence, Step
from sandtable.engine.rules.system import GameSystem, RuleText, Scenario
from sandtable.engine.running.chance import EnumeratedDice, OutcomeNeeded, ScriptedDice, SeededDice, outcomes
from sandtable.engine.running.game import RunningGame
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.engine.state.encoding import plain
from sandtable.engine.state.row import Row
from sandtable.engine.state.rows import Frame, Seat, SeatId, Side, SideId
from sandtable.lab.bots import RandomBot, play_on
from sandtable.library.campaigns.campaign_header import CampaignHeader
from sandtable.library.campaigns.campaigns import CampaignFile
from sandtable.library.campaigns.opening import open_campaign

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping
    from fractions import Fraction

    from sandtable.engine.actions.actions import Action
    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.hooks import HookSet
    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.rules.rules import RuleModule
    from sandtable.engine.running.chance import DiceSource, Outcome
    from sandtable.engine.state.state import State
    from sandtable.engine.state.tables import Table

R = TypeVar("R", bound=Row)
T = TypeVar("T")

ASKED: Final = 10
"""After the first plies, and then after each tenth, a proof asks twice what is offered and refused."""
MEMORY: Final = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""A folder in memory, where there is one, for what need not outlive a power cut."""


def toy(
    *modules: type[RuleModule],
    rows: Iterable[type[Row]] = (),
    sequences: Iterable[Sequence] = (),
    hook_sets: Iterable[type[HookSet]] = (),
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
                    *filter(None, [citation.amends]),
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
    )


def position(
    system: GameSystem | InstalledGame,
    *rows: Row,
    on: Iterable[str] = (),
    parameters: Mapping[str, Mapping[str, Any]] | None = None,
    at: str = "",
    dice: Iterable[int | Outcome] | None = None,
    source: DiceSource | None = None,
    do: Callable[[RunningGame], Awaitable[None]] | None = None,
    extra: Iterable[type[RuleModule]] = (),
    over: State | None = None,
) -> Play:
    """Set up a position and go on to its first prompt.

    ``at`` is ``"Side: step"`` or ``"step"`` of the main sequence (its opening events run); ``dice`` are the
    outcomes to come, in order; ``do`` is a procedure to run first. Sides that the rows name but do not hold
    are not made up: put ``Side`` rows. Without seats every side gets a seat of its own name. ``over`` is ground
    laid once (``ground``) for many positions of its family: the rows are put on it, or in place of what it has.
    """
    family = system if isinstance(system, InstalledGame) else install_game(system, extra)
    if family.left_out:
        raise Invalid("; ".join(family.left_out.values()))
    chosen = Choices(frozenset(on), parameters or {})
    origin = source or (ScriptedDice(*dice) if dice is not None else ScriptedDice())
    referee = Referee.begin(family, _with_seats(rows), chosen, source=origin, over=over)
    if at:
        _stand_at(referee, at)
    referee.prologue = do
    start = referee.game.state.clone()
    referee.accept_rules(epoch_of(referee))
    return Play(referee.open(), start, do)


FEW: Final = 8
_made: OrderedDict[tuple[int, tuple[int, ...]], tuple[GameSystem, tuple[type[RuleModule], ...], InstalledGame]] = (
    OrderedDict()
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


def ground(family: InstalledGame, *rows: Row) -> State:
    """Lay out what many positions have in common: for ``position(..., over=...)`` with the same family."""
    state = lay_out(family, _with_seats(rows), Choices())
    state.hash  # noqa: B018  # worked out once, for all that are laid over it
    return state


def _with_seats(rows: tuple[Row, ...]) -> list[Row]:
    if any(isinstance(row, Seat) for row in rows):
        return list(rows)
    sides = [row for row in rows if isinstance(row, Side)]
    seats = [Seat(SeatId(f"{side.id}'s player")) for side in sides]
    seated = [Side(side.id, side.title, seat.id, side.deputy) for side, seat in zip(sides, seats, strict=True)]
    return [*seats, *seated, *(row for row in rows if not isinstance(row, Side))]


def _stand_at(referee: Referee, at: str) -> None:
    """Put the main frame at the opening of a step."""
    side, _, step = at.rpartition(": ")
    game = referee.game
    frame = game.frame
    known: list[str] = []
    for phase in game.rulebook.sequences[frame.sequence].phases:
        known += [one.key for one in phase.steps]
        if step in known:
            sides = tuple(row.id for row in game[Side])
            if side and side not in sides:
                raise unknown("side", side, sides)
            order = sides[sides.index(SideId(side)) + 1 :] if side and phase.each == "side" else ()
            document = {
                "id": frame.id,
                "depth": 1,
                "sequence": frame.sequence,
                "phase": phase.key,
                "step": step,
                "order": order,
            }
            game.state.load_row("Frame", frame.id, document | {"stage": "opening", "side": side or None, "owner": None})
            game.state.take()
            return
    raise unknown("step", step, known)


class Play:
    """A game under test: what it asks, what may be done, and short words for acting."""

    def __init__(
        self,
        referee: Referee,
        start: State,
        prologue: Callable[[RunningGame], Awaitable[None]] | None = None,
    ) -> None:
        self.referee = referee
        self.start = start
        self.prologue = prologue

    @property
    def game(self) -> RunningGame:
        return self.referee.game

    def __getitem__(self, kind: type[R]) -> Table[R]:
        return self.game[kind]

    @property
    def prompt(self) -> Prompt | None:
        return self.referee.prompt

    @property
    def questions(self) -> list[tuple[str, tuple[str, ...]]]:
        """Who is asked for what: (side, names of the kinds of action)."""
        prompt = self.prompt
        return [(ask.side, tuple(kind.__name__ for kind in ask.kinds)) for ask in prompt.open] if prompt else []

    @property
    def at(self) -> str:
        """Where we are: ``"Side: step"``."""
        frame = self.game.frame
        return f"{frame.side}: {frame.step}" if frame.side else frame.step

    def play(self, *actions: Action, side: str | None = None) -> Ply:
        """Do the actions, one at least, one after the other; return the last one's ply."""
        return [self.referee.play(action, side) for action in actions][-1]

    def why_not(self, action: Action, side: str | None = None) -> set[str]:
        """Return the ids of the rules against an action, in the eyes of who would do it."""
        return {reason.rule for reason in self.referee.verdict(action, side)}

    def may(self, kind: type[Action], side: str | None = None) -> list[Action]:
        """List all legal actions of a kind (up to 1,000) that answer the prompt."""
        found: list[Action] = []
        for offer in self.referee.offers():
            if offer.kind is kind and side in (None, offer.side):
                for action in offer.actions():
                    found.append(action)
                    if len(found) > 1000:
                        raise Invalid(f"{kind.__name__} can be done in more than 1,000 ways: sample instead")
        return found

    def script(self, *dice: int | Outcome) -> None:
        """Add outcomes to come."""
        cast("ScriptedDice", self.referee.source).left.extend(dice)

    @property
    def throws(self) -> list[int]:
        """The totals thrown so far, along the line of play."""
        return [throw.total for ply in self.referee.journal.line() for throw in ply.throws]

    @property
    def log(self) -> list[str]:
        """The log so far, along the line of play."""
        return [note.text for ply in self.referee.journal.line() for note in ply.notes]

    def read_by(self, side: str) -> list[str]:
        """The log so far as a side may read it: what was done, thrown and noted for its eyes."""
        journal = self.referee.journal
        lines: list[str] = []
        for ply in journal.line():
            entry = read_ply(journal, ply, (side,))
            lines += [deed.says for deed in entry.actions]
            lines += [f"{throw.why}: {throw.total}" for throw in entry.throws]
            lines += [note.text for note in entry.notes]
        return lines

    def seen_by(self, side: str) -> RunningGame:
        """Return the game as the seat that answers for a side sees it."""
        return self.referee.view(side)

    def undo(self, times: int = 1) -> None:
        for _ in range(times):
            self.referee.undo()

    def redo(self) -> None:
        self.referee.redo()

    def switch(
        self,
        *,
        on: Iterable[str] = (),
        off: Iterable[str] = (),
        parameters: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        """Have the whole table agree to a change of options, effective at the next boundary of a step."""
        old = self.game.rulebook.choices
        chosen = Choices(
            (old.on | set(on)) - set(off), parameters if parameters is not None else old.parameters, old.order
        )
        from sandtable.engine.running.switching import voters
        from sandtable.engine.state.rows import Proposal

        first, *rest = voters(self.game)
        self.referee.propose_options(first, chosen)
        proposal = list(self.game[Proposal])[-1].id
        for seat in rest:
            self.referee.agree(seat, proposal)

    # -- the proofs every rule should pass

    def reload(self) -> Play:
        """Save to a file, open it again, and return the game that continues there (same prompt, same position)."""
        with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
            path = Path(folder, "campaign")
            save(self, path)
            opened = open_campaign(self.referee.family, path, reading=True)
        if opened.notices:
            raise Broken(f"opened again: {opened.notices[0]}")
        opened.referee.source = self.referee.source
        opened.referee.prologue = self.prologue
        again = Play(opened.referee, self.start, self.prologue)
        if again.game.state.hash != self.game.state.hash:
            raise Broken("opened again, the position has another hash")
        if again.questions != self.questions:
            raise Broken(f"opened again, the game asks {again.questions}, not {self.questions}")
        return again

    def verify_replay(self) -> int:
        """Work the whole journal out again and return the number of plies; raises ``Broken`` on a mismatch."""
        state = first_position(self)
        plies = 0
        for result in verify(self.referee.family, state, self.referee.journal, self.prologue, every=ASKED):
            if isinstance(result, Mismatch):
                raise Broken(f"ply {result.ply}: {result.says}")
            plies += 1
        return plies

    def prove(self) -> Play:
        """Reload and verify; undo and redo every ply, comparing hashes. Returns the game as it was."""
        hashes = [(ply.id, ply.hash) for ply in self.referee.journal.line()]
        self.verify_replay()
        again = self.reload()
        for id, known in reversed(hashes):
            again.referee.goto(id)
            if again.referee.journal.head == id and again.game.state.hash != known:
                raise Broken(f"taken back to ply {id}, the position has another hash")
            again.questions  # noqa: B018  # the prompt must come up too
        for id, known in hashes:
            again.referee.goto(id)
            if again.referee.journal.head == id and again.game.state.hash != known:
                raise Broken(f"redone up to ply {id}, the position has another hash")
        if again.questions != self.questions:
            raise Broken(f"undone and redone, the game asks {again.questions}, not {self.questions}")
        return self


def first_position(play: Play) -> State:
    """Return the position a game under test began with."""
    return play.start.clone()


def save(play: Play, path: Path) -> None:
    """Write a game under test to a campaign file."""
    first, journal = first_position(play), play.referee.journal
    family = play.referee.family
    header = CampaignHeader(family.system.key, "", "test", "test", play.referee.take_back, f"{first.hash:032x}")
    file = CampaignFile.create(path, header, first)
    with file.file.unit():
        for epoch in journal.epochs:
            file.epoch(epoch)
        for ply in journal.plies.values():
            file.ply(ply)
        file.head(journal.head)
    file.close()


def play_randomly(
    referee: Referee, seed: int | str, *, most: int = 100_000, tick: Callable[[Referee], None] | None = None
) -> int:
    """Play random legal actions until the game is over; return how many (see ``lab.bots.play_on``)."""
    return play_on(referee, RandomBot(seed), most=most, tick=tick)


def leaks(play: Play, side: str, secret: Row) -> list[str]:
    """Say what tells ``side`` that a hidden row is ``secret`` instead of what it is: rows, offers, reasons.

    The other position differs only in that row; equal views mean there is no leak.
    """
    state = play.game.state.clone()
    state.load_row(type(secret).stored, secret.id, plain(secret))
    return _apart(play.referee.view(side), RunningGame(play.referee.family, state).sight(side), play.prompt, side)


def tells_apart(one: Play, other: Play, side: str) -> list[str]:
    """Say what tells ``side`` which of two games it is in: the prompt, the log, rows, offers, reasons."""
    found = ["prompts differ"] if one.prompt != other.prompt else []
    if one.read_by(side) != other.read_by(side):
        found.append("logs differ")
    return found + _apart(one.referee.view(side), other.referee.view(side), one.prompt, side)


def _apart(mine: RunningGame, theirs: RunningGame, prompt: Prompt | None, side: str) -> list[str]:
    from sandtable.engine.running.offers import Offer

    found = [f"rows of {kind.__name__} differ" for kind in mine.state.tables if list(mine[kind]) != list(theirs[kind])]
    for ask in prompt.open if prompt else ():
        found.extend(
            f"offers or reasons of {kind.__name__} differ"
            for kind in (ask.kinds if ask.side == side else ())
            if _verdicts(Offer(mine, ask, kind)) != _verdicts(Offer(theirs, ask, kind))
        )
    return found


def _verdicts(offer: Any) -> list[tuple[Action, tuple[str, ...]]]:
    from itertools import islice

    return [
        (action, tuple(str(reason) for reason in offer.game.verdict(action, offer.ask)))
        for action in (offer.kind(**filled) for filled in islice(offer.fillings(), 500))
    ]


def distribution(
    play: Play, action: Action, measure: Callable[[RunningGame], T], side: str | None = None
) -> dict[T, Fraction]:
    """Return how likely each measured result of an action is, over all its outcomes, exactly."""
    from fractions import Fraction

    found: dict[T, Fraction] = {}

    def follow(prefix: list[Outcome], chance: Fraction) -> None:
        twin = play.referee.sandbox(EnumeratedDice(prefix))
        try:
            twin.play(action, side)
        except OutcomeNeeded as wanted:
            branches = list(outcomes(wanted.throw))
            for outcome in branches:
                follow([*prefix, outcome], chance / len(branches))
            return
        value = measure(twin.game)
        found[value] = found.get(value, Fraction(0)) + chance

    follow([], Fraction(1))
    return found


__all__ = [
    "Frame", "Mismatch", "Play", "Scenario", "ScriptedDice", "SeededDice", "distribution", "ground", "leaks",
    "play_randomly",    "position", "save", "tells_apart", "toy",
]  # fmt: skip
