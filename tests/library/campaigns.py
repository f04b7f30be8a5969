"""Campaigns of Twin Rivers for the tests of their files: played at random, compared, and edited behind our back."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

from sandtable.engine.errors import Illegal
from sandtable.engine.journal.documents import ply_document
from sandtable.engine.referee.referee import Referee
from sandtable.engine.rules.options import Choices
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.lab.bots import RandomBot
from sandtable.library.campaigns.beginning import new_campaign
from sandtable.library.campaigns.campaign_header import ChainEnds, head_seal, root_of, snapshot_seal
from sandtable.library.campaigns.campaigns import CampaignFile
from sandtable.library.campaigns.carried_setup import NOTHING, CarriedSetup
from sandtable_twin_rivers import TWIN_RIVERS

FAMILY: Final = InstalledGame(TWIN_RIVERS)


def begun(path: Path | None, seed: str | None = "1805", carried: CarriedSetup = NOTHING, **options: Any) -> Referee:
    """Begin a campaign with both options on."""
    choices = Choices(frozenset(("forced_march", "river_line")))
    return new_campaign(
        FAMILY,
        path,
        lambda: Referee.begin(FAMILY, FAMILY.scenario("twin_rivers").rows(), choices),
        scenario="twin_rivers",
        title="Two rivers",
        seed=seed,
        take_back="free",
        carried=carried,
        **options,
    )


def file_of(referee: Referee) -> CampaignFile:
    assert isinstance(referee.sink, CampaignFile)
    return referee.sink


def go_on(referee: Referee) -> None:
    """Play a ply that follows from where the campaign stands; after the end of the game go back and play otherwise."""
    serial = referee.journal.serial
    if referee.prompt is None:
        referee.history.goto(1 + serial % 7)
    prompt = referee.prompt
    assert prompt is not None
    ask = prompt.open[0]
    action = RandomBot(f"after {serial}").answer(referee, ask)
    assert action is not None
    referee.play(action, ask.side)


def played(referee: Referee, plies: int) -> Referee:
    """Play so many plies."""
    for _ in range(plies):
        go_on(referee)
    return referee


def branched(referee: Referee) -> Referee:
    """Go about the journal, so that it has branches, a redo that is not the newest ply, and a head in the middle."""
    played(referee, 12)
    referee.history.goto(6)
    played(referee, 9)
    referee.history.goto(12)
    for _ in range(3):
        referee.history.undo()
    return referee


class Standing(NamedTuple):
    """All that a file has to bring back."""

    header: Any
    head: int
    position: int
    redo: dict[int, int]
    plies: dict[int, bytes]
    epochs: list[Any]
    asked: Any


def standing(referee: Referee, header: Any) -> Standing:
    """Return where a campaign stands, everything in the journal included."""
    journal = referee.journal
    prompt = referee.prompt if journal.plies else None
    return Standing(
        header,
        journal.head,
        referee.game.state.hash,
        dict(sorted(journal.last_child.items())),
        {id: ply_document(ply) for id, ply in journal.plies.items()},
        journal.epochs,
        prompt and (prompt.purpose, prompt.asks, prompt.answered),
    )


def tries(act: Callable[[], object]) -> None:
    """Do what may not be possible just now."""
    try:
        act()
    except Illegal:
        return


# --- behind our back ------------------------------------------------------------------------------------------------


def edit(path: Path, *statements: str | tuple[str, tuple[Any, ...]]) -> None:
    """Change a closed file with SQL."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            text, values = (statement, ()) if isinstance(statement, str) else statement
            assert connection.execute(text, values).rowcount, f"{text} changes nothing"
        connection.commit()


def forge(path: Path, *statements: str | tuple[str, tuple[Any, ...]]) -> None:
    """Change a closed file with SQL, and make all links and seals anew, as somebody could who has read the source."""
    edit(path, *statements)
    with closing(sqlite3.connect(path)) as connection:
        (id,) = connection.execute("SELECT id FROM file").fetchone()
        ((document,),) = connection.execute("SELECT CAST(document AS BLOB) FROM campaign")
        links = ChainEnds(root_of(id, document))
        of = {0: links.root}
        connection.execute("UPDATE campaign SET seal = ?", (links.root,))
        for number, text in connection.execute("SELECT number, CAST(document AS BLOB) FROM epochs").fetchall():
            links = links.after_epoch(text)
            connection.execute("UPDATE epochs SET link = ? WHERE number = ?", (links.epoch, number))
        for ply, text in connection.execute("SELECT id, CAST(document AS BLOB) FROM plies ORDER BY id").fetchall():
            links = links.after_ply(ply, text)
            of[ply] = links.ply
            connection.execute("UPDATE plies SET link = ? WHERE id = ?", (links.ply, ply))
        for ply, content in connection.execute("SELECT ply, content FROM snapshots").fetchall():
            seal = snapshot_seal(of.get(ply, ""), ply, content)
            connection.execute("UPDATE snapshots SET seal = ? WHERE ply = ?", (seal, ply))
        connection.execute(
            "UPDATE head SET document = json_set(document, '$.ply', ?, '$.epoch', ?)", (links.ply, links.epoch)
        )
        ply, text = connection.execute("SELECT ply, CAST(document AS BLOB) FROM head").fetchone()
        connection.execute("UPDATE head SET seal = ?", (head_seal(links.root, ply, text),))
        connection.commit()
