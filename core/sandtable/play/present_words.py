"""What a game says of its looks, in words: what a round is called, what is fought out, pieces, both sides' numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.present import Sheet, present_hooks

if TYPE_CHECKING:
    from sandtable.engine.running.game import Game
    from sandtable.engine.state.rows import Frame
    from sandtable.present import Counter


def round_title(game: Game, number: int) -> str:
    """Return what a round of the main sequence is called: its month, its day; "Round 3" where the game does not say."""
    hooks = present_hooks(game)
    return (hooks.round_title(game, number) if hooks is not None else None) or f"Round {number}"


def contest_title(game: Game, frame: Frame) -> str:
    """Return what is fought out in a nested sequence is called; no text where nothing is."""
    hooks = present_hooks(game)
    for contest in hooks.contests(game) if hooks is not None else ():
        if (contest.sequence, contest.subject) == (frame.sequence, frame.subject):
            return contest.title
    return ""


def pieces(game: Game) -> dict[tuple[str, str], str]:
    """Say of every piece on the map what it is and where it stands, by the name of its table and its id."""
    hooks = present_hooks(game)
    if hooks is None:
        return {}
    names = {space: id for id, space in hooks.spaces(game)}
    return {(one.kind, one.piece): _piece(one, names.get(one.space, one.space)) for one in hooks.counters(game)}


def opponents(game: Game, side: str) -> dict[str, str]:
    """Say what of other sides stands in each place, by the ids that actions name places by."""
    hooks = present_hooks(game)
    if hooks is None:
        return {}
    names: dict[str, list[str]] = {}
    for id, space in hooks.spaces(game):
        names.setdefault(space, []).append(id)
    found: dict[str, list[str]] = {}
    for one in hooks.counters(game):
        if one.side != side:
            for id in {one.space: None, **dict.fromkeys(names.get(one.space, ()))}:
                found.setdefault(id, []).append(f"{one.title} {one.says or one.strength}".strip())
    return {id: "; ".join(those) for id, those in found.items()}


def _piece(counter: Counter, place: str) -> str:
    what = counter.says or counter.strength
    led = f" under {counter.leader}" if counter.leader and counter.leader not in counter.title else ""
    state = f" ({', '.join(counter.badges)})" if counter.badges else ""
    return f"{what}{led} in {place}{state}".strip()


def front_panels(game: Game) -> dict[str, list[str]]:
    """Tell what wants to stand in front (a battle): for each sheet its numbers, without the parts of which they are."""
    hooks = present_hooks(game)
    sheets = [panel for panel in hooks.panels(game) if isinstance(panel, Sheet)] if hooks is not None else []
    return {
        sheet.title: [f"{one.title[:1].lower()}{one.title[1:]} {one.value}" for one in sheet.entries]
        for sheet in sheets
        if sheet.where == "window"
    }
