"""Beginning a campaign: it is worked out up to its first question before there is a file of it.

So that may be done beside whoever waits for it, and what fails or is broken off has left no file behind.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandtable.engine.errors import Invalid
from sandtable.engine.journal.documents import epoch_document, ply_document
from sandtable.engine.referee.epochs import epoch_of, made_by
from sandtable.engine.referee.history import TakeBack
from sandtable.library.campaigns.campaign_header import CampaignHeader
from sandtable.library.campaigns.campaigns import CampaignFile
from sandtable.library.campaigns.carried_setup import NOTHING, CarriedSetup, carried_map

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.state import State


@dataclass(frozen=True)
class PreparedCampaign:
    """A campaign at its first question that nothing is kept of yet; ``first`` is the position it begins with."""

    referee: Referee
    first: State
    header: CampaignHeader
    carried: CarriedSetup

    def keep(self, path: Path) -> Referee:
        """Keep it in a new file, from now on with all that is played; raises ``Invalid`` where there is one already.

        No rule is asked.
        """
        referee = self.referee
        journal = referee.journal
        file = CampaignFile.create(path, self.header, self.first, self.carried)
        try:
            plies = {id: ply_document(ply) for id, ply in journal.plies.items()}
            file.fill([epoch_document(epoch) for epoch in journal.epochs], plies, journal.head)
            file.follow(journal, referee.game.state)
        except BaseException:
            with suppress(Invalid):
                file.close()
            raise
        referee.sink = file
        return referee


def prepare_campaign(
    family: InstalledGame,
    begin: Callable[[], Referee],
    *,
    scenario: str,
    title: str,
    seed: str | None,
    take_back: TakeBack,
    carried: CarriedSetup = NOTHING,
) -> PreparedCampaign:
    """Work out a campaign up to its first question; nothing is kept. Raises ``Broken`` when a module fails."""
    referee = begin()
    referee.take_back = take_back
    first = referee.game.state.clone()
    made = made_by(epoch_of(referee))
    ground = carried_map(referee.game.board)
    carried = carried if ground is None else carried._replace(ground=ground)
    header = CampaignHeader(
        family.system.key, scenario, title, seed, take_back, f"{first.hash:032x}", family.writing.encoding, made
    )
    referee.source = header.source()
    referee.accept_rules(epoch_of(referee))
    referee.open()
    return PreparedCampaign(referee, first, header, carried)


def new_campaign(
    family: InstalledGame,
    path: Path | None,
    begin: Callable[[], Referee],
    *,
    scenario: str,
    title: str,
    seed: str | None,
    take_back: TakeBack,
    carried: CarriedSetup = NOTHING,
) -> Referee:
    """Begin a campaign and keep it in ``path`` (``None``: in memory), first position included, and its map."""
    prepared = prepare_campaign(
        family, begin, scenario=scenario, title=title, seed=seed, take_back=take_back, carried=carried
    )
    return prepared.referee if path is None else prepared.keep(path)
