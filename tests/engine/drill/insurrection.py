"""Drill 1: a force is placed in the middle of another power's move and stops the mover (after 10.1.4)."""

from collections.abc import Iterable

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    MarkKind,
    Reaction,
    Refusal,
    RuleModule,
    Was,
    fills,
    hookimpl,
    reacts,
    refuses,
    rule,
)
from tests.engine.drill.marches import AUSTRIA, Area, AreaEntered, AreaId, Force, ForceId, Move, Province, at_war

BORDER = ("Hungary", "Transylvania")
PLACED = MarkKind("placed", until="turn")


class PlaceInsurrection(Action[AreaEntered], frozen=True):
    """Place an insurrection corps in an area of the province that has been entered."""

    corps: ForceId
    area: AreaId

    @fills("corps")
    @staticmethod
    def off_the_map(game: Game, ask: Ask) -> Choice[ForceId]:
        return Choice(corps.id for corps in game[Force].where("area", None) if corps.kind == "insurrection")

    @fills("area")
    @staticmethod
    def in_that_province(game: Game, ask: Ask[AreaEntered]) -> Choice[AreaId]:
        return Choice(area.id for area in game[Area].where("province", ask.about.province))

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Force][self.corps], area=self.area)
        game.mark(self.corps, PLACED)


class Insurrection(RuleModule):
    """Austria's border provinces rise against an invader."""

    key = "insurrection"
    brings = (PLACED,)

    @reacts(AreaEntered)
    @rule("DRILL-10.1.4-trigger")
    def rises(self, game: Game, moment: AreaEntered) -> Iterable[Reaction]:
        """An enemy crosses into a border province: Austria may place either corps there, then the other."""
        crosses = moment.province in BORDER and game[Area][moment.origin].province != moment.province
        if not (crosses and moment.kind != "fleet" and at_war(game, AUSTRIA, moment.side)):
            return ()
        why = f"{moment.force} enters {moment.province}"
        return [Reaction(AUSTRIA, PlaceInsurrection, why, "DRILL-10.1.4-trigger")]

    @rule("DRILL-10.1.4-ceded-ineligible", amends="DRILL-10.1.4-trigger")
    def not_when_ceded(self, was: Was[Iterable[Reaction]], game: Game, moment: AreaEntered) -> Iterable[Reaction]:
        return () if game[Province][moment.province].ceded else was()

    @hookimpl
    @rule("DRILL-10.1.4-stop-mover")
    def halts(self, game: Game, entry: AreaEntered, done: tuple[Action, ...]) -> Iterable[str]:
        """A corps stops where one has just been placed; a cossack need not."""
        in_its_way = [act.corps for act in done if isinstance(act, PlaceInsurrection) and act.area == entry.area]
        return [f"{corps} stands in its way" for corps in in_its_way if entry.kind == "corps"]

    @refuses(Move)
    @rule("DRILL-10.1.4-no-move-when-placed")
    def stays(self, game: Game, act: Move) -> Refusal | None:
        return Refusal("{force} was placed this turn", force=act.force) if game.mark_of(act.force, PLACED) else None
