"""The hook reference is what the code says, and the code says everything."""

import pytest
from docs import hook_reference
from docs.hook_reference import LISTENS, PAGE, Undocumented, hook_sets, page

from sandtable.engine import CoreHooks, Game, HookSet, collects, happens
from sandtable.engine.hooks import SIGNATURES, hooks_of
from sandtable.engine.rules import rules
from sandtable.engine.running import procedures


class Told(HookSet):
    """A hook set that says everything."""

    @collects
    def weather_parts(self, game: Game, area: str) -> list[str]:
        """Say what the weather does to an area.

        .. versionadded:: 9.7
        """
        return []


class Silent(HookSet):
    """A hook set that forgets to."""

    @happens
    async def after_rain(self, game: Game) -> None:
        pass


class Ageless(HookSet):
    """A hook set that does not say since when."""

    @happens
    async def after_snow(self, game: Game) -> None:
        """It has snowed."""


def test_the_page_is_what_the_code_says() -> None:
    assert PAGE.read_text("utf-8") == page(hook_sets()), "say scripts/docs"


def test_a_page_that_has_fallen_behind_is_found() -> None:
    assert PAGE.read_text("utf-8") != page([*hook_sets(), Told])


def test_a_hook_is_shown_with_its_kind_arguments_words_and_version() -> None:
    shown = page([Told])
    assert (
        "### weather_parts\n\n```python\n@collects\ndef weather_parts(self, game: Game, area: str) -> list[str]"
        in shown
    )
    assert "Say what the weather does to an area.\n\nAdded in 9.7." in shown


@pytest.mark.parametrize(
    ("hook_set", "fault"),
    [(Silent, "after_rain has no docstring"), (Ageless, "after_snow does not say `.. versionadded::`")],
)
def test_a_hook_that_does_not_explain_itself_is_refused(hook_set: type[HookSet], fault: str) -> None:
    with pytest.raises(Undocumented, match=fault):
        page([hook_set])


def test_a_listener_whose_words_differ_from_its_arguments_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SIGNATURES, "opens", ("game", "frame", "weather"))
    with pytest.raises(Undocumented, match="opens does not begin with: Event"):
        page([])


def test_every_hook_set_of_the_core_is_on_the_page() -> None:
    sets = hook_sets()
    assert CoreHooks in sets
    assert not {Told, Silent, Ageless} & set(sets)
    text = PAGE.read_text("utf-8")
    for one in sets:
        assert f"## {one.__name__}\n" in text
        for name in hooks_of(one):
            assert f"\n### {name}\n" in text


def test_every_listener_is_there() -> None:
    marks = {name for name, one in vars(rules).items() if callable(one) and "_listener(" in _source(one)} - {
        "_listener"
    }
    assert marks | {"fills"} == set(LISTENS)  # which stands beside the actions whose fields it fills


def test_everything_public_that_can_be_awaited_is_there() -> None:
    from inspect import iscoroutinefunction, unwrap

    own = {name: unwrap(one) for name, one in vars(procedures).items() if callable(one) and not name.startswith("_")}
    public = {name for name, one in own.items() if iscoroutinefunction(one) and one.__module__ == procedures.__name__}
    assert public == set(hook_reference.AWAITS)


def _source(one: object) -> str:
    from inspect import getsource, isfunction

    return getsource(one) if isfunction(one) and one.__module__ == rules.__name__ else ""
