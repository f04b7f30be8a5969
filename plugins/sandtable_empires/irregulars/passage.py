"""Guerillas and supply lines (10.1.1): they cut those of the enemy, unless Spain has them let supply pass."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Action, Ask, Choice, Game, Refusal, RuleModule, fills, hookimpl, refuses, rule
from sandtable.present import Lesson
from sandtable_empires.irregulars.bands import Guerillas, owner
from sandtable_empires.model import Area, AreaId
from sandtable_empires.steps import LAND_MOVEMENT_STEP


class LetSupplyPass(Action, frozen=True):
    """Let enemy supply pass the guerillas in an area until you say otherwise."""

    if_none = {"area": ("no guerillas of yours cut enemy supply", "BASE-10.1.1-let-pass")}

    area: AreaId

    @fills("area")
    @staticmethod
    def where_they_cut_it(game: Game, ask: Ask) -> Choice[AreaId]:
        return _where(game, ask, lets_pass=False)

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Guerillas][self.area], lets_pass=True)

    def says(self, game: Game, ask: Ask) -> str:
        return f"The guerillas in {game.name(self.area, Area)} let enemy supply pass"


class CutSupply(Action, frozen=True):
    """Let the guerillas in an area cut enemy supply again."""

    if_none = {"area": ("no guerillas of yours let enemy supply pass", "BASE-10.1.1-cut-again")}

    area: AreaId

    @fills("area")
    @staticmethod
    def where_they_let_it_pass(game: Game, ask: Ask) -> Choice[AreaId]:
        return _where(game, ask, lets_pass=True)

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Guerillas][self.area], lets_pass=False)

    def says(self, game: Game, ask: Ask) -> str:
        return f"The guerillas in {game.name(self.area, Area)} cut enemy supply again"


def _where(game: Game, ask: Ask, *, lets_pass: bool) -> Choice[AreaId]:
    bands = game[Guerillas] if ask.side == owner(game) else ()
    return Choice(band.id for band in bands if band.lets_pass == lets_pass)


class GuerillaPassage(RuleModule):
    """Who says what guerillas let through."""

    key = "guerilla_passage"
    actions = {LAND_MOVEMENT_STEP: (LetSupplyPass, CutSupply)}

    @refuses(LetSupplyPass, "area")
    @rule("BASE-10.1.1-let-pass")
    def cut_now(self, game: Game, act: LetSupplyPass, ask: Ask) -> Refusal | None:
        """Spain has those let supply pass who cut it."""
        return self._not_so(game, act.area, ask, lets_pass=False)

    @refuses(CutSupply, "area")
    @rule("BASE-10.1.1-cut-again")
    def let_pass_now(self, game: Game, act: CutSupply, ask: Ask) -> Refusal | None:
        """Spain has those cut it again who let it pass."""
        return self._not_so(game, act.area, ask, lets_pass=True)

    def _not_so(self, game: Game, area: AreaId, ask: Ask, *, lets_pass: bool) -> Refusal | None:
        if ask.side != owner(game):
            return Refusal("only Spain may command guerillas")
        if game[Guerillas][area].lets_pass == lets_pass:
            return None
        what = "let supply pass" if lets_pass else "cut supply"
        return Refusal("the guerillas in {area} already {what}", area=area, what=what)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """What they do."""
        if LetSupplyPass in ask.kinds:
            says = "Has the guerillas of an area let enemy supply pass, until you say otherwise."
            yield Lesson(kind=LetSupplyPass, says=says, rules=("BASE-10.1.1-let-pass",))
            says = "Has the guerillas of an area cut enemy supply again."
            yield Lesson(kind=CutSupply, says=says, rules=("BASE-10.1.1-cut-again",))
