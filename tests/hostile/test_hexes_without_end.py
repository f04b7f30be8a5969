"""Hexes laid over more geography than anybody waits for: stopped within the limits; Ctrl-C is heard."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from sandtable.cli import main
from sandtable.interchange.hexify import HexMapRules, hexify, read_rules
from sandtable.interchange.worker import Cancelled, Limits, Overtaxed, Worker
from tests.hostile.test_runaways import box, collection, heap

RULES = """key = "heap"
title = "Heap"

[hexes]
size = {}

[[terrain]]
terrain = "woods"
where = {{name = "*"}}
share = 0.4
"""


def rules(size: float) -> HexMapRules:
    return read_rules(RULES.format(size).encode(), what="rules.toml")


def test_it_is_stopped_and_what_to_do_is_told() -> None:
    worker = Worker(Limits(seconds=2.0))
    began = time.monotonic()
    try:
        with pytest.raises(Overtaxed, match=r"x\.geojson: making hexes of it (takes longer than 2 s|needs more than)"):
            hexify([("x.geojson", collection(heap(300)))], rules(12.0), worker=worker)
    finally:
        worker.close()
    assert time.monotonic() - began < 60  # a part of it the reader's start


def test_whoever_waits_may_break_it_off() -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 40

    worker = Worker(Limits(seconds=60.0))
    with pytest.raises(Cancelled):
        hexify([("x.geojson", collection(heap(300)))], rules(12.0), worker=worker, cancelled=cancelled)
    assert worker.pid is None


def test_the_command_names_the_way_out_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "x.geojson").write_bytes(collection(heap(300)))
    (tmp_path / "rules.toml").write_text(RULES.format(12.0))
    call = ["map", "hexify", str(tmp_path / "x.geojson"), str(tmp_path / "hexes.db"), "--rules"]
    done = CliRunner().invoke(main, [*call, str(tmp_path / "rules.toml"), "--patience", "1"])
    assert done.exit_code == 2
    assert "try again, or give it longer: --patience 6" in done.stderr
    assert not (tmp_path / "hexes.db").exists()


def test_what_is_small_is_laid_as_before() -> None:
    done = hexify([("x.geojson", collection(iter([box(0, 0, 0.4, 0.4)])))], rules(5.0))
    assert done.map.hexes is not None
