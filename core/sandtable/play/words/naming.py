"""What things are called: a row by its title, a space by its name, everything else in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from sandtable.engine.actions.ways import Ways
from sandtable.engine.running.offers import Offer
from sandtable.engine.state.boards import SpaceId
from sandtable.engine.state.row import Named
from sandtable.engine.state.row_fields import wanted_type
from sandtable.engine.words import fit
from sandtable.play.words.matching import plain, value_meant
from sandtable.play.words.objections import is_possible, of_space, of_value
from sandtable.play.words.present_words import describe_opponents, describe_pieces
from sandtable.play.words.wording import describe, field_types, holds_places, row_facts, table_of

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.actions.actions import Action
    from sandtable.engine.actions.way_goals import Goal
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.words.objections import Objection


def name_value(game: RunningGame, kind: type[Action], field: str, value: object, board: Map | None = None) -> str:
    """Return what a value of a field of an action is called."""
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        if items and all(isinstance(one, tuple) and len(cast("tuple[object, ...]", one)) == 2 for one in items):
            pairs = cast("tuple[tuple[object, object], ...]", items)
            return ", ".join(f"{name_value(game, kind, field, part, board)}: {share}" for part, share in pairs)
        return ", ".join(name_value(game, kind, field, one, board) for one in items) or "none"
    if not isinstance(value, str | Named):
        return describe(value)
    name = kind.name_value(game, field, value)
    board_at_hand = game.board if board is None else board
    return fit(board_at_hand.name(name) if name == value else name) or "none"


def space_called(game: RunningGame, text: str) -> str:
    """Return the space that has this number or name on the map a game is played on; no text where none has."""
    from sandtable.board.maps import Map

    board = game.board
    if not isinstance(board, Map):
        return ""
    if board.knows(text):
        return text
    return next((id for id in board.spaces() if plain(board.name(id)) == plain(text)), "")


def space_named_in(board: Map, text: str) -> str:
    """Return the space that a text names, by name or number; of several that with the longest name, empty for none."""
    numbers = ((board.name(word), word) for word in re.findall(r"[\w.-]*\w", text) if board.has_hex(word))
    found = [*((name, str(id)) for name, id in board.called() if name in text), *numbers]
    return max(found, key=lambda one: (len(one[0]), one[1]), default=("", ""))[1]


def spaces_named_in(board: Map, text: str) -> list[str]:
    """Return all spaces that a text names by whole words, the first named first; not one within the name of another."""
    numbers = {word: word for word in re.findall(r"[\w.-]*\w", text) if board.has_hex(word)}
    names = numbers | {name: str(id) for name, id in board.called()}
    there = sorted((name for name in names if name and name in text), key=len, reverse=True)
    if not there:
        return []
    found = re.finditer(rf"(?<!\w)(?:{'|'.join(map(re.escape, there))})(?!\w)", text)
    return list(dict.fromkeys(names[match[0]] for match in found))


class PlainGoals(NamedTuple):
    """Where an action leads without what a special case of it risks; ``special``: what that case is called."""

    kind: type[Action] | None = None
    goals: Mapping[Any, Goal[Any]] = MappingProxyType({})
    special: str = ""


class OfferedValues:
    """The values of one field of an offer: their names, the facts that help to choose, and what stands against them."""

    def __init__(self, offer: Offer, field: str, board: Map | None = None) -> None:
        self.offer, self.field = offer, field
        self._board = board
        self._table = table_of(offer.game, offer.kind, field)
        self._of_places = self._table is None or holds_places(offer.kind, field)
        self._possible: dict[Any, bool] = {}

    def name(self, value: object) -> str:
        """Return what a value is called."""
        return name_value(self.offer.game, self.offer.kind, self.field, value, self._board)

    @property
    def risk(self) -> str:
        return self.offer.kind.risk

    def plain_goals(self) -> PlainGoals:
        """Return where the action leads that this one is a special case of: nobody need risk anything to go there."""
        offer = self.offer
        usual = [kind for kind in offer.ask.kinds if kind is not offer.kind and issubclass(offer.kind, kind)]
        for kind in usual:
            domain: Any = Offer(offer.game, offer.ask, kind, offer.filled).domain(self.field)
            ways: Any = domain  # what a bare class holds is unknown
            if isinstance(domain, Ways):
                return PlainGoals(kind, {goal.goal: goal for goal in ways.listed()}, offer.label)
        return PlainGoals()

    def facts(self, value: object) -> str:
        """Return what is known of it: what the action says, and its piece, who else is there, or its row's facts."""
        piece = self._pieces.get((self._table.__name__, str(value))) if self._table is not None else None
        opponents = self._opponents.get(str(value)) if self._of_places else None
        known = piece or opponents or row_facts(self.offer.game, self._table, value, self.offer.side)
        offer = self.offer
        said = offer.kind.value_facts_after(offer.game, offer.ask, offer.filled, self.field, value)
        return "; ".join(filter(None, (said, known)))

    @cached_property
    def _pieces(self) -> dict[tuple[str, str], str]:
        return describe_pieces(self.offer.game)

    @cached_property
    def _opponents(self) -> dict[str, str]:
        return describe_opponents(self.offer.game, self.offer.side)

    def is_possible(self, value: Any) -> bool:
        """Tell whether some legal action holds a value."""
        if value not in self._possible:
            self._possible[value] = is_possible(self.offer.fill(**{self.field: value}))
        return self._possible[value]

    def known(self, value: Any) -> bool | None:
        """Return whether some legal action holds a value, if that was asked before."""
        return self._possible.get(value)

    def learn(self, found: Mapping[Any, bool]) -> None:
        """Take down which values are possible, found out in a copy of the position."""
        self._possible.update(found)

    def objection_to(self, value: Any, title: str = "") -> Objection | None:
        """Say why the field may not hold a value (called so, by default by its name); ``None`` when it may."""
        if value in self.offer.domain(self.field) and self.is_possible(value):
            return None
        return of_value(self.offer, self.field, value, title, called=self.name)

    def objection_to_space(self, space: str, title: str = "") -> Objection | None:
        """Say why no way ends at a space (called so, by default by its name); ``None`` when one does."""
        return of_space(self.offer, self.field, space, title or self.name(space))

    def meant_by(self, text: str) -> Any:
        """Return the value that a text could mean, be it on offer or not; ``None`` when it means nothing."""
        meant, hint = value_meant(self.offer, self.field, text), field_types(self.offer.kind).get(self.field)
        if meant is not None or wanted_type(hint, frozenset({SpaceId})) is None:
            return meant
        return space_called(self.offer.game, text) or None

    def space_meant_by(self, text: str) -> str:
        """Return the space that a text names, whether or not a way leads there; no text when it names none.

        It is named by its number, by its name on the map, or by what the rows of the field are called.
        """
        if space := space_called(self.offer.game, text):
            return space
        match self.meant_by(text):
            case (str() as id,):
                return id
            case _:
                return ""
