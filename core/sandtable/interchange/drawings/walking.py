"""A drawing gone through from its outermost element inwards, in the worker process."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from sandtable.engine.errors import Invalid
from sandtable.interchange.drawings.affine import Affine, affine_of
from sandtable.interchange.drawings.drawn_things import AUTOMATIC, DrawnThing, Form, SvgDrawing
from sandtable.interchange.drawings.figures import FIGURES, ROUND, trace
from sandtable.interchange.drawings.lengths import length, page_of
from sandtable.interchange.drawings.path_texts import middle_of
from sandtable.interchange.drawings.styles import Marked, Style, StyleSheet, colour, style_of
from sandtable.interchange.drawings.tracing import Tracer
from sandtable.interchange.drawings.xml_tree import DEEPEST, XmlElement, read_xml
from sandtable.interchange.geojson.clean_names import clean_name
from sandtable.interchange.plain_geometry import MOST_IN_ALL
from sandtable.interchange.svg.carried import LARGEST
from sandtable.interchange.svg.labels import width_of

SVG: Final = "http://www.w3.org/2000/svg"
INKSCAPE: Final = "http://www.inkscape.org/namespaces/inkscape"
SODIPODI: Final = "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
XLINK: Final = "http://www.w3.org/1999/xlink"
LABEL: Final = f"{INKSCAPE} label"

MOST_THINGS: Final = 100_000
MOST_USES: Final = 20
"""A copy of a copy of a copy, so many times: no drawing needs that."""

MOST_COPIED: Final = 40_000
"""Elements of copies, each as often as it is copied."""

INSIDE: Final = frozenset({"svg", "g", "a", "switch"})
ASIDE: Final = frozenset(
    {"defs", "symbol", "style", "metadata", "title", "desc", "namedview", "clipPath", "mask", "marker", "filter",
     "linearGradient", "radialGradient", "pattern", "font", "cursor", "view", "color-profile", "solidcolor"}
)  # fmt: skip
LOST: Final = {
    "image": "images", "foreignObject": "pieces of other documents", "script": "scripts", "flowRoot": "flowed texts",
    "animate": "animations", "animateTransform": "animations", "animateMotion": "animations", "set": "animations",
    "video": "films and sounds", "audio": "films and sounds",
}  # fmt: skip
MARKS: Final = {"clip-path": "clip paths", "mask": "masks", "filter": "filters"}
CODED: Final = re.compile(r"_x([0-9A-Fa-f]{2,5})_")
DOUBLE: Final = re.compile(r"_\d+_$")


@dataclass(frozen=True)
class _Here:
    """What holds where the walk has come to."""

    turn: Affine
    style: Style
    layers: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    shown: bool = True
    deep: int = 0
    lent: XmlElement | None = None
    """The copy (``use``) that what is here is called after."""
    above: tuple[Marked, ...] = ()
    """What it lies in, as style sheets see it."""

    def inside(self, element: XmlElement) -> tuple[Marked, ...]:
        """Return what whatever is in an element lies in."""
        return (*self.above, Marked.of(element.tag, element.attributes))


def walk(data: bytes, fine: float, *, hidden: bool = False) -> SvgDrawing:
    """Return what is drawn in a file, no curve farther than ``fine`` pixels from where it was drawn.

    Raises ``Invalid`` for the first thing in it that cannot be read; ``hidden`` takes what is not shown as well.
    """
    root = read_xml(data)
    if root.tag != "svg" or root.namespace not in ("", SVG):
        raise Invalid(f"is XML but no SVG: it begins with <{root.tag[:40]}>; export it as SVG")
    return _Walk(root, fine, hidden=hidden).done()


@dataclass
class _Walk:
    root: XmlElement
    fine: float
    hidden: bool
    things: list[DrawnThing] = field(default_factory=list[DrawnThing])
    lost: Counter[str] = field(default_factory=Counter[str])
    by_id: dict[str, XmlElement] = field(default_factory=dict[str, XmlElement])
    sheet: StyleSheet = field(default_factory=StyleSheet)
    unseen: int = 0
    _copied: int = 0
    _vertices: int = 0

    def done(self) -> SvgDrawing:
        page = page_of(self.root.attributes)
        for element in _all(self.root):
            if id := element.attributes.get("id"):
                self.by_id.setdefault(id, element)
            if element.tag == "style":
                self.sheet.read(element.text, self.lost)
        style = style_of("svg", self.root.attributes, {}, self.sheet)
        self._inside(self.root, _Here(page.turn, style, above=(Marked.of("svg", self.root.attributes),)))
        return SvgDrawing(
            _titled(self.root), page.width, page.height, page.unit, self.things,
            {what: many for what, many in sorted(self.lost.items()) if many}, self.unseen, _own(self.root, LARGEST),
        )  # fmt: skip

    def _inside(self, element: XmlElement, here: _Here) -> None:
        for child in element.children:
            self._one(child, here)

    def _one(self, element: XmlElement, here: _Here) -> None:
        self._copied += bool(here.uses)
        if self._copied > MOST_COPIED:
            raise Invalid(f"draws more than {MOST_COPIED:,} copies: take the copies of copies out of it")
        tag = element.tag
        if element.namespace not in ("", SVG) or tag in ASIDE:
            return
        if tag in LOST:
            self.lost[LOST[tag]] += 1
            return
        try:
            self._drawn(element, here)
        except Invalid as error:
            if getattr(error, "placed", False):
                raise
            raise _Placed(f"{_called(element)} {error}") from None

    def _drawn(self, element: XmlElement, here: _Here) -> None:
        style = style_of(element.tag, element.attributes, here.style, self.sheet, here.above)
        turn = here.turn.after(affine_of(element.attributes.get("transform")))
        shown = here.shown and style.get("display") != "none"
        for mark, what in MARKS.items():
            self.lost[what] += style.get(mark, "none") not in ("none", "")
        there = replace(here, turn=turn, style=style, shown=shown, deep=here.deep + 1, above=here.inside(element))
        if there.deep > DEEPEST:
            raise Invalid(f"is nested deeper than {DEEPEST} levels, copies counted: take its groups apart")
        if element.tag in INSIDE:
            self._group(element, there)
        elif element.tag == "use":
            self._copy(element, there)
        elif element.tag == "text":
            self._text(element, there)
        elif element.tag in FIGURES:
            self._figure(element, there)
        else:
            self.lost["elements that SVG does not have"] += 1

    def _group(self, element: XmlElement, here: _Here) -> None:
        name = _label(element)
        if element.tag == "svg":
            inner = page_of(element.attributes).turn
            x, y = length(element.attributes.get("x"), "x"), length(element.attributes.get("y"), "y")
            here = replace(here, turn=here.turn.after(Affine(e=x, f=y)).after(inner))
        self._inside(element, replace(here, layers=(*here.layers, name) if name else here.layers))

    def _copy(self, element: XmlElement, here: _Here) -> None:
        wanted = element.attributes.get("href") or element.attributes.get(f"{XLINK} href") or ""
        if not wanted.startswith("#"):
            self.lost["copies of what stands in other files"] += 1
            return
        copied = self.by_id.get(wanted[1:])
        if copied is None:
            self.lost["copies of what is not there"] += 1
            return
        if wanted in here.uses:
            raise Invalid(f"is a copy of itself, by {wanted[:40]!r}: take that copy out")
        if len(here.uses) >= MOST_USES:
            raise Invalid(f"is a copy of a copy, {MOST_USES} times over: draw it out")
        x, y = length(element.attributes.get("x"), "x"), length(element.attributes.get("y"), "y")
        there = replace(
            here, turn=here.turn.after(Affine(e=x, f=y)), uses=(*here.uses, wanted), lent=here.lent or element
        )
        if copied.tag == "symbol":
            self._symbol(copied, element, there)
        else:
            self._one(copied, there)

    def _symbol(self, symbol: XmlElement, use: XmlElement, here: _Here) -> None:
        """Draw a symbol, in the size that its copy says."""
        sizes = {
            name: value
            for name in ("width", "height")
            if (value := use.attributes.get(name) or symbol.attributes.get(name))
        }
        inner = page_of({**symbol.attributes, **sizes}).turn
        style = style_of("symbol", symbol.attributes, here.style, self.sheet, here.above)
        self._inside(symbol, replace(here, turn=here.turn.after(inner), style=style, above=here.inside(symbol)))

    # --- what is drawn ------------------------------------------------------------------------------------------

    def _figure(self, element: XmlElement, here: _Here) -> None:
        pen = Tracer(here.turn, self.fine)
        trace(element.tag, element.attributes, pen)
        outlines = [one for one in pen.outlines if len(one.places) > 1]
        if not outlines:
            self.lost["shapes of which nothing is drawn"] += 1
            return
        fill = colour(here.style.get("fill", ""), "#000000")
        stroke = colour(here.style.get("stroke", ""), "none")
        self.lost["gradients and patterns, whose colours are not taken"] += "url" in (fill, stroke)
        round_ = element.tag in ROUND or element.attributes.get(f"{SODIPODI} type") == "arc"
        straight = element.tag == "line" or (fill == "none" and not all(one.closed for one in outlines))
        form: Form = "circle" if round_ else "line" if straight else "surface"
        self._take(
            element, here, form, fill, stroke, [np.array(one.places, "<f8").tobytes() for one in outlines],
            [one.closed for one in outlines],
        )  # fmt: skip

    def _text(self, element: XmlElement, here: _Here) -> None:
        """Take a text, as wide as it is about, at its middle."""
        lines = list(self._lines(element, here))
        said = clean_name(" ".join(line[0] for line in lines))
        if not said:
            return
        middles = np.array([here.turn.place(x, y) for _, x, y, _ in lines])
        size = max(line[3] for line in lines) * here.turn.size
        on_path = next((one for one in element.children if one.tag == "textPath"), None)
        middle = self._middle_of_path(on_path, here) if on_path is not None else None
        if on_path is not None and middle is None:
            self.lost["texts on a path that is not there"] += 1
            return
        x, y = middle or middles.mean(axis=0).tolist()
        place = np.array([(x, y)], "<f8").tobytes()
        fill = colour(here.style.get("fill", ""), "#000000")
        self._take(element, here, "text", fill, "none", [place], [False], said, size)

    def _middle_of_path(self, on_path: XmlElement, here: _Here) -> tuple[float, float] | None:
        wanted = on_path.attributes.get("href") or on_path.attributes.get(f"{XLINK} href") or ""
        path = self.by_id.get(wanted.removeprefix("#"))
        return None if path is None else middle_of(path, here.turn, self.fine)

    def _lines(self, element: XmlElement, here: _Here) -> Iterator[tuple[str, float, float, float]]:
        """Yield the lines of a text: words, the middle of them, the size of the letters."""
        x, y = (_first(element.attributes.get(name), name) for name in ("x", "y"))
        spans = [(element, here.style, _own_words(element))]
        spans += [
            (span, style_of(span.tag, span.attributes, here.style, self.sheet, here.above), span.text)
            for span in element.children
            if span.tag in ("tspan", "textPath")
        ]
        for span, style, words in spans:
            words = " ".join(words.split())
            size = length(style.get("font-size"), "font-size", whole=16.0, default=16.0)
            here_x, here_y = (_first(span.attributes.get(name), name) for name in ("x", "y"))
            at_x = here_x if here_x is not None else x if x is not None else 0.0
            at_y = here_y if here_y is not None else y if y is not None else 0.0
            at_y += length(span.attributes.get("dy", "").split(" ")[0], "dy")
            if words:
                wide = width_of(words, size)
                shift = {"middle": 0.0, "end": -wide / 2}.get(style.get("text-anchor", ""), wide / 2)
                yield words, at_x + shift, at_y - size * 0.35, size

    def _take(
        self, element: XmlElement, here: _Here, form: Form, fill: str, stroke: str, outlines: list[bytes],
        closed: list[bool], text: str = "", size: float = 0.0,
    ) -> None:  # fmt: skip
        seen = here.shown and here.style.get("visibility") not in ("hidden", "collapse")
        if not seen and not self.hidden:
            self.unseen += 1
            return
        named = here.lent or element
        self._vertices += sum(map(len, outlines)) // 16
        if self._vertices > MOST_IN_ALL:
            raise Invalid(f"has more than {MOST_IN_ALL:,} vertices: simplify it")
        if len(self.things) >= MOST_THINGS:
            raise Invalid(f"has more than {MOST_THINGS:,} shapes: leave out what is not part of the map")
        self.things.append(
            DrawnThing(
                number=len(self.things) + 1,
                line=element.line,
                element=element.tag,
                form=form,
                id=_id(named),
                label=_name(named) or _name(element),
                text=text,
                layers=here.layers,
                classes=tuple(clean_name(one) for one in element.attributes.get("class", "").split()[:20]),
                fill=fill,
                stroke=stroke,
                evenodd=here.style.get("fill-rule") == "evenodd",
                outlines=outlines,
                closed=closed,
                size=size,
                own=_own(named),
            )
        )


class _Placed(Invalid):
    """One that names its element already."""

    placed = True


def _all(root: XmlElement) -> Iterator[XmlElement]:
    """Go through all elements, in order."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        yield element
        waiting += reversed(element.children)


def _label(element: XmlElement, *, ids: bool = True) -> str:
    """Return what a person has called an element: Inkscape's label, the name that Illustrator keeps, its id."""
    given = element.attributes.get(LABEL) or element.attributes.get("data-name") or ""
    return clean_name(given)[:200] or (_id(element) if ids else "")


def _name(element: XmlElement) -> str:
    """Return what an element is called on a map: a drawing of ours says it, else its label or its title does."""
    named = _label(element, ids=False)
    ours = "data-space" in element.attributes or "data-place" in element.attributes
    return named if ours else named or _titled(element)


def _id(element: XmlElement) -> str:
    """Return an id, as it was before Illustrator wrote it in code: ``Old_x20_Castile_1_``."""
    given = element.attributes.get("id", "")
    plain = CODED.sub(lambda found: chr(min(int(found[1], 16), 0x10FFFF)), given)
    return clean_name(plain if AUTOMATIC.fullmatch(plain) else DOUBLE.sub("", plain))[:200]


def _titled(element: XmlElement) -> str:
    return clean_name(next((child.text for child in element.children if child.tag == "title"), ""))[:200]


def _own(element: XmlElement, longest: int = 100_000) -> dict[str, str]:
    """Return what a drawing of ours says of an element."""
    return {
        name.removeprefix("data-"): value
        for name, value in element.attributes.items()
        if name.startswith("data-") and name != "data-name" and len(value) <= longest
    }  # fmt: skip


def _own_words(element: XmlElement) -> str:
    return "".join(part for part in element.parts if isinstance(part, str))


def _first(text: str | None, what: str) -> float | None:
    """Return the first of the places of letters."""
    listed = (text or "").replace(",", " ").split()
    return length(listed[0], what) if listed else None


def _called(element: XmlElement) -> str:
    id = clean_name(element.attributes.get("id", ""))[:60]
    return (
        f"<{element.tag[:20]}> {id!r} (line {element.line})" if id else f"<{element.tag[:20]}> in line {element.line}"
    )
