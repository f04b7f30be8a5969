"""What comes, when and where; who is called away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine import Game, ScenarioFault, ScenarioFinding
from sandtable.lint import out_of_time
from sandtable_empires.model import Area, Arrival, Calendar, Corps, Leader, Recall, Seizure, enemies

PLACELESS: Final = ScenarioFault("arrival-placeless", "error", "A corps that arrives, but in no area.")
HELD: Final = ScenarioFault("arrival-enemy-held", "warning", "An arrival whose areas are all held by enemies.")
NOTHING: Final = ScenarioFault("arrival-empty", "error", "An arrival without factors.")
THERE: Final = ScenarioFault("arrival-on-map", "error", "An arrival of a corps or a leader that is already on the map.")
OTHER_CORPS: Final = ScenarioFault(
    "arrival-other-corps", "error", "An arrival that brings another nation's corps, or two arrivals of one corps."
)
RECALL: Final = ScenarioFault("recall-unknown", "error", "A leader is called away who does not exist.")
BACK: Final = ScenarioFault("recall-back-early", "error", "A leader who is back before he goes.")

ARRIVAL_FAULTS: Final = (PLACELESS, HELD, NOTHING, THERE, OTHER_CORPS)
RECALL_FAULTS: Final = (RECALL, BACK)
FIRST: Final = 1


def arrivals(game: Game) -> Iterator[ScenarioFinding]:
    """Name what cannot come, or not in time."""
    coming: dict[str, Arrival] = {}
    for arrival in game[Arrival]:
        if not arrival.factors:
            words = f"{arrival.id} brings no factors: give it some, or take it out"
            yield NOTHING.finding(words, arrival, rule="BASE-5.2-schedule")
        yield from _places(game, arrival)
        if arrival.corps is not None:
            yield from _corps(game, arrival, coming.get(arrival.corps))
            coming[arrival.corps] = arrival
        for name in arrival.leaders:
            if game[Leader][name].standing == "on the map":
                words = f"{name} comes with {arrival.id}, but is on the map already: let him wait"
                yield THERE.finding(words, arrival, field="leaders", rule="BASE-5.2-schedule")


def _places(game: Game, arrival: Arrival) -> Iterator[ScenarioFinding]:
    foes = enemies(game, arrival.side)
    if arrival.corps is not None and not arrival.areas:
        words = f"{arrival.id} has no areas to arrive in: name some"
        yield PLACELESS.finding(words, arrival, field="areas", rule="BASE-5.2-place")
    elif arrival.areas and all(game[Area][area].holder in foes for area in arrival.areas):
        where = " and ".join(map(game.name, arrival.areas))
        words = f"enemies hold {where}, where {arrival.id} comes: add an area of its own side"
        yield HELD.finding(words, arrival, field="areas", rule="BASE-5.2-place")


def _corps(game: Game, arrival: Arrival, other: Arrival | None) -> Iterator[ScenarioFinding]:
    corps = game[Corps][arrival.corps or ""]
    if corps.area is not None:
        words = f"{arrival.id} brings {corps.id}, which stands in {game.name(corps.area)} already: take it off the map"
        yield THERE.finding(words, arrival, field="corps", rule="BASE-5.2-schedule")
    if (corps.side, corps.nation) != (arrival.side, arrival.nation):
        words = f"{arrival.id} of {arrival.nation} brings {corps.id}, a corps of {corps.nation}: name one of its own"
        yield OTHER_CORPS.finding(words, arrival, field="corps", rule="BASE-5.2-schedule")
    if other is not None:
        words = f"{other.id} and {arrival.id} both bring {corps.id}: give one of them another corps"
        yield OTHER_CORPS.finding(words, arrival, field="corps", rule="BASE-5.2-schedule")


def recalls(game: Game) -> Iterator[ScenarioFinding]:
    """Name those who are called away and cannot be."""
    for recall in game[Recall]:
        if game[Leader].get(recall.id) is None:
            yield RECALL.finding(f"{recall.id} is called away, but there is no such leader: name one", recall)
        if recall.back and recall.back <= recall.turn:
            words = f"{recall.id} leaves in turn {recall.turn} and is back in turn {recall.back}: let him leave earlier"
            yield BACK.finding(words, recall, field="back", rule="BASE-10.6-recall")


def late(game: Game) -> Iterator[ScenarioFinding]:
    """Name what comes after the end of the campaign."""
    if (calendar := game[Calendar].get("calendar")) is not None:
        coming = ((one, "turn", one.turn) for one in game[Arrival])
        yield from out_of_time(coming, FIRST, calendar.last, rule="BASE-5.2-schedule")


def seized_late(game: Game) -> Iterator[ScenarioFinding]:
    """Name fleets that would be seized after the end of the campaign."""
    if (calendar := game[Calendar].get("calendar")) is not None:
        seized = ((one, "turn", one.turn) for one in game[Seizure])
        yield from out_of_time(seized, FIRST, calendar.last, rule="BASE-6-seized")


def called_late(game: Game) -> Iterator[ScenarioFinding]:
    """Name those who would be called away, or be back, after the end of the campaign."""
    if (calendar := game[Calendar].get("calendar")) is not None:
        called = (
            (one, field, when) for one in game[Recall] for field in ("turn", "back") if (when := getattr(one, field))
        )
        yield from out_of_time(called, FIRST, calendar.last, rule="BASE-10.6-recall")
