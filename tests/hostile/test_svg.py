"""One damaged or hostile drawing for each way to be one: each costs one sentence, and nothing is fetched."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from sandtable.engine.errors import Invalid
from sandtable.interchange import drawings
from sandtable.interchange.foreign_files import foreign_bytes
from sandtable.interchange.worker import Limits, Overtaxed, Worker
from tests.interchange.svg_files import AREAS, NAMESPACES, svg, take

HEAD: Final = '<?xml version="1.0"?>\n<!DOCTYPE svg [{}]>\n<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'


def bomb() -> bytes:
    """Return entities of entities (a billion laughs)."""
    laughs = "".join(f'<!ENTITY l{at} "{f"&l{at - 1};" * 10}">' for at in range(1, 10))
    return HEAD.format(f'<!ENTITY l0 "ha">{laughs}', "<text>&l9;</text>").encode()


def long_entity() -> bytes:
    return HEAD.format(f'<!ENTITY a "{"x" * 2000}">', "<text>&a;</text>").encode()


def many_short_entities() -> bytes:
    """Return texts that are long only once entities stand for themselves."""
    return HEAD.format(f'<!ENTITY a "{"x" * 1000}">', f"<text>{'&a;' * 100_000}</text>").encode()


def copies_of_copies() -> bytes:
    copies = {at: f'<use href="#a{at - 1}"/>' * 10 for at in range(1, 12)}
    levels = "".join(f'<g id="a{at}">{ten}</g>' for at, ten in copies.items())
    return svg(f'<defs><rect id="a0" width="1" height="1"/>{levels}</defs><use href="#a11"/>')


def chain_of_copies() -> bytes:
    links = "".join(f'<use id="a{at}" href="#a{at - 1}"/>' for at in range(1, 60))
    return svg(f'<defs><rect id="a0" width="1" height="1"/>{links}</defs><use href="#a59"/>')


def deep() -> bytes:
    return svg("<g>" * 5_000 + "</g>" * 5_000)


def deep_copies() -> bytes:
    """Return copies of deep groups in deep groups: none is too deep by itself."""
    down, up = "<g>" * 45, "</g>" * 45
    groups = "".join(f'<g id="a{at}">{down}<use href="#a{at - 1}"/>{up}</g>' for at in range(1, 10))
    return svg(f'<defs><rect id="a0" width="1" height="1"/>{groups}</defs><use href="#a9"/>')


def long_path() -> bytes:
    return svg('<path id="coast" d="M0 0' + "L1 1L2 3" * 120_000 + '"/>')


def huge_token() -> bytes:
    return svg('<path d="' + "x" * (65 << 20) + '"/>')


def many_elements() -> bytes:
    return svg("<g/>" * 300_001)


def many_rings() -> bytes:
    """Return a scribble: a quarter of a million crossings."""
    return svg('<path d="M0 0' + "".join(f"L{at * 7919 % 1000} {at * 104729 % 1000}" for at in range(1_500)) + 'Z"/>')


SAYS: Final[dict[str, tuple[bytes | Callable[[], bytes], str]]] = {
    "empty": (b"", "is empty: nothing can be read from it"),
    "no-xml": (b"hello", "is not XML: line 1, column 1: syntax error; export it again"),
    "cut-off": (svg("<g>")[:-20], "is not XML: line 1, column"),
    "html": (b"<html><body/></html>", "is XML but no SVG: it begins with <html>; export it as SVG"),
    "other-namespace": (b'<svg xmlns="urn:x"/>', "is XML but no SVG"),
    "utf-7": (b'<?xml version="1.0" encoding="utf-7"?><svg/>', "is not "),
    "unknown-encoding": (b'<?xml version="1.0" encoding="klingon"?><svg/>', "is not "),
    "bad-utf-8": (b"<svg><text>\xff\xfe</text></svg>", "is not XML: line 1, column 12: not well-formed"),
    "65-entity-bomb": (bomb, "has an entity 'l1' made of entities, which can grow without end: write it out"),
    "65-long-entity": (long_entity, "has more than 64 entities, or one of more than 1,024 letters: write them out"),
    "65-many-short-entities": (many_short_entities, ""),
    "65-parameter-entity": (HEAD.format('<!ENTITY % a "x">', "").encode(), "has an entity 'a' that stands in another"),
    "66-external-entity": (
        HEAD.format('<!ENTITY a SYSTEM "file:///etc/passwd">', "<text>&a;</text>").encode(),
        "has an entity 'a' that stands in another file: nothing is fetched; write it out",
    ),
    "68-copies-of-copies": (copies_of_copies, "draws more than 40,000 copies: take the copies of copies out of it"),
    "68-chain-of-copies": (chain_of_copies, "is a copy of a copy, 20 times over: draw it out"),
    "69-copy-of-itself": (svg('<g id="a"><use id="b" href="#a"/></g>'), "<use> 'b' (line 1) is a copy of itself"),
    "69-two-copies-of-each-other": (
        svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), "is a copy of itself"
    ),
    "70-deep": (deep, "is nested deeper than 100 levels: no drawing needs that, take its groups apart"),
    "70-deep-copies": (deep_copies, "is nested deeper than 100 levels, copies counted: take its groups apart"),
    "71-negative-size": (svg("", 'width="-5" height="5"'), "has a page of -5 by 5 px: give it a size above 0"),
    "71-giant-size": (svg("", 'width="1e300mm"'), "has a width of '1e300mm': draw it within 10,000,000 px"),
    "71-size-nan": (svg("", 'width="nan"'), "has a width of 'nan': give it in mm, cm, in, pt or px"),
    "71-viewbox-zero": (svg("", 'viewBox="0 0 0 5"'), "has a viewBox of 0 by 5: give it a size above 0"),
    "71-viewbox-nan": (svg("", 'viewBox="0 0 nan 5"'), "has a viewBox of '0 0 nan 5': draw it within"),
    "71-viewbox-three": (svg("", 'viewBox="0 0 5"'), "has a viewBox of '0 0 5': write left, top, width and height"),
    "75-path-too-long": (long_path, "<path> 'coast' (line 1) has more than 200,000 vertices: simplify it"),
    "75-path-nan": (svg('<path id="a" d="M0 0LNaN 1"/>'), "(line 1) has a path that cannot be read from 'NaN 1' on"),
    "75-path-infinite": (svg('<path id="a" d="M0 0L1e999 1"/>'), "has a path with the number '1e999': draw it again"),
    "75-path-far": (svg('<path d="M0 0L1e200 1"/>'), "<path> in line 1 has a place at 1e+200, 1: draw it within"),
    "75-path-half": (svg('<path d="M0 0L1"/>'), "has a path that cannot be read from '' on: draw it again"),
    "75-path-flag": (svg('<path d="M0 0A5 5 0 2 1 9 9"/>'), "has a path that cannot be read from '2 1 9 9' on"),
    "75-path-without-start": (svg('<path d="L5 5"/>'), "has a path that cannot be read from 'L5 5' on"),
    "75-curve-far": (svg('<path d="M0 0C1e308 1e308 -1e308 -1e308 1 1"/>'), "has a curve beyond all numbers"),
    "75-points": (svg('<polygon points="1,2 3"/>'), "has points that cannot be read ('1,2 3'): draw it again"),
    "76-svgz": (gzip.compress(svg("")), "is compressed (SVGZ): save it as plain SVG"),
    "78-unknown-unit": (svg("", 'width="12furlongs"'), "has a width of '12furlongs': give it in mm, cm, in, pt or px"),
    "transform-nonsense": (svg('<g id="a" transform="rotate(x)"/>'), "<g> 'a' (line 1) has a transform"),
    "transform-unknown": (svg('<g transform="explode(3)"/>'), "has a transform that cannot be read ('explode(3)')"),
    "transform-infinite": (
        svg('<g transform="scale(1e300) scale(1e300)"/>'), "has a transform beyond all numbers"
    ),
    "huge-token": (huge_token, "has 65 MB without its images: 64 is the most that can be read"),
    "many-elements": (many_elements, "has more than 300,000 elements: leave out what is not part of the map"),
    "nothing-drawn": (svg(""), "has 0 shapes and no rule makes an area, a place or a line of one"),
    "nothing-enclosed": (svg('<path d="M0 0H5Z"/>'), "has 1 shape and no rule makes an area"),
}  # fmt: skip


@pytest.mark.parametrize("name", SAYS)
def test_it_costs_one_sentence(name: str) -> None:
    made, says = SAYS[name]
    data = made if isinstance(made, bytes) else made()
    with pytest.raises(Invalid) as caught:
        take(data, AREAS)
    said = str(caught.value)
    assert said.startswith("x.svg")
    assert says in said
    assert "fell over" not in said
    assert "\n" not in said
    assert len(said) < 400


def test_short_names_of_namespaces_in_files_of_illustrator_are_taken() -> None:  # line 67
    data = HEAD.format('<!ENTITY ns_svg "http://www.w3.org/2000/svg">', '<rect id="a" width="5" height="5"/>')
    data = data.replace('xmlns="http://www.w3.org/2000/svg"', 'xmlns="&ns_svg;"')
    assert list(take(data, AREAS).map.graph.spaces) == ["a"]


def test_a_scan_inside_the_file_is_passed_over_however_large() -> None:
    scan = f'<image href="data:image/jpeg;base64,{"A" * (80 << 20)}"/>'
    arrived = take(svg(f'{scan}<rect id="a" width="5" height="5"/>'), AREAS)
    assert list(arrived.map.graph.spaces) == ["a"]
    assert "left out: 1 images" in arrived.notices


def test_a_hundred_thousand_vertices_come_in() -> None:
    ring = "M0 0" + "".join(f"L{at / 1000} {50 + (at % 2) / 100}" for at in range(100_000)) + "L100 0Z"
    sheet = take(svg(f'<path id="coast" d="{ring}"/>'), AREAS).map
    assert sheet.areas is not None
    assert sheet.areas.vertices > 100_000


def test_a_scribble_is_stopped_and_the_next_file_comes_in() -> None:
    worker = Worker(Limits(seconds=0.3))
    try:
        with pytest.raises(Overtaxed, match=r"x\.svg: reading it takes longer than 0\.3 s and was stopped"):
            drawings.arrive(many_rings(), AREAS, key="x", what="x.svg", worker=worker)
        again = drawings.arrive(svg('<rect id="a" width="5" height="5"/>'), AREAS, key="x", what="x.svg", worker=worker)
    finally:
        worker.close()
    assert list(again.map.graph.spaces) == ["a"]


def test_a_file_of_two_gigabytes_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.svg"
    with path.open("wb") as file:
        file.truncate(2 << 30)
    with pytest.raises(Invalid, match=r"large.svg has 2,048 MB: 128 is the most that can be read; make it smaller"):
        foreign_bytes(path)


def test_nothing_outside_the_file_is_opened(tmp_path: Path) -> None:
    """References to files and the net are counted, and not followed: the worker may open nothing."""
    (tmp_path / "secret.svg").write_bytes(svg('<rect id="secret" width="5" height="5"/>'))
    where = (tmp_path / "secret.svg").as_uri()
    body = (
        f'<use xlink:href="{where}#secret"/><image xlink:href="{where}"/><rect id="a" width="5" height="5"/>'
        f"<style>@import url({where});</style>"
    )
    arrived = take(f'<?xml-stylesheet href="{where}"?><svg {NAMESPACES}>{body}</svg>', AREAS)
    assert list(arrived.map.graph.spaces) == ["a"]
    assert "left out: 1 copies of what stands in other files" in arrived.notices
