"""What the map asks of the game while somebody points, carries and clicks: worked out beside the window's thread.

Everything is kept by what it is about, a piece, a space, a way, for as long as the position stands.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.engine.running.offers import Offer
from sandtable.play.turn.able_pieces import AblePieces, able_pieces
from sandtable.play.turn.entries import ListEntry, WayEntry
from sandtable.play.turn.landings import Landing, Question
from sandtable.play.turn.passed_over import copy_to_look_back
from sandtable.play.turn.place_offers import PieceOffer, offers_at_place
from sandtable.play.turn.poses import pose_in_hand
from sandtable.play.words.naming import OfferedValues
from sandtable.present import presentation
from sandtable_editor.play.campaign.aside import AskedAside, QuestionsAside

if TYPE_CHECKING:
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.turn.landings import Filled, Hand
    from sandtable.play.turn.poses import EndPose
    from sandtable.present import MapMode, PieceOverlay, Reach, Sheet, SightLine, Trace
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.map.hand_on_map import HandOnMap
    from sandtable_editor.play.turn.action_draft import ActionDraft
    from sandtable_editor.shell.jobs import Jobs

Ask = Callable[["RunningGame"], Any]


class PieceLook(NamedTuple):
    """What a game shows of a piece that is pointed at."""

    overlays: tuple[PieceOverlay, ...] = ()
    traces: tuple[Trace, ...] = ()
    sights: tuple[SightLine, ...] = ()


def look_of(game: RunningGame, piece: str) -> PieceLook:
    """Ask a game what it shows of a piece."""
    return PieceLook(
        tuple(presentation.overlays(game, piece)),
        tuple(presentation.traces(game, piece)),
        tuple(presentation.sight_lines(game, piece)),
    )


class MapQuestions(QuestionsAside):
    """The questions of one map."""

    def __init__(self, campaign: Campaign, draft: ActionDraft, hand: HandOnMap, jobs: Jobs) -> None:
        self.draft, self.hand = draft, hand
        copies = draft.questions.copies
        self.reaches: AskedAside[Reach] = AskedAside(campaign, jobs, "Working out where pieces can go", copies)
        self.common_reaches: AskedAside[Reach] = AskedAside(
            campaign, jobs, "Working out where pieces can go together", copies
        )
        self.possible: AskedAside[frozenset[str]] = AskedAside(campaign, jobs, "Working out what is possible", copies)
        self.looks: AskedAside[PieceLook] = AskedAside(campaign, jobs, "Working out what a piece covers", copies)
        self.takings: AskedAside[tuple[Filled, ...]] = AskedAside(
            campaign, jobs, "Working out what a piece can do", copies
        )
        self.landings: AskedAside[Landing] = AskedAside(
            campaign, jobs, "Working out what can be done there", copies, patient=True
        )
        self.cards: AskedAside[Sheet] = AskedAside(campaign, jobs, "Working out what a piece is", copies)
        self.abilities: AskedAside[tuple[Filled, ...]] = AskedAside(
            campaign, jobs, "Working out what a piece may do", copies
        )
        self.able: AskedAside[AblePieces] = AskedAside(
            campaign, jobs, "Working out which pieces may still do something", copies
        )
        self.menus: AskedAside[tuple[PieceOffer, ...]] = AskedAside(
            campaign, jobs, "Working out what can be done there", copies
        )
        self.joinings: AskedAside[tuple[Filled, ...]] = AskedAside(
            campaign, jobs, "Working out what pieces can do together", copies
        )
        self.ways: AskedAside[EndPose] = AskedAside(campaign, jobs, "Working out the way", copies)
        self.colours: AskedAside[MapMode] = AskedAside(campaign, jobs, "Working out the colours of the map", copies)
        self.reaches_in_hand: AskedAside[Reach] = AskedAside(campaign, jobs, "Working out where a way can lead", copies)
        draft.changed.connect(self._wait_no_more)

    @property
    def all(self) -> tuple[AskedAside[Any], ...]:
        return (
            self.reaches, self.common_reaches, self.reaches_in_hand, self.joinings, self.possible,
            self.looks, self.takings, self.landings, self.ways, self.cards, self.abilities, self.able, self.menus,
            self.colours,
        )  # fmt: skip

    def _wait_no_more(self) -> None:
        """Forget a click or a drop whose answer has not come: the hand holds something else by now."""
        for aside in self.all:
            aside.wait_no_more()

    def _question(self) -> Question | None:
        draft, ask = self.draft, self.draft.campaign.ask
        if ask is None:
            return None
        kinds = [tuple(offer.kind for offer in offers) for offers in (draft.open, draft.shut)]
        return Question(ask, kinds[0], kinds[1], draft.places, draft.board)

    def whole_mode(self, mode: MapMode) -> MapMode | None:
        """Return a way to colour the map with its colours, ``None`` while they are worked out."""
        if not mode.on_demand:
            return mode
        return self.colours.want(mode.key, partial(presentation.whole_mode, mode=mode))

    # -- of a piece

    def moving_piece(self) -> str:
        """Return the piece that is carried, else the one held if what is asked of it is where it goes.

        Of a stack that is carried it is the first that can go anywhere.
        """
        carried = self.hand.pointer.carried
        if carried:
            able = (one for one in carried if self.reaches.at_hand(one) or not self.reaches.is_known(one))
            return next(able, carried[-1])
        return self.hand.held_piece() if self.hand.asks_for_space() else ""

    def company(self) -> tuple[str, ...]:
        """Return the pieces that are led over the map: all that are carried if they can go in one, else the first."""
        carried = self.hand.pointer.carried
        return carried if len(carried) > 1 and self.common_reaches.at_hand(carried) else (self.moving_piece(),)

    def reach_at_hand(self, piece: str) -> Reach | None:
        """Return where a piece can go, with those that it is carried with where they go in one; if that is known."""
        company = self.company()
        return self.common_reaches.at_hand(company) if len(company) > 1 else self.reaches.at_hand(piece)

    def _common_reach(self, pieces: tuple[str, ...]) -> Reach | None:
        return self.common_reaches.want(pieces, lambda game: presentation.reach(game, *pieces))

    def reach_of(self, piece: str) -> Reach | None:
        """Return where a piece can go if that is known by now; else it comes a little later."""
        if not piece:
            self.reaches.stop()
            return None
        return self.reaches.want(piece, partial(presentation.reach, piece=piece))

    def shown_reach(self) -> Reach | None:
        """Return the reach that is shown, if it is known by now.

        It is that of the way in hand, of the piece that is carried, else of the piece that is pointed at.
        """
        carried = self.hand.pointer.carried
        if len(carried) > 1:
            common = self._common_reach(carried)
            if common is not None or not self.common_reaches.is_known(carried):
                return common
        usual = self.reach_of(self.moving_piece() or self.hand.pointer.piece)
        if carried or not self.hand.goes_by_way:
            return usual
        hand = self.hand.filling()
        is_begun = hand is None or bool(hand.way)
        if usual is not None and not is_begun and not self.hand.is_special() and len(usual.moves) < 2:
            return usual
        return self._reach_in_hand()

    def _reach_in_hand(self) -> Reach | None:
        question, hand = self._question(), self.hand.filling()
        if question is None or hand is None:
            return None
        return self.reaches_in_hand.want(_key(hand), partial(question.reach, hand=hand))

    def look_of(self, piece: str) -> PieceLook | None:
        """Return what a game shows of a piece, if that is known by now."""
        if not piece:
            self.looks.stop()
            return None
        return self.looks.want(piece, partial(look_of, piece=piece))

    def card_of(self, piece: str) -> Sheet | None:
        """Return what a game tells of a piece, if that is known by now."""
        if not piece:
            self.cards.stop()
            self.abilities.stop()
            return None
        return self.cards.want(piece, partial(presentation.card, piece=piece))

    def abilities_of(self, piece: str) -> tuple[Filled, ...]:
        """Return what a piece may be taken up for, as far as that is known by now."""
        question = self._question()
        found = self.abilities.want(piece, lambda game: question.taking(game, piece)) if question is not None else None
        return found or ()

    def find_able(self, then: Callable[[AblePieces | None], object]) -> None:
        """Do something with the pieces that may still do something in this step."""
        question = self._question()
        if question is not None:
            self.able.ask("able", partial(able_pieces, question), then)

    def take_up(self, pieces: tuple[str, ...], then: Callable[[tuple[Filled, ...] | None], object]) -> None:
        """Do something with what pieces may be taken up for together."""
        question = self._question()
        if question is not None:
            self.takings.ask(pieces, lambda game: question.taking(game, *pieces), then)

    def join(
        self, pieces: tuple[str, ...], space: str, onto: str, then: Callable[[tuple[Filled, ...] | None], object]
    ) -> None:
        """Do something with what pieces can do together with others who stand in a space."""
        question = self._question()
        if question is not None:
            asked = partial(question.joining, pieces=pieces, space=space, onto=onto)
            self.joinings.ask((pieces, space, onto), asked, then)

    # -- of a space

    def place_offers(self, pieces: tuple[str, ...], then: Callable[[tuple[PieceOffer, ...] | None], object]) -> None:
        """Do something with all that can be done with the pieces of a place, and what not."""
        question, referee = self._question(), self.draft.campaign.referee
        if question is None:
            return
        twin = copy_to_look_back(referee)

        def keep(found: tuple[PieceOffer, ...] | None) -> None:
            referee.unasked.update({ply: asks for ply, asks in twin.unasked.items() if ply not in referee.unasked})
            then(found)

        self.menus.ask(pieces, partial(offers_at_place, question, pieces=pieces, referee=twin), keep, soon=True)

    def possible_spots(self) -> frozenset[str] | None:
        """Return what may be pointed at and leads to something legal; ``None`` while that is being worked out."""
        draft, spots = self.draft, self.draft.spots()
        offer, field, board = draft.offer, draft.field, draft.board
        on_map = board is not None and any(map(board.knows, spots))
        if offer is None or not isinstance(draft.entry, ListEntry) or not on_map:
            self.possible.stop()
            return frozenset(spots)
        ask, kind, filled = offer.ask, offer.kind, dict(offer.filled)

        def look(game: RunningGame) -> frozenset[str]:
            values = OfferedValues(Offer(game, ask, kind, filled), field, board)
            return frozenset(spot for spot, parts in spots.items() if any(map(values.is_possible, parts)))

        return self.possible.want((kind, field, repr(filled)), look)

    def landing_of(self, piece: str, space: str) -> Landing | None:
        """Return what it comes to when what is led over the map, carried or by its way, is led to a space."""
        if not self.hand.pointer.carried:
            return self.landing_of_pointer(space)
        company = self.company()
        return self.landing_of_drop(company if len(company) > 1 else (piece,), space)

    def landing_of_drop(self, pieces: tuple[str, ...], space: str) -> Landing | None:
        """Return what it comes to when pieces are put down in a space, if that is known by now."""
        asked = self._dropped(pieces, space)
        return self.landings.want(*asked) if asked is not None else None

    def drop(self, pieces: tuple[str, ...], space: str, then: Callable[[Landing | None], object]) -> None:
        """Do something with what it comes to when pieces are put down in a space."""
        asked = self._dropped(pieces, space)
        if asked is not None:
            self.landings.ask(*asked, then)

    def _dropped(self, pieces: tuple[str, ...], space: str) -> tuple[Hashable, Ask] | None:
        question = self._question()
        if question is None:
            return None
        called = ", ".join(self.hand.title_of(piece) for piece in pieces)
        return (pieces, space), partial(question.of_drop, pieces=pieces, space=space, called=called)

    def landing_of_pointer(self, space: str) -> Landing | None:
        """Return what it comes to when the hand points at a space, if that is known by now."""
        asked = self._pointed(space)
        return self.landings.want(*asked) if asked is not None else None

    def point(self, space: str, then: Callable[[Landing | None], object]) -> None:
        """Do something with what it comes to when the hand points at a space."""
        asked = self._pointed(space)
        if asked is not None:
            self.landings.ask(*asked, then)

    def _pointed(self, space: str) -> tuple[Hashable, Ask] | None:
        question, hand = self._question(), self.hand.filling()
        if question is None or hand is None:
            return None
        return (*_key(hand), space), partial(question.of_pointer, hand=hand, space=space)

    # -- of the way in hand

    def stand_otherwise(self, then: Callable[[Landing | None], object]) -> None:
        """Do something with how else the way in hand may end where it ends."""
        question, hand = self._question(), self.hand.filling()
        if question is not None and hand is not None:
            self.landings.ask((*_key(hand), "stands"), partial(question.standing, hand=hand), then)

    def way_in_hand(self) -> EndPose | None:
        """Return the pose to which the way that is being filled has come, with that way, if that is known by now.

        Its price says how much of the allowance is spent.
        """
        question, hand = self._question(), self.hand.filling()
        if question is None or hand is None or not hand.way:
            return None

        def look(game: RunningGame) -> EndPose | None:
            entry = hand.draft(game, question).entry
            if not isinstance(entry, WayEntry):
                return None
            pose = pose_in_hand(entry.domain, hand.way, game, hand.piece, question.places)
            return replace(pose, price=entry.domain.allowance.say_spent(pose.cost))

        return self.ways.want(_key(hand), look)


def _key(hand: Hand) -> tuple[Hashable, ...]:
    return hand.kind, hand.field, repr(hand.filled), hand.way
