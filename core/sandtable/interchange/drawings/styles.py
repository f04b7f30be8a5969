"""How things look: attributes, ``style``, and the simple rules of a style sheet (classes, ids, elements)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

WANTED: Final = frozenset(
    {"fill", "stroke", "fill-rule", "display", "visibility", "font-size", "text-anchor", "clip-path", "mask", "filter"}
)
INHERITED: Final = frozenset({"fill", "stroke", "fill-rule", "visibility", "font-size", "text-anchor"})
COMMENT: Final = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
SIMPLE: Final = re.compile(r"(\*|[a-zA-Z][\w-]*)?((?:[.#][\w-]+)*)")
BETWEEN: Final = re.compile(r"\s*>\s*|\s+")
LONGEST_WAY: Final = 5
"""So many elements may a selector name, one within the other."""
MOST_RULES: Final = 20_000
RGB: Final = re.compile(r"rgba?\(\s*([\d.]+)(%?)[\s,]+([\d.]+)%?[\s,]+([\d.]+)%?[^)]*\)")

Style = dict[str, str]


class Marked(NamedTuple):
    """An element as selectors see it: its name, its id and its classes (``#id``, ``.class``)."""

    tag: str
    marks: frozenset[str]

    @classmethod
    def of(cls, tag: str, attributes: Mapping[str, str]) -> Marked:
        """Return how selectors see an element."""
        classes = (f".{name}" for name in attributes.get("class", "").split())
        return cls(tag, frozenset((f"#{attributes.get('id', '')}", *classes)))

    def fits(self, other: Marked) -> bool:
        """Tell whether this part of a selector is true of an element."""
        return self.tag in ("", other.tag) and self.marks <= other.marks


class Within(NamedTuple):
    """What an element must lie in: directly, or anywhere within."""

    directly: bool
    outer: Marked


class StyleRule(NamedTuple):
    """A rule of a sheet: how much it weighs, which it is, what it is of, what that lies in (the nearest first)."""

    weight: int
    number: int
    own: Marked
    within: tuple[Within, ...]
    style: Style


@dataclass
class StyleSheet:
    """The rules of a drawing, by the class, id or element that they are found by."""

    by_key: dict[str, list[StyleRule]] = field(default_factory=dict[str, "list[StyleRule]"])
    many: int = 0

    def read(self, text: str, losses: Counter[str]) -> None:
        """Take in a sheet; what is no simple rule is counted as lost."""
        for block in COMMENT.sub("", text).split("}"):
            selectors, _, body = block.partition("{")
            style = declarations(body)
            for selector in selectors.split(","):
                way = _way_of(selector.strip())
                if way is None or self.many >= MOST_RULES:
                    if style:
                        losses["rules of style sheets that are not simple"] += 1
                elif style:
                    self._add(way, style)

    def _add(self, way: tuple[Within, ...], style: Style) -> None:
        own = way[0].outer
        weight = sum(sum(100 if mark[0] == "#" else 10 for mark in one.marks) + bool(one.tag) for _, one in way)
        within = tuple(Within(way[at].directly, way[at + 1].outer) for at in range(len(way) - 1))
        self.many += 1
        self.by_key.setdefault(min(own.marks, default=own.tag), []).append(
            StyleRule(weight, self.many, own, within, style)
        )

    def of(self, element: Marked, above: Sequence[Marked] = ()) -> Style:
        """Return what the sheet says of an element that lies within others, the outermost first."""
        if not self.many:
            return {}
        found = [
            rule
            for key in {*element.marks, element.tag, ""}
            for rule in self.by_key.get(key, ())
            if rule.own.fits(element) and _lies_within(rule.within, above)
        ]
        style: Style = {}
        for rule in sorted(found, key=lambda rule: rule[:2]):
            style |= rule.style
        return style


def _way_of(selector: str) -> tuple[Within, ...] | None:
    """Return the parts of a selector, the last first, each with whether it lies directly in the next.

    ``None`` for one that says anything else.
    """
    parts, joints = BETWEEN.split(selector), BETWEEN.findall(selector)
    found: list[Within] = []
    for at, part in enumerate(parts):
        simple = SIMPLE.fullmatch(part)
        if simple is None or not part or len(parts) > LONGEST_WAY:
            return None
        marks = frozenset(re.findall(r"[.#][\w-]+", simple[2]))
        directly = at > 0 and ">" in joints[at - 1]
        found.append(Within(directly, Marked("" if simple[1] in (None, "*") else simple[1], marks)))
    return tuple(reversed(found))


def _lies_within(wanted: Sequence[Within], above: Sequence[Marked]) -> bool:
    if not wanted:
        return True
    (directly, outer), *rest = wanted
    for at in range(len(above) - 1, -1, -1):
        if outer.fits(above[at]) and _lies_within(rest, above[:at]):
            return True
        if directly:
            return False
    return False


def declarations(text: str) -> Style:
    """Return what a ``style`` says of what is wanted here."""
    found: Style = {}
    for one in text.split(";"):
        name, colon, value = one.partition(":")
        name = name.strip().lower()
        if colon and name in WANTED:
            found[name] = value.replace("!important", "").strip()
    return found


def style_of(
    tag: str, attributes: dict[str, str], above: Style, sheet: StyleSheet, within: Sequence[Marked] = ()
) -> Style:
    """Return how an element looks inside one that looks like ``above``; ``within``: all that it lies in."""
    own = {name: attributes[name].strip() for name in WANTED & attributes.keys()}
    own |= sheet.of(Marked.of(tag, attributes), within)
    own |= declarations(attributes.get("style", ""))
    inherited = {name: value for name, value in above.items() if name in INHERITED}
    return inherited | {
        name: above.get(name, "") if value == "inherit" else value for name, value in own.items()
    }  # fmt: skip


def colour(text: str, default: str) -> str:
    """Return a colour as ``#rrggbb`` or by its name, ``none``, or ``url`` for a gradient or a pattern."""
    text = text.strip().lower() or default
    if text.startswith("url"):
        return "url"
    if re.fullmatch(r"#[0-9a-f]{3,4}", text):
        return "#" + "".join(letter * 2 for letter in text[1:4])
    if re.fullmatch(r"#[0-9a-f]{8}", text):
        return text[:7]
    if (read := RGB.fullmatch(text)) is not None:
        most = 100 if read[2] else 255
        return "#" + "".join(f"{min(255, round(float(read[at]) * 255 / most)):02x}" for at in (1, 3, 4))
    return "none" if text == "transparent" else text[:40]
