"""The guide to writing a game: its code runs, and the game that it makes is played."""

from pathlib import Path

from tests.docs.guide import blocks, run

GUIDE = Path(__file__).parents[2] / "docs" / "write-a-game.md"


def test_the_code_of_the_guide_runs() -> None:
    told = run(GUIDE, name="the_guide_to_a_game")
    assert told.play.at == "Blue: march"


def test_the_guide_shows_what_a_game_is_made_of() -> None:
    code = "".join(code for _, code in blocks(GUIDE.read_text("utf-8")))
    for name in ("GameSystem", "Sequence", "HookSet", "@fills", "Chart", "Ground", "PresentHooks", "Ways", "position"):
        assert name in code, name
