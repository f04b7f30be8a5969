"""Modules that count only where a scenario grants a sea, or another gives them what they need."""

from __future__ import annotations

from sandtable.engine import Action, Ask, Game, Insert, Option, Refusal, RuleModule, Side, SideId, Step, refuses, rule
from sandtable.engine.running.common_actions import EndStep

RED = Side(SideId("red"))


class Base(RuleModule):
    """Something to do in any case."""

    key = "base"
    actions = {"play": (EndStep,)}


class Sail(Action, frozen=True):
    """Put to sea."""

    def perform(self, game: Game, ask: Ask) -> None:
        game.note("a fleet puts to sea")


class Navy(RuleModule):
    """Fleets, where there is a sea."""

    key = "navy"
    needs = "sea"
    steps = (Insert(Step("harbour"), before=("play",)),)
    actions = {"harbour": (Sail,), "play": (Sail,)}

    @refuses(EndStep)
    @rule("BASE-navy")
    def stays(self) -> Refusal | None:
        return Refusal("the fleet is at sea")


class Storms(RuleModule):
    """Storms, where there are fleets."""

    key = "storms"
    option = Option("Storms", "It blows.")
    needs = "navy"


class Wrecks(RuleModule):
    """Wrecks, where there are storms."""

    key = "wrecks"
    option = Option("Wrecks", "Ships are driven ashore.")
    needs = "storms"
