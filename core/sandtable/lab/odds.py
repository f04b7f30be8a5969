"""The odds of a contest: played out many times in a sandbox, from what one seat may see.

The sandbox holds the public faces of what the seat cannot see and no sealed answer of another side; its dice are its
own, and follow from the position as the seat sees it. Whatever the two sides would have to choose is chosen evenly.
"""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Final, cast

from sandtable.engine.actions.actions import Action, Ask, Pass
from sandtable.engine.actions.domains import every
from sandtable.engine.errors import Broken, Illegal
from sandtable.engine.referee.ply_runner import TABLE
from sandtable.engine.referee.referee import Refused
from sandtable.engine.running.chance import DiceFaces
from sandtable.engine.running.game import RunningGame
from sandtable.engine.running.offers import Offer
from sandtable.engine.state.rows import Frame, IdCounter
from sandtable.lab.bots import EvenBot
from sandtable.present.contests import Contest, Course, Outcome
from sandtable.present.hookspecs import PresentHooks, present_hooks

if TYPE_CHECKING:
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.chance import Throw
    from sandtable.engine.running.dice import Outcome as Faces
    from sandtable.engine.state.row import Change, Row

GAMES: Final = 400
"""So many times a contest is played out."""
COMPARED: Final = 12
"""So many answers are told apart at most."""
EACH: Final = 100
"""So many times each of them is tried at least, unless even fewer trials are wanted in all."""
LONGEST: Final = 2_000
"""Answers after which a trial that has not ended is given up."""
ROUND: Final = 9_000
"""Ids in a sandbox are counted from here: how many have been given is nobody's to see."""


@dataclass
class Results:
    """What has come of some trials; losses per party, as they came."""

    trials: int = 0
    unfinished: int = 0
    wins: Counts[str] = field(default_factory=Counts[str])
    events: Counts[str] = field(default_factory=Counts[str])
    losses: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    def add(self, outcome: Outcome | None) -> None:
        """Count a trial; ``None``: it came to no end."""
        self.trials += 1
        if outcome is None:
            self.unfinished += 1
            return
        self.wins[outcome.winner] += 1
        self.events.update(dict.fromkeys(outcome.events, 1))
        for party, lost in outcome.losses.items():
            self.losses.setdefault(party, []).append(lost)

    def join(self, other: Results) -> None:
        """Count the trials of another."""
        self.trials += other.trials
        self.unfinished += other.unfinished
        self.wins.update(other.wins)
        self.events.update(other.events)
        for party, lost in other.losses.items():
            self.losses.setdefault(party, []).extend(lost)

    def share(self, party: str) -> float:
        """Return in what share of the trials a party won ("": nobody did)."""
        return self.wins[party] / self.trials if self.trials else 0.0

    def chance(self, event: str) -> float:
        """Return in what share of the trials something happened."""
        return self.events[event] / self.trials if self.trials else 0.0

    def mean(self, party: str) -> float:
        """Return what a party lost on average."""
        lost = self.losses.get(party)
        return sum(lost) / len(lost) if lost else 0.0

    def between(self, party: str) -> tuple[int, int]:
        """Return between what numbers eight of ten trials lie: a tenth lost less than the first, a tenth more."""
        lost = sorted(self.losses.get(party, ()))
        return (lost[(len(lost) - 1) // 10], lost[(9 * (len(lost) - 1) + 9) // 10]) if lost else (0, 0)


@dataclass
class Odds:
    """The odds of a contest as a seat may know them; ``answers`` tells its own answers apart, if it is asked now."""

    contest: Contest
    seat: str
    side: str
    results: Results
    answers: dict[str, Results]


def contests_of(game: RunningGame) -> list[Contest]:
    """Return the contests that odds can be asked of: the innermost at hand, else those that an answer would begin."""
    hooks = present_hooks(game)
    found = hooks.contests(game) if hooks is not None and not game.ended else []
    begun = [one for one in found if one.opening is None]
    return begun[-1:] or found


def find_contest(found: list[Contest], about: str) -> Contest:
    """Return the first contest whose title holds a text; raises ``Illegal`` when there is none."""
    if not found:
        raise Illegal("nothing is being fought out here: ask for odds in a battle, or where one can begin")
    wanted = about.casefold()
    for contest in found:
        if wanted in contest.title.casefold():
            return contest
    raise Illegal(
        f"nothing called {about!r} is being fought out here: choose from {', '.join(one.title for one in found)}"
    )


def odds(
    referee: Referee,
    seat: str = "",
    about: str = "",
    *,
    games: int = GAMES,
    tick: Callable[[int, int], None] | None = None,
) -> Odds:
    """Try a contest out so many times; ``tick`` hears how many are done of how many, and may raise to break off.

    Raises ``Illegal`` when nothing is fought out here.
    """
    return Trials(referee, seat, about, games=games).run(tick)


class Trials:
    """Trials of a contest at hand; once made, they do not touch the campaign: all else may be another thread's.

    ``prepare`` finds the contest, and what is asked of the seat; ``run`` tries it out.
    """

    def __init__(self, referee: Referee, seat: str = "", about: str = "", *, games: int = GAMES) -> None:
        self.seat, self.about, self.games = seat, about, games
        self.ask: Ask | None = None
        self._contest: Contest | None = None
        self._dice = _Dice()
        self._twin = referee.sandbox(self._dice)

    def prepare(self) -> Trials:
        """Find what is tried out; raises ``Illegal`` when nothing is fought out here."""
        twin = self._twin
        prompt = twin.prompt
        asks = prompt.open if prompt is not None else ()
        self.seat = self.seat or next((found for ask in asks if (found := twin.game.seat_of(ask.side))), "")
        apart = RunningGame(twin.family, twin.game.state.clone())
        view = apart.seen_by(self.seat) if self.seat else apart.seen_by_sides(frozenset())
        self._contest = find_contest(contests_of(view), self.about)
        own = [ask for ask in asks if ask.side != TABLE and twin.game.seat_of(ask.side) == self.seat]
        self.ask = own[0] if own else None
        self._forget_sealed()
        self._seed = blindfold(twin, view)
        self._base = twin.journal.head
        return self

    @property
    def contest(self) -> Contest:
        """The contest that is tried out."""
        if self._contest is None:
            self.prepare()
        assert self._contest is not None
        return self._contest

    def _forget_sealed(self) -> None:
        """Withdraw what others have answered; one's own answer stays, unless one is asked for another side's now."""
        prompt = self._twin.prompt
        for side in sorted(prompt.answered) if prompt is not None else ():
            if self.ask is not None or self._twin.game.seat_of(side) != self.seat:
                self._twin.withdraw(side)

    # -- what is tried

    def _answers_to_try(self) -> dict[str, Callable[[Random], Action | None]]:
        """Return the answers that are told apart, each with how it is drawn; none when there is nothing to choose."""
        if self.ask is None or self.contest.opening is not None:
            return {}
        offers = [Offer(self._twin.view(self.ask.side), self.ask, kind) for kind in self.ask.kinds]
        whole = [action for one in offers for action in islice(one.actions(), COMPARED + 1)]
        if len(whole) + self.ask.optional <= COMPARED:
            said = {_plainly(action): _always(action) for action in whole}
        else:
            said = dict(self._by_first_field(offers))
        if said and self.ask.optional:
            said["Pass"] = _always(Pass())
        return said if 1 < len(said) <= COMPARED else {}

    def _by_first_field(self, offers: list[Offer]) -> Iterator[tuple[str, Callable[[Random], Action | None]]]:
        """Tell answers apart by their first field alone; the others are chosen evenly."""
        for offer in offers:
            first = offer.next_field()
            values = every(offer.domain(first), COMPARED) if first is not None else None
            for value in values or ():
                filled = offer.fill(**{str(first): value})
                if filled.some() is not None:
                    yield f"{offer.label}: {value}" if len(offers) > 1 else str(value), _sampler(self._twin, filled)

    # -- trying

    def run(self, tick: Callable[[int, int], None] | None = None) -> Odds:
        """Try it so many times; with answers told apart all of them evenly, each ``EACH`` times at least."""
        if self._contest is None:
            self.prepare()
        tried = self._answers_to_try()
        answers = {says: Results() for says in tried}
        each = max(-(-self.games // max(1, len(tried))), EACH if tried and self.games >= EACH else 0)
        total, done = each * max(1, len(tried)), 0
        results = Results()
        for says, draw in tried.items() or ((("", None)),):
            into = answers.get(says, results)
            for trial in range(each):
                if tick is not None:
                    tick(done, total)
                into.add(self._trial(f"{self._seed}|{trial}", draw))
                done += 1
        for one in answers.values():
            results.join(one)
        if tick is not None:
            tick(total, total)
        return Odds(self.contest, self.seat, self.ask.side if self.ask else "", results, answers)

    def _trial(self, seed: str, draw: Callable[[Random], Action | None] | None) -> Outcome | None:
        twin = self._twin
        twin.history.return_to(self._base)
        chance = self._dice.rng = Random(seed)
        seen = self._seat_view()
        if imagined := seen.hooks(PresentHooks).imagined(seen, chance):
            twin.table("what the seat cannot see", lambda game: _put_rows(game, imagined))
        began = len(twin.game[Frame])
        start = twin.journal.head
        if self.contest.opening is not None:
            frame = self._open_contest(self.contest.opening, began, EvenBot(chance))
        else:
            frame = self._frame()
        first = draw(chance) if draw is not None else None
        if frame is not None and not self._on(frame, first, EvenBot(chance)):
            return None
        course = Course(self.contest, tuple(self._changes(start, frame)))
        return twin.game.hooks(PresentHooks).outcome(twin.game, course)

    def _seat_view(self) -> RunningGame:
        game = self._twin.game
        return game.seen_by(self.seat) if self.seat else game.seen_by_sides(frozenset())

    def _frame(self) -> Frame:
        """Return the frame that the contest lasts as long as."""
        for frame in reversed(self._twin.game.frames):
            if (frame.sequence, frame.subject) == (self.contest.sequence, self.contest.subject):
                return frame
        raise Broken(
            f"{self.contest.title}: no sequence {self.contest.sequence} is played about {self.contest.subject}"
        )

    def _open_contest(self, opening: Action, began: int, bot: EvenBot) -> Frame | None:
        """Begin it, and answer what is asked before it is under way; return its frame, ``None`` if it comes to none."""
        twin = self._twin
        asked = {ask.kinds for ask in twin.prompt.open} if twin.prompt is not None else set[Any]()
        twin.play(opening, self.contest.side)
        for _ in range(LONGEST):
            frame = next((one for one in twin.game[Frame] if one.depth > began), None) or self._passed_through()
            prompt = twin.prompt
            if frame is not None or prompt is None or prompt.open[0].kinds in asked or self._is_done():
                return frame
            action = bot.answer(twin, prompt.open[0])
            if action is None:
                return None
            twin.play(action, prompt.open[0].side)
        return None

    def _passed_through(self) -> Frame | None:
        """Return the frame of a contest that was begun and ended within the last ply: nobody was asked anything."""
        last = self._twin.journal.at
        for change in last.changes if last is not None and self.contest.sequence else ():
            if change.new is None and isinstance(change.old, Frame) and change.old.sequence == self.contest.sequence:
                return change.old
        return None

    def _is_done(self) -> bool:
        """Tell whether a contest that is a single action, without a sequence of its own, has been worked out."""
        last = self._twin.journal.at
        return not self.contest.sequence and last is not None and last.is_save_point

    def _on(self, frame: Frame, first: Action | None, bot: EvenBot) -> bool:
        """Have it played to its end, beginning with an answer; tell whether it came to one."""
        twin = self._twin
        for _ in range(LONGEST):
            prompt = twin.prompt
            if prompt is None or not _lasts(twin.game, frame):
                return True
            ask = self._again(prompt.open) if first is not None else prompt.open[0]
            action, first = first or bot.answer(twin, ask), None
            if action is None:
                raise Broken(f"dead end: {ask.side} has no legal answer to {ask.why!r} ({ask.rule})")
            try:
                twin.play(action, ask.side)
            except Refused:  # a discovery: what could not be seen stands against it
                continue
        return False

    def _again(self, asks: tuple[Ask, ...]) -> Ask:
        return next(ask for ask in asks if self.ask is not None and ask.side == self.ask.side)

    def _changes(self, start: int, frame: Frame | None) -> Iterator[Change]:
        """Yield what was changed since, until the contest's frame was left."""
        for ply in self._twin.journal.line():
            for change in ply.changes if ply.id > start else ():
                yield change
                if frame is not None and change.kind is Frame and change.id == frame.id and change.new is None:
                    return


def _lasts(game: RunningGame, frame: Frame) -> bool:
    now = game[Frame].get(frame.id)
    return now is not None and (now.sequence, now.subject) == (frame.sequence, frame.subject)


def _plainly(action: Action) -> str:
    """Say an answer by the values of its fields."""
    words = [_word(getattr(action, name)) for name in action.__struct_fields__]
    return " · ".join(word for word in words if word) or action.label()


def _word(value: object) -> str:
    return ", ".join(map(str, cast("tuple[object, ...]", value))) if isinstance(value, tuple) else str(value)


def _always(action: Action) -> Callable[[Random], Action | None]:
    return lambda chance: action


def _sampler(twin: Referee, offer: Offer) -> Callable[[Random], Action | None]:
    def draw(chance: Random) -> Action | None:
        return Offer(twin.view(offer.side), offer.ask, offer.kind, offer.filled).sample(chance)

    return draw


def blindfold(twin: Referee, view: RunningGame) -> str:
    """Put in place of every row what the seat sees of it; return what its trials' dice follow from."""
    seed = 0

    def act(game: RunningGame) -> None:
        nonlocal seed
        for kind in game.rulebook.concealed:
            for row in list(game[kind]):
                face: Any = view[kind].get(row.id)
                if face is None:
                    game.remove(row)
                elif face is not row:
                    game.put(face)
        seed = game.state.hash

    counted = [row.id for row in twin.game[IdCounter]]
    twin.table("what the seat sees", act)
    twin.table("how many ids there are", lambda game: _put_rows(game, [IdCounter(id, ROUND) for id in counted]))
    return f"odds|{seed:032x}"


def _put_rows(game: RunningGame, rows: Iterable[Row]) -> None:
    for row in rows:
        game.put(row)


class _Dice:
    """Outcomes from a chance of their own, which is set for each trial."""

    def __init__(self) -> None:
        self.rng = Random(0)

    def throw(self, throw: Throw, ply: int, nth: int) -> Faces:
        return DiceFaces(throw.dice).sample(self.rng)
