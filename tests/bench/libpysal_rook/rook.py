"""Time libpysal's Rook contiguity: `rook.py SHAPES ROUNDS`; needs nothing of Sandtable."""

# mypy: ignore-errors

import json
import sys
import warnings
from pathlib import Path
from statistics import median
from time import perf_counter

import geopandas
import libpysal
import shapely
from libpysal.weights import Rook

warnings.simplefilter("ignore")
path, rounds = sys.argv[1:]
frame = geopandas.GeoDataFrame(geometry=shapely.from_wkb(json.loads(Path(path).read_text(encoding="utf-8"))))
times = []
for _ in range(int(rounds) + 1):
    start = perf_counter()
    weights = Rook.from_dataframe(frame, use_index=False)
    times.append((perf_counter() - start) * 1e3)
pairs = sorted((a, b) for a, others in weights.neighbors.items() for b in others if a < b)
json.dump({"median_ms": median(times[1:]), "pairs": pairs, "libpysal": libpysal.__version__}, sys.stdout)
