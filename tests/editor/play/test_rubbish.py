"""Python's garbage collector looks through what is on the table once, and not in the middle of a zoom or an answer."""

from __future__ import annotations

import gc
import weakref

from sandtable.play.table.sitting import Wishes
from tests.editor.workbench import Workbench


def test_what_is_on_the_table_is_left_out_of_collections(peninsula: Workbench) -> None:
    peninsula.begin(Wishes(seed="1", seats="one"))
    peninsula.settle()
    assert len(gc.get_objects()) < gc.get_freeze_count() / 5
    peninsula.play.close_campaign()
    assert gc.get_freeze_count() == 0


def test_a_campaign_that_was_closed_goes(bench: Workbench) -> None:
    for table in ("first", "second"):
        bench.begin(name=table)
        referee = weakref.ref(bench.campaign.referee)
        bench.play.close_campaign()
        bench.settle()
        gc.collect()
        assert referee() is None, table


def test_a_window_that_was_closed_leaves_nothing_out(bench: Workbench) -> None:
    bench.begin()
    bench.settle()
    bench.window.close()
    assert gc.get_freeze_count() == 0
