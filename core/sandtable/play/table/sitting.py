"""A campaign on the table: begun or taken up again, with its file, its bots and its reports."""

from __future__ import annotations

import os
import secrets
import traceback
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from sandtable.engine.errors import Broken, Invalid, Remedy, SandtableError, unknown
from sandtable.engine.referee.epochs import epoch_of
from sandtable.engine.referee.history import TakeBack
from sandtable.engine.referee.ply_runner import TABLE
from sandtable.engine.referee.referee import Referee
from sandtable.engine.state.rows import InForce, Seat, SeatId, Side
from sandtable.engine.words import sentence
from sandtable.lab.bots import RandomBot
from sandtable.library.campaigns.beginning import PreparedCampaign, prepare_campaign
from sandtable.library.campaigns.campaigns import CampaignFile, last_written, mark_as_last
from sandtable.library.campaigns.incomplete_campaigns import is_incomplete, remove_incomplete
from sandtable.library.campaigns.opening import open_campaign, read_header
from sandtable.library.files.gate import kind_of
from sandtable.library.files.report_words import count_of
from sandtable.library.files.schema import CAMPAIGN
from sandtable.library.files.sqlite_errors import path_text
from sandtable.play.begin.starts import campaigns_folder, require_usable, switch_options
from sandtable.play.table.watch import HangNote, forget, note_of
from sandtable.play.table.whose_campaign import is_begun_from, other_scenario

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Ask
    from sandtable.engine.discovery.modules import Plugins
    from sandtable.engine.rules.options import Choices
    from sandtable.engine.state.row import Row
    from sandtable.lab.bots import Bot
    from sandtable.library.campaigns.campaign_header import CampaignHeader
    from sandtable.library.campaigns.opening import OpenedCampaign
    from sandtable.play.begin.starts import Start


class GoOnWithIt(Remedy):
    """The campaign that is there already can be gone on with."""

    says = "go on with it, or name another file"


class BeginOne(Remedy):
    """Where there is no campaign yet one can be begun."""

    says = "begin one"


class KeepToIt(Remedy):
    """A campaign goes on as it was begun; another one can be begun otherwise."""

    says = "go on with it as it is, or begin another campaign"


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a new campaign shall be; for one that goes on, what it must agree with."""

    seed: str | None = None
    typed: bool = False
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    seats: str = ""
    take_back: TakeBack | None = None
    bots: tuple[str, ...] = ()
    options: Choices | None = None
    """What is chosen in place of the scenario's options; ``on``, ``off`` and ``values`` change it."""

    @property
    def choose(self) -> bool:
        """Whether anything is said about options."""
        return bool(self.on or self.off or self.values) or self.options is not None

    def choices(self, start: Start) -> Choices:
        """Return the options that are wished for; raises ``Invalid`` for a wrong name or value."""
        base = self.options if self.options is not None else start.begins_with
        return switch_options(start.family, base, self.on, self.off, self.values)


@dataclass
class Sitting:
    """A campaign being played, and what was noticed when it was opened."""

    referee: Referee
    file: CampaignFile
    notices: list[str] = field(default_factory=list[str])
    unended: HangNote | None = None
    """What did not come to an end when it was played last, until the table has decided."""
    taken_up: bool = False
    """Whether it was begun at another sitting."""
    warnings: list[str] = field(default_factory=list[str])
    """Those of the notices that tell of harm to the file."""

    def __post_init__(self) -> None:
        """Be the campaign that was played last."""
        mark_as_last(self.path)

    @property
    def header(self) -> CampaignHeader:
        return self.file.header

    @property
    def path(self) -> Path:
        return self.file.path

    def news(self) -> list[str]:
        """Return what has happened to the file and was not told yet."""
        told, self.file.file.noticed = self.file.file.noticed, []
        return told

    def where_saved(self) -> str:
        """Say where the campaign is kept; raises ``Invalid`` when what is done is kept nowhere just now."""
        self.file.file.require_to_stand()
        journal = self.referee.journal
        plies = count_of(len(journal.plies), "ply", "plies")
        return f"{self.path}: {plies}, now at ply {journal.head}; each was saved when it was made"

    def save_copy(self, target: Path, *, replace: bool = False) -> None:
        """Write a copy of the campaign; in place of a file that is there only if ``replace``.

        Raises ``Invalid``; then nothing was written, and what was there is there.
        """
        if os.path.lexists(target) and not replace:
            raise Invalid(f"{path_text(target)} already exists: choose another name")
        self.file.copy(target)

    def bot_for(self, ask: Ask) -> Bot | None:
        """Return the bot that answers a question; its chance follows from the campaign and the ply, and is its own."""
        if ask.side == TABLE:
            return None
        seat = self.referee.game[Seat].get(self.referee.game.seat_of(ask.side))
        if seat is None or seat.kind != "bot":
            return None
        return RandomBot(f"bot|{self.header.seed}|{seat.id}|{self.referee.journal.serial}")

    def settle_unended(self) -> None:
        """The table has decided about what did not come to an end."""
        self.unended = None
        forget(self.path)

    def option(self, module: str) -> str:
        """Return the option in force that a module is (what failed may be known by its Python module instead)."""
        on = self.referee.game.rulebook.choices.on
        if module in on:
            return module
        of_file = [key for key in on if self.referee.family.modules[key].__module__ == module]
        return of_file[0] if len(of_file) == 1 else ""

    def option_at_fault(self, error: Broken) -> str:
        """Return the option in force that failed, or that alone had a rule in what is wrong; no text where none did."""
        game = self.referee.game
        of_rules = [
            key for key in game.rulebook.choices.on
            if any(rule in one.citation.ids for one in self.referee.family.functions[key] for rule in error.rules)
        ]  # fmt: skip
        return self.option(error.module) or (of_rules[0] if len(of_rules) == 1 else "")

    def report(self, error: BaseException) -> Path:
        """Write a copy of the campaign, the error and the modules in force beside it; returns the file."""
        from sandtable.versions import report_lines

        number = 1
        while (path := self.path.with_name(f"{self.path.stem}-report-{number}.zip")).exists():
            number += 1
        family = self.referee.family
        modules = [
            f"{key} {module.version}, fingerprint {family.content(key)}"
            for key, module in sorted(self.referee.game.rulebook.modules.items())
        ]
        about = [
            *report_lines(),
            "",
            f"game {self.header.game}",
            f"at ply {self.referee.journal.head}",
            "",
            *modules,
        ]
        try:
            with TemporaryDirectory() as folder:
                self.file.copy(copy := Path(folder, "copy"))
                with zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED) as archive:
                    archive.write(copy, self.path.name)
                    archive.writestr("error.txt", "".join(traceback.format_exception(error)))
                    archive.writestr("about.txt", "\n".join(about) + "\n")
        except OSError as failure:
            raise Invalid(f"{path} cannot be written: {failure.strerror}; choose another folder") from failure
        return path


def sit_down(start: Start, wishes: Wishes, *, file: Path | None, new: bool, last_good: bool) -> Sitting:
    """Go on with the campaign in ``file``, or with the last one of the scenario that is not over; else begin one."""
    notices: list[str] = []
    if file is not None and new:
        require_no_campaign(file)
    if not new and (sitting := go_on_with_last(start, wishes, notices, file=file, last_good=last_good)) is not None:
        return sitting
    if last_good:
        raise Invalid(f"there is no campaign of {start.name} to open", remedy=BeginOne())
    sitting = begin(start, wishes, file or free_campaign(start))
    sitting.notices[:0] = [*notices, f"A new campaign of {start.scenario.title}: {sitting.path}"]
    return sitting


def require_no_campaign(file: Path) -> None:
    """Raise ``Invalid`` where a new campaign would have to be kept in place of a file that is there."""
    if file.exists():
        raise Invalid(f"{file} already exists", remedy=GoOnWithIt())


def go_on_with_last(
    start: Start, wishes: Wishes, notices: list[str], *, file: Path | None = None, last_good: bool = False
) -> Sitting | None:
    """Go on with the campaign in ``file``, or with the last one of the scenario that is not over; else ``None``.

    ``notices`` gets what was noticed on the way.
    """
    opened = _of_file(start, file, last_good, notices) if file is not None else _last(start, last_good, notices)
    if opened is None:
        return None
    _agrees(opened, start, wishes)
    sitting = resume_sitting(opened)
    sitting.notices[:0] = [*notices, f"Going on with {sitting.path}."]
    return sitting


def is_campaign(name: str) -> bool:
    """Tell whether somebody has named the file of a campaign."""
    path = Path(name)
    return path.is_file() and kind_of(path) is CAMPAIGN


def go_on(file: Path, found: Plugins, *, last_good: bool) -> Sitting:
    """Go on with the campaign of a file, whatever scenario it is of."""
    family = found.family(read_header(file, damaged=True).game)
    sitting = resume_sitting(open_campaign(family, file, last_good=last_good))
    sitting.notices[:0] = [f"Going on with {sitting.path}."]
    return sitting


# -- going on


def _of_file(start: Start, file: Path, last_good: bool, notices: list[str]) -> OpenedCampaign | None:
    if not file.exists():
        return None
    if is_incomplete(file):
        remove_incomplete(file)
        return None
    header = read_header(file, damaged=True)
    if (header.game, header.scenario) != (start.family.system.key, start.name):
        raise Invalid(
            f"{file} is a campaign of {header.game}/{header.scenario}, not of {start.family.system.key}/{start.name}; "
            "play that scenario, or name another file"
        )
    if not is_begun_from(file, start):
        notices.append(f"{sentence(other_scenario(file, start))} It goes on as it was begun.")
    return open_campaign(start.family, file, last_good=last_good)


def resume_sitting(opened: OpenedCampaign) -> Sitting:
    """Go on with a campaign that has been opened."""
    referee = opened.referee
    try:
        if not referee.journal.epochs:  # it was left in the moment of its making
            referee.accept_rules(epoch_of(referee))
        referee.open()
    except BaseException:
        referee.sink.close()
        raise
    file = cast("CampaignFile", referee.sink)
    notices = opened.notices
    return Sitting(referee, file, notices, note_of(file.path), taken_up=True, warnings=list(notices))


def _last(start: Start, last_good: bool, notices: list[str]) -> OpenedCampaign | None:
    """Open the campaign of the scenario that was played last, unless it is over."""
    wanted = (start.family.system.key, start.name)
    for path in _newest_first(campaigns_folder()):
        try:
            header = read_header(path, damaged=True)
        except SandtableError as error:
            if not is_incomplete(path):
                notices.append(f"Passed over: {error}")
            continue
        if (header.game, header.scenario) != wanted:
            continue
        if not is_begun_from(path, start):
            notices.append(f"Passed over: {other_scenario(path, start)}; to go on with it, open its file.")
            continue
        opened = open_campaign(start.family, path, last_good=last_good)
        if opened.referee.game.ended is None:
            return opened
        notices.append(f"The last campaign is over ({path}).")
        opened.referee.sink.close()
        return None
    return None


def _newest_first(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.campaign"), key=lambda path: (last_written(path), path.name), reverse=True)


def _agrees(opened: OpenedCampaign, start: Start, wishes: Wishes) -> None:
    """Raise ``Invalid`` where the call asks for another campaign than the one that goes on."""
    header = opened.header
    begun = opened.start[InForce].get("options") or InForce("options")
    differs = ""
    if wishes.seed is not None and wishes.seed != header.seed:
        differs = f"the seed {header.seed}" if header.seed is not None else "typed dice"
    elif wishes.typed and header.seed is not None:
        differs = "dice of the program"
    elif wishes.take_back is not None and wishes.take_back != header.take_back:
        differs = f"the rule {header.take_back!r} for taking back"
    elif wishes.choose and not _same_options(wishes.choices(start), begun):
        differs = f"the options {', '.join(begun.on) or 'none'}"
    elif (wishes.seats or wishes.bots) and not _same_seats(start, wishes, opened):
        differs = "other seats"
    if differs:
        opened.referee.sink.close()
        raise Invalid(f"{opened.path} was begun with {differs}", remedy=KeepToIt())


def _same_options(choices: Choices, begun: InForce) -> bool:
    wanted = {key: dict(values) for key, values in choices.parameters.items() if values}
    return (sorted(choices.on), wanted) == (list(begun.on), {k: v for k, v in begun.parameters.items() if v})


def _same_seats(start: Start, wishes: Wishes, opened: OpenedCampaign) -> bool:
    wanted = {row.id: row.seat for row in assign_seats(start.rows(), wishes) if isinstance(row, Side)}
    return wanted == {side.id: side.seat for side in opened.start[Side]}


# -- beginning


def begin(start: Start, wishes: Wishes, path: Path) -> Sitting:
    """Begin a campaign in a new file."""
    return keep(prepare(start, wishes), path)


def prepare(start: Start, wishes: Wishes) -> PreparedCampaign:
    """Work out a campaign up to its first question; nothing is kept yet, so any thread may do it.

    Raises ``Invalid`` for wishes that cannot be granted, ``Broken`` where it does not come to a first question.
    """
    choices = wishes.choices(start)
    require_usable(start.family, choices)
    rows = assign_seats(start.rows(), wishes)
    start.require_sound()
    seed = None if wishes.typed else wishes.seed if wishes.seed is not None else secrets.token_hex(4)
    return prepare_campaign(
        start.family,
        partial(start.begin, choices, rows),
        scenario=start.name,
        title=start.scenario.title,
        seed=seed,
        take_back=wishes.take_back or "free",
        carried=start.to_carry(),
    )


def keep(prepared: PreparedCampaign, path: Path) -> Sitting:
    """Keep a campaign that was worked out in a new file; no rule is asked."""
    referee = prepared.keep(path)
    return Sitting(referee, cast("CampaignFile", referee.sink))


def free_campaign(start: Start) -> Path:
    """Return where a new campaign is kept that nobody names: under a name that is not taken."""
    number = 1
    while (path := campaigns_folder() / f"{start.name}-{number:03}.campaign").exists():
        number += 1
    return path


def assign_seats(rows: list[Row], wishes: Wishes) -> list[Row]:
    """Return the set-up with the seats that were wished for.

    ``one`` seat for all sides, ``each`` side its own, or ``NAME=SIDE+SIDE,NAME=SIDE``; bots take theirs.
    """
    if not wishes.seats and not wishes.bots:
        return rows
    sides: dict[str, Side] = {row.id: row for row in rows if isinstance(row, Side)}
    seats: dict[str, Seat] = {row.id: row for row in rows if isinstance(row, Seat)}
    seat_of: dict[str, str | None] = {id: side.seat for id, side in sides.items()}
    if wishes.seats:
        seats, seat_of = {}, {id: "" if side.wants_seat else None for id, side in sides.items()}
        for name, taken in _plan(
            wishes.seats, [id for id, side in sides.items() if side.wants_seat or side.seat]
        ).items():
            seats[SeatId(name)] = Seat(SeatId(name), "The table" if wishes.seats == "one" else "")
            for side in taken:
                _check_side(side, sides)
                if seat_of[side]:
                    raise Invalid(f"{side} has two seats, {seat_of[side]} and {name}: give it to one")
                seat_of[side] = name
        if empty := [id for id, seat in seat_of.items() if seat == ""]:
            raise Invalid(f"{', '.join(empty)} would be without a seat: add NAME={'+'.join(empty)} too")
    for side in wishes.bots:
        _check_side(side, sides)
        name = SeatId(f"bot {side}")
        seats[name] = Seat(name, f"{sides[side].title or side}, a bot", "bot")
        seat_of[side] = name
    if any(seat is None and sides[id].wants_seat for id, seat in seat_of.items()):
        seats[SeatId("table")] = Seat(SeatId("table"), "The table")
        seat_of = {id: "table" if seat is None and sides[id].wants_seat else seat for id, seat in seat_of.items()}
    seats = {id: seat for id, seat in seats.items() if id in seat_of.values()}
    changed = [replace(side, seat=cast("SeatId | None", seat_of[id])) for id, side in sides.items()]
    return [*seats.values(), *changed, *(row for row in rows if not isinstance(row, Side | Seat))]


def _check_side(side: str, sides: Mapping[Any, Side]) -> None:
    if side not in sides:
        raise unknown("side", side, sides)


def _plan(text: str, sides: list[Any]) -> dict[str, list[str]]:
    if text == "one":
        return {"table": list(sides)}
    if text == "each":
        return {str(side): [side] for side in sides}
    plan: dict[str, list[str]] = {}
    for part in text.split(","):
        name, equals, taken = part.partition("=")
        if not (name.strip() and equals and taken.strip()):
            raise Invalid(f"{text!r} does not say who sits where: use one, each, or NAME=SIDE+SIDE,NAME=SIDE")
        plan.setdefault(name.strip(), []).extend(side.strip() for side in taken.split("+"))
    return plan
