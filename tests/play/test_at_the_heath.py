"""A game on hexes alone: what its actions name is found on the map, named and pointed at, as areas are."""

from sandtable.board import SpaceId
from sandtable.engine import InstalledGame, Referee
from sandtable.engine.running.chance import SeededDice
from sandtable.play.begin.starts import Start
from sandtable.play.record.chronicle import Chronicle
from sandtable.play.turn import carrying
from sandtable.play.turn.draft import OfferDraft
from sandtable.play.turn.places import Places
from sandtable.play.words.naming import OfferedValues, space_named_in
from sandtable.present.presentation import board, spaces
from tests.games.fords.at_the_fords import offer_of, play
from tests.games.heath import HEATH, Go, UnitId, heath

FAMILY = InstalledGame(HEATH)
GREYS = UnitId("b1")


def at_the_heath() -> Referee:
    return Start(FAMILY, FAMILY.scenario("heath")).begin(source=SeededDice("1")).open()


def places(referee: Referee) -> Places:
    return Places(board(referee.game), spaces(referee.game))


def test_hexes_are_spaces_that_can_be_pointed_at() -> None:
    there = places(at_the_heath())
    assert [there.is_space(spot) for spot in ("0101", "0806", "0807", "b1")] == [True, True, False, False]
    assert [there.is_in_play(spot) for spot in ("0101", "b1")] == [True, False]
    assert (there.spot("0101"), there.id_of("0101")) == ("0101", "0101")


def test_a_hex_is_called_by_its_name_where_it_has_one() -> None:
    referee = at_the_heath()
    values = OfferedValues(offer_of(referee, Go).fill(unit=GREYS), "hex", board(referee.game))
    assert [values.name(hex) for hex in ("0602", "0301")] == ["Gallows Hill", "0301"]


def test_a_hex_is_found_in_a_text_by_its_number_or_name() -> None:
    assert space_named_in(heath(), "The Greys go to 0301.") == "0301"
    assert space_named_in(heath(), "The Reds hold Gallows Hill against 0301") == "0602"
    assert space_named_in(heath(), "Nobody goes to 9999 or 301") == ""


def test_a_unit_is_carried_to_a_hex() -> None:
    referee = at_the_heath()
    offers = [offer_of(referee, Go)]
    (way,), refused = carrying.ways_to_carry(offers, [GREYS], "0301", places(referee))
    assert refused == []
    assert way.filled == {"unit": GREYS, "hex": "0301"}
    ways, refused = carrying.ways_to_carry(offers, [UnitId("b2")], "0203", places(referee))
    assert ways == []
    assert "ditch lies before 0203 (HE-2-ditch)" in str(refused[0].reasons[0])


def test_what_may_be_pointed_at_are_the_hexes_around() -> None:
    referee = at_the_heath()
    draft = OfferDraft(offer_of(referee, Go).fill(unit=GREYS), places=places(referee))
    assert set(draft.spots()) == {"0301", "0302", "0202", "0102", "0101"}


def test_the_log_says_where() -> None:
    referee = at_the_heath()
    play(referee, Go(GREYS, SpaceId("0301")))
    ply = referee.journal.at
    assert ply is not None
    lines = Chronicle(referee.game, referee.journal).lines(ply, ("Blue",))
    assert any("The Greys goes to 0301" in line.text for line in lines)
