"""What reading the text of a scenario costs, against what tomllib alone needs for it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from statistics import median
from time import process_time

from sandtable.engine import InstalledGame
from sandtable.library import ScenarioDocument, read_scenario, scenario_text
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.system import EMPIRES

MOST = 4.0
ROUNDS = 21


def test_the_text_of_the_peninsula_is_read(say: Callable[[str], None]) -> None:
    sheet, family = europe_1805(), InstalledGame(EMPIRES)
    document = ScenarioDocument.of(family.scenario("peninsula-1808"), family, sheet)
    kinds, ground = family.schema.kinds, EMPIRES.ground
    text = scenario_text(document, kinds, ground)
    alone: list[float] = []
    whole: list[float] = []
    for _ in range(ROUNDS + 1):
        begun = process_time()
        tomllib.loads(text)
        parsed = process_time()
        read_scenario(text, "peninsula.toml", kinds, ground, sheet)
        alone.append(parsed - begun)
        whole.append(process_time() - parsed)
    ratio = median(ours / theirs for ours, theirs in zip(whole[1:], alone[1:], strict=True))
    ours, theirs = (1e3 * median(times) for times in (whole, alone))
    say(f"text of {len(text):,} characters: {ours:.1f} ms, tomllib alone {theirs:.1f} ms: ratio {ratio:.2f}")
    assert ratio <= MOST
