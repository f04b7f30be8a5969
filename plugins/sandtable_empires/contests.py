"""What is fought out in Empires, for odds: combats and storms, what they cost, who breaks, who is taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from sandtable.engine import Action, Game, SideId, in_a_row
from sandtable.present import Contest, Course, Gauge, Outcome
from sandtable_empires.combat.attack import ATTACK, Attack
from sandtable_empires.combat.tallies import contingents
from sandtable_empires.land.attempts import Assault, Sortie
from sandtable_empires.land.investing import hostile_inside
from sandtable_empires.land.storming import ROLES, fighters, strength
from sandtable_empires.model import (
    Account,
    Area,
    AreaId,
    Battle,
    BattleId,
    Corps,
    Force,
    Leader,
    Prisoners,
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
from sandtable_empires.model.sieges import STORM_NAMES
from sandtable_empires.model.words import does, factors_text, in_tenths
from sandtable_empires.steps import COMBAT_SEQUENCE, LAND_COMBAT_STEP, ROUNDS_SEQUENCE, STORM_SEQUENCE


def contests(game: Game) -> Iterator[Contest]:
    """Yield the combats and storms that are being fought, and those that a side must begin now."""
    for frame in game.frames:
        if frame.sequence == COMBAT_SEQUENCE and (battle := game[Battle].get(BattleId(frame.subject))):
            title = f"Battle of {game[Area][battle.area].title}, day {battle.day}"
            forces = forces_of(game, battle.id)
            parties = [all_of(one.side, (corps.side for corps in corps_of(game, one.id))) for one in forces]
            yield Contest(
                sequence=COMBAT_SEQUENCE, subject=battle.id, title=title, parties=tuple(parties), rounds=ROUNDS_SEQUENCE
            )
        if frame.sequence == STORM_SEQUENCE and (storm := game[Storm].get(StormId(frame.subject))):
            title = f"{STORM_NAMES[storm.kind]} {game[Area][storm.area].city or game[Area][storm.area].title}"
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
        title = f"{STORM_NAMES[kind]} {game[Area][area].city}"
        parties = side, all_of(foes[0], foes)
        yield Contest(sequence=STORM_SEQUENCE, subject="", title=title, parties=parties, opening=opening, side=side)


def outcome(game: Game, course: Course) -> Outcome | None:
    """Return what has come of a combat or a storm; ``None`` when it has come to nothing."""
    if course.contest.sequence not in (COMBAT_SEQUENCE, STORM_SEQUENCE):
        return None
    fought: list[Battle | Storm] = [*course.last(Battle).values(), *course.last(Storm).values()]
    attacker, defender = course.contest.parties
    lost, foes = {attacker: 0, defender: 0}, enemies(game, _leading(game, attacker))
    for side, factors in _factors_lost(course).items():
        lost[defender if side in foes else attacker] += factors
    events = tuple(_events(course, attacker, defender))
    if not fought and not events and not any(lost.values()):
        return None
    winner = {"attacker": attacker, "defender": defender}.get(fought[0].winner, "") if fought else ""
    return Outcome(winner=winner, losses=lost, events=events)


def gauges(game: Game, course: Course) -> Iterator[Gauge]:
    """Yield what each party of a combat or a storm has left of its morale and its factors."""
    if battle := course.last(Battle).get(course.contest.subject) or game[Battle].get(course.contest.subject):
        for force, party in zip(forces_of(game, battle.id), course.contest.parties, strict=False):
            if force.morale:
                yield _morale(party, force.morale - force.morale_lost, force.morale)
            yield _factors(party, sum(one.factors for one in contingents(game, force.id)), force.started)
    for storm in course.last(Storm).values():
        yield from _left_in_storm(game, course, storm)


def _left_in_storm(game: Game, course: Course, storm: Storm) -> Iterator[Gauge]:
    """Yield what each party of a storm has left; what it began with is in its course."""
    began = next((one for one in course.histories(Storm)[storm.id] if one is not None and one.attacker_morale), None)
    if began is None:
        return  # who fights in it is not settled yet
    came = outcome(game, course)
    for role, party in zip(ROLES, course.contest.parties, strict=False):
        yield _morale(party, storm.morale(role), began.morale(role))
        if storm.id in game[Storm]:
            left = strength(fighters(game, storm, role))
            yield _factors(party, left, left + (came.losses.get(party, 0) if came is not None else 0))


def _morale(party: str, left: int, full: int) -> Gauge:
    shown = max(0, left)
    return Gauge(party=party, title="Morale", value=shown, full=full, says=f"{in_tenths(shown)} of {in_tenths(full)}")


def _factors(party: str, left: int, started: int) -> Gauge:
    return Gauge(party=party, title="Factors", value=left, full=max(left, started))


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
            by = f" by {leader.captor}" if leader.standing == "captured" and leader.captor else ""
            yield f"{leader.title} is {leader.standing}{by}"
    yield from _prisoners(course)
    for first, *_, last in course.histories(Corps).values():
        if isinstance(first, Corps) and first.factors and (last is None or not last.factors):
            yield f"{first.title} is lost"


def _prisoners(course: Course) -> Iterator[str]:
    """Say who takes how many factors of whom."""
    taken: Counter[tuple[SideId, SideId]] = Counter()
    for first, *_, last in course.histories(Prisoners).values():
        if isinstance(last, Prisoners):
            taken[last.captor, last.side] += last.factors - (first.factors if isinstance(first, Prisoners) else 0)
    for (captor, side), factors in sorted(taken.items()):
        if factors > 0:
            yield f"{captor} takes {factors_text(factors)} of {side} prisoner"
