"""Procedures of several sentences: without one of them just what it says is not done, and the others go on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from sandtable.engine import InstalledGame, RuleModule
from sandtable_empires.system import EMPIRES
from tests.plugins.every_rule import superseding, superseding_key


@cache
def house(*more: type[RuleModule]) -> InstalledGame:
    """Return Empires with an option for each rule that takes it out of force; ``more`` are other house rules."""
    every = (superseding(id) for id in InstalledGame(EMPIRES, ours=True).where)
    return InstalledGame(replace(EMPIRES, modules=(*EMPIRES.modules, *every, *more)), ours=True)


def lacking(ids: Iterable[str]) -> list[str]:
    """Return the options that take these rules out of force."""
    return [superseding_key(id) for id in ids if id]
