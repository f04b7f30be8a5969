"""What a game says of its looks, in words: what a round is called, what is fought out, pieces, both sides' numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.state.rows import SideId
from sandtable.engine.words import fit
from sandtable.present import Sheet
from sandtable.present.presentation import contests, counters, named_round, panels, spaces, standing

if TYPE_CHECKING:
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.rows import Frame
    from sandtable.present import Counter


def round_title(game: RunningGame, number: int) -> str:
    """Return what a round of the main sequence is called: its month, its day; "Round 3" where the game does not say."""
    return named_round(game, number) or f"Round {number}"


def contest_title(game: RunningGame, frame: Frame) -> str:
    """Return what is fought out in a nested sequence is called; no text where nothing is."""
    there = (one for one in contests(game) if (one.sequence, one.subject) == (frame.sequence, frame.subject))
    return next((contest.title for contest in there), "")


def situation_lines(game: RunningGame) -> list[str]:
    """Return the position in a few lines, in the game's own words, or in those of its looks."""
    told = [fit(line, lines=True) for line in game.hooks(CoreHooks).situation(game)]
    return told or _sides_and_pieces(game)


def _sides_and_pieces(game: RunningGame) -> list[str]:
    """Return how each side stands, and below it what it has on the map."""
    stand = standing(game)
    scores = {score.side: score.says for score in stand.scores} if stand is not None else {}
    shown = counters(game)
    lines: list[str] = []
    for side in dict.fromkeys([*scores, *(one.side for one in shown)]):
        score = scores.get(SideId(side), "")
        lines.append(f"{game.name(SideId(side))}{f': {score}' if score else ''}")
        lines += [f"  {one.title:12} {_stands(game, one)}" for one in shown if one.side == side]
    return lines


def _stands(game: RunningGame, counter: Counter) -> str:
    """Say where a piece stands, how, and how strong it is."""
    places = "+".join(game.name(space) for space in counter.spaces)
    stance = f"{places} {counter.says}".rstrip()
    return ", ".join([stance, *([f"strength {counter.strength}"] if counter.strength else []), *counter.badges])


def describe_pieces(game: RunningGame) -> dict[tuple[str, str], str]:
    """Say of every piece on the map what it is and where it stands, by the name of its table and its id."""
    names = {space: id for id, space in spaces(game)}
    return {
        (one.kind, one.piece): _piece(one, ", ".join(game.name(names.get(space, space)) for space in one.spaces))
        for one in counters(game)
    }


def describe_opponents(game: RunningGame, side: str) -> dict[str, str]:
    """Say what of other sides stands in each place, by the ids that actions name places by."""
    names: dict[str, list[str]] = {}
    for id, space in spaces(game):
        names.setdefault(space, []).append(id)
    found: dict[str, list[str]] = {}
    for one in counters(game):
        if one.side != side:
            for id in dict.fromkeys(id for space in one.spaces for id in (space, *names.get(space, ()))):
                found.setdefault(id, []).append(f"{one.title} {one.says or one.strength}".strip())
    return {id: "; ".join(those) for id, those in found.items()}


def describe_counter(counter: Counter) -> str:
    """Say a counter in a line."""
    parts = [counter.title]
    if counter.strength:
        parts.append(f"{'ratings' if counter.symbol == 'leader' else 'strength'} {counter.strength}")
    if counter.movement:
        parts.append(f"movement {counter.movement}")
    led = [counter.leader] if counter.leader not in counter.title else []
    return ", ".join([*parts, *led, *counter.badges])


def _piece(counter: Counter, place: str) -> str:
    what = counter.says or counter.strength
    led = f" under {counter.leader}" if counter.leader and counter.leader not in counter.title else ""
    state = f" ({', '.join(counter.badges)})" if counter.badges else ""
    return f"{what}{led} in {place}{state}".strip()


def front_panels(game: RunningGame) -> dict[str, list[str]]:
    """Tell what wants to stand in front (a battle): for each sheet its numbers, without the parts of which they are."""
    return {
        sheet.title: [f"{one.title[:1].lower()}{one.title[1:]} {one.value}" for one in sheet.entries]
        for sheet in panels(game, "window")
        if isinstance(sheet, Sheet)
    }
