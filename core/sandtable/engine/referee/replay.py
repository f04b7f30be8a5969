"""Working a whole journal out again from its beginning: the proof that rules are deterministic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandtable.engine.errors import Broken, SandtableError
from sandtable.engine.journal.journal import ROOT, Journal
from sandtable.engine.referee.asking import Answers, asked_anew, asked_now, differing
from sandtable.engine.referee.referee import Referee
from sandtable.engine.rules.forms.rule_document import stored_rules
from sandtable.engine.running.chance import EnteredDice

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.state import State


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A ply that did not come out the same."""

    ply: int
    says: str


def verify(
    family: InstalledGame,
    start: State,
    journal: Journal,
    prologue: Callable[[RunningGame], Awaitable[None]] | None = None,
    *,
    tell: Callable[[int, Answers], object] = lambda ply, answers: None,
    every: int = 1,
) -> Iterator[Ply | Mismatch]:
    """Work every ply of the tree out again from ``start`` (the position before the first), branch by branch.

    Where the campaign was brought up to newer data, ``start`` is the position then, and what came before is left out.

    Yields each ply that came out the same, throws, changes and hash, and after which what is offered and refused is
    the same when it is asked twice; a ``Mismatch`` ends its branch. ``tell`` is told what was answered after a ply.
    With ``every`` it is asked after some plies only: for tests with many of them.
    """
    for line in _branches(journal):
        referee = Referee(family, start.clone(), source=EnteredDice())
        referee.prologue, referee.comparing = prologue, True
        for ply, seen in line:
            referee = _under_its_text(referee, family, journal, ply)
            if ply.kind == "answer" and ply.action is None:
                yield Mismatch(ply.id, f"{ply.says}: the module that brings this action is not installed")
                break
            try:
                referee.rerun(ply)
            except SandtableError as error:
                yield Mismatch(ply.id, str(error))
                break
            if referee.game.state.hash != ply.hash:
                yield Mismatch(ply.id, str(Broken(f"after ply {ply.id} the position has another hash")))
                break
            referee.journal.plies[ply.id] = ply
            if seen:
                continue
            answers, otherwise = (
                _compare_answers(referee.family, referee) if ply.id <= every or ply.id % every == 0 else ({}, "")
            )
            if otherwise:
                yield Mismatch(ply.id, otherwise)
                break
            tell(ply.id, answers)
            yield ply


def _under_its_text(referee: Referee, family: InstalledGame, journal: Journal, ply: Ply) -> Referee:
    """Return what works a ply out under the house rules by form as its epoch carries them.

    They change only where no procedure is alive; one that is goes on as it was begun.
    """
    at = referee.journal.at
    if not 0 <= ply.epoch < len(journal.epochs) or (at is not None and not at.is_save_point):
        return referee
    house = journal.epochs[ply.epoch].house
    then = family.carrying(stored_rules(text, f"epoch {ply.epoch}") for text in house.values())
    if then.by_form == referee.family.by_form:
        return referee
    other = Referee(then, referee.game.state, source=EnteredDice(), journal=referee.journal)
    other.prologue, other.comparing = referee.prologue, True
    return other


def _has_not_begun(referee: Referee) -> bool:
    """Tell whether the table has acted before the first step: then nobody is asked anything yet."""
    return not referee.game.ended and not referee.game.frame.step


def _compare_answers(family: InstalledGame, referee: Referee) -> tuple[Answers, str]:
    """Return what is answered at the open prompt, and what is otherwise when it is asked again."""
    if _has_not_begun(referee):
        return {}, ""
    try:
        answers = asked_now(referee)
        return answers, differing(family, answers, asked_anew(referee))
    except SandtableError as error:
        return {}, str(error)


def _branches(journal: Journal) -> Iterator[list[tuple[Ply, bool]]]:
    """Yield the ways from the root to every leaf; a ply is marked as seen when an earlier way had it."""
    seen: set[int] = set()
    leaves = sorted(id for id in journal.plies if journal.first_child(id) is None)
    for leaf in leaves:
        line = since_base(journal, leaf)
        yield [(ply, ply.id in seen) for ply in line]
        seen |= {ply.id for ply in line}


def since_base(journal: Journal, id: int | None = None) -> list[Ply]:
    """Return the plies that lead to one (else the head) from where the campaign was brought up last."""
    line = journal.line(id)
    ids = [ROOT, *(ply.id for ply in line)]
    return line[ids.index(journal.base) :] if journal.base in ids else []
