"""The log: lines as each side may read them, and the chapters they stand under."""

from __future__ import annotations

from sandtable.engine import EndStep
from sandtable.play.record.chronicle import Chronicle
from sandtable.play.record.log_lines import LogLine, log_lines, ply_lines, summarize_ply
from tests.games.fords import CorpsId, March, PlayChit, Rest
from tests.games.fords.at_the_fords import ONE, TWO, at_march

TO_CRANMERE = (March(ONE, ("birchley", "cranmere")), EndStep(), March(CorpsId("Red 1"), ("cranmere",)), EndStep())
FIGHT = (*TO_CRANMERE, PlayChit("probe"), PlayChit("assault"))


def test_a_deed_names_its_side() -> None:
    referee = at_march(Rest((ONE, TWO)))
    ply = referee.journal.line()[-1]
    assert log_lines(referee.game, referee.journal, ply, ["Blue"]) == [
        LogLine("deed", "Blue: Rest Blue 1, Blue 2", side="Blue")
    ]
    assert summarize_ply(referee.game, referee.journal, ply, ["Blue"]) == "Rest Blue 1, Blue 2"


def test_a_throw_stands_with_what_it_was_for_and_its_rule() -> None:
    referee = at_march(*FIGHT)
    ply = referee.journal.line()[-1]
    throws = [line for line in log_lines(referee.game, referee.journal, ply, None) if line.kind == "throw"]
    assert [line.rule for line in throws] == ["FOR-3-fire"] * 2
    assert throws[0].text.startswith("Blue fires at cranmere: ")
    assert throws[0].cited == f"{throws[0].text} (FOR-3-fire)"
    assert f"  thrown: {throws[0].cited}" in ply_lines(referee.game, referee.journal, ply, None)


def test_a_rule_that_stands_in_the_text_is_not_told_again() -> None:
    assert LogLine("note", "so by FOR-1", "FOR-1").cited == "so by FOR-1"
    assert LogLine("note", "so", "FOR-1").cited == "so (FOR-1)"
    assert LogLine("note", "so").cited == "so"


def test_a_secret_order_is_told_to_its_own_side_alone() -> None:
    referee = at_march()
    _, sealed, revealed, *_ = referee.journal.line()
    assert ply_lines(referee.game, referee.journal, sealed, ["Blue"]) == ["Blue has answered"]
    for side, own, other in (("Blue", "hold 1", "attack"), ("Red", "attack 1", "hold")):
        said = " ".join(ply_lines(referee.game, referee.journal, revealed, [side]))
        assert f"{side}: Order {own}" in said
        assert other not in said
    assert summarize_ply(referee.game, referee.journal, revealed, ["Blue"]) == "Blue: Order hold 1; Red: Order"
    chronicle = Chronicle(referee.game, referee.journal)
    assert not chronicle.may_know(sealed, ["Blue"])  # it is told where it is revealed
    assert not chronicle.may_know(revealed, [])


def test_numbered_lines_say_what_nobody_did() -> None:
    referee = at_march(Rest((ONE,)))
    start, *_, rest = referee.journal.line()
    assert ply_lines(referee.game, referee.journal, start, None, numbered=True)[0] == "   1  the start"
    assert ply_lines(referee.game, referee.journal, start, None) == []
    assert ply_lines(referee.game, referee.journal, rest, None, numbered=True) == [f"{rest.id:>4}  Blue: Rest Blue 1"]


def test_a_ply_stands_under_its_turn_its_phase_and_its_step() -> None:
    referee = at_march(*FIGHT)
    chronicle = Chronicle(referee.game, referee.journal)
    chapters = [chronicle.chapter(ply) for ply in referee.journal.line()]
    assert chapters[0] == ("The beginning",)
    assert chapters[1] == ("Round 1", "Planning", "Orders")
    assert chapters[3] == ("Round 1", "Operations · Blue", "March")
    assert chapters[-1][:3] == ("Round 1", "Operations · Red", "Battle")
    assert chapters[-1][3].startswith("Fighting ")
    assert chapters[-1][-1] == "Chits"
    assert all(chronicle.chapter(ply) == chapter for ply, chapter in zip(referee.journal.line(), chapters, strict=True))
