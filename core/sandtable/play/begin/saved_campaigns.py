"""The campaigns that are kept: what each is called, when it was played, by whom, how it stands, what is wrong with it.

Looking at a file changes no byte of it. What everybody may see is told, and nothing else: nobody sits at the table yet.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.engine.errors import Broken, Elsewhere, Invalid, SandtableError, unknown
from sandtable.library.campaigns.campaign_files import SUFFIX
from sandtable.library.campaigns.campaigns import last_written
from sandtable.library.campaigns.incomplete_campaigns import is_incomplete
from sandtable.library.campaigns.opening import open_campaign, read_header
from sandtable.library.files.copies import in_use
from sandtable.library.files.gate import kind_of
from sandtable.library.files.schema import CAMPAIGN
from sandtable.library.files.turns import OpenHere
from sandtable.play.begin.campaign_facts import KINDS, CampaignState, CampaignSummary, Player, PlayerKind, SavedCampaign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.running.installed_game import InstalledGame


class GameGone(Invalid):
    """The game of a campaign is not installed, or does not work; its file may well be sound."""


def saved_campaigns(folder: Path) -> list[SavedCampaign]:
    """Return the campaigns in a folder, last played first."""
    try:
        paths = sorted(folder.glob(f"*{SUFFIX}"))
    except OSError:
        return []
    return sorted(map(read_saved, paths), key=lambda one: one.played, reverse=True)


def read_saved(path: Path) -> SavedCampaign:
    """Return what the beginning of a file tells of a campaign."""
    try:
        played = datetime.fromtimestamp(last_written(path)).astimezone()
    except OSError as error:
        begin = datetime.fromtimestamp(0).astimezone()
        return SavedCampaign(path, path.name, begin, error.strerror or "it cannot be read", "unreadable")
    try:
        title = read_header(path, damaged=True).title
    except OpenHere:  # its title is read when it is closed
        return SavedCampaign(path, path.stem, played, state="open here")
    except SandtableError as error:
        return SavedCampaign(path, path.name, played, str(error), state_of(path, error))
    if _is_in_use(path):
        return SavedCampaign(path, title, played, f"{path.name} is open in another program", "open elsewhere")
    return SavedCampaign(path, title, played)


def state_of(path: Path, error: SandtableError) -> CampaignState:
    """Return what a file is that was refused."""
    if isinstance(error, OpenHere):
        return "open here"
    if isinstance(error, Elsewhere):
        return "newer"
    if isinstance(error, GameGone | Broken):
        return "unreadable"
    try:
        if is_incomplete(path):
            return "unfinished"
        if not path.is_file() or kind_of(path) is not CAMPAIGN:
            return "foreign"
        return "open elsewhere" if _is_in_use(path) else "damaged"
    except (Invalid, OSError):
        return "unreadable"


def _is_in_use(path: Path) -> bool:
    try:
        return in_use(path)
    except (Invalid, OSError):
        return False


# -- how it stands


def summarize(path: Path, family: Callable[[str], InstalledGame], width: float, height: float) -> CampaignSummary:
    """Return how a campaign stands, with a picture of this size; raises an error of ours where it cannot be opened.

    ``family`` gives the game of a name, or raises what is wrong with it.
    """
    from sandtable.play.picture.map_picture import picture_of
    from sandtable.play.words.present_words import round_title
    from sandtable.play.words.standing_words import describe_lead

    key = read_header(path).game
    try:
        played = family(key)
    except SandtableError as error:
        raise GameGone(str(error)) from error
    opened = open_campaign(played, path, reading=True)
    game = opened.referee.game.seen_by_sides(frozenset())
    return CampaignSummary(
        game.family.system.title,
        round_title(game, game.frames[0].round),
        describe_lead(game),
        tuple(players_of(game)),
        game.ended is not None,
        picture_of(game, width, height),
    )


def players_of(game: RunningGame) -> Iterable[Player]:
    """Return who plays which sides: people first, then bots, then the sides that others act for."""
    from sandtable.engine.state.rows import Seat, Side
    from sandtable.play.words.wording import seat_title, side_title
    from sandtable.present import presentation

    taken: dict[tuple[PlayerKind, str], list[tuple[str, str]]] = {}
    for side in game[Side]:
        seat = game[Seat].get(side.seat) if side.seat is not None else None
        titled = side_title(game, side.id), presentation.side_colour(game, side.id) or ""
        if seat is not None:
            name = seat_title(game, seat.id) if seat.kind == "person" else ""
            taken.setdefault((seat.kind, name), []).append(titled)
        elif side.deputy is not None:
            taken.setdefault(("deputy", side_title(game, side.deputy)), []).append(titled)
    for (kind, name), sides in sorted(taken.items(), key=lambda one: KINDS.index(one[0][0])):
        yield Player(kind, name, tuple(sides))


# -- finding one


def find_campaign(name: str, folder: Path) -> Path:
    """Return the campaign that somebody has named: a file, or the name of one in a folder.

    Raises ``Invalid`` naming the nearest.
    """
    path = Path(name)
    if os.path.lexists(path) or path.name != name:
        return path
    there = {one.stem: one for one in sorted(folder.glob(f"*{SUFFIX}"))}
    found = there.get(name.removesuffix(SUFFIX))
    if found is None:
        raise unknown("campaign", name, there, "`sandtable campaign list` shows them")
    return found
