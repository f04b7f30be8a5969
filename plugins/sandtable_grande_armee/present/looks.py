"""How Grande Armée looks: it says what is shown, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import Game, RuleModule, SideId, SpaceId, hookimpl
from sandtable.present import Counter, Measure, Panel, Sheet, Sign
from sandtable_grande_armee.model import Calendar
from sandtable_grande_armee.present import cards, counters, tables
from sandtable_grande_armee.present.colours import colours
from sandtable_grande_armee.present.dates import CALENDAR, turn_text


class Looks(RuleModule):
    """What is shown; it changes nothing."""

    key = "looks"

    @hookimpl
    def counters(self, game: Game) -> Iterable[Counter]:
        """Every unit on the map."""
        return counters.counters(game)

    @hookimpl
    def signs(self, game: Game) -> Iterable[Sign]:
        """Forts and the cities that count."""
        return counters.signs(game)

    @hookimpl
    def side_colour(self, game: Game, side: SideId) -> str:
        """That of its counters."""
        return colours(side)[0]

    @hookimpl
    def round_title(self, game: Game, number: int) -> str | None:
        """The days of the turn."""
        calendar = game[Calendar].get(CALENDAR)
        return turn_text(calendar, number) if calendar is not None else None

    @hookimpl
    def card(self, game: Game, piece: str) -> Sheet | None:
        """What a unit is, and how it is."""
        return cards.card(game, piece)

    @hookimpl
    def about(self, game: Game, space: SpaceId) -> Iterable[Sheet]:
        """What is known of a hex."""
        return cards.about(game, space)

    @hookimpl
    def panels(self, game: Game) -> Iterator[Panel]:
        """The armies, who is to come, the calendar."""
        yield tables.armies(game)
        if (coming := tables.arrivals(game)) is not None:
            yield coming
        if (track := tables.calendar_track(game)) is not None:
            yield track

    @hookimpl
    def measures(self, game: Game) -> Iterable[Measure]:
        """Strength on the map, strength lost, cities."""
        return tables.measures(game)

    @hookimpl
    def situation(self, game: Game) -> Iterable[str]:
        """Each army, hex by hex."""
        return tables.situation(game)
