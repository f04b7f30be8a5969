"""What only shows once a scenario is laid out: steps and work that nobody knows, and what its rules say against it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Broken, SandtableError, unknown
from sandtable.engine.failures import Trial, describe_failure
from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.referee.setup import lay_out
from sandtable.engine.running.game import RunningGame
from sandtable.engine.state.encoding import plain
from sandtable.engine.state.rows import Due, Duty
from sandtable.lint.findings import Finding, Fix
from sandtable.lint.registry import code, codes

if TYPE_CHECKING:
    from sandtable.engine.rules.rulebook import Rulebook
    from sandtable.engine.rules.setup_findings import ScenarioFinding, ScenarioFix
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.draft import Draft

REFUSED = code("set-up-refused", "scenario", "error", "A scenario that its own rules refuse to set up.")
BROKEN = code("rules-broken", "scenario", "error", "A module fails when it is asked what is wrong with a scenario.")
NO_STEP = code(
    "date-step-unknown", "scenario", "error", "Something is due in a step that the sequence of play does not have."
)
TOO_EARLY = code("date-too-early", "scenario", "error", "Something is due before the first round.")
NO_WORK = code("date-work-unknown", "scenario", "error", "Something due, or a duty, that no module in force knows.")


def check(draft: Draft, errors: int) -> Iterator[Finding[ScenarioDocument]]:
    """Lay the scenario out and ask its rules; what fails while other ``errors`` stand follows from these."""
    if draft.family is None or draft.rulebook is None:
        return
    yield from _dates(draft, draft.rulebook)
    remarks: list[ScenarioFinding] = []
    with Trial() as trial:
        board = draft.map if not errors else None  # what names no space of it has been found by then
        game = RunningGame(draft.family, lay_out(draft.family, draft.all_rows, draft.choices, board=board))
        remarks = game.hooks(CoreHooks).findings(game, draft.map)
    match trial.failure:
        case None:
            yield from (as_finding(draft, remark) for remark in remarks)
        case Broken() as error if not errors:
            yield BROKEN.finding(draft.place(), f"{error}: update or switch off the module")
        case SandtableError() as error if not errors:
            yield REFUSED.finding(draft.place(), str(error))
        case SandtableError():
            pass  # it follows from what was found before
        case error:
            words = f"{draft.document.game} {describe_failure(error)} when it was laid out"
            yield BROKEN.finding(draft.place(), f"{words}: update the game")


def _dates(draft: Draft, rulebook: Rulebook) -> Iterator[Finding[ScenarioDocument]]:
    for row in draft.rows:
        if isinstance(row, Due):
            if row.when < 1:
                words = f"Due {row.id!r} is for round {row.when}: the first round is 1"
                yield TOO_EARLY.finding(draft.place(row=row, field="when"), words)
            yield from _work(draft, rulebook, row, "step", done=rulebook.worker(row.what) is not None)
        elif isinstance(row, Duty):
            yield from _work(draft, rulebook, row, "by", done=rulebook.failing(row.what) is not None)


def _work(
    draft: Draft, rulebook: Rulebook, row: Due | Duty, field: str, *, done: bool
) -> Iterator[Finding[ScenarioDocument]]:
    """Look for the step of something that is due, and for a module that does it."""
    step = getattr(row, field)
    if step not in rulebook.steps:
        words = f"{row.id!r} is not due anywhere: {unknown('step', step, rulebook.steps)}"
        yield NO_STEP.finding(draft.place(row=row, field=field), words)
    if not done:
        listens = "@works" if isinstance(row, Due) else "@fails"
        words = f"{row.id!r} is {row.what!r}, but no module in force has {listens} for it"
        yield NO_WORK.finding(draft.place(row=row, field="what"), f"{words}: switch its option on, or take it out")


def as_finding(draft: Draft, remark: ScenarioFinding) -> Finding[ScenarioDocument]:
    """Return what a module has said as a finding; a code that is not one of the core's is told with its game."""
    own = remark.code in codes()
    name = remark.code if own else f"{draft.document.game}/{remark.code}"
    words = f"{remark.words} ({remark.rule})" if remark.rule else remark.words
    spaces = (SpaceId(remark.space),) if remark.space else ()
    place = draft.place(*spaces, row=remark.row, field=remark.field)
    fix = Fix(remark.fix.says, partial(_apply_cure, remark.fix)) if remark.fix is not None else None
    return Finding(remark.severity, name, place, words, fix)


def _apply_cure(cure: ScenarioFix, document: ScenarioDocument) -> ScenarioDocument:
    rows = {table: dict(its) for table, its in document.rows.items()}
    for row in cure.remove:
        rows.get(type(row).stored, {}).pop(row.id, None)
    for row in cure.put:
        rows.setdefault(type(row).stored, {})[row.id] = plain(row)
    rows = {table: its for table, its in rows.items() if its}
    return replace(document, rows=rows) if rows != document.rows else document
