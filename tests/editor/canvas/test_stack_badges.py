"""How many lie in a stack and how strong they are together: told under each closed stack."""

from __future__ import annotations

from msgspec import structs

from sandtable_editor.canvas import MapView
from sandtable_editor.canvas.counters.stack_badges import total_strength
from tests.editor.canvas.small_maps import counter


def test_strengths_are_added_and_what_is_unknown_is_said() -> None:
    one = counter("a", "bona")
    worth = [structs.replace(one, strength=words) for words in ("4", "7", "?", "")]
    assert total_strength(worth[:2]) == "11"
    assert total_strength(worth) == "11+?"
    assert total_strength(worth[2:]) == ""
    assert total_strength([*worth[:2], structs.replace(one, strength="4/3")]) == "11"


def test_stacks_have_a_badge_and_single_counters_none(view: MapView) -> None:
    two = [structs.replace(counter(piece, "bona"), strength="5") for piece in ("a", "b")]
    view.set_counters([*two, counter("c", "bona", "spain")])
    (badge,) = view.counters.badges.all()
    assert (badge.pieces, badge.total) == (2, "10")
    assert badge.words(44) == "×2  Σ10"
    assert badge.words(40) == "×2"  # or it would lie over the stack beside it
    view.set_counters(two)
    (badge,) = view.counters.badges.all()
    assert badge.words(40) == "×2  Σ10"
    assert badge.words(20) == "×2"
    assert "of 2 of strength 10 together" in view.words_of("a")


def test_the_badge_is_seen_and_goes_while_the_stack_is_fanned_out(view: MapView) -> None:
    view.set_counters([counter("a", "bona"), counter("b", "bona")])
    view.settle()
    assert [one.pieces for one in view.counters.badges.all()] == [2]
    with_badge = view.grab().toImage()
    view.counters.badges.hide_for(0)
    assert view.grab().toImage() != with_badge
    view.counters.badges.hide_for(None)
    assert view.grab().toImage() == with_badge
