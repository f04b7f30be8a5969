"""Who takes drafts in: corps with room, and cities at home (5.2)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Ask, Game, Refusal, RuleModule, hookimpl, refuses, rule
from sandtable.present import Lesson
from sandtable_empires.drafting import BRING_ON, Draft, DraftToCity, fillings, postings
from sandtable_empires.land.detaching import city_closed, room_left
from sandtable_empires.model import Area, Corps, allies, is_besieged
from sandtable_empires.model.arrivals import Arrival
from sandtable_empires.steps import ARMY_REINFORCEMENT_STEP


class Drafts(RuleModule):
    """Where men who have come may go."""

    key = "drafts"
    after = ("reinforcements?",)
    brings = (BRING_ON,)
    actions = {ARMY_REINFORCEMENT_STEP: (Draft, DraftToCity)}

    @refuses(Draft, "arrival", "corps")
    @rule("BASE-5.2-draft")
    def a_corps_that_can_take_them(self, game: Game, act: Draft, ask: Ask) -> Refusal | None:
        """A draft joins a corps of its nation on the map, unbesieged, in one of its areas."""
        corps, arrival = game[Corps][act.corps], game[Arrival][act.arrival]
        if corps.area is None:
            return Refusal("{corps} is not on the map", corps=corps.id)
        if is_besieged(game, corps):
            return Refusal("{corps} is besieged in {area}", corps=corps.id, area=corps.area)
        if (corps.nation, corps.side) != (arrival.nation, ask.side):
            return Refusal("{corps} does not belong to {nation}", corps=corps.id, nation=arrival.nation)
        if arrival.areas and corps.area not in arrival.areas:
            return Refusal("{area} is not one of the areas of the draft", area=corps.area)
        return None

    @refuses(Draft, "corps", "arm")
    @rule("BASE-5.2-draft-room")
    def with_room(self, game: Game, act: Draft) -> Refusal | None:
        """A corps takes in what it has room for; guards go only where guards are."""
        if room_left(game[Corps][act.corps], act.arm) > 0:
            return None
        return Refusal("{corps} has no room for {arm}", corps=act.corps, arm=act.arm)

    @refuses(DraftToCity, "area")
    @rule("BASE-5.2-draft-city")
    def a_city_of_ours(self, game: Game, act: DraftToCity, ask: Ask) -> Refusal | None:
        """Or a city of its home nation that the side or an ally holds and nobody besieges, as its garrison."""
        area = game[Area][act.area]
        if area.holder not in (ask.side, *allies(game, ask.side)):
            return Refusal("{city} is held by {holder}", city=area.city, holder=area.holder or "nobody")
        return city_closed(game, act.area, ask.side)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Fill up who is weakest."""
        if Draft not in ask.kinds:
            return
        yield Lesson(
            kind=Draft, says="Gives the men of a draft to a corps of their nation that has room.",
            rules=("BASE-5.2-draft", "BASE-5.2-draft-room"), advice=tuple(fillings(game, ask.side)),
        )  # fmt: skip
        yield Lesson(
            kind=DraftToCity, says="Makes the men of a draft the garrison of a city at home instead.",
            rules=("BASE-5.2-draft-city",), advice=tuple(postings(game, ask.side)),
        )  # fmt: skip
