"""Finding rules and lines of the log by their words, whatever the accents, the order and the endings of words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sandtable.engine.rules.rulebooks import Rulebooks

K = TypeVar("K")


class WordSearch(Generic[K]):
    """Texts under keys; what is added is indexed when somebody looks for it."""

    def __init__(self, texts: Iterable[tuple[K, str]] = ()) -> None:
        import sqlite3

        from sqlite_utils import Database

        self._open = sqlite3.connect(":memory:", check_same_thread=False)  # the collector may let go of it elsewhere
        self._keys: list[K] = []
        self._waiting: list[dict[str, int | str]] = []
        self._texts = Database(self._open).table("texts")
        self._texts.create({"id": int, "text": str}, pk="id")
        self._texts.enable_fts(["text"], tokenize="porter unicode61 remove_diacritics 2", create_triggers=True)
        for key, text in texts:
            self.add(key, text)

    def __del__(self) -> None:
        self._open.close()

    def add(self, key: K, text: str) -> None:
        """Let a text be found."""
        self._waiting.append({"id": len(self._keys), "text": text})
        self._keys.append(key)

    def find(self, words: str) -> list[K]:
        """Return the keys of texts that hold all these words or their beginnings, best first; all for no words."""
        if self._waiting:
            self._texts.insert_all(self._waiting)
            self._waiting = []
        query = " ".join(f'"{word}"*' for word in words.replace('"', " ").split() if any(map(str.isalnum, word)))
        if not query:
            return list(self._keys)
        search = cast("Callable[..., Iterable[dict[str, int]]]", self._texts.search)  # pyright: ignore[reportUnknownMemberType]
        return [self._keys[row["id"]] for row in search(query, columns=["id"])]


def rules_of(family: Rulebooks) -> WordSearch[str]:
    """Return a search over the rules of a game: ids, titles and words."""
    return WordSearch((id, f"{id} {text.title} {text.says}") for id, text in sorted(family.texts.items()))
