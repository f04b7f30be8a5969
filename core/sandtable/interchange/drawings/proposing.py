"""What a drawing holds, sort by sort, and what a person most likely wants it to become."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.snap_width import rounded_up
from sandtable.interchange.drawings.drawn_things import DrawnThing, Form, SvgDrawing
from sandtable.interchange.drawings.lengths import METRIC
from sandtable.interchange.drawings.mapping import ANYTHING, Becomes, Patterns, ShapeRule, SvgMapping
from sandtable.interchange.drawings.paper import own_paper
from sandtable.library.files.report_words import count_of

WORDS: Final[tuple[tuple[str, Form | None, Becomes, str], ...]] = (
    ("legend|frame|title|scale|grid|guide|compass|border|outline|background|underlay|scan", None, "nothing", ""),
    ("name|label|text|letter", "text", "label", ""),
    ("river|stream|canal|water ?course", "line", "line", "river"),
    ("road|way|route|track", "line", "line", "road"),
    ("rail", "line", "line", "railway"),
    ("ridge|mountain", "line", "line", "ridge"),
    ("port|harbour|harbor", "circle", "place", "port"),
    ("city|cities|capital", "circle", "place", "city"),
    ("town|village|fort", "circle", "place", "town"),
    ("lake", "surface", "area", "lake"),
    ("sea|ocean|water", "surface", "area", "sea"),
    ("forest|wood", "surface", "terrain", "forest"),
    ("mountain|alps|hill", "surface", "terrain", "mountain"),
    ("marsh|swamp|bog", "surface", "terrain", "marsh"),
    ("desert|sand", "surface", "terrain", "desert"),
)
"""Words in what a layer or a class is called, the form its shapes have, and what these become."""
BY_FORM: Final[dict[Form, tuple[Becomes, str]]] = {
    "surface": ("area", "land"), "line": ("line", "line"), "circle": ("place", "place"), "text": ("label", ""),
}  # fmt: skip
Wanted = tuple[Becomes, str, str]
"""What a shape becomes, of which kind, and of which terrain."""
WHOLE: Final = 0.98
"""A rectangle as large as this part of the page is its ground or its frame."""
SHOWN: Final = 4
MOST_LAYERS: Final = 40
SLIP: Final = 0.02
"""Pixels: more than a number is rounded by in a drawing of ours."""
NEAR: Final = 2000
"""Borders this part of the drawing from each other are put together, unless somebody says otherwise."""


class Sort(Struct, frozen=True):
    """Shapes that hang, look and are formed alike: how many, and what some of them are called."""

    layer: str
    form: Form
    classes: str
    fill: str
    stroke: str
    many: int
    called: list[str]
    example: DrawnThing

    @property
    def rule(self) -> ShapeRule:
        """A rule for these shapes and no others; it says of them what their form does."""
        becomes, kind = BY_FORM[self.form]
        return ShapeRule(
            layer=_exactly(self.layer), class_=_exactly(self.classes), form=self.form, fill=_exactly(self.fill),
            stroke=_exactly(self.stroke), becomes=becomes, kind=kind,
        )  # fmt: skip


def _exactly(text: str) -> Patterns:
    """Return the pattern of one text; of none, that of nothing at all."""
    return text.replace("*", "?")


def sorts_of(drawing: SvgDrawing) -> list[Sort]:
    """Return what there is, layer by layer in the order of the drawing."""
    found: dict[tuple[str, Form, str, str, str], list[DrawnThing]] = {}
    deep = _depth(drawing.things)
    for thing in drawing.things:
        classes = thing.classes[0] if thing.classes else ""
        layer = "/".join(thing.layers[:deep])
        found.setdefault((layer, thing.form, classes, thing.fill, thing.stroke), []).append(thing)
    return [
        Sort(*key, len(things), list(dict.fromkeys(filter(None, (one.text or one.name for one in things))))[:SHOWN],
             things[0])
        for key, things in found.items()
    ]  # fmt: skip


def _depth(things: Sequence[DrawnThing]) -> int:
    """Return how many layers, one in the other, are told apart: as many as a person can look through."""
    deepest = max((len(thing.layers) for thing in things), default=0)
    return next(
        (deep for deep in range(deepest, 1, -1) if len({thing.layers[:deep] for thing in things}) <= MOST_LAYERS), 1
    )


def propose(drawing: SvgDrawing) -> SvgMapping:
    """Return rules for a drawing: by the words in its layers and classes, else by the form of what is drawn.

    Of a drawing of ours comes back what it says itself, and what was drawn on layers of its own since.
    """
    if (paper := own_paper(drawing.own)) is not None:
        return SvgMapping(
            title=drawing.own.get("title") or drawing.title, snap=rounded_up(SLIP * paper.scale), rule=(
                ShapeRule(own="space", becomes="area", kind="land"), ShapeRule(own="place", becomes="place"),
                ShapeRule(own="label", becomes="label"), ShapeRule(own="line", becomes="line"),
                ShapeRule(layer="", becomes="nothing"), *sorted(_rules(drawing), key=_outermost),
            ),
        )  # fmt: skip
    metric = drawing.unit in METRIC
    of, per = ("mm", 25.4 / 96) if metric else ("px", 1.0)
    extent = _extent(drawing.things) * per
    snap = rounded_up(extent / NEAR) if extent else 0.0
    return SvgMapping(
        title=drawing.title, unit=of, of="mm" if metric else "px", curves=snap, snap=snap,
        rule=tuple(sorted(_rules(drawing), key=_outermost)),
    )  # fmt: skip


def _extent(things: Iterable[DrawnThing]) -> float:
    """Return how large it all is, in pixels, without what is as large as the page."""
    listed = [place for thing in things for place in thing.places]
    if not listed:
        return 0.0
    xy = np.concatenate(listed)
    return float(np.max(xy.max(axis=0) - xy.min(axis=0)))


def _rules(drawing: SvgDrawing) -> Iterable[ShapeRule]:
    """Yield a rule for each layer and form, or for each sort where those of one layer differ."""
    grounds = [thing for thing in drawing.things if _is_ground(thing, drawing)]
    for thing in grounds:
        yield ShapeRule(
            layer=_exactly(thing.layer), form=thing.form, fill=_exactly(thing.fill),
            id=_exactly(thing.id), becomes="nothing",
        )  # fmt: skip
    left = SvgDrawing("", 0, 0, "", [one for one in drawing.things if one not in grounds], {}, 0)
    by_layer: dict[tuple[str, Form], list[Sort]] = {}
    for sort in sorts_of(left):
        by_layer.setdefault((sort.layer, sort.form), []).append(sort)
    for (layer, form), sorts in by_layer.items():
        wanted = [_wanted(sort) for sort in sorts]
        if len(set(wanted)) == 1:
            yield _rule(ShapeRule(layer=_exactly(layer), form=form, becomes="nothing"), wanted[0])
            continue
        for classes, want in dict.fromkeys((sort.classes, want) for sort, want in zip(sorts, wanted, strict=True)):
            yield _rule(ShapeRule(layer=_exactly(layer), form=form, class_=_exactly(classes), becomes="nothing"), want)


def _outermost(rule: ShapeRule) -> int:
    """Return where a rule stands: what becomes nothing first, then the innermost layers, which their own rules fit."""
    return -100 if rule.id != ANYTHING else -str(rule.layer).count("/")


def _rule(where: ShapeRule, wanted: Wanted) -> ShapeRule:
    becomes, kind, terrain = wanted
    return replace(where, becomes=becomes, kind=kind, attributes={"terrain": terrain} if terrain else {})


def _wanted(sort: Sort) -> Wanted:
    """Return what the name of a sort's innermost layer says it is, else its form; a class may say its terrain."""
    known = next(filter(None, (_by_word(text, sort.form) for text in reversed(sort.layer.split("/")))), None)
    by_class = _by_word(sort.classes, sort.form)
    if known is None and by_class is not None and by_class[0] != "terrain":
        return by_class
    becomes, kind = known[:2] if known is not None else BY_FORM[sort.form]
    if becomes == "area" and by_class is not None and by_class[0] == "terrain":
        return becomes, kind, by_class[1]
    return becomes, kind, ""


def _by_word(text: str, form: Form) -> Wanted | None:
    """Return what a word in a name says that shapes of this form are."""
    for words, its, becomes, kind in WORDS:
        if its in (None, form) and re.search(rf"(?<![a-z])(?:{words})", text.lower()):
            return becomes, kind, ""
    return None


def _is_ground(thing: DrawnThing, drawing: SvgDrawing) -> bool:
    """Say whether a shape is the paper or the frame around all else: a rectangle as large as the page."""
    if thing.element != "rect" or not drawing.width or not drawing.height:
        return False
    places = np.concatenate(thing.places)
    wide, high = (places.max(axis=0) - places.min(axis=0)).tolist()
    return bool(wide >= WHOLE * drawing.width and high >= WHOLE * drawing.height)


# --- told -------------------------------------------------------------------------------------------------------------


def remarks_of(drawing: SvgDrawing, sorts: Sequence[Sort]) -> tuple[str, ...]:
    """Return what a drawing holds, line by line, as remarks in its mapping."""
    wide, high = drawing.width, drawing.height
    page = f"The page is {wide:g} by {high:g} px" + (
        f", {wide * 25.4 / 96:g} by {high * 25.4 / 96:g} mm" if drawing.unit in METRIC else ""
    )
    return (
        "What becomes of the shapes of a drawing: the first rule that fits a shape counts (docs/svg.md).",
        f"{page}; it holds:",
        *(f"  {sort.many:5,}  {words_of(sort)}" for sort in sorts),
        *lost_words(drawing),
    )


def words_of(sort: Sort) -> str:
    """Return what sets a sort apart, in words."""
    looks = [sort.form, *([f"of the class {sort.classes}"] if sort.classes else [])]
    looks += [f"filled {sort.fill}"] if sort.fill != "none" and sort.form != "line" else []
    looks += [f"drawn {sort.stroke}"] if sort.stroke != "none" else []
    called = f" ({', '.join(sort.called)}{', ...' if sort.many > len(sort.called) else ''})" if sort.called else ""
    return f"{sort.layer or 'in no layer'}: {', '.join(looks)}{called}"


def lost_words(drawing: SvgDrawing) -> list[str]:
    """Return what of a drawing is not taken, a line each."""
    told = [f"left out: {many:,} {what}" for what, many in drawing.lost.items()]
    if drawing.hidden:
        told.append(f"left out: {count_of(drawing.hidden, 'shape')} in hidden layers (`hidden = true` takes them)")
    return told


def counts(drawing: SvgDrawing, mapping: SvgMapping) -> Counter[str]:
    """Return how many shapes become what."""
    return Counter(rule.becomes if (rule := mapping.rule_of(one)) is not None else "nothing" for one in drawing.things)
