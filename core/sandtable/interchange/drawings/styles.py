"""How things look: attributes, ``style``, and the simple rules of a style sheet (classes, ids, elements)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

WANTED: Final = frozenset(
    {"fill", "stroke", "fill-rule", "display", "visibility", "font-size", "text-anchor", "clip-path", "mask", "filter"}
)
INHERITED: Final = frozenset({"fill", "stroke", "fill-rule", "visibility", "font-size", "text-anchor"})
COMMENT: Final = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
SIMPLE: Final = re.compile(r"(\*|[a-zA-Z][\w-]*)?((?:[.#][\w-]+)*)")
MOST_RULES: Final = 20_000
RGB: Final = re.compile(r"rgba?\(\s*([\d.]+)(%?)[\s,]+([\d.]+)%?[\s,]+([\d.]+)%?[^)]*\)")

Style = dict[str, str]


@dataclass
class StyleSheet:
    """The rules of a drawing, by the class, id or element that they are found by."""

    by_key: dict[str, list[tuple[int, int, str, frozenset[str], Style]]] = field(
        default_factory=dict[str, "list[tuple[int, int, str, frozenset[str], Style]]"]
    )
    many: int = 0

    def read(self, text: str, losses: Counter[str]) -> None:
        """Take in a sheet; what is no simple rule is counted as lost."""
        for block in COMMENT.sub("", text).split("}"):
            selectors, _, body = block.partition("{")
            style = declarations(body)
            for selector in selectors.split(","):
                simple = SIMPLE.fullmatch(selector.strip())
                if simple is None or not selector.strip() or self.many >= MOST_RULES:
                    if style:
                        losses["rules of style sheets that are not simple"] += 1
                    continue
                self._add(simple[1] or "", frozenset(re.findall(r"[.#][\w-]+", simple[2])), style)

    def _add(self, tag: str, marks: frozenset[str], style: Style) -> None:
        if not style:
            return
        tag = "" if tag == "*" else tag
        weight = sum(100 if mark[0] == "#" else 10 for mark in marks) + bool(tag)
        self.many += 1
        self.by_key.setdefault(min(marks, default=tag), []).append((weight, self.many, tag, marks, style))

    def of(self, tag: str, id: str, classes: tuple[str, ...]) -> Style:
        """Return what the sheet says of an element."""
        if not self.many:
            return {}
        own = {f"#{id}", *(f".{name}" for name in classes)}
        found = [
            rule
            for key in {*own, tag, ""}
            for rule in self.by_key.get(key, ())
            if rule[2] in ("", tag) and rule[3] <= own
        ]
        style: Style = {}
        for rule in sorted(found, key=lambda rule: rule[:2]):
            style |= rule[4]
        return style


def declarations(text: str) -> Style:
    """Return what a ``style`` says of what is wanted here."""
    found: Style = {}
    for one in text.split(";"):
        name, colon, value = one.partition(":")
        name = name.strip().lower()
        if colon and name in WANTED:
            found[name] = value.replace("!important", "").strip()
    return found


def style_of(tag: str, attributes: dict[str, str], above: Style, sheet: StyleSheet) -> Style:
    """Return how an element looks inside one that looks like ``above``."""
    own = {name: attributes[name].strip() for name in WANTED & attributes.keys()}
    own |= sheet.of(tag, attributes.get("id", ""), tuple(attributes.get("class", "").split()))
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
