"""Opening a campaign where it stands; no rule is run.

The file is only looked at until all of it is known to be sound: whatever is refused is not touched.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sandtable.engine.errors import Elsewhere, Invalid, Remedy
from sandtable.engine.journal.journal import ROOT
from sandtable.engine.referee.epochs import carries_house_rules, continue_epoch, is_written_here
from sandtable.engine.referee.referee import Referee
from sandtable.engine.state.boards import Boards, gone
from sandtable.engine.state.row import UnknownRow
from sandtable.engine.state.rows import InForce, OnBoard
from sandtable.engine.words import sentence
from sandtable.library.campaigns.campaign_header import Head
from sandtable.library.campaigns.campaign_upgrade import CampaignUpgrade, UnnamedMap
from sandtable.library.campaigns.campaigns import CampaignFile, free_name
from sandtable.library.campaigns.carried_rules import with_carried_rules
from sandtable.library.campaigns.carried_setup import (
    NOTHING,
    CarriedSetup,
    carried_by,
    carried_map,
    played_map,
    whole_map,
)
from sandtable.library.campaigns.contents import changes_of, contents_of, header_of, seal_of
from sandtable.library.campaigns.positions import Positions, Unsound
from sandtable.library.files.copies import LogDamaged
from sandtable.library.files.damaged_files import open_damaged
from sandtable.library.files.file import File
from sandtable.library.files.gate import connect, missing_wal, side_files
from sandtable.library.files.schema import CAMPAIGN
from sandtable.library.files.sqlite_errors import FOREIGN, path_text
from sandtable.library.files.turns import FileLook, OpenHere

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.state import State
    from sandtable.library.campaigns.campaign_header import CampaignHeader
from sandtable.library.campaigns.contents import Contents


class OpenLastGood(Remedy):
    """The damaged campaign at ``path`` can be opened at its last good position."""

    says = "open the last good position, which leaves the file as it is"

    def __init__(self, path: Path) -> None:
        super().__init__(path=path)
        self.path = path


@dataclass
class OpenedCampaign:
    """A campaign that has been read: what it begins with, where it stands, what was noticed.

    ``path`` is where it goes on: the file, or the copy of a damaged one.
    """

    header: CampaignHeader
    referee: Referee
    notices: list[str]
    path: Path
    positions: Positions
    of_its_game: Map | None = None
    """The map that its game has given it; the file holds it once it is played on."""

    @cached_property
    def start(self) -> State:
        """The position before the first ply (or where the campaign was brought up to newer data last).

        Raises ``Invalid`` where that cannot be known any more.
        """
        state = _first(self.path, self.positions)
        state.boards = self.referee.game.state.boards
        return state

    @property
    def carried_setup(self) -> CarriedSetup:
        """The maps and the scenario that it carries."""
        with self._file() as file:
            return carried_by(file)

    @contextmanager
    def _file(self) -> Generator[File]:
        """Give the file to read from: the one that is open, else one that is opened for it."""
        if isinstance(self.referee.sink, CampaignFile):
            yield self.referee.sink.file
            return
        with File.open(self.path, CAMPAIGN) as file:
            yield file

    def boards(self, digests: Iterable[str]) -> Boards:
        """Return the maps of these digests, to be read from the file when they are wanted."""
        return Boards(unread={digest: partial(self._played_map, digest) for digest in digests})

    def _played_map(self, digest: str) -> Map:
        with self._file() as file:
            return played_map(file, digest, partial(self.whole_map, digest))

    def whole_map(self, digest: str) -> Map:
        """Return a map that the campaign was played on, drawn; raises ``Invalid`` where it is not what was written."""
        if self.of_its_game is not None and self.of_its_game.digest == digest:
            return self.of_its_game
        with self._file() as file:
            return whole_map(file, digest)

    def map_faults(self) -> Iterator[tuple[int, str]]:
        """Yield the plies that place it on a map which is not, in the file, the revision they name, and what is wrong.

        Ply 0 is where it begins. Every map is read whole, and its digest worked out anew.
        """
        journal = self.referee.journal
        named = [(journal.base, row) for row in self.start[OnBoard]]
        for id, ply in sorted(journal.plies.items()):
            if id > journal.base and journal.follows(id, journal.base):
                named += [(id, one.new) for one in ply.changes if isinstance(one.new, OnBoard)]
        for id, row in named:
            try:
                sound = replace(self.whole_map(row.digest)).digest == row.digest
            except Invalid as error:
                yield id, f"the map {row.key!r} that it is played on cannot be read: {error}"
            else:
                if not sound:
                    yield id, f"the map {row.key!r} in its file is not the revision {row.digest[:12]} it was played on"


def read_header(path: Path, *, damaged: bool = False) -> CampaignHeader:
    """Return what a campaign begins with; raises ``Invalid`` when the file is none.

    ``damaged``: of a file too that has come to harm elsewhere.
    """
    with _explain_missing_log(path):
        try:
            return noticed_header(path)[0]
        except Elsewhere:
            raise
        except Invalid:
            if damaged:
                with suppress(Invalid), open_damaged(path) as file:
                    return header_of(file)
            raise


def noticed_header(path: Path) -> tuple[CampaignHeader, list[str]]:
    """Return what a campaign begins with, and what was noticed about its file; raises ``Invalid`` for a damaged one."""
    with File.open(path, CAMPAIGN) as file:
        return header_of(file), [*file.noticed, *_missing_log(path)]


def open_campaign(
    family: InstalledGame, path: Path, *, last_good: bool = False, reading: bool = False
) -> OpenedCampaign:
    """Open a campaign where it stands.

    ``last_good``: when the file is damaged, open the position before the damage as a copy beside it
    (``NAME-last-good``). ``reading``: only to look at it: no byte is changed, what is played is kept nowhere,
    and a missing module is only a notice. Raises ``Invalid`` for anything that cannot be read, naming file, ply
    and remedy.
    """
    with _explain_missing_log(path):
        contents, carried, noticed = _look_at(path)
    if contents.header.game != family.system.key:
        raise Invalid(f"{path_text(path)} is a campaign of {contents.header.game}, not of {family.system.key}")
    family, gone = with_carried_rules(family, contents, path)
    positions, state, upgrading = _position(family, path, contents, last_good)
    notices = [*gone, *_notices(path, contents), *noticed, *_missing_log(path)]
    try:
        _missing(family, state)
    except Invalid as error:
        if not reading:
            raise
        notices.append(str(error))
    header, journal = contents.header, positions.journal
    referee = Referee(family, state, source=header.source(), take_back=header.take_back, journal=journal)
    referee.resumes()
    opened = OpenedCampaign(header, referee, notices, path, positions)
    state.boards = opened.boards(contents.maps)
    if upgrading is not None and upgrading.unnamed is not None and upgrading.unnamed.sheet is not None:
        opened.of_its_game = upgrading.unnamed.sheet
        state.boards.add(upgrading.unnamed.sheet)
    notices += _gone_map(state)

    older = upgrading is not None or contents.was_brought_up
    if upgrading is not None:
        opened.start = state.clone()
        opened.notices += upgrading.go_on(referee)
    if reading:
        return opened
    take = partial(_go_on_in_copy, carried=carried) if contents.damage else _go_on_in_place
    file = take(opened, contents, older=older)
    if older:
        file.remember(contents)
    if upgrading is not None:
        with _closing_if_it_fails(file):
            upgrading.keep(file, journal)
    file.follow(journal, state)
    referee.sink = file
    if upgrading is None and not (is_written_here(referee) and carries_house_rules(referee)):
        referee.accept_rules(continue_epoch(referee))
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
    with FileLook(path):
        wal = missing_wal(path, CAMPAIGN)
        if not wal or _was_closed(path):  # but for a switch in its header
            return ""
    how = "is empty" if os.path.lexists(wal) else "is not here"
    return f"{path_text(path)} was not closed, and {path_text(Path(wal.name))}, which lay beside it, {how}"


def _missing_log(path: Path) -> list[str]:
    alone = _alone(path)
    says = "what was done last may be missing; if you have it, put the two together before more is played"
    return [f"{alone}: {says}"] if alone else []


def _was_closed(path: Path) -> bool:
    """Tell whether a file, beside which nothing lies, says that nothing was written after it."""
    try:
        connection = connect(path, "mode=ro&immutable=1")
        try:
            ((document,),) = connection.execute("SELECT document FROM head").fetchall()
            return msgspec.json.decode(document, type=Head).closed
        finally:
            connection.close()
    except FOREIGN:
        return False


@contextmanager
def _explain_missing_log(path: Path) -> Generator[None]:
    """Tell what is missing rather than what is wrong without it."""
    try:
        yield
    except OpenHere:
        raise
    except Invalid as error:
        if alone := _alone(path):
            raise Invalid(f"{alone}: without that it cannot be opened; put the two together again") from error
        raise


def _look_at(path: Path) -> tuple[Contents, CarriedSetup, list[str]]:
    """Read a file, through the gate; if that refuses it as damaged, what is left of it."""
    try:
        with File.open(path, CAMPAIGN) as file:
            contents = contents_of(file)
            return contents, _carried_or_nothing(file) if contents.damage else NOTHING, file.noticed
    except Invalid as error:
        refused = error
    ways = (True, False) if isinstance(refused, LogDamaged) else (False,)
    found = [one for behind in ways if (one := _salvage(path, behind)) is not None]
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
    contents.harm("a part of it other than its plies is damaged")
    return contents, carried, []


def _salvage(path: Path, behind: bool) -> tuple[Contents, CarriedSetup, int] | None:
    """Return what is left of a damaged file, and how many changes it says it has seen."""
    try:
        with open_damaged(path, behind=behind) as file:
            return contents_of(file), _carried_or_nothing(file), changes_of(file)
    except Invalid:
        return None


def _carried_or_nothing(file: File) -> CarriedSetup:
    try:
        return carried_by(file)
    except Invalid:  # then the map is lost with what is damaged
        return NOTHING


def _position(
    family: InstalledGame, path: Path, contents: Contents, last_good: bool
) -> tuple[Positions, State, CampaignUpgrade | None]:
    """Return the journal and the position at its head, of what is sound; raises ``Invalid`` if that is not all.

    Where the data are of an older version of the game, or name no map though its rules ask for one, it is the position
    at the last save point, brought up.
    """
    while True:
        if contents.damage and not last_good:
            raise Invalid(_damage_sentence(path, contents), remedy=OpenLastGood(path))
        try:
            positions = Positions(family, contents)
            if positions.lags:
                upgrading = CampaignUpgrade(positions, unnamed_map(family, contents))
                return positions, upgrading.state, upgrading
            state = positions.at(contents.head)
            positions.check_players(state)
            if not len(state[OnBoard]) and (unnamed := unnamed_map(family, contents)) is not None:
                upgrading = CampaignUpgrade(positions, unnamed)
                return positions, upgrading.state, upgrading
        except Unsound as unsound:
            contents.cut(unsound.ply, str(unsound))
        except Elsewhere as error:
            raise Elsewhere(f"{path_text(path)} {error}") from error
        except Invalid as error:
            raise _damage_error(path, error) from error
        else:
            return positions, state, None


def unnamed_map(family: InstalledGame, contents: Contents) -> UnnamedMap | None:
    """Return the map of a campaign whose rows name none: the one it carries, else that of its game's scenario.

    One that lies beside a scenario of a game that asks for no map is only looked at.
    """
    for digest, key in reversed(contents.maps.items()):
        return UnnamedMap(OnBoard("board", key, digest)) if family.reads_maps else None
    known = {one.key: one.map for one in family.system.scenarios}
    read = known.get(contents.header.scenario) if not contents.of_a_library else None
    sheet = carried_map(read()) if read is not None else None
    return UnnamedMap(OnBoard("board", sheet.key, sheet.digest), sheet) if sheet is not None else None


def _damage_sentence(path: Path, contents: Contents) -> str:
    return f"{path_text(path)} was damaged or edited: {contents.damage}"


def _damage_error(path: Path, error: Invalid) -> Invalid:
    return Invalid(f"{path_text(path)} was damaged or edited: {error}; use an earlier copy")


def _first(path: Path, positions: Positions) -> State:
    try:
        return positions.at(positions.journal.base)
    except Elsewhere as error:
        raise Elsewhere(f"{path_text(path)} {error}") from error
    except (Unsound, Invalid) as error:
        raise _damage_error(path, Invalid(str(error))) from error


def _notices(path: Path, contents: Contents) -> list[str]:
    if contents.damage:
        return [f"{_damage_sentence(path, contents)}; opened at the last good position before it"]
    return [
        f"what {path_text(path)} keeps of the position {f'after ply {ply}' if ply else 'before the first ply'} "
        "is not what was written; it was worked out from the journal, and nothing is lost"
        for ply in sorted(contents.spoilt)
    ]


def _gone_map(state: State) -> list[str]:
    """Say that the map which a position is played on is not in the file; nothing when it is, or there is none."""
    row = state[OnBoard].get("board")
    return [f"{sentence(gone(row))}."] if row is not None and row.digest not in state.boards else []


def _missing(family: InstalledGame, state: State) -> None:
    """Raise ``Invalid`` when the campaign's options or rows belong to modules that are not here."""
    row = state[InForce].get("options")
    for key in row.on if row else ():
        if key not in family.options:
            why = f": {family.left_out[key]}" if key in family.left_out else ""
            raise Invalid(
                f"no module is called {key!r} here, and the campaign plays with it; install it again to go on{why}"
            )
    if len(state[UnknownRow]):
        tables = sorted({one.table for one in state[UnknownRow]})
        raise Invalid(
            f"the campaign holds {', '.join(tables)}, which no installed module knows: "
            "install the module that brings them"
        )


# --- going on with it -------------------------------------------------------------------------------------------


def _go_on_in_place(opened: OpenedCampaign, contents: Contents, *, older: bool) -> CampaignFile:
    """Open the file for writing, if it still is as it was when it was read."""
    file = File.open(opened.path, CAMPAIGN, writing=True)
    file.noticed.clear()  # it has just been told
    try:
        if seal_of(file) != contents.seal:
            raise Invalid(f"{path_text(opened.path)} was changed by another program in the meantime: open it again")
        campaign = CampaignFile.resume(file, contents)
        if contents.spoilt:
            campaign.mend(contents.spoilt, None if older else opened.start)
    except BaseException:
        with suppress(Invalid):
            file.close()
        raise
    return campaign


def _go_on_in_copy(opened: OpenedCampaign, contents: Contents, carried: CarriedSetup, *, older: bool) -> CampaignFile:
    """Go on in a copy of what is sound."""
    first = None if older else opened.start
    opened.path = free_name(opened.path, "last-good")
    opened.notices.append(f"it goes on in {opened.path.name}")
    campaign = CampaignFile.create(opened.path, contents.header, first, carried)
    documents = {id: kept.document for id, kept in contents.plies.items()}
    campaign.fill(contents.epochs, documents, contents.head, contents.ways, contents.snapshots)
    return campaign
