"""Opening a campaign where it stands; no rule is run.

The file is only looked at until all of it is known to be sound: whatever is refused is not touched.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sandtable.engine.epochs import rewritten, written_here
from sandtable.engine.errors import Elsewhere, Invalid, unknown
from sandtable.engine.journal import ROOT
from sandtable.engine.referee import Referee
from sandtable.engine.rows import InForce
from sandtable.engine.state import Unread
from sandtable.library.campaigns import CampaignFile, free_name
from sandtable.library.carried import NOTHING, Carried, carried_by
from sandtable.library.contents import changes_of, contents_of, header_of, seal_of
from sandtable.library.copies import LogDamaged
from sandtable.library.entries import Head
from sandtable.library.file import File
from sandtable.library.gate import connected, missing_wal, side_files
from sandtable.library.positions import Positions, Unsound
from sandtable.library.salvage import salvaged
from sandtable.library.schema import CAMPAIGN
from sandtable.library.trouble import FOREIGN, named
from sandtable.library.upgrading import Upgrading

if TYPE_CHECKING:
    from sandtable.engine.family import Family
    from sandtable.engine.state import State
    from sandtable.library.contents import Contents
    from sandtable.library.entries import Header


@dataclass
class Opened:
    """A campaign that has been read: what it begins with, where it stands, what was noticed.

    ``path`` is where it goes on: the file, or the copy of a damaged one.
    """

    header: Header
    referee: Referee
    notices: list[str]
    path: Path
    positions: Positions

    @cached_property
    def start(self) -> State:
        """The position before the first ply (or where the campaign was brought up to newer data last).

        Raises ``Invalid`` where that cannot be known any more.
        """
        return _first(self.path, self.positions)

    @property
    def carried(self) -> Carried:
        """The map and the scenario that it carries."""
        if isinstance(self.referee.sink, CampaignFile):
            return carried_by(self.referee.sink.file)
        with File.open(self.path, CAMPAIGN) as file:
            return carried_by(file)


def read_header(path: Path, *, damaged: bool = False) -> Header:
    """Return what a campaign begins with; raises ``Invalid`` when the file is none.

    ``damaged``: of a file too that has come to harm elsewhere.
    """
    with _told_if_alone(path):
        try:
            return noticed_header(path)[0]
        except Invalid:
            if damaged:
                with suppress(Invalid), salvaged(path) as file:
                    return header_of(file)
            raise


def noticed_header(path: Path) -> tuple[Header, list[str]]:
    """Return what a campaign begins with, and what was noticed about its file; raises ``Invalid`` for a damaged one."""
    with File.open(path, CAMPAIGN) as file:
        return header_of(file), [*file.noticed, *_missing_log(path)]


def open_campaign(family: Family, path: Path, *, last_good: bool = False, reading: bool = False) -> Opened:
    """Open a campaign where it stands.

    ``last_good``: when the file is damaged, open the position before the damage as a copy beside it
    (``NAME-last-good``). ``reading``: only to look at it: no byte is changed, what is played is kept nowhere,
    and a missing module is only a notice. Raises ``Invalid`` for anything that cannot be read, naming file, ply
    and remedy.
    """
    with _told_if_alone(path):
        contents, carried, noticed = _looked_at(path)
    if contents.header.game != family.system.key:
        raise Invalid(f"{named(path)} is a campaign of {contents.header.game}, not of {family.system.key}")
    positions, state, upgrading = _position(family, path, contents, last_good)
    notices = [*_notices(path, contents), *noticed, *_missing_log(path)]
    try:
        _missing(family, state)
    except Invalid as error:
        if not reading:
            raise
        notices.append(str(error))
    header, journal = contents.header, positions.journal
    referee = Referee(family, state, source=header.source(), take_back=header.take_back, journal=journal)
    referee.resumes()
    opened = Opened(header, referee, notices, path, positions)

    older = upgrading is not None or contents.was_brought_up
    if upgrading is not None:
        opened.start = state.clone()
        opened.notices += upgrading.go_on(referee)
    if reading:
        return opened
    take = partial(_copied, carried=carried) if contents.damage else _taken_up
    file = take(opened, contents, older=older)
    if older:
        file.remember(contents)
    if upgrading is not None:
        with _closing_if_it_fails(file):
            upgrading.keep(file, journal)
    file.follow(journal, state)
    referee.sink = file
    if upgrading is None and not written_here(referee):
        referee.accept_rules(rewritten(referee))
    return opened


@contextmanager
def _closing_if_it_fails(file: CampaignFile) -> Generator[None]:
    try:
        yield
    except BaseException:
        with suppress(Invalid):
            file.file.close()
        raise


# --- looking at it ----------------------------------------------------------------------------------------------


def _alone(path: Path) -> str:
    """Say that the last changes of a file that was not closed do not lie beside it; empty when nothing shows that."""
    wal = missing_wal(path, CAMPAIGN)
    if wal and _was_closed(path):  # but for a switch in its header
        return ""
    if not wal:
        return ""
    how = "is empty" if os.path.lexists(wal) else "is not here"
    return f"{named(path)} was not closed, and {named(Path(wal.name))}, which lay beside it, {how}"


def _missing_log(path: Path) -> list[str]:
    alone = _alone(path)
    says = "what was done last may be missing; if you have it, put the two together before more is played"
    return [f"{alone}: {says}"] if alone else []


def _was_closed(path: Path) -> bool:
    """Tell whether a file, beside which nothing lies, says that nothing was written after it."""
    try:
        connection = connected(path, "mode=ro&immutable=1")
        try:
            ((document,),) = connection.execute("SELECT document FROM head").fetchall()
            return msgspec.json.decode(document, type=Head).closed
        finally:
            connection.close()
    except FOREIGN:
        return False


@contextmanager
def _told_if_alone(path: Path) -> Generator[None]:
    """Tell what is missing rather than what is wrong without it."""
    try:
        yield
    except Invalid as error:
        if alone := _alone(path):
            raise Invalid(f"{alone}: without that it cannot be opened; put the two together again") from error
        raise


def _looked_at(path: Path) -> tuple[Contents, Carried, list[str]]:
    """Read a file, through the gate; if that refuses it as damaged, what is left of it."""
    try:
        with File.open(path, CAMPAIGN) as file:
            contents = contents_of(file)
            return contents, _carried(file) if contents.damage else NOTHING, file.noticed
    except Invalid as error:
        refused = error
    ways = (True, False) if isinstance(refused, LogDamaged) else (False,)
    found = [one for behind in ways if (one := _left(path, behind)) is not None]
    if not found:
        raise refused from None
    contents, carried, changes = max(found, key=lambda one: len(one[0].plies))  # the first of those that hold as much
    if isinstance(refused, LogDamaged):
        last = max(contents.plies, default=ROOT)
        whole = not contents.damage and changes == refused.changes
        left = "all of it can be put together again, up to" if whole else "what can be put together again ends with"
        contents.damage = f"{refused.damage}; {left} ply {last}"
    elif not contents.damage and side_files(path):
        raise refused  # the file is sound, what lies beside it is not
    contents.harm("a part of it that is no ply is not what was written")
    return contents, carried, []


def _left(path: Path, behind: bool) -> tuple[Contents, Carried, int] | None:
    """Return what is left of a damaged file, and how many changes it says it has seen."""
    try:
        with salvaged(path, behind=behind) as file:
            return contents_of(file), _carried(file), changes_of(file)
    except Invalid:
        return None


def _carried(file: File) -> Carried:
    try:
        return carried_by(file)
    except Invalid:  # then the map is lost with what is damaged
        return NOTHING


def _position(
    family: Family, path: Path, contents: Contents, last_good: bool
) -> tuple[Positions, State, Upgrading | None]:
    """Return the journal and the position at its head, of what is sound; raises ``Invalid`` if that is not all.

    Where the data are of an older version of the game, it is the position at the last save point, brought up.
    """
    while True:
        if contents.damage and not last_good:
            raise Invalid(
                f"{_harmed(path, contents)}; open the last good position with --last-good, "
                "which leaves the file as it is"
            )
        try:
            positions = Positions(family, contents)
            if positions.lags:
                upgrading = Upgrading(positions)
                return positions, upgrading.state, upgrading
            state = positions.at(contents.head)
            positions.check_players(state)
        except Unsound as unsound:
            contents.cut(unsound.ply, str(unsound))
        except Elsewhere as error:
            raise Elsewhere(f"{named(path)} {error}") from error
        except Invalid as error:
            raise _lost(path, error) from error
        else:
            return positions, state, None


def _harmed(path: Path, contents: Contents) -> str:
    return f"{named(path)} was damaged or edited: {contents.damage}"


def _lost(path: Path, error: Invalid) -> Invalid:
    return Invalid(f"{named(path)} was damaged or edited: {error}; take a copy from before")


def _first(path: Path, positions: Positions) -> State:
    try:
        return positions.at(positions.journal.base)
    except Elsewhere as error:
        raise Elsewhere(f"{named(path)} {error}") from error
    except (Unsound, Invalid) as error:
        raise _lost(path, Invalid(str(error))) from error


def _notices(path: Path, contents: Contents) -> list[str]:
    if contents.damage:
        return [f"{_harmed(path, contents)}; opened at the last good position before it"]
    return [
        f"what {named(path)} keeps of the position {f'after ply {ply}' if ply else 'before the first ply'} "
        "is not what was written; it was worked out from the journal, and nothing is lost"
        for ply in sorted(contents.spoilt)
    ]


def _missing(family: Family, state: State) -> None:
    """Raise ``Invalid`` when the campaign's options or rows belong to modules that are not here."""
    row = state[InForce].get("options")
    for key in row.on if row else ():
        if key not in family.options:
            why = f": {family.left_out[key]}" if key in family.left_out else ""
            raise unknown("module", key, family.options, f"the campaign plays with it; install it again to go on{why}")
    if len(state[Unread]):
        tables = sorted({one.table for one in state[Unread]})
        raise Invalid(
            f"the campaign holds {', '.join(tables)}, which no installed module knows: "
            "install the module that brings them"
        )


# --- going on with it -------------------------------------------------------------------------------------------


def _taken_up(opened: Opened, contents: Contents, *, older: bool) -> CampaignFile:
    """Open the file for writing, if it still is as it was when it was read."""
    file = File.open(opened.path, CAMPAIGN, writing=True)
    file.noticed.clear()  # it has just been told
    try:
        if seal_of(file) != contents.seal:
            raise Invalid(f"{named(opened.path)} was written by another program meanwhile: open it again")
        campaign = CampaignFile.resumed(file, contents)
        if contents.spoilt:
            campaign.mend(contents.spoilt, None if older else opened.start)
    except BaseException:
        with suppress(Invalid):
            file.close()
        raise
    return campaign


def _copied(opened: Opened, contents: Contents, carried: Carried, *, older: bool) -> CampaignFile:
    """Go on in a copy of what is sound."""
    first = None if older else opened.start
    opened.path = free_name(opened.path, "last-good")
    opened.notices.append(f"it goes on in {opened.path.name}")
    campaign = CampaignFile.create(opened.path, contents.header, first, carried)
    documents = {id: kept.document for id, kept in contents.plies.items()}
    campaign.fill(contents.epochs, documents, contents.head, contents.ways, contents.snapshots)
    return campaign
