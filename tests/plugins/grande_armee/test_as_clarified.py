"""The preset "As clarified": what the clarifications say and recommend, which is how every shipped campaign begins."""

from __future__ import annotations

import pytest

from sandtable.engine import InstalledGame, Scenario
from sandtable.engine.rules.options import Choices, resolve
from sandtable_grande_armee.options.presets import AS_CLARIFIED, PRESETS
from sandtable_grande_armee.system import GRANDE_ARMEE

RECOMMENDED = {
    ("strength", "threshold"): 2,  # Q1
    ("strength", "leader_effect"): "his rating, up to the force",  # Q2
    ("supplying", "used_up"): "at the end of the phase",  # Q10
    ("retreats", "unfinished"): "eliminated",  # Q15
}


def clarified() -> Choices:
    return resolve(AS_CLARIFIED.key, {one.key: one for one in PRESETS})


@pytest.mark.parametrize("scenario", GRANDE_ARMEE.scenarios, ids=[one.key for one in GRANDE_ARMEE.scenarios])
def test_every_shipped_campaign_begins_as_clarified(scenario: Scenario) -> None:
    assert (frozenset(scenario.options), dict(scenario.parameters)) == (clarified().on, clarified().parameters)


def test_it_leaves_each_ruling_as_is_recommended() -> None:
    modules = InstalledGame(GRANDE_ARMEE).modules
    standing = {(key, name): getattr(modules[key].Parameters(), name) for key, name in RECOMMENDED}
    assert standing == RECOMMENDED
    assert clarified().parameters == {}
