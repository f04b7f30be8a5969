"""The options of the Fords."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec import Meta

from sandtable.engine import (
    Game,
    Option,
    Refusal,
    RuleModule,
    Was,
    hookimpl,
    refuses,
    rule,
)
from tests.games.fords.area_map import HILLS, area_id
from tests.games.fords.marching import Leap, March, Rest
from tests.games.fords.model import MARCHED


class Depots(RuleModule):
    key = "depots"
    option = Option("Depots", "Corps draw on depots.", ("FOR-6-depots",), changeable="setup")

    @hookimpl
    @rule("FOR-6-depots")
    def situation(self, game: Game) -> Iterable[str]:
        return ["Depots are filled."]


class Supply(RuleModule):
    key = "supply"
    parameters: Parameters
    option = Option("Supply lines", "Corps far from a depot starve.", ("FOR-6-supply",), requires="depots")

    class Parameters(RuleModule.Parameters, frozen=True):
        reach: Annotated[int, Meta(ge=1, le=5, title="Areas a line may be long")] = 3
        strict: Annotated[bool, Meta(title="Strictly")] = False

    @hookimpl
    @rule("FOR-6-supply")
    def situation(self, game: Game) -> Iterable[str]:
        return [f"Supply lines of up to {self.parameters.reach} areas."]


class Forced(RuleModule):
    key = "forced"
    option = Option("Forced marches", "A corps may march twice.", ("FOR-6-forced",), conflicts=("mud",))

    @rule("FOR-6-forced", amends="FOR-2-once", looks_at="corps")
    def twice(self, was: Was[Refusal | None], game: Game, act: March) -> Refusal | None:
        return None


class Mud(RuleModule):
    key = "mud"
    option = Option("Mud", "Nobody leaves a hill.", ("FOR-6-mud",))

    @refuses(March)
    @rule("FOR-6-mud")
    def stuck(self, game: Game, act: March) -> Refusal | None:
        stuck = any(area == area_id(name) for area in act.way for name in HILLS)
        return Refusal("hills cannot be climbed in the mud") if stuck else None


class Leaps(RuleModule):
    """Another action that takes a corps to a place: dropping a counter may mean the one or the other."""

    key = "leaps"
    actions: ClassVar = {"march": (Leap,)}
    option = Option("Leaps", "Corps may leap.", ("FOR-6-leaps",))

    @refuses(Leap)
    @rule("FOR-6-leaps")
    def once(self, game: Game, act: Leap) -> Refusal | None:
        return Refusal("{corps} is tired", corps=act.corps) if game.mark_of(act.corps, MARCHED) else None


class Fragile(RuleModule):
    """An option that fails."""

    key = "fragile"
    option = Option("Fragile", "Fails as soon as anybody rests two corps.", ("FOR-6-fragile",))

    @refuses(Rest)
    @rule("FOR-6-fragile")
    def fails(self, game: Game, act: Rest) -> Refusal | None:
        if len(act.corps) == 2:
            raise ZeroDivisionError("the vase broke")
        return None
