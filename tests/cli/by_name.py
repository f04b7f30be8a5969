"""How somebody types an action at the terminal: by names throughout, on one line."""

from __future__ import annotations

from typing import Any

from sandtable.cli.talk.conversation import Conversation
from sandtable.cli.talk.lines import StyledLine
from sandtable.engine import Action, Pass
from sandtable.engine.actions.domains import Subset, Sums, Text
from sandtable.engine.actions.ways import Ways
from sandtable.engine.running.offers import Offer
from sandtable.play.table.sitting import Sitting
from sandtable.play.words.naming import OfferedValues
from sandtable.play.words.wording import describe


def typed(offer: Offer, action: Action) -> str:
    """Return the line that says an action: ``March > Dupont's Corps > Madrid``."""
    said = [offer.label]
    for field in action.__struct_fields__:
        value = getattr(action, field)
        domain: Any = offer.domain(field)
        ways: Any = domain  # what a bare class holds is unknown
        match domain:
            case Ways():
                plain = OfferedValues(offer, field).plain_goals().goals
                said += _way(ways, value, is_listed=bool(value) and value[-1] not in plain)
            case Sums():
                said.append(", ".join(f"{describe(part)}={share}" for part, share in value))
            case Subset():
                said.append(", ".join(map(describe, value)) or "none")
            case Text():
                said.append(f'"{value}"')
            case _:
                said.append(describe(value))
        offer = offer.fill(**{field: value})
    return " > ".join(said)


def _way(domain: Ways[Any], way: tuple[Any, ...], *, is_listed: bool) -> list[str]:
    """A goal where the way is the cheapest to it and it is listed, else every area of it, and a stop."""
    if is_listed and way in set(domain):
        return [describe(way[-1])]
    return [*(f"via {describe(step)}" for step in way), *(["done"] if _goes_on(domain, way) else [])]


def _goes_on(domain: Ways[Any], way: tuple[Any, ...]) -> bool:
    return bool(domain.onward(way))


class Typist:
    """Types at a sitting, and hears what is said."""

    def __init__(self, sitting: Sitting) -> None:
        self.talk = Conversation(sitting, pauses=False)
        self._run = self.talk.run()
        next(self._run)
        self.heard: list[str] = []
        self.lines: list[StyledLine] = []
        """What was heard, with the manner in which it was said."""
        self._listen()

    def type(self, line: str) -> list[str]:
        """Type a line; return what is said then. Fails when the line will not do."""
        self.talk.error = ""
        self._run.send(line)
        said = self._listen()
        assert not self.talk.error, f"{line!r}: {self.talk.error}"
        return said

    def do(self, action: Action, side: str) -> list[str]:
        """Type an action as an answer of a side."""
        prompt = self.talk.referee.prompt
        assert prompt is not None
        ask = next(ask for ask in prompt.open if ask.side == side)
        if isinstance(action, Pass):
            return self.type("pass")
        return self.type(typed(Offer(self.talk.referee.view(side), ask, type(action)), action))

    def _listen(self) -> list[str]:
        lines = self.talk.drain()
        self.lines += lines
        said = [line.text for line in lines]
        self.heard += said
        return said
