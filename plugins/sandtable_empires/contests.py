"""What is fought out in Empires, for odds: combats and storms, what they cost, who breaks, who is taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.engine import Action, Game, SideId
from sandtable.present import Contest, Course, Outcome
from sandtable_empires.combat.attack import ATTACK, Attack
from sandtable_empires.land.attempts import Assault, Sortie
from sandtable_empires.land.investing import hostile_inside
from sandtable_empires.land.storming import ROLES, fighters
from sandtable_empires.model import (
    Account,
    Area,
    AreaId,
    Battle,
    BattleId,
    Corps,
    Force,
    Leader,
    Siege,
    Storm,
    StormId,
    area_id,
    corps_of,
    enemies,
    forces_of,
    hostile_corps,
    sides,
    siege_of,
)  # fmt: skip
from sandtable_empires.model.words import does, in_a_row
from sandtable_empires.steps import COMBAT_SEQUENCE, LAND_COMBAT_STEP, STORM_SEQUENCE

NAMES: Final = {"assault": "Assault on", "sortie": "Sortie from", "depot": "Raid on the depot in"}


def contests(game: Game) -> Iterator[Contest]:
    """Yield the combats and storms that are being fought, and those that a side must begin now."""
    for frame in game.frames:
        if frame.sequence == COMBAT_SEQUENCE and (battle := game[Battle].get(BattleId(frame.subject))):
            title = f"Battle of {game[Area][battle.area].title}, day {battle.day}"
            forces = forces_of(game, battle.id)
            parties = [all_of(one.side, (corps.side for corps in corps_of(game, one.id))) for one in forces]
            yield Contest(sequence=COMBAT_SEQUENCE, subject=battle.id, title=title, parties=tuple(parties))
        if frame.sequence == STORM_SEQUENCE and (storm := game[Storm].get(StormId(frame.subject))):
            title = f"{NAMES[storm.kind]} {game[Area][storm.area].city or game[Area][storm.area].title}"
            parties = [all_of(storm.side(role), (one.side for one in fighters(game, storm, role))) for role in ROLES]
            yield Contest(sequence=STORM_SEQUENCE, subject=storm.id, title=title, parties=tuple(parties))
    if game.frame.step == LAND_COMBAT_STEP and game.frame.side is not None:
        yield from _due(game, game.frame.side)
        yield from _storms(game, game.frame.side)


def all_of(first: str, others: Iterable[str]) -> str:
    """Name all sides of a party, the one that decides for it first."""
    return in_a_row(dict.fromkeys([first, *sorted(others)]))


def _due(game: Game, side: SideId) -> Iterator[Contest]:
    """Yield the combats a side must begin now."""
    for duty in game.duties(side, ATTACK):
        area = area_id(duty.subject)
        if foes := hostile_corps(game, area, side):
            opening: Action = Attack(area)
            title = f"Attack in {game[Area][area].title}"
            parties = side, all_of(foes[0].side, (one.side for one in foes))
            yield Contest(
                sequence=COMBAT_SEQUENCE, subject=area, title=title, parties=parties, opening=opening, side=side
            )


def _storms(game: Game, side: SideId) -> Iterator[Contest]:
    """Yield the assaults and sorties that a side can begin now."""
    openings: list[tuple[str, AreaId, Action]] = []
    if len(game[Siege]):
        openings += [("assault", game[Siege][one.siege].area, one) for one in game.legal(Assault, side)]
        openings += [("sortie", one.area, one) for one in game.legal(Sortie, side)]
    for kind, area, opening in openings:
        siege = siege_of(game, area)
        assert siege is not None  # only a besieged city is stormed, or left by a sortie
        foes = [siege.side] if kind == "sortie" else [one.side for one in hostile_inside(game, area, siege.side)]
        title = f"{NAMES[kind]} {game[Area][area].city}"
        parties = side, all_of(foes[0], foes)
        yield Contest(sequence=STORM_SEQUENCE, subject="", title=title, parties=parties, opening=opening, side=side)


def outcome(game: Game, course: Course) -> Outcome | None:
    """Return what has come of a combat or a storm; ``None`` when it has come to nothing."""
    fought: list[Battle | Storm] = [*course.last(Battle).values(), *course.last(Storm).values()]
    if not fought:
        return None
    attacker, defender = course.contest.parties
    winner = {"attacker": attacker, "defender": defender}.get(fought[0].winner, "")
    lost, foes = {attacker: 0, defender: 0}, enemies(game, _leading(game, attacker))
    for side, factors in _factors_lost(course).items():
        lost[defender if side in foes else attacker] += factors
    return Outcome(winner=winner, losses=lost, events=tuple(_events(course, attacker, defender)))


def _leading(game: Game, party: str) -> SideId:
    """Return the side that decides for a party: the one that is named first."""
    return next(side for side in sides(game) if party == side or party.startswith((f"{side} and ", f"{side}, ")))


def _factors_lost(course: Course) -> Counter[SideId]:
    """Return how many factors each side has lost, for whatever cause."""
    lost: Counter[SideId] = Counter()
    for first, *_, last in course.histories(Account).values():
        if isinstance(last, Account) and last.factors < (first.factors if isinstance(first, Account) else 0):
            lost[last.side] += (first.factors if isinstance(first, Account) else 0) - last.factors
    return lost


def _events(course: Course, attacker: str, defender: str) -> Iterator[str]:
    for force in course.last(Force).values():
        if force.broken:
            yield does(attacker if force.role == "attacker" else defender, "break")
    for battle in course.last(Battle).values():
        if battle.how == "withdrawn":
            yield does(defender, "withdraw")
        if battle.how == "broken off":
            yield f"{does(attacker, 'break')} off"
    for leader in course.last(Leader).values():
        if leader.standing not in ("on the map", "waiting"):
            yield f"{leader.title} is {leader.standing}"
    for first, *_, last in course.histories(Corps).values():
        if isinstance(first, Corps) and first.factors and (last is None or not last.factors):
            yield f"{first.title} is lost"
