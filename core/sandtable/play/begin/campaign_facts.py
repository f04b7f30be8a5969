"""What is told of a campaign that is kept: its name, its state, its players. Needs nothing that takes time to load."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from sandtable.engine.words import in_a_row

if TYPE_CHECKING:
    from sandtable.play.picture.map_picture import MapPicture

CampaignState = Literal[
    "ready", "open here", "open elsewhere", "damaged", "newer", "foreign", "unfinished", "unreadable"
]
"""What a file is. ``newer``: another version has written it; ``unfinished``: nothing was ever played in it;
``unreadable``: it may be sound, but cannot be read here and now."""

PlayerKind = Literal["person", "bot", "deputy"]
KINDS: Final[tuple[PlayerKind, ...]] = ("person", "bot", "deputy")

STATES: Final[dict[CampaignState, str]] = {
    "ready": "",
    "open here": "Open in this program",
    "open elsewhere": "Open in another program",
    "damaged": "Damaged",
    "newer": "Made by another version",
    "foreign": "Not a campaign",
    "unfinished": "Never begun",
    "unreadable": "Cannot be read here",
}
"""The states in words, as a mark beside a name."""


class SavedCampaign(NamedTuple):
    """A campaign in a folder; ``wrong`` says why it cannot be opened as it is."""

    path: Path
    title: str
    played: datetime
    wrong: str = ""
    state: CampaignState = "ready"

    @property
    def name(self) -> str:
        """What it is called."""
        return self.path.stem


class Player(NamedTuple):
    """Who plays which sides: a person, bots, or a side (``deputy``) that acts for others.

    ``sides`` are titles with their colours, which may be unknown (empty).
    """

    kind: PlayerKind
    name: str
    sides: tuple[tuple[str, str], ...]


class CampaignSummary(NamedTuple):
    """How a campaign stands, as everybody may know it."""

    game: str
    round: str
    lead: str
    players: tuple[Player, ...]
    is_over: bool
    picture: MapPicture | None


def describe_player(player: Player) -> str:
    """Say who plays what: "Anna: France and Spain", "Bots: Spain"; of whoever is called as the side, that alone."""
    sides = [title for title, _ in player.sides]
    said = in_a_row(sides)
    match player.kind:
        case "person":
            return said if [player.name] == sides else f"{player.name}: {said}"
        case "bot":
            return f"{'Bot' if len(sides) == 1 else 'Bots'}: {said}"
        case "deputy":
            return f"{said}: played by {player.name}"
