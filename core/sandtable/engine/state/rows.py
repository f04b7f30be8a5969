"""The rows the engine itself keeps: sides and seats, where we are, and what time will bring."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NewType

from msgspec import Meta

from sandtable.engine.state.row import Row

SideId = NewType("SideId", str)
SeatId = NewType("SeatId", str)
FrameId = NewType("FrameId", str)
GRANTS: Final = "grants"
"""The id of the row of what a scenario grants."""


class Seat(Row, frozen=True):
    """A person or a bot at the table."""

    id: SeatId
    name: str = ""
    kind: Literal["person", "bot"] = "person"


class Side(Row, frozen=True):
    """A party in the game, the seat that answers for it, and the side that acts for it when no seat does.

    One that has neither is at rest: it plays nothing and nobody is asked for it, but it stays, for others name it. One
    that is ``resting`` begins so: no seat is given to it when a campaign begins.
    """

    indexes = ("seat",)
    id: SideId
    title: str = ""
    seat: SeatId | None = None
    deputy: SideId | None = None
    resting: Annotated[bool, Meta(title="Begins at rest")] = False

    @property
    def wants_seat(self) -> bool:
        """A campaign begins with a seat for it: no other side acts for it, and it does not begin at rest."""
        return self.deputy is None and not self.resting


class Frame(Row, frozen=True):
    """A sequence being played: the cursor is the stack of frames, the innermost last.

    ``order`` holds the sides that still play the present phase after ``side``; ``owner`` plays its once-only
    phases. ``stage`` says how far the step is.
    """

    id: FrameId
    depth: int
    sequence: str
    subject: str = ""
    round: int = 1
    phase: str = ""
    step: str = ""
    stage: Literal["start", "opening", "open", "ending", "closed"] = "start"
    side: SideId | None = None
    owner: SideId | None = None
    order: tuple[SideId, ...] = ()
    leaving: bool = False


class PrivateRow(Row, frozen=True, kw_only=True):
    """A row that only the sides in ``sides`` know of; all, when there are none."""

    sides: tuple[SideId, ...] = ()


class AgendaItem(PrivateRow, frozen=True):
    """A piece of work that waits for the running procedure to end, and until no work ``after`` waits (the agenda)."""

    stored = "Later"
    indexes = ("frame",)
    id: str
    what: str
    subject: str
    frame: str
    data: dict[str, Any] = {}
    after: str = ""


class Due(PrivateRow, frozen=True):
    """Something that happens when a step opens, from a round of the main sequence on."""

    indexes = ("step", "what")
    id: str
    what: str
    subject: str
    step: str
    when: Annotated[int, Meta(title="Round", description="round of the main sequence")]
    rule: str
    side: SideId | None = None
    data: dict[str, Any] = {}


class Mark(PrivateRow, frozen=True):
    """A fact that the sequence wipes at the end of what ``until`` names: a scope, step, phase or sequence."""

    indexes = ("until",)
    id: str
    subject: str
    what: str
    until: str
    frame: str = ""
    count: int = 1


class Duty(PrivateRow, frozen=True):
    """What a side must have done before the step ``by`` may end."""

    indexes = ("side", "by")
    id: str
    side: SideId
    subject: str
    what: str
    by: str
    rule: str
    says: str = ""


class StandingAnswer(Row, frozen=True):
    """A seat's standing answer to an offer: pass on this topic (``""``: always), or below this worth."""

    stored = "Standing"
    indexes = ("side",)
    id: str
    side: SideId
    kind: str
    topic: str = ""
    below: int | None = None


class InForce(Row, frozen=True):
    """The options in force with their parameters; one row, id ``options``."""

    id: str
    on: tuple[str, ...] = ()
    parameters: dict[str, dict[str, Any]] = {}
    order: tuple[tuple[str, str], ...] = ()


class Grants(Row, frozen=True):
    """The words that a scenario grants: what modules may need (``RuleModule.needs``); one row, id ``grants``."""

    id: str
    words: tuple[str, ...] = ()


class Proposal(Row, frozen=True):
    """A change the table is asked to agree to, and the seats that have agreed so far."""

    id: str
    seat: SeatId
    what: Literal["options", "correct", "overrule", "adopt"]
    data: dict[str, Any]
    agreed: tuple[SeatId, ...] = ()


class OnBoard(Row, frozen=True):
    """The map that the game is played on: its key and the digest of the revision; one row, id ``board``."""

    id: str
    key: str
    digest: str


class IdCounter(Row, frozen=True):
    """The next number of a series of ids."""

    stored = "Counter"
    id: str
    next: int = 1


class Ended(Row, frozen=True):
    """The game is over; id ``ended``."""

    id: str
    winner: SideId | None
    why: str
    rule: str = ""


CORE_ROWS: tuple[type[Row], ...] = (
    Seat, Side, Frame, AgendaItem, Due, Mark, Duty, StandingAnswer, InForce, Grants, Proposal, OnBoard,
    IdCounter, Ended,
)  # fmt: skip
