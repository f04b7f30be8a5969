"""What must hold of a position after every step, worked out again in the plainest way."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice, product
from random import Random
from typing import Any

import msgspec

from sandtable.engine import Action, Ask, Referee, Row
from sandtable.engine.running.game import RunningGame
from sandtable.engine.running.offers import Offer
from sandtable.engine.state.state import State

Tables = dict[str, list[Row]]
MANY = 300


def afresh(referee: Referee) -> RunningGame:
    """The position, built from its documents by nobody who has seen it before."""
    state = State(referee.family.schema)
    state.load(json.loads(msgspec.json.encode(referee.game.state.documents())))
    return RunningGame(referee.family, state)


def tables(game: RunningGame) -> Tables:
    return {kind.__name__: list(game[kind]) for kind in game.state.schema.kinds.values()}


def check_state(referee: Referee, fresh: RunningGame) -> None:
    """Hash, order and indexes are those of a position built from scratch."""
    game = referee.game
    assert game.state.hash == fresh.state.hash, "the hash is not that of the rows"
    assert not game.state.changes, "changes are left over"
    assert not game.gate.open
    assert not game.gate.queries
    assert game.gate.offence is None
    for kind in game.state.schema.kinds.values():
        rows = list(game[kind])
        ids = [row.id for row in rows]
        assert ids == sorted(ids) == list(game[kind].ids()), f"{kind.__name__} is out of order"
        assert rows == list(fresh[kind])
        for index in kind.indexes:
            check_index(game, kind, index, rows)


def check_index(game: RunningGame, kind: type[Row], index: str, rows: list[Row]) -> None:
    expected: dict[Any, list[Row]] = {}
    for row in rows:
        value = getattr(row, index)
        for key in dict.fromkeys(value) if isinstance(value, tuple) else (value,):
            expected.setdefault(key, []).append(row)
    for key in [*expected, None, "nowhere", -1, *range(5)]:
        assert game[kind].where(index, key) == expected.get(key, []), f"{kind.__name__}.{index} = {key!r}"


def check_views(referee: Referee, fresh: RunningGame, sides: Iterable[str]) -> None:
    """A view that has followed the game is what a new one shows."""
    for side in sides:
        assert tables(referee.view(side)) == tables(fresh.sight(side)), f"the view of {side} has not followed"


def hidden_elsewhere(fresh: RunningGame, side: str, secrets: Iterable[Row]) -> bool:
    """Tell whether `side` sees the same when other rows lie hidden."""
    before = tables(fresh.sight(side))
    state = fresh.state.clone()
    for row in secrets:
        state.load_row(type(row).__name__, row.id, msgspec.to_builtins(row))
    return tables(RunningGame(fresh.family, state).sight(side)) == before


def every_action(game: RunningGame, kind: type[Action]) -> Iterator[Action] | None:
    """All actions of a kind that values in this position can make, or `None` when they are many."""
    pools: list[list[Any]] = []
    for name, hint in ((f.name, f.type) for f in msgspec.structs.fields(kind)):
        pool = candidates(game, hint)
        if pool is None:
            return None
        pools.append(pool)
        assert name
    size = 1
    for pool in pools:
        size *= len(pool)
    return (kind(*values) for values in product(*pools)) if size <= MANY else None


def candidates(game: RunningGame, hint: Any) -> list[Any] | None:
    if hint in game.state.schema.id_types:
        return list(game[game.state.schema.id_types[hint]].ids())
    bounds = [m for m in getattr(hint, "__metadata__", ()) if isinstance(m, msgspec.Meta)]
    if bounds and bounds[0].ge is not None and bounds[0].le is not None:
        return list(range(int(bounds[0].ge), int(bounds[0].le) + 1))
    return None


def check_offers(referee: Referee, rng: Random) -> None:
    """Samples are legal; where they are few, what is listed is all that the verdict allows."""
    prompt = referee.prompt
    for ask in prompt.open if prompt else ():
        view = referee.view(ask.side)
        assert view.viewers is not None
        for kind in ask.kinds:
            check_offer(referee, Offer(view, ask, kind), ask, kind, rng)


def check_offer(referee: Referee, offer: Offer, ask: Ask, kind: type[Action], rng: Random) -> None:
    listed = list(islice(offer.actions(), MANY))
    drawn = offer.sample(rng)
    assert (drawn is None) == (not listed)
    if drawn is not None:
        assert not referee.verdict(drawn, ask.side)
        assert len(listed) == MANY or drawn in listed or kind.__name__ == "Text"
    if listed:
        assert not referee.verdict(rng.choice(listed), ask.side)
    possible = every_action(offer.game, kind)
    if possible is not None and len(listed) < MANY:
        allowed = [action for action in possible if not referee.verdict(action, ask.side)]
        assert sorted(map(repr, allowed)) == sorted(map(repr, listed)), (
            f"{kind.__name__}: listed is not what is allowed"
        )


def words_shown(referee: Referee, side: str) -> str:
    """All that a side is shown: rows, prompt, log, the lines of the journal."""
    game = referee.view(side)
    prompt = referee.prompt
    asks = [(ask.side, ask.why, ask.rule, ask.topics) for ask in prompt.asks] if prompt else []
    line = referee.journal.line()
    notes = [note.text for ply in line for note in ply.notes if note.sides is None or side in note.sides]
    return repr((tables(game), asks, notes, [ply.says for ply in line]))
