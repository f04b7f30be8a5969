"""What guerillas may do (10.1.1): slip to the next area, hold a city, join a fight or begin one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    MarkKind,
    Range,
    Refusal,
    Rows,
    RuleModule,
    SideId,
    fills,
    hookimpl,
    offer,
    refuses,
    rule,
    ruling,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.combat.attack import Attack, begin
from sandtable_empires.combat.tallies import may_join
from sandtable_empires.irregulars.bands import EngagedGuerillas, Guerillas, in_spain, owner, shift
from sandtable_empires.land.depot_guards import bare
from sandtable_empires.land.detaching import city_closed
from sandtable_empires.land.storming import announce_raid, begin_storm, depot_guards, was_attempted
from sandtable_empires.model import (
    Area,
    AreaId,
    Battle,
    BattleId,
    Depot,
    DepotId,
    Force,
    allies,
    corps_of,
    enemies,
    force_id,
    forces_of,
    hostile_corps,
    in_the_open,
    links_of,
    siege_of,
)  # fmt: skip
from sandtable_empires.model.words import arm_text, factors_text
from sandtable_empires.steps import LAND_COMBAT_STEP, LAND_MOVEMENT_STEP

MOVED: Final = MarkKind("guerillas who have moved here", until=LAND_MOVEMENT_STEP)
FOUGHT: Final = MarkKind("guerillas have fought", until=LAND_COMBAT_STEP)


class MoveGuerillas(Action, frozen=True):
    """Move guerillas to a neighbouring area."""

    if_none = {"origin": ("there are no guerillas on the map", "EIA-10.1.1-movement")}

    origin: AreaId
    to: AreaId
    factors: int

    @fills("origin")
    @staticmethod
    def where_they_are(game: Game, ask: Ask) -> Rows:
        return Rows(game[Guerillas])

    @fills("to")
    @staticmethod
    def next_door(game: Game, ask: Ask, origin: AreaId) -> Choice[AreaId]:
        links = (link for link in links_of(game, origin) if link.across != "optional_crossing")
        return Choice(sorted(link.other(origin) for link in links))

    @fills("factors")
    @staticmethod
    def any_number(game: Game, ask: Ask, origin: AreaId) -> Range:
        most = game[Guerillas][origin].factors
        return Range(1, most, usual=most)

    def perform(self, game: Game, ask: Ask) -> None:
        here = game[Guerillas][self.origin]
        there = game[Guerillas].get(self.to) or game.put(Guerillas(self.to))
        game.change(there, factors=there.factors + self.factors)
        shift(game, here, factors=here.factors - self.factors, inside=here.inside)
        mark = game.mark_of(self.to, MOVED)
        game.mark(self.to, MOVED, count=self.factors + (mark.count if mark else 0))

    def says(self, game: Game, ask: Ask) -> str:
        here, there = game.name(self.origin, Area), game.name(self.to, Area)
        return f"Guerillas move from {here} to {there} with {factors_text(self.factors)}"


class GarrisonCity(Action, frozen=True):
    """Take guerillas into the city as its garrison, or out of it."""

    if_none = {"area": ("there are no guerillas on the map", "BASE-10.1.1-in-and-out")}

    area: AreaId
    inside: int

    @fills("area")
    @staticmethod
    def where_they_are(game: Game, ask: Ask) -> Rows:
        return Rows(game[Guerillas])

    @fills("inside")
    @staticmethod
    def any_number(game: Game, ask: Ask, area: AreaId) -> Range:
        band = game[Guerillas][area]
        return Range(0, band.factors + band.inside)

    def perform(self, game: Game, ask: Ask) -> None:
        band = game[Guerillas][self.area]
        shift(game, band, factors=band.factors + band.inside - self.inside, inside=self.inside)

    def says(self, game: Game, ask: Ask) -> str:
        city = game.name(self.area, Area)
        if not self.inside:
            return f"The guerillas in {city} come out of the city"
        return f"Guerillas hold the city of {city} with {factors_text(self.inside)}"


class AttackWithGuerillas(Action, frozen=True):
    """Attack with guerillas alone: enemy corps in the open, or else the guards of a depot."""

    area: AreaId
    factors: int

    @fills("area")
    @staticmethod
    def where_they_are(game: Game, ask: Ask) -> Rows:
        return Rows(game[Guerillas])

    @fills("factors")
    @staticmethod
    def any_number(game: Game, ask: Ask, area: AreaId) -> Range:
        return Range(1, game[Guerillas][area].factors)

    async def perform(self, game: Game, ask: Ask) -> None:
        side = SideId(ask.side)
        game.mark(self.area, FOUGHT)
        if hostile_corps(game, self.area, side):
            battle = await begin(game, self.area, side, [])
            game.put(EngagedGuerillas(force_id(battle, "attacker"), self.area, self.factors))
        elif depot_guards(game, self.area, side):
            storm = await announce_raid(game, self.area, side)
            game.put(EngagedGuerillas(f"{storm} attacker", self.area, self.factors))
            await begin_storm(game, storm)
        else:  # a house rule may let them attack where nobody is
            game.note(f"the guerillas find nobody to attack in {game.name(self.area)}")

    def says(self, game: Game, ask: Ask) -> str:
        return f"Guerillas attack in {game.name(self.area, Area)} with {factors_text(self.factors)}"


class RazeDepot(Action, frozen=True):
    """Have guerillas destroy an enemy depot that nobody guards."""

    if_none = {"depot": ("no enemy depot stands where you have guerillas", "BASE-10.1.1-bare-depot")}

    depot: DepotId

    @fills("depot")
    @staticmethod
    def where_they_are(game: Game, ask: Ask) -> Choice[DepotId]:
        depots = game[Depot] if ask.side == owner(game) and len(game[Guerillas]) else ()
        return Choice(depot.id for depot in depots if depot.area in game[Guerillas])

    def perform(self, game: Game, ask: Ask) -> None:
        depot = game[Depot][self.depot]
        game.remove(depot)
        game.note(f"guerillas destroy {game.name(depot)}", "BASE-10.1.1-bare-depot")

    def says(self, game: Game, ask: Ask) -> str:
        return f"Guerillas destroy {game.name(self.depot, Depot)}"


class JoinFight(Action[AreaId], frozen=True):
    """Have guerillas join the fight."""

    if_declined = "Keep the guerillas out of the fight"
    factors: int

    @fills("factors")
    @staticmethod
    def any_number(game: Game, ask: Ask[AreaId]) -> Range:
        most = game[Guerillas][ask.about].factors
        return Range(1, most, usual=most)

    def says(self, game: Game, ask: Ask[AreaId]) -> str:
        return f"Guerillas join the fight in {game.name(ask.about, Area)} with {factors_text(self.factors)}"


def fresh(game: Game, area: AreaId) -> int:
    """Return how many guerillas in the open of an area can still move: those inside may be the ones who have."""
    band, mark = game[Guerillas].get(area), game.mark_of(area, MOVED)
    if band is None:
        return 0
    return min(band.factors, max(0, band.factors + band.inside - (mark.count if mark else 0)))


class GuerillaMoves(RuleModule):
    """What guerillas may do."""

    key = "guerilla_moves"
    brings = (MOVED, FOUGHT)
    after = ("guerillas", "muster", "combined_movement")
    actions = {LAND_MOVEMENT_STEP: (MoveGuerillas, GarrisonCity), LAND_COMBAT_STEP: (AttackWithGuerillas, RazeDepot)}
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        bare_depots: Annotated[
            Literal["are destroyed", "are safe"],
            ruling(
                "Depots that nobody guards",
                "What guerillas in the open may do to an enemy depot without a guard; a guarded one they may attack.",
                "BASE-10.1.1-bare-depot",
            ),
        ] = "are destroyed"

    # --- moving

    @refuses(MoveGuerillas, "origin")
    @rule("BASE-10.1.1-own-step")
    def own_step(self, game: Game, act: MoveGuerillas, ask: Ask) -> Refusal | None:
        """Only in Spain's own step."""
        return None if ask.side == owner(game) else Refusal("only Spain may move guerillas")

    @fills(MoveGuerillas, "factors")
    @rule("EIA-10.1.1-movement")
    def one_area(self, game: Game, ask: Ask, origin: AreaId) -> Range:
        """No factor moves more than one area a turn; terrain does not matter."""
        most = fresh(game, origin)
        return Range(1, most, usual=most)

    @refuses(MoveGuerillas, "origin", "to")
    @rule("EIA-10.1.1-homeland")
    def never_abroad(self, game: Game, act: MoveGuerillas) -> Refusal | None:
        """Never out of the original borders of Spain; ceded provinces lie within them."""
        return None if in_spain(game, act.to) else Refusal("{to} is not in Spain", to=act.to)

    # --- in cities

    @refuses(GarrisonCity, "area")
    @rule("EIA-10.1.1-garrison-use")
    def in_a_city_of_ours(self, game: Game, act: GarrisonCity, ask: Ask) -> Refusal | None:
        """They may be all of a city's garrison or a part of it, never that of a depot, where a corps might go in."""
        if ask.side != owner(game):
            return Refusal("only Spain may move guerillas")
        within = game[Guerillas][act.area].inside
        return None if within and siege_of(game, act.area) is None else city_closed(game, act.area, ask.side)

    @refuses(GarrisonCity)
    @rule("BASE-10.1.1-in-and-out")
    def others_than_now(self, game: Game, act: GarrisonCity, ask: Ask) -> Refusal | None:
        """Those inside may come out, or let more in while the gates are open."""
        within = game[Guerillas][act.area].inside
        if act.inside == within:
            inside = arm_text("guerilla", within) if within else "no guerillas"
            return Refusal("{area} already has {inside} inside", area=act.area, inside=inside)
        joins = 0 < within < act.inside and siege_of(game, act.area) is None
        return city_closed(game, act.area, ask.side) if joins else None

    # --- fighting

    @refuses(AttackWithGuerillas, "area")
    @rule("BASE-10.1.1-attack-alone")
    def whom_to_attack(self, game: Game, act: AttackWithGuerillas, ask: Ask) -> Refusal | None:
        """Alone they attack corps in the open, or the guards of a depot; not where Spain has a corps; once a step."""
        side = owner(game)
        if side is None or ask.side != side:
            return Refusal("only Spain may attack with guerillas")
        if not hostile_corps(game, act.area, side) and not depot_guards(game, act.area, side):
            return Refusal("{area} has no enemy corps in the open, and no guarded enemy depot", area=act.area)
        if in_the_open(game, act.area, side):
            return Refusal("Spanish corps in {area} can attack; guerillas may join them", area=act.area)
        raided = was_attempted(game, act.area, "depot") and not hostile_corps(game, act.area, side)
        if raided or game.mark_of(act.area, FOUGHT):
            return Refusal("the guerillas in {area} have already attacked", area=act.area)
        return None

    @refuses(RazeDepot, "depot")
    @rule("BASE-10.1.1-bare-depot")
    def without_a_guard(self, game: Game, act: RazeDepot, ask: Ask) -> Refusal | None:
        """Guerillas in the open destroy an enemy depot beside them that no garrison and no corps protects."""
        depot, side = game[Depot][act.depot], owner(game)
        band = game[Guerillas].get(depot.area)
        if side is None or ask.side != side:
            return Refusal("only Spain may attack with guerillas")
        if self.parameters.bare_depots == "are safe":
            return Refusal("by this campaign's ruling, guerillas do not destroy unguarded depots")
        if depot.side not in enemies(game, side):
            return Refusal("{side} is not at war with {foe}", side=side, foe=depot.side)
        if band is None or not band.factors:
            return Refusal("there are no guerillas in the open in {area}", area=depot.area)
        return None if bare(game, depot) else Refusal("{depot} is guarded", depot=depot.id)

    @hookimpl
    @rule("EIA-10.1.1-not-compelled")
    async def musters(self, game: Game, battle: BattleId) -> None:
        """Those in the area may join the fight of their friends against enemies of Spain, and need not."""
        area, side = game[Battle][battle].area, owner(game)
        band = game[Guerillas].get(area)
        if side is None or band is None or not band.factors:
            return
        for force in forces_of(game, battle):
            if not self._would_help(game, force, side):
                continue
            why = f"guerillas may join the fight in {game.name(area)}"
            joined = await offer(side, JoinFight, why, about=area)
            if joined is not None:
                game.put(EngagedGuerillas(force.id, area, joined.factors))
                game.mark(area, FOUGHT)
                return

    def _would_help(self, game: Game, force: Force, side: SideId) -> bool:
        """Tell whether Spain or an ally fights in a force, and Spain may fight beside it: against enemies alone."""
        friends = any(corps.side in (side, *allies(game, side)) for corps in corps_of(game, force.id))
        return friends and may_join(game, side, force.id)

    @refuses(Attack, "area")
    @rule("EIA-10.1.1-immune")
    def not_in_the_open(self, game: Game, act: Attack, ask: Ask) -> Refusal | None:
        """Guerillas in the open are no target: without enemy corps there is nothing to attack."""
        if hostile_corps(game, act.area, ask.side):
            return None
        return Refusal("there is nobody to attack in {area}: guerillas in the open cannot be attacked", area=act.area)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Destroy what nobody guards; help friends; for the rest be patient."""
        if MoveGuerillas in ask.kinds:
            yield Lesson(
                kind=MoveGuerillas, says="Moves guerillas to a neighbouring area of Spain.",
                rules=("EIA-10.1.1-movement",)
            )  # fmt: skip
            yield Lesson(
                kind=GarrisonCity, says="Takes guerillas into a city, to hold it, or out of it.",
                rules=("EIA-10.1.1-garrison-use",),
            )  # fmt: skip
        if RazeDepot in ask.kinds:
            foes = [depot for depot in game[Depot] if depot.side != ask.side]
            because = "Nobody guards it, and the corps that it feeds will go hungry."
            yield Lesson(
                kind=RazeDepot, says="Has guerillas destroy an enemy depot that nobody guards.",
                rules=("BASE-10.1.1-bare-depot",),
                advice=tuple(Advice(action=RazeDepot(depot.id), because=because, weight=1) for depot in foes),
            )  # fmt: skip
            yield Lesson(
                kind=AttackWithGuerillas, says="Attacks with guerillas alone. They are brave, but break easily.",
                rules=("EIA-10.1.1-may-attack", "BASE-10.1.1-attack-alone", "EIA-10.1.1-morale"),
            )  # fmt: skip
        if JoinFight in ask.kinds:
            band = game[Guerillas].get(str(ask.about))
            factors = band.factors if band is not None else 0
            because = "Each factor more fires with your corps, and what is lost comes back with the next rising."
            yield Lesson(
                title="Guerillas in a battle", says="Your guerillas in the area may join the fight, and need not.",
                rules=("EIA-10.1.1-not-compelled", "EIA-10.1.1-morale"),
                advice=(Advice(action=JoinFight(factors), because=because),),
            )  # fmt: skip
