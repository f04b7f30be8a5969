"""Where presets and house rules of one's own are kept: the user's library, for one game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable.design.rules.rule_edits import ShelfPatch
from sandtable.library.own import open_own_library, own_library_path

if TYPE_CHECKING:
    from sandtable.engine.rules.forms.rule_document import HouseRules
    from sandtable.library.store.documents import PresetDocument
    from sandtable.library.store.library_file import Library


class RulesShelf:
    """The presets and house rules of a game in a library; another program may change them."""

    def __init__(self, game: str, path: Path | None = None, open_library: Callable[[], Library] | None = None) -> None:
        """Keep them in the user's own library, unless another is named."""
        self.game = game
        self.path = path if path is not None else own_library_path()
        self._open = open_library if open_library is not None else open_own_library

    @property
    def stamp(self) -> tuple[int, int]:
        """What tells one state of the file from the next."""
        try:
            seen = self.path.stat()
        except OSError:
            return 0, 0
        return seen.st_mtime_ns, seen.st_size

    def read(self) -> tuple[dict[str, PresetDocument], dict[str, HouseRules]]:
        """Return presets and house rules by key; raises ``Invalid`` for a file that cannot be read."""
        from sandtable.library.store.library_file import Library

        if not self.path.exists():
            return {}, {}
        with Library.open_sound(self.path) as library:
            presets = {one.key: one for one in library.presets() if one.game == self.game}
            return presets, {one.key: one for one in library.house_rules() if one.game == self.game}

    def follow(self, patches: Iterable[Any]) -> None:
        """Put into the library what patches say, as one unit of work; those of a choice change nothing there."""
        wanted = [one for one in patches if isinstance(one, ShelfPatch)]
        if not wanted:
            return
        with self._open() as library, library.unit():
            for one in wanted:
                _put(library, one)


def _put(library: Library, patch: ShelfPatch) -> None:
    if patch.what == "preset":
        if patch.after is not None:
            library.put_preset(patch.after)
        elif patch.key in {one.key for one in library.presets()}:
            library.remove_preset(patch.key)
    elif patch.house_after is not None:
        library.put_house_rules(patch.house_after)
    elif patch.key in {one.key for one in library.house_rules()}:
        library.remove_house_rules(patch.key)
