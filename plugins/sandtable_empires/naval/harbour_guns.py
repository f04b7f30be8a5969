"""The guns of harbours (6.3): they fire at fleets that attack others in their port."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Action, Ask, Frame, Game, MarkKind, Part, RuleModule, hookimpl, offer, opens, rule
from sandtable.present import Lesson
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.hookspecs.naval import NavalHooks
from sandtable_empires.hookspecs.sieges import Insider, SiegeHooks
from sandtable_empires.land.storming import settle_speaker
from sandtable_empires.model import (
    Area,
    AreaId,
    NavalBattle,
    NavalBattleId,
    NavalForce,
    NavalForceId,
)  # fmt: skip
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.sail import guns_of, port_areas
from sandtable_empires.steps import EVASION_STEP, NAVAL_COMBAT_SEQUENCE

OPEN_FIRE = MarkKind("harbour fires", until=NAVAL_COMBAT_SEQUENCE)


class FireHarbour(Action, frozen=True):
    """Have the guns of the harbour fire at the fleets that attack."""

    title = "Fire the harbour guns"
    if_declined = "Hold their fire"

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} has the guns of the harbour fire"


class HarbourGuns(RuleModule):
    """When harbours fire."""

    key = "harbour_guns"
    needs = CAMPAIGN
    after = ("naval_combat?",)
    brings = (OPEN_FIRE,)

    @opens(EVASION_STEP)
    @rule("BASE-6.3-harbour")
    async def open_fire(self, game: Game, frame: Frame) -> None:
        """Who holds the city of a port in combat may have its guns fire at those who attack fleets in it."""
        battle = game[NavalBattle][frame.subject]
        area = port_areas(game).get(battle.space)
        if battle.kind != "in port" or battle.winner or area is None or not guns_of(game, battle.space):
            return
        if silent := list(game.hooks(NavalHooks).silent_harbour(game, battle.id)):
            game.note(f"The guns of {game.name(area, Area)} are silent: {silent[0].says}", silent[0].rule)
            return
        why = f"fleets are attacked in {game.name(battle.space)}: the guns of the harbour may fire"
        speaker = await settle_speaker(game, area, inside(game, area), keep=False)
        if await offer(speaker, FireHarbour, why) is not None:
            game.mark(battle.id, OPEN_FIRE)

    @hookimpl
    @rule("EIA-10.3.2-empty-port-no-harbour")
    def silent_harbour(self, game: Game, battle: NavalBattleId) -> Iterable[Hindrance]:
        """In a city without a garrison nobody serves them."""
        area = port_areas(game).get(game[NavalBattle][battle].space)
        return [] if area is None or inside(game, area) else [Hindrance("the city has no garrison")]

    @hookimpl
    @rule("BASE-6.3-harbour-guns")
    def gunnery_parts(self, game: Game, force: NavalForceId) -> Iterable[Part]:
        """The number of the port fires with the ships of the defender, as so many ships; it cannot be lost."""
        row = game[NavalForce][force]
        if row.role != "defender" or game.mark_of(row.battle, OPEN_FIRE) is None:
            return []
        return [Part("add", guns_of(game, game[NavalBattle][row.battle].space), says="guns of the harbour")]

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Fire at enemies."""
        if FireHarbour in ask.kinds:
            yield Lesson(
                title="Guns of a harbour", says="Fleets are attacked in a port whose city you hold: have its guns fire "
                "at those who attack, or not.",
                rules=("BASE-6.3-harbour", "BASE-6.3-harbour-guns"),
            )  # fmt: skip


def inside(game: Game, area: AreaId) -> list[Insider]:
    """Return the factors in the city of an area."""
    return list(game.hooks(SiegeHooks).inside(game, area))
