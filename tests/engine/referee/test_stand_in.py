"""A stand-in works plies out; the referee that takes them over stands where it would stand had it played itself."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.engine import Referee, SeededDice
from sandtable.engine.errors import Invalid, Stale
from sandtable.engine.journal.journal import Nowhere, Ply
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.engine.referee.stand_in import StandIn
from sandtable.lab.bots import RandomBot
from tests.editor_free import fords_referee


class Full(Nowhere):
    """A disk without room."""

    def ply(self, ply: Ply) -> None:
        raise Invalid("the disk is full")
