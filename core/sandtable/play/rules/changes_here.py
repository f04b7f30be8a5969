"""What other options change here: rules, what the asked side may do and why not, every number, the next step.

All of it is worked out from what one seat may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.engine.actions.actions import Action, Ask, describe_action
from sandtable.engine.errors import Illegal
from sandtable.engine.failures import Trial
from sandtable.engine.referee import changes
from sandtable.engine.referee.tried_out import under
from sandtable.engine.running.common_actions import step_prompt
from sandtable.engine.running.offers import Offer
from sandtable.lab.next_step import NextStep
from sandtable.library.files.report_words import count_of
from sandtable.play.rules.counted_numbers import CountedNumber, changed_numbers, numbers_of, parts_that_changed
from sandtable.play.rules.proposals import impact_lines
from sandtable.play.rules.rule_words import rule_name
from sandtable.play.words.wording import side_title

if TYPE_CHECKING:
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.rules.options import Choices
    from sandtable.engine.running.game import RunningGame

MOST: Final = 200
"""So many legal actions of a kind are compared."""
TOLD: Final = 12
"""So many lines of a sort are told."""
Tick = Callable[[int, int], object]


class HereSection(NamedTuple):
    """Some of what changes, under a heading."""

    title: str
    lines: tuple[str, ...]


class PositionHere:
    """A position to try rules out in: make it in the thread that plays, ``changes`` in any."""

    def __init__(self, referee: Referee, seat: str, ask: Ask | None) -> None:
        self.seat, self.ask = seat, ask
        self._why = ""
        self._next: NextStep | None = None
        try:
            self._next = NextStep(referee, seat)
        except Illegal as error:
            self._why = str(error)
        twin = referee.game.state.clone()
        self._game = type(referee.game)(referee.family, twin)

    @property
    def view(self) -> RunningGame:
        """The position as the seat may see it."""
        return self._game.seen_by(self.seat) if self.seat else self._game.seen_by_sides(frozenset())

    def changes(self, choices: Choices, tick: Tick = lambda done, of: None) -> list[HereSection]:
        """Return what other options would change, in sections; empty ones say that nothing does.

        ``tick`` hears how far it is, and may raise to break it off.
        """
        view = self.view
        impact = changes.impact(view, choices)
        lines = tuple(str(one) for one in impact_lines(impact, view) if one.lead != "Now")
        found = [HereSection("Rules", lines or ("Nothing is chosen otherwise than it is in force.",))]
        if impact.problems or not impact.changes:
            return found
        tick(0, 4)
        after, _ = under(view, choices)
        found.append(HereSection("What may be done now", tuple(self._offers(view, after, tick))))
        tick(1, 4)
        found.append(HereSection("Numbers", tuple(_number_lines(view, after, tick))))
        tick(2, 4)
        found.append(HereSection("The next step", tuple(self._step_lines(choices, tick))))
        return [one if one.lines else one._replace(lines=("Nothing changes.",)) for one in found]

    # -- what may be done

    def _offers(self, before: RunningGame, after: RunningGame, tick: Tick) -> Iterator[str]:
        was, now = self._ask_in(before), self._ask_in(after)
        if was is None and now is None:
            return
        kinds = dict.fromkeys((*(was.kinds if was else ()), *(now.kinds if now else ())))
        for kind in kinds:
            tick(1, 4)
            old = _legal(before, was, kind) if was is not None and kind in was.kinds else []
            new = _legal(after, now, kind) if now is not None and kind in now.kinds else []
            if was is not None and kind not in (now.kinds if now is not None else ()):
                yield f"{kind.label()} can no longer be done"
            elif now is not None and kind not in (was.kinds if was is not None else ()):
                yield f"{kind.label()} can be done ({count_of(len(new), 'way')})"
            elif was is not None and now is not None:
                yield from _told(_lost(before, after, was, now, old, new))
                yield from _told(_gained(before, after, was, now, old, new))

    def _ask_in(self, game: RunningGame) -> Ask | None:
        """Return the question that is open: under other options the step asks anew."""
        if self.ask is None or game.ended:
            return None
        if game.frame.stage != "open":
            return self.ask
        prompt = None
        with Trial():  # under other options the step may not exist
            prompt = step_prompt(game)
        return next((one for one in prompt.asks if one.side == self.ask.side), None) if prompt is not None else None

    # -- the next step

    def _step_lines(self, choices: Choices, tick: Tick) -> Iterator[str]:
        if self._next is None:
            yield f"Not tried out: {self._why}."
            return
        found = self._next.compare(choices, lambda done, of: tick(2 * of + 2 * done, 4 * of))
        if found.is_after_another:
            yield "What is under way ends first, as it would without them; then comes the step that is tried out."
        if not found.otherwise:
            yield f"In {found.tries} tries with dice of their own it came out the same each time."
            return
        yield f"In {found.otherwise} of {found.tries} tries with dice of their own it came out otherwise."
        for title, side, was, now in found.differences():
            yield f"{title}, {side_title(self.view, side)}: {was:g} → {now:g} on average"


def _legal(game: RunningGame, ask: Ask, kind: type[Action]) -> list[Action]:
    return list(islice(Offer(game.sight(ask.side), ask, kind).actions(), MOST))


def _lost(
    before: RunningGame, after: RunningGame, was: Ask, now: Ask, old: list[Action], new: list[Action]
) -> Iterator[str]:
    """Say what was legal and is not any more, with the reasons."""
    known = set(new)
    for action in old:
        if action not in known and (reasons := after.verdict(action, now)):
            yield f"no longer: {describe_action(action, before, was)} ({'; '.join(map(str, reasons))})"


def _gained(
    before: RunningGame, after: RunningGame, was: Ask, now: Ask, old: list[Action], new: list[Action]
) -> Iterator[str]:
    """Say what is legal and was not before, with the reasons that fall."""
    known = set(old)
    for action in new:
        if action not in known:
            reasons = before.verdict(action, was)
            told = f" (until now: {'; '.join(map(str, reasons))})" if reasons else ""
            if reasons or len(old) < MOST:
                yield f"now possible: {describe_action(action, after, now)}{told}"


def _told(lines: Iterator[str]) -> Iterator[str]:
    some = list(islice(lines, MOST))
    yield from some[:TOLD]
    if len(some) > TOLD:
        yield f"and {len(some) - TOLD} more of this kind"


# -- numbers


def _number_lines(before: RunningGame, after: RunningGame, tick: Tick) -> Iterator[str]:
    found = changed_numbers(
        numbers_of(before, lambda: tick(1, 4)), numbers_of(after, lambda: tick(1, 4))
    )  # fmt: skip
    some = list(found)
    for was, now in some[: 4 * TOLD]:
        yield _number_line(after, was, now)
    if len(some) > 4 * TOLD:
        yield f"and {len(some) - 4 * TOLD} more numbers"


def _number_line(game: RunningGame, was: CountedNumber | None, now: CountedNumber | None) -> str:
    one = now or was
    assert one is not None
    if was is None or now is None:
        word = "is counted now" if was is None else "is no longer counted"
        return f"{one.says}: {word} ({one.total})"
    why = "; ".join(
        f"{_signed(part.value)} {part.says or rule_name(game.family, part.rule)} ({part.rule})"
        for part in parts_that_changed(was, now)
    )
    told = f"{was.total or '?'} → {now.total or '?'}"
    return f"{one.says}: {told} ({why})" if why else f"{one.says}: {told}"


def _signed(value: int | Fraction | str) -> str:
    return f"{value:+}" if isinstance(value, int) else str(value)
