"""What only shows once a scenario is laid out: steps and work that nobody knows, and what its rules say against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec.structs import replace

from sandtable.board.spaces import SpaceId
from sandtable.design.scenario.taking_over import PutRows
from sandtable.engine.errors import Broken, SandtableError, unknown
from sandtable.engine.failures import Trial, describe_failure
from sandtable.engine.referee.setup import SETTLED, lay_again, lay_out
from sandtable.engine.running.caching import noting_tables
from sandtable.engine.running.game import RunningGame
from sandtable.engine.state.encoding import plain
from sandtable.engine.state.row import Row
from sandtable.engine.state.rows import Due, Duty, OnBoard
from sandtable.engine.words import sentence
from sandtable.lint.draft import RowName
from sandtable.lint.findings import Finding, Fix
from sandtable.lint.registry import code, codes
from sandtable.lint.scenario_looking import EditedScenario, ScenarioFindings, each_row_of

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


def _dates(draft: Draft, name: RowName) -> Iterator[Finding[ScenarioDocument]]:
    """Look at what is due, and at a duty: whether anybody knows when it is, and does it."""
    row, rulebook = draft.row(name), draft.rulebook
    if rulebook is None:
        return
    if isinstance(row, Due):
        if row.when < 1:
            words = f"Due {row.id!r} is for round {row.when}: the first round is 1"
            yield TOO_EARLY.finding(draft.place(row=row, field="when"), words)
        yield from _work(draft, rulebook, row, "step", done=rulebook.worker(row.what) is not None)
    elif isinstance(row, Duty):
        yield from _work(draft, rulebook, row, "by", done=rulebook.failing(row.what) is not None)


CHECKS: Final = (each_row_of((Due, Duty), _dates),)


class SetUp:
    """A scenario laid out under its rules, and what each of its modules has said; never changed, see ``after``."""

    def __init__(self, findings: ScenarioFindings, laid: RunningGame | None = None, asked: Asked = ()) -> None:
        """Keep what was found; ``laid`` and ``asked`` where it was laid out and all have answered."""
        self.findings = tuple(findings)
        self._laid, self._asked = laid, asked

    @classmethod
    def of(cls, draft: Draft, errors: int) -> SetUp:
        """Lay the scenario out and ask its rules; what fails while other ``errors`` stand follows from these."""
        if draft.family is None or draft.rulebook is None:
            return cls(())
        with Trial() as trial:
            board = draft.map if not errors else None  # what names no space of it has been found by then
            game = RunningGame(draft.family, lay_out(draft.family, draft.all_rows, draft.choices, board=board))
            return cls._asking(draft, game, errors, ())
        return cls(_failed(draft, trial.failure, errors))

    @classmethod
    def _asking(cls, draft: Draft, game: RunningGame, errors: int, known: Asked) -> SetUp:
        """Ask the modules whose answer is not known."""
        voices = game.rulebook.each_voice("findings")
        asked: list[Answer | None] = list(known or [None] * len(voices))
        with Trial() as trial:
            for place, voice in enumerate(voices):
                if asked[place] is None:
                    asked[place] = _ask(draft, game, voice)
        if trial.failure is not None:
            return cls(_failed(draft, trial.failure, errors))
        found = (one for answer in asked if answer is not None for one in answer.findings)
        return cls(found, game, tuple(asked))

    def after(self, draft: Draft, change: EditedScenario, errors: int) -> SetUp:
        """Ask again those modules that have read what an edit touched; finds what ``of`` finds."""
        laid = self._laid
        is_on_map = draft.map is not None and not errors
        if laid is None or change.options or len(laid[OnBoard]) != is_on_map:
            return SetUp.of(draft, errors)
        changed = [(name, draft.laid_row(name)) for name in change.rows]
        kinds = laid.family.schema.kinds
        if any(table not in kinds or kinds[table] in SETTLED or (row and row.id != id) for (table, id), row in changed):
            return SetUp.of(draft, errors)
        try:
            game = lay_again(laid, [(kinds[table], id, row) for (table, id), row in changed])
        except SandtableError:
            return SetUp.of(draft, errors)
        touched = {kinds[table] for table, _ in change.rows}
        kept = tuple(one if one is None or touched.isdisjoint(one.rests_on) else None for one in self._asked)
        return SetUp._asking(draft, game, errors, kept)


class Answer(NamedTuple):
    """What a module has said, and the tables that it has read for it."""

    findings: tuple[Finding[ScenarioDocument], ...]
    rests_on: frozenset[type[Row]]


Asked = tuple[Answer | None, ...]


def _ask(draft: Draft, game: RunningGame, voice: Callable[..., list[ScenarioFinding]]) -> Answer:
    remarks, read = noting_tables(game, lambda: voice(game, draft.map))
    return Answer(tuple(as_finding(draft, remark) for remark in remarks), read)


def _failed(draft: Draft, failure: BaseException | None, errors: int) -> Iterator[Finding[ScenarioDocument]]:
    """Say why a scenario could not be laid out, or a module could not be asked."""
    match failure:
        case Broken() as error if not errors:
            yield BROKEN.finding(draft.place(), f"{error}: update or switch off the module")
        case SandtableError() as error if not errors:
            yield REFUSED.finding(draft.place(), str(error))
        case SandtableError() | None:
            pass  # it follows from what was found before
        case error:
            words = f"{draft.document.game} {describe_failure(error)} when it was laid out"
            yield BROKEN.finding(draft.place(), f"{words}: update the game")


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
    cure = remark.fix
    fix = Fix(cure.says, partial(_apply_cure, cure), edit=_edit_of(cure)) if cure is not None else None
    return Finding(remark.severity, name, place, words, fix)


def _edit_of(cure: ScenarioFix) -> PutRows:
    """Return what mends it as a designer does it."""
    rows: dict[str, dict[str, dict[str, Any] | None]] = {}
    for row in cure.remove:
        rows.setdefault(type(row).stored, {})[row.id] = None
    for row in cure.put:
        rows.setdefault(type(row).stored, {})[row.id] = plain(row)
    return PutRows(rows, sentence(cure.says))


def _apply_cure(cure: ScenarioFix, document: ScenarioDocument) -> ScenarioDocument:
    rows = {table: dict(its) for table, its in document.rows.items()}
    for row in cure.remove:
        rows.get(type(row).stored, {}).pop(row.id, None)
    for row in cure.put:
        rows.setdefault(type(row).stored, {})[row.id] = plain(row)
    rows = {table: its for table, its in rows.items() if its}
    return replace(document, rows=rows) if rows != document.rows else document
