"""What is fought out in Grande Armée, for odds: battles that are fought, attacks and overruns that could be begun."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from sandtable.engine import Game, RuleModule, SideId, hookimpl
from sandtable.present import Contest, Course, Gauge, Outcome
from sandtable_grande_armee.combat.attack import FOUGHT_FOR, Attack, able_to_attack
from sandtable_grande_armee.combat.forces import defenders_of, engaged, foes_beside
from sandtable_grande_armee.combat.muster import GIVEN_WAY
from sandtable_grande_armee.model import ROLES, Account, Battle, BattleId, Disruption, Role, Unit
from sandtable_grande_armee.model.agreeing import sentence_of, verb_of
from sandtable_grande_armee.steps import ATTACK_STEP, BATTLE_SEQUENCE

UNIT: Final = "strength points"
WINNERS: Final[Mapping[str, Role]] = {
    "DE": "attacker", "DR": "attacker", "EX": "attacker", "DD": "attacker", GIVEN_WAY: "attacker", "AE": "defender",
    "AR": "defender",
}  # fmt: skip
"""Who has won with which result; with another nobody has."""


class Fights(RuleModule):
    """What odds can be asked of."""

    key = "fights"

    @hookimpl
    def contests(self, game: Game) -> Iterable[Contest]:
        """The battle that is fought, or the attacks that a side could make now with all that stands beside a hex."""
        for frame in game.frames:
            battle = game[Battle].get(BattleId(frame.subject)) if frame.sequence == BATTLE_SEQUENCE else None
            if battle is not None:
                title = f"Battle in {game.board.name(battle.hex)}"
                parties = battle.attacker, battle.defender
                yield Contest(sequence=BATTLE_SEQUENCE, subject=battle.id, title=title, parties=parties, unit=UNIT)
        if game.frame.step == ATTACK_STEP and game.frame.side is not None:
            yield from _attacks(game, game.frame.side)

    @hookimpl
    def outcome(self, game: Game, course: Course) -> Outcome | None:
        """What has come of a battle; nothing of one that was never fought."""
        fought = course.last(Battle)
        if not fought or len(course.contest.parties) < 2:
            return None
        battle = next(iter(fought.values()))
        lost = _lost(course)
        losses = {side: lost[SideId(side)] for side in course.contest.parties}
        winner = battle.side(WINNERS[battle.result]) if battle.result in WINNERS else ""
        events = tuple(_events(game, course, battle))
        return Outcome(winner=winner, losses=losses, events=events)

    @hookimpl
    def gauges(self, game: Game, course: Course) -> Iterable[Gauge]:
        """The strength that each side has left in the battle."""
        battle = game[Battle].get(BattleId(course.contest.subject))
        lost = _lost(course)
        for role in ROLES if battle is not None else ():
            assert battle is not None
            side = battle.side(role)
            left = sum(unit.strength(game) for unit in engaged(game, battle.id, role))
            yield Gauge(party=side, title="Strength points", value=left, full=left + lost[side])


def _attacks(game: Game, side: SideId) -> Iterator[Contest]:
    for hex in foes_beside(game, side):
        units = able_to_attack(game, side, hex) if game.mark_of(hex, FOUGHT_FOR) is None else []
        if units:
            foes, _ = defenders_of(game, hex, side)
            attack = Attack(hex, tuple(units))
            yield Contest(
                sequence=BATTLE_SEQUENCE, subject="", title=f"Attack on {game.board.name(hex)}", unit=UNIT,
                parties=(side, foes[0].side), opening=attack, side=side,
            )  # fmt: skip


def _lost(course: Course) -> Counter[SideId]:
    """Return how many strength points each side has lost."""
    lost: Counter[SideId] = Counter()
    for first, *_, last in course.histories(Account).values():
        if isinstance(last, Account):
            lost[last.side] += (first.strength if isinstance(first, Account) else 0) - last.strength
    return lost


def _has_gone(course: Course, side: SideId) -> bool:
    """Tell whether units of a side have left the hex in which they were, or are lost: behind walls they stay."""
    changed = ((rows[0], rows[-1]) for rows in course.histories(Unit).values())
    return any(
        isinstance(was, Unit) and was.side == side and (not isinstance(now, Unit) or now.hex != was.hex)
        for was, now in changed
    )


def _events(game: Game, course: Course, battle: Battle) -> Iterator[str]:
    if battle.result in ("DR", "EX"):
        defender = game.name(battle.defender)
        yield f"{defender} retreats" if _has_gone(course, battle.defender) else f"{defender} holds the walls"
    if battle.result == "AR":
        yield f"{game.name(battle.attacker)} retreats"
    if battle.result == GIVEN_WAY:
        yield f"{game.name(battle.defender)} gives way"
    if battle.result == "":
        yield "nothing happens"
    gone = [rows[0] for rows in course.histories(Unit).values() if rows[-1] is None and isinstance(rows[0], Unit)]
    yield from sorted(f"{unit.id} {verb_of(game, unit, 'is')} lost" for unit in gone)
    upset = course.histories(Disruption)
    yield from sorted(
        sentence_of(game, id, "is disrupted") for id, rows in upset.items() if rows[0] is None and rows[-1] is not None
    )
