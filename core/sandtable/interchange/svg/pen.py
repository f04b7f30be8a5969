"""Writing SVG: elements, paths and texts, always in the same bytes."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import Final

Place = tuple[float, float]

LONGEST: Final = 30_000
"""Letters of one path: some readers break longer ones off."""

UNFIT: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may contain, not even escaped."""


def number(value: float) -> str:
    """Return a number with up to two places behind the point."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def line_of(places: Iterable[Sequence[float]], *, close: bool = False) -> str:
    """Return the path through these places."""
    texts = [f"{number(x)},{number(y)}" for x, y in places]
    return f"M{' '.join(texts)}{'Z' if close else ''}" if texts else ""


def fit(text: str) -> str:
    """Return a text as XML may contain it."""
    return escape(UNFIT.sub("", text), quote=True)


def _bundle_parts(parts: Iterable[str]) -> Iterator[str]:
    """Yield the parts of a path, as many together as every reader of SVG takes."""
    bundle: list[str] = []
    long = 0
    for part in parts:
        if bundle and long + len(part) > LONGEST:
            yield "".join(bundle)
            bundle, long = [], 0
        bundle.append(part)
        long += len(part)
    yield "".join(bundle)


class Pen:
    """Writes one drawing, element by element."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._deep = 0

    def leaf(self, tag: str, text: str | None = None, /, **attributes: float | str | None) -> None:
        """Write an element without others inside; an attribute that is ``None`` is left out."""
        head = tag + self._attributes(attributes)
        self._write(f"<{head}/>" if text is None else f"<{head}>{fit(text)}</{tag}>")

    @contextmanager
    def group(self, tag: str = "g", /, **attributes: float | str | None) -> Generator[None]:
        """Write an element around others; one that stays empty is not written."""
        begin = len(self._lines)
        self._write(f"<{tag}{self._attributes(attributes)}>")
        self._deep += 1
        yield
        self._deep -= 1
        if len(self._lines) == begin + 1:
            del self._lines[begin:]
        else:
            self._write(f"</{tag}>")

    def path(self, parts: str | Iterable[str], title: str = "", /, **attributes: float | str | None) -> None:
        """Write a path of one or many parts, if there is anything of it."""
        for drawn in [parts] if isinstance(parts, str) else _bundle_parts(parts):
            if drawn and not title:
                self.leaf("path", None, d=drawn, **attributes)
            elif drawn:
                with self.group("path", d=drawn, **attributes):
                    self.leaf("title", title)

    def text(self) -> str:
        """Return what has been written."""
        return "\n".join(self._lines) + "\n"

    def _write(self, text: str) -> None:
        self._lines.append(f"{' ' * self._deep}{text}")

    @staticmethod
    def _attributes(attributes: dict[str, float | str | None]) -> str:
        return "".join(
            f' {name.rstrip("_").replace("_", "-")}="{fit(value) if isinstance(value, str) else number(value)}"'
            for name, value in attributes.items()
            if value is not None
        )
