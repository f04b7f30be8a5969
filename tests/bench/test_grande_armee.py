"""How fast Grande Armée is: bots on its three scenarios against the Peninsula, and the reach of its units on the maps
that ship against networkx's Dijkstra on the same graph, all in the same run.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import pytest
from tests.bench.random_play import against_the_peninsula, begin
from tests.bench.test_board_hexes import NO_PEER, networkx

from sandtable.board import of
from sandtable.engine import Allowance, Game, Ways
from sandtable_grande_armee.model import ForceMarch, Unit
from sandtable_grande_armee.movement.march import March, marching
from sandtable_grande_armee.movement.purses import COST, allowance

ROUNDS = 200
RATES: tuple[ForceMarch, ...] = ("none", "single", "double")


@pytest.mark.parametrize(("key", "games"), [("jena-1806", 4), ("wagram-1809", 3), ("austria-1809", 2)])
def test_random_play_against_the_peninsula(key: str, games: int, say: Callable[[str], None]) -> None:
    """The goal is 0.8 of the Peninsula's rate, and 0.6 binds."""
    assert against_the_peninsula(key, games, say) >= 0.6


def spent_on(work: Callable[[], Any]) -> float:
    """Return the milliseconds of the processor that something takes."""
    start = process_time()
    work()
    return (process_time() - start) * 1e3


def graph_of(game: Game, unit: Unit) -> Any:
    """Return the steps of a unit on the whole map as rules let them be taken, with prices.

    Where a rule ends the way the node is another one, from which nothing leads on.
    """
    graph: Any = networkx.DiGraph()
    rules, steps = game.step_rules(March), marching(game, (unit.id,))
    for here in of(game).by_number:
        for step in steps(here):
            if not rules.refuses(step) and step.there != unit.hex:
                there = (step.there, "ended") if rules.ends(step) else step.there
                graph.add_edge(here, there, weight=steps.price(step.key).whole())
    return graph


@pytest.mark.parametrize("key", ["jena-1806", "wagram-1809", "austria-1809"])
def test_reach_of_a_unit(key: str, say: Callable[[str], None]) -> None:
    """The goal is 0.5 of networkx with a cutoff: the cavalry that goes farthest, marching and on both force marches.

    The peer's graph is laid out beforehand, as strides and what rules say of them are kept for a position; what the
    first reach in a position takes is told beside it.
    """
    game = begin(key, 1).game
    unit = max((one for one in game[Unit] if one.hex and one.fights(game)), key=lambda one: one.allowance(game))
    limits = [allowance(game, unit.kind, force).whole() for force in RATES]

    def reach(points: int) -> Any:
        assert unit.hex is not None
        steps = marching(game, (unit.id,))
        ways = Ways(game, March, unit.hex, steps, steps.price, Allowance(points, unit=COST))
        return ways.search.settled.all()

    def ours() -> Any:
        return [reach(points) for points in limits]

    first, found = spent_on(ours), ours()
    if networkx is None:
        say(f"reach of {unit.id} in {key}: {spent_on(ours):.3f} ms; {NO_PEER}")
        return
    graph = graph_of(game, unit)

    def peer() -> Any:
        return [networkx.single_source_dijkstra(graph, unit.hex, cutoff=points) for points in limits]

    for arrivals, (costs, _) in zip(found, peer(), strict=True):
        assert {(one.state, "ended") if one.ended else one.state: one.cost for one in arrivals} == costs
    pairs = [(spent_on(ours), spent_on(peer)) for _ in range(ROUNDS)]
    alone, theirs = (median(one) for one in zip(*pairs, strict=True))
    best, best_of_peer = (min(one) for one in zip(*pairs, strict=True))
    says = f"reach of {unit.id} in {key}, {' + '.join(str(len(one)) for one in found)} hexes: {alone:.3f} ms (the first"
    say(f"{says} {first:.1f} ms), networkx {theirs:.3f} ms: ratio {alone / theirs:.3f}")
    assert best / best_of_peer <= 0.5  # which does not hang on what else the machine does
