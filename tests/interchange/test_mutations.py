"""Files spoilt at random: each gives a sound map or picture, or one named error; the reader survives all of them."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

import numpy as np

from sandtable.engine.errors import Invalid
from sandtable.interchange import geojson
from sandtable.interchange.geojson import ImportOptions
from sandtable.interchange.images import checked_image
from sandtable.interchange.worker import shared_worker
from tests.board.areamaps import IBERIA
from tests.interchange.sheets import danube, image, mixed, tyrol
from tests.tiers import count

RUNS: Final = count(25_000)
WORDS: Final = (
    b"NaN", b"-Infinity", b"1e999", b"-1", b"null", b"true", b'""', b"[]", b"{}", b"[[", b"]]", b'"id"', b"9" * 400,
    b'"type":"Point"', b'"coordinates":[]', b'"\\ud800"', b"\xff", b"\xe2\x80\x8f", b",", b"0", b'"Polygon"', b"1e308",
)  # fmt: skip


@cache
def texts() -> tuple[bytes, ...]:
    """Return sound files of ours and of others."""
    features = json.loads(IBERIA.read_text("utf-8"))["features"][:3]
    iberia = json.dumps({"type": "FeatureCollection", "features": features})
    return (*(geojson.write(make()).encode() for make in (tyrol, danube, mixed)), iberia.encode())


def spoilt(data: bytes, rng: np.random.Generator) -> bytes:
    """Return the bytes with a few of them changed, lost, doubled, swapped or replaced by words that hurt."""
    for _ in range(int(rng.integers(1, 4))):
        a, b = sorted(rng.integers(0, len(data) + 1, 2).tolist())
        b = min(b, a + int(rng.integers(1, 60)))
        match int(rng.integers(0, 6)):
            case 0:
                data = data[:a] + bytes(rng.integers(0, 256, b - a, np.uint8)) + data[b:]
            case 1:
                data = data[:a] + data[b:]
            case 2:
                data = data[:b] + data[a:]
            case 3:
                data = data[:a] + WORDS[int(rng.integers(0, len(WORDS)))] + data[b:]
            case 4:
                data = (
                    data[:a] + bytes([data[a] ^ 1 << int(rng.integers(0, 8))]) + data[a + 1 :]
                    if a < len(data)
                    else data
                )
            case _:
                digits = [at for at in range(a, min(a + 400, len(data))) if data[at : at + 1].isdigit()]
                for at in digits[:3]:
                    data = data[:at] + b"%d" % rng.integers(0, 10) + data[at + 1 :]
    return data


def test_spoilt_geojson() -> None:
    sound = 0
    before = shared_worker().pid
    for seed in range(RUNS):
        rng = np.random.default_rng(seed)
        data = spoilt(texts()[seed % len(texts())], rng)
        try:
            sheet = geojson.read(data, ImportOptions(mend=bool(seed % 3)), what="x.geojson")
        except Invalid as error:
            said = str(error)
            assert said.startswith("x.geojson"), (seed, said)
            assert "fell over" not in said, (seed, said)
            assert "broke its reader" not in said, (seed, said)
            continue
        sound += 1
        assert geojson.read(geojson.write(sheet)) == sheet, seed
    assert 0 < sound < RUNS
    assert before is None or shared_worker().pid == before


def test_spoilt_images() -> None:
    sound = 0
    for seed in range(RUNS):
        suffix = ("png", "jpg", "webp", "gif")[seed % 4]
        try:
            found = checked_image(spoilt(image(suffix), np.random.default_rng(seed)), what="scan")
        except Invalid as error:
            said = str(error)
            assert said.startswith("scan "), (seed, said)
            assert "fell over" not in said, (seed, said)
            continue
        sound += 1
        assert found.media == {"jpg": "image/jpeg"}.get(suffix, f"image/{suffix}"), seed
        assert 0 < found.width * found.height <= 1 << 26, seed
    assert 0 < sound < RUNS
