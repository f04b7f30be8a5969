"""An offer that is filled field by field: what fills itself, what is open, and what stands against it."""

from __future__ import annotations

from sandtable.engine import EndStep
from sandtable.play.turn.draft import OfferDraft
from sandtable.play.turn.entries import ListEntry, NumberEntry, SharesEntry, WayEntry
from sandtable.present.presentation import board
from tests.games.fords import CorpsId, Feed, Levy, Lose, March, PlayChit, Proclaim, Rest
from tests.games.fords.at_the_fords import ONCE, ONE, THREE, TWO, at_march, offer_of, places

TO_CRANMERE = (March(ONE, ("birchley", "cranmere")), EndStep(), March(CorpsId("Red 1"), ("cranmere",)), EndStep())


def test_fields_are_open_one_after_the_other() -> None:
    draft = OfferDraft(offer_of(at_march(), Levy))
    assert (draft.field, draft.filled, draft.is_last()) == ("corps", {}, False)
    assert isinstance(draft.entry, ListEntry)
    assert draft.entry.values == (ONE, TWO, THREE)
    draft.take(TWO)
    assert isinstance(draft.entry, NumberEntry)
    assert (draft.field, draft.filled, draft.is_last()) == ("factors", {"corps": TWO}, True)
    draft.entry.read("3")
    assert draft.action() == Levy(TWO, 3)
    draft.take(3)
    assert draft.field == ""
    assert draft.action() == Levy(TWO, 3)


def test_it_is_no_action_while_something_is_missing() -> None:
    draft = OfferDraft(offer_of(at_march(), Proclaim))
    assert draft.action() is None  # the first of three fields holds the empty text, the others nothing
    draft.take("Peace")
    draft.take("kind")
    assert draft.action() is None
    assert isinstance(draft.entry, ListEntry)
    assert draft.entry.point(True)
    assert draft.action() == Proclaim("Peace", "kind", True)


def test_a_field_with_just_one_value_fills_itself() -> None:
    resting = at_march(Rest((ONE, TWO)))
    draft = OfferDraft(offer_of(resting, Rest))
    assert draft.forced == {"corps": (THREE,)}
    assert draft.is_forced
    assert draft.action() == Rest((THREE,))
    assert not OfferDraft(offer_of(resting, Levy)).is_forced


def test_a_step_back_leads_through_the_entry_to_the_field_before_and_out() -> None:
    draft = OfferDraft(offer_of(at_march(), March))
    draft.take(ONE)
    assert isinstance(draft.entry, WayEntry)
    draft.entry.point("birchley")
    draft.entry.point("cranmere")
    assert draft.back()
    assert draft.back()
    assert draft.filled == {"corps": ONE}
    assert draft.back()
    assert (draft.field, draft.filled) == ("corps", {})
    assert not draft.back()


def test_a_field_that_is_opened_again_opens_those_after_it() -> None:
    draft = OfferDraft(offer_of(at_march(), Levy))
    draft.take(ONE)
    draft.take(4)
    draft.reopen("corps")
    assert (draft.field, draft.filled, draft.forced) == ("corps", {}, {})
    draft.take(TWO)
    assert draft.field == "factors"


def test_the_whole_action_is_judged_as_the_player_sees_it() -> None:
    draft = OfferDraft(offer_of(at_march(), Feed))
    assert isinstance(draft.entry, SharesEntry)
    assert draft.verdict() is None  # it is not whole
    draft.entry.fill_up()
    found = draft.verdict()
    assert found is not None
    assert found.lines() == ["No corps may have all three spare wagons (FOR-2-feed)"]
    assert (found.action, found.side) == (Feed(((ONE, 3), (TWO, 1))), "Blue")
    draft.entry.read("2, 2, 0")
    assert draft.verdict() is None


# -- on the map


def test_what_may_be_pointed_at_is_known_by_its_place() -> None:
    referee = at_march()
    draft = OfferDraft(offer_of(referee, March), board(referee.game), places(referee))
    assert list(draft.spots()) == [ONE, TWO, THREE]
    draft.take(ONE)
    assert "birchley" in draft.spots()
    assert draft.point("birchley")
    assert draft.point("gorse_hill")  # further off: by the cheapest way
    assert draft.action() == March(ONE, ("birchley", "cranmere", "gorse_hill"))
    assert draft.point("birchley")  # a step of the way: back to it
    assert draft.action() == March(ONE, ("birchley",))
    assert not draft.point("nowhere")


def test_why_not_names_what_was_pointed_at() -> None:
    referee = at_march(March(ONE, ("birchley",)))
    draft = OfferDraft(offer_of(referee, March), board(referee.game), places(referee))
    found = draft.why_not_spot(ONE)
    assert found is not None
    assert found.title == "Not Blue 1"
    assert found.lines() == [ONCE]
    assert draft.why_not(TWO) is None
    draft.take(TWO)
    found = draft.why_not_spot("marlow")
    assert found is not None
    assert found.title == "Cannot go to Marlow"


def test_dice_of_a_battle_are_a_field_like_any_other() -> None:
    referee = at_march(*TO_CRANMERE)
    draft = OfferDraft(offer_of(referee, PlayChit))
    assert isinstance(draft.entry, ListEntry)
    assert draft.entry.read("pro").value == "probe"
    assert draft.action() == PlayChit("probe")
    assert Lose not in {kind for ask in referee.prompt.open for kind in ask.kinds}  # type: ignore[union-attr]
