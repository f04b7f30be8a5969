"""How Grande Armée looks: it says what is shown, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import Action, Game, RuleModule, SideId, SpaceId, hookimpl
from sandtable.present import Arrow, Counter, MapMode, Measure, Panel, PieceOverlay, Reach, Sheet, Sign
from sandtable_grande_armee.model import Calendar, Unit, UnitId
from sandtable_grande_armee.present import cards, counters, fights, modes, outlooks, ranges, tables
from sandtable_grande_armee.present.colours import colours
from sandtable_grande_armee.present.dates import CALENDAR, turn_text
from sandtable_grande_armee.steps import FORCE_MARCH_STEP, MOVEMENT_STEP

MOVING = (FORCE_MARCH_STEP, MOVEMENT_STEP)


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
        """Battles, the armies, who is to come, the calendar."""
        yield from fights.battles(game)
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

    # --- on the map

    @hookimpl
    def map_modes(self, game: Game) -> Iterable[MapMode]:
        """Zones of control, supply, retreats, cities."""
        return modes.map_modes(game)

    @hookimpl
    def map_mode(self, game: Game, key: str) -> MapMode | None:
        """Retreats, which take their time where many stand beside the enemy."""
        return modes.retreat_mode(game) if key == modes.RETREATS else None

    @hookimpl
    def reach(self, game: Game, piece: str) -> Iterator[Reach]:
        """While force marches are declared: what each would add."""
        unit = game[Unit].get(piece)
        if game.frame.step == FORCE_MARCH_STEP and unit is not None and unit.side == game.frame.side:
            found = ranges.reach_before_force_marches(game, unit.id)
            if found is not None:
                yield found

    @hookimpl
    def piece_overlays(self, game: Game, piece: str) -> Iterator[PieceOverlay]:
        """The zone of control of a unit, where its reach is not shown; out of movement where it would retreat to."""
        unit = game[Unit].get(piece)
        if unit is None or unit.hex is None:
            return
        if unit.fights(game) and (unit.side != game.frame.side or game.frame.step not in MOVING):
            yield PieceOverlay(piece=piece, kind="zone", spaces=ranges.zone(game, unit), says="Zone of control")
        if game.frame.step not in MOVING:
            there = ranges.retreats(game, UnitId(piece))
            yield PieceOverlay(piece=piece, kind="retreat", spaces=there, says="Would retreat to here")

    # --- what is to be done

    @hookimpl
    def preview(self, game: Game, action: Action) -> Iterable[Panel]:
        """What an action in hand would come to."""
        return outlooks.preview(game, action)

    @hookimpl
    def arrows(self, game: Game, action: Action | None) -> Iterable[Arrow]:
        """Who attacks whom."""
        return fights.arrows(game, action)
