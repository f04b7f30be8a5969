"""Bringing a campaign up to the present version of its game's data, and to name its map, when it is opened.

That is a ply of its own at the last save point, in a new epoch. What was answered since in a procedure that is going
on is answered again with the throws it had, as far as the present rules follow. All of it is done in memory, and kept
as one unit of work: whatever happens meanwhile, the file is what it was, or all of it is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.journal.documents import epoch_document, ply_document, rows_document
from sandtable.engine.referee.epochs import continue_epoch
from sandtable.engine.state.encoding import plain
from sandtable.engine.state.rows import OnBoard
from sandtable.library.campaigns.campaign_header import compress_rows

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.actions.actions import Action
    from sandtable.engine.journal.journal import Journal, Ply
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.chance import DiceSource, Throw, ThrowResult
    from sandtable.engine.running.dice import Outcome
    from sandtable.engine.state.state import State
    from sandtable.library.campaigns.campaigns import CampaignFile
    from sandtable.library.campaigns.positions import Positions


class UnnamedMap(NamedTuple):
    """The map of a campaign from before maps were named; ``sheet`` is it where the file does not carry it yet."""

    row: OnBoard
    sheet: Map | None = None


class CampaignUpgrade:
    """A campaign whose data are of an older version, or do not name its map, at its last save point."""

    def __init__(self, positions: Positions, unnamed: UnnamedMap | None = None) -> None:
        """Raise ``Elsewhere`` where there is no way up from its data; ``unnamed`` is the map it shall name."""
        journal = positions.journal
        since = journal.since_save_point()
        self.rest = since[0].parent if since else journal.head
        self.positions, self.since = positions, since
        self.state: State = positions.upgraded_state(self.rest)
        self.unnamed = unnamed if unnamed is not None and not len(self.state[OnBoard]) else None
        if self.unnamed is not None:
            self.state.load_row(OnBoard.stored, self.unnamed.row.id, plain(self.unnamed.row))
            self.state.take()
        self.answers = [positions.answered_in(ply.id, self.rest) for ply in since]
        self.rows = compress_rows(rows_document(self.state))
        self.first = journal.serial
        """The ply that brings it up."""

    def go_on(self, referee: Referee) -> list[str]:
        """Bring it up in memory, and answer again what was answered; returns what is to be told."""
        documents, says = self.positions.upgrade_documents(self.rest, self.state), self._says()
        referee.accept_rules(continue_epoch(referee))
        referee.journal.head = self.rest
        ply = referee.record_upgrade(f"was brought up: {says}", documents)
        notices = [f"The campaign was brought up to newer data of its game at ply {ply.id}: {says}."]
        done, why = self._answer_again(referee)
        if done < len(self.since):
            notices.append(
                f"{len(self.since) - done} of the answers given since the last save point could not be given again "
                f"({why}): the game asks for them once more."
            )
        return notices

    def _says(self) -> str:
        """Say what becomes of what."""
        named = f"it names the map it is played on, {self.unnamed.row.key}" if self.unnamed is not None else ""
        return "; ".join(filter(None, (self.positions.says_upgrades(self.rest), named)))

    def keep(self, file: CampaignFile, journal: Journal) -> None:
        """Keep all of that; raises ``Invalid`` when it cannot be, and the file is what it was."""
        plies = {id: ply_document(ply) for id, ply in journal.plies.items() if id >= self.first}
        epochs, snapshots = [epoch_document(journal.epochs[-1])], {self.first: self.rows}
        sheet = self.unnamed.sheet if self.unnamed is not None else None
        file.fill(epochs, plies, journal.head, snapshots=snapshots, sheet=sheet)

    def _answer_again(self, referee: Referee) -> tuple[int, str]:
        source = referee.source
        try:
            for done, (ply, action) in enumerate(zip(self.since, self.answers, strict=True)):
                referee.source = _ReplayedThrows(ply.throws, source)
                try:
                    _answer(referee, ply, action)
                except SandtableError as error:
                    return done, str(error)
        finally:
            referee.source = source
        return len(self.since), ""


def _answer(referee: Referee, ply: Ply, action: Action | None) -> None:
    if action is not None:
        referee.play(action, ply.side, overruled=ply.overruled)
    elif ply.kind == "start":
        referee.starts()
    elif ply.kind == "sealed":
        referee.withdraw(ply.side)
    else:
        raise Invalid(f"{ply.says or 'what followed'} is not an answer that this version knows")


class _ReplayedThrows:
    """The throws of a ply once more; beyond them the campaign's own source."""

    def __init__(self, throws: tuple[ThrowResult, ...], source: DiceSource) -> None:
        self.throws, self.source = throws, source

    def throw(self, throw: Throw, ply: int, nth: int) -> Outcome | None:
        if nth < len(self.throws) and self.throws[nth].dice == str(throw.dice):
            return self.throws[nth].faces
        return self.source.throw(throw, ply, nth)
