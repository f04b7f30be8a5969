"""A sitting read without a window: the engine alone is told what its lines say, so that a later part begins there.

Lines that change nothing in the game (where somebody looks, what is refused, the odds) are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sandtable.board.maps import Map
from sandtable.engine import Action, Ask, Referee
from sandtable.engine.running import switching
from sandtable.engine.running.offers import Offer, offers
from sandtable.engine.state.rows import Proposal, Side
from sandtable.play.begin.starts import switch_options
from sandtable.play.record.chronicle import Chronicle
from sandtable.play.turn import carrying
from sandtable.play.turn.entries import NOTHING, entry_for, only_value
from sandtable.play.turn.landings import Question
from sandtable.play.turn.places import Places
from sandtable.play.words.naming import OfferedValues
from sandtable.present import presentation
from sandtable_editor.canvas.geometry.geography import CanvasGeography
from sandtable_editor.canvas.widget.find import Gazetteer, plain
from tests.editor.play.words import ACT, DRAG, LEAD, Wording, choose_index, parts


class Ahead:
    """Plays with a referee what the lines of a sitting say."""

    def __init__(self, referee: Referee, board: Map) -> None:
        self.referee, self.board = referee, board
        self.geography = CanvasGeography(board)
        self.gazetteer = Gazetteer(self.geography)
        self.places: dict[str, str] = {}
        """The spaces of names, found once: a sitting goes to few places often."""

    def read(self, lines: Iterable[str]) -> None:
        """Play all lines."""
        for number, line in enumerate(lines, 1):
            try:
                self.do(line.partition("#")[0].strip())
            except (AssertionError, ValueError) as error:
                raise AssertionError(f"line {number}, {line.strip()!r}: {error}") from error

    def do(self, line: str) -> None:
        """Play a line."""
        word, _, rest = line.partition(" ")
        if (act := ACT.match(line)) is not None:
            if not act[1]:
                self._act(act[3], parts(act[4] or "", " / "))
        elif (drag := DRAG.match(line)) is not None:
            self._carry(drag[2], self.place(drag[3]), drag[4] or "", stack=drag[1] == "carry")
        elif (lead := LEAD.match(line)) is not None:
            self._carry(lead[1], self.place(lead[3]), lead[4] or "", stack=False)
        elif word == "undo":
            self.referee.history.undo(agreed=True)
        elif word == "redo":
            self.referee.history.redo()
        elif word == "goto":
            self._goto(rest)
        elif word == "options":
            self._options(rest)

    # -- actions

    def _asks(self) -> Iterator[tuple[Ask, list[Offer], Places]]:
        assert self.referee.prompt is not None
        for ask in self.referee.prompt.open:
            view = self.referee.view(ask.side)
            yield ask, offers(view, ask), Places(self.board, presentation.spaces(view))

    def _act(self, label: str, words: list[str]) -> None:
        for ask, open_offers, places in self._asks():
            if any(plain(label) in plain(offer.label) for offer in open_offers):
                offer = open_offers[choose_index(label, [[one.label] for one in open_offers])]
                self.referee.play(self._filled(offer, words, places), ask.side)
                return
        raise AssertionError(f"nobody is asked for {label!r}")

    def _filled(self, offer: Offer, words: list[str], places: Places) -> Action:
        rest, alone = list(words), list[str]()
        while (field := offer.next_field()) is not None:
            domain = offer.domain(field)
            value, values = only_value(domain), OfferedValues(offer, field, self.board)
            if value is not NOTHING:
                alone.append(plain(values.name(value)))
            else:
                while rest and any(plain(rest[0]) in name for name in alone):  # it has filled itself
                    del rest[0]
                entry = entry_for(domain)
                value = Wording(values, places, self.place).value(entry, rest.pop(0)) if rest else entry.result()
            offer = offer.fill(**{field: value})
        return offer.action()

    def place(self, name: str) -> str:
        """Return the space of a name."""
        if name not in self.places:
            found = [space for space, _ in self.gazetteer.find(name)]
            self.places[name] = next((space for space in found if space in self.geography.order), found[0])
        return self.places[name]

    def _carry(self, title: str, space: str, label: str, *, stack: bool) -> None:
        view = next(self.referee.view(ask.side) for ask, _, _ in self._asks())
        counters = presentation.counters(view)
        top = counters[choose_index(title, [[one.title, one.piece] for one in counters])]
        there = sorted((one.order, one.piece) for one in counters if (one.space, one.side) == (top.space, top.side))
        for piece in [piece for _, piece in there] if stack else [top.piece]:
            ask, open_offers, places = next(self._asks())
            question = Question(ask, tuple(offer.kind for offer in open_offers), (), places, self.board)
            landing = question.of_drop(self.referee.view(ask.side), (piece,), space, title)
            poses = [one for one in landing.poses.all if str(one).startswith(label)] if label else []
            if poses:
                ending = carrying.plain(landing.endings)[0]
                self.referee.play(ending.offer(self.referee.view(ask.side), ask, poses[0]).action(), ask.side)
                continue
            ways, _ = carrying.ways_to_carry(open_offers, (piece,), space, places)
            if ways:
                way = ways[choose_index(label, [[one.label] for one in ways])] if label else ways[0]
                self.referee.play(way.action(), ask.side)

    # -- the table

    def _speaker(self) -> str:
        ask, _, _ = next(self._asks())
        return self.referee.game[Side][ask.side].seat or ""

    def _goto(self, words: str) -> None:
        game = self.referee.game
        speaker = self._speaker()
        sides = {side.id for side in game[Side] if side.seat == speaker}
        told = Chronicle(game, self.referee.journal)
        line = self.referee.journal.line()
        found = [ply.id for ply in line if any(words in one.text for one in told.lines(ply, sides))]
        self.referee.history.goto(found[-1], agreed=True)

    def _options(self, rest: str) -> None:
        game, signs = self.referee.game, re.findall(r"([+-])([^+-]+)", rest)
        titles = {key: module.option.title for key, module in game.family.options.items() if module.option is not None}
        names = [[title] for title in titles.values()]
        keys = [(sign, list(titles)[choose_index(title, names)]) for sign, title in signs]
        on, off = ([key for sign, key in keys if sign == wanted] for wanted in "+-")
        choices = switch_options(game.family, game.rulebook.choices, on, off, ())
        self.referee.council.propose_options(self._speaker(), choices, game.round)
        for seat in switching.voters(game):
            proposal = game[Proposal].last()
            if proposal is not None and seat not in proposal.agreed:
                self.referee.council.agree(seat, proposal.id)
