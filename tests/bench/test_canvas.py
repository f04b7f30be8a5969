"""What the canvas costs: 250,000 hexes against an item per hex in the same run; times are only printed."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
ROUNDS = 3
Figures = dict[str, float]


def measured(kind: str) -> Figures:
    """Run one canvas in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.bench.canvas_frames", kind],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
    )
    found: Figures = json.loads(run.stdout)
    return found


def of(rounds: list[Figures], figure: str) -> float:
    return median(one[figure] for one in rounds)


def best(rounds: list[Figures], figure: str) -> float:
    return min(one[figure] for one in rounds)


def test_250000_hexes_against_an_item_per_hex(say: Callable[[str], None]) -> None:
    """The goals: whole map in view 0.005 at the median, build 0.1, memory 0.25; no frame of a zoom beyond 16 ms.

    Ours has 2,000 counters, the peer none. What is asserted are ratios of the best rounds: they do not hang on what
    else the machine does.
    """
    peer: list[Figures] = []
    ours: list[Figures] = []
    for _ in range(ROUNDS):
        peer.append(measured("items"))
        ours.append(measured("view"))
    for figure, goal in (("whole", 0.005), ("whole_cpu", 0.005), ("build", 0.1), ("memory", 0.25)):
        a, b = of(ours, figure), of(peer, figure)
        ratio = best(ours, figure) / best(peer, figure)
        unit = "MB" if figure == "memory" else "ms"
        say(f"{figure}: {a:.2f} {unit}, an item per hex {b:.1f}: ratio {a / b:.4f}, best {ratio:.4f} (goal {goal})")
    say(
        f"zoom from the whole map to 2.0: median frame {of(ours, 'sweep'):.2f} ms, worst {of(ours, 'worst'):.1f} ms, "
        f"in the best round {best(ours, 'worst'):.1f} (goal 16), of the processor {best(ours, 'worst_cpu'):.1f}; "
        f"an item per hex {of(peer, 'worst'):.0f} ms"
    )
    assert best(ours, "whole_cpu") / best(peer, "whole_cpu") <= 0.005
    assert best(ours, "build") / best(peer, "build") <= 0.1
    if best(peer, "memory"):
        assert best(ours, "memory") / best(peer, "memory") <= 0.25


def test_europe_in_areas(say: Callable[[str], None]) -> None:
    """A map of some 500 areas with all its names: frames as they come."""
    rounds = [measured("europe") for _ in range(ROUNDS)]
    say(
        f"Europe: shown in {of(rounds, 'build'):.0f} ms, whole map {of(rounds, 'whole'):.2f} ms a frame, zoom median "
        f"{of(rounds, 'sweep'):.2f} ms, worst {of(rounds, 'worst'):.1f} ms, {of(rounds, 'memory'):.0f} MB"
    )
    assert of(rounds, "whole") > 0


def test_a_stroke_of_1000_of_250000_hexes_is_painted(say: Callable[[str], None]) -> None:
    """The goal: 0.01 of an item per hex. What is asserted is the ratio of the best rounds, in time of the processor."""
    peer: list[Figures] = []
    ours: list[Figures] = []
    for _ in range(ROUNDS):
        peer.append(measured("item-strokes"))
        ours.append(measured("strokes"))
    a, b = of(ours, "stroke_cpu"), of(peer, "stroke_cpu")
    ratio = best(ours, "stroke_cpu") / best(peer, "stroke_cpu")
    say(f"a stroke of 1,000 hexes painted: {a:.2f} ms, an item per hex {b:.0f}: ratio {a / b:.4f}, best {ratio:.4f}")
    assert ratio <= 0.01
