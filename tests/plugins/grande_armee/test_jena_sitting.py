"""The campaign of Jena as somebody played it at the terminal to its end, both sides: what was told is kept."""

from __future__ import annotations

from pathlib import Path

from tests.plugins.kept_sittings import kept, play


def test_jena_by_hand_comes_out_as_it_was_kept(tmp_path: Path) -> None:
    """On the way: a combat supplied and one without, a retreat before it, a defeat taken back, the Saxons cut off."""
    told, found = play(tmp_path, "jena-1806", "1806", "jena-1806")
    assert found == kept("jena-1806")
    over = (
        "The game is over: Prussia wins, the last turn is over; victory points: France 15, Prussia 22 (BASE-5-victory)."
    )
    assert over in told
    assert "The way to Leipzig costs 20 movement points, and III Corps has 4 left (BASE-2c-cost)" in told
    assert "Jena is further from the north side of the map (BASE-5-toward)" in told
    assert "Saxons, Niesemeuschel find no way to retreat and are lost (BASE-5-no-retreat)" in told
