"""Naval combats for odds and stories: who fights, what each has left, what has come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sandtable.engine import Game, SideId, in_a_row
from sandtable.present import Contest, Course, Gauge, Outcome
from sandtable_empires.model import (
    Account,
    Fleet,
    NavalBattle,
    NavalBattleId,
    NavalForce,
    Role,
    fleets_in,
    hostile_fleets,
    naval_force_id,
    naval_forces,
    ships_of,
    sides_in,
)
from sandtable_empires.naval.fighting import AttackAtSea
from sandtable_empires.steps import NAVAL_COMBAT_SEQUENCE, NAVAL_COMBAT_STEP

ROLES: tuple[Role, ...] = ("attacker", "defender")


def sea_contests(game: Game) -> Iterator[Contest]:
    """Yield the naval combats that are being fought, and those that a side can begin now."""
    for frame in game.frames:
        battle = (
            game[NavalBattle].get(NavalBattleId(frame.subject)) if frame.sequence == NAVAL_COMBAT_SEQUENCE else None
        )
        if battle is not None:
            parties = tuple(in_a_row(sides_in(game, one.id)) for one in naval_forces(game, battle.id))
            title = f"Naval combat, {game.name(battle.space)}"
            yield Contest(sequence=NAVAL_COMBAT_SEQUENCE, subject=battle.id, title=title, parties=parties, unit="ships")
    side = game.frame.side
    if game.frame.step == NAVAL_COMBAT_STEP and side is not None:
        for opening in game.legal(AttackAtSea, side):
            foes = dict.fromkeys(one.side for one in hostile_fleets(game, opening.space, side))
            title = f"Attack at sea, {game.name(opening.space)}"
            yield Contest(
                sequence=NAVAL_COMBAT_SEQUENCE, subject="", title=title, parties=(side, in_a_row(foes)), unit="ships",
                opening=opening, side=side,
            )  # fmt: skip


def sea_outcome(course: Course) -> Outcome | None:
    """Return what has come of a naval combat; ``None`` when it has come to nothing, or is none."""
    if course.contest.sequence != NAVAL_COMBAT_SEQUENCE:
        return None
    parties = dict(zip(ROLES, course.contest.parties, strict=False))
    battle = next(iter(course.last(NavalBattle).values()), None)
    lost = dict.fromkeys(course.contest.parties, 0)
    for side, ships in _ships_lost(course).items():
        party = next((one for one in course.contest.parties if _belongs(side, one)), None)
        if party is not None:
            lost[party] += ships
    events = [f"{one.title} is lost" for one in _fleets_lost(course)]
    if battle is not None and battle.evaded:
        events.append(f"{parties['defender']} gets away")
    if battle is None and not events and not any(lost.values()):
        return None
    winner = next((party for role, party in parties.items() if battle is not None and battle.winner == role), "")
    return Outcome(winner=winner, losses=lost, events=tuple(events))


def sea_gauges(game: Game, course: Course) -> Iterator[Gauge]:
    """Yield how many ships each party of a naval combat has left."""
    for role, party in zip(ROLES, course.contest.parties, strict=False):
        force = game[NavalForce].get(naval_force_id(course.contest.subject, role))
        if force is not None:
            left = ships_of(fleets_in(game, force.id))
            yield Gauge(party=party, title="Ships", value=left, full=max(left, force.started))


def _belongs(side: SideId, party: str) -> bool:
    """Tell whether a side is among those that a party is named after."""
    return side in party.replace(", and ", ", ").replace(" and ", ", ").split(", ")


def _ships_lost(course: Course) -> Counter[SideId]:
    lost: Counter[SideId] = Counter()
    for first, *_, last in course.histories(Account).values():
        if isinstance(last, Account):
            lost[last.side] += (first.ships if isinstance(first, Account) else 0) - last.ships
    return Counter({side: ships for side, ships in lost.items() if ships > 0})


def _fleets_lost(course: Course) -> Iterator[Fleet]:
    for first, *_, last in course.histories(Fleet).values():
        if isinstance(first, Fleet) and last is None:
            yield first
