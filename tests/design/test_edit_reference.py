"""The page of edits is what the code says, and its example can be done."""

import re

from docs.edit_reference import PAGE, page

from sandtable.design.script import read_script
from tests.design.test_edits import blank


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page()


def test_the_example_can_be_done() -> None:
    script, *_ = re.findall(r"```json\n(.*?)```", page(), re.DOTALL)
    document = blank()
    document.do_all(list(read_script(script, "the page")))
    assert set(document.map.graph.spaces) == {"north", "east"}
