"""One damaged or hostile image for each way to be one: each costs one sentence before anything decodes it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from sandtable.engine.errors import Invalid
from sandtable.interchange.images import checked_image
from tests.hostile.pictures import large, small

HERE: Final = Path(__file__).parent / "images"
SAYS: Final = {
    "105-pixel-bomb.png": "is 20,000 by 20,000 pixels, 1,526 MB once drawn: scale it down to 8,192 by 8,192 or less",
    "106-holds-fewer.png": "is damaged: it says 40 by 40 pixels and holds fewer; save it again",
    "106-holds-more.png": "is damaged: it holds more pixels than it says; save it again",
    "106-outside-its-screen.gif": "is damaged: it holds more pixels than it says; save it again",
    "106-two-sizes.jpg": "is damaged: it states its size twice; save it again",
    "106-two-sizes.webp": "is damaged: it states two sizes; save it again",
    "107-checksum.png": "is damaged: the checksum of its part 'IEND' is wrong; save it again",
    "107-length-of-4-gb.png": "is cut short: get the whole file again",
    "107-truncated.gif": "is cut short: get the whole file again",
    "107-truncated.jpg": "is cut short: get the whole file again",
    "107-truncated.png": "is cut short: get the whole file again",
    "107-truncated.webp": "is cut short: get the whole file again",
    "108-bmp-disguised.png": "is BMP, whatever its name says: save it as PNG, JPEG, WEBP or GIF",
    "108-noise.png": "is not an image that is known here, whatever its name says: save it as PNG, JPEG, WEBP or GIF",
    "108-pdf-disguised.png": "is PDF, whatever its name says: save it as PNG, JPEG, WEBP or GIF",
    "108-svg-disguised.png": "is SVG or another text, whatever its name says: save it as PNG, JPEG, WEBP or GIF",
    "108-tiff-disguised.jpg": "is TIFF, whatever its name says: save it as PNG, JPEG, WEBP or GIF",
    "108-zip-disguised.png": "is a zip file, whatever its name says: save it as PNG, JPEG, WEBP or GIF",
    "109-12-bits.jpg": "has 12 bits per colour: save it with 8",
    "109-16-bits.png": "has 16 bits per colour: save it with 8",
    "109-animated.gif": "is an animation: save one frame of it",
    "109-animated.png": "is an animation: save one frame of it",
    "109-animated.webp": "is an animation: save one frame of it",
    "109-cmyk.jpg": "has the four colours of print (CMYK): save it as RGB",
    "110-1-by-2000000.png": "is 1 by 2,000,000 pixels: no side may have more than 32,767; scale it down or crop it",
    "111-honest-but-large.png": "is 9,000 by 9,000 pixels, 309 MB once drawn: scale it down to 8,192 by 8,192 or less",
    "112-international-text-bomb.png": "holds a text or profile that is far too large when unpacked: "
    "save it without metadata",
    "112-profile-bomb.png": "holds a text or profile that is far too large when unpacked: save it without metadata",
    "112-text-bomb.png": "holds a text or profile that is far too large when unpacked: save it without metadata",
    "113-empty.png": "is empty: there is no image in it",
    "113-no-height.jpg": "is 24 by 0 pixels: there is nothing to see",
    "113-no-pixels.jpg": "is damaged: there are no pixels in it; save it again",
    "113-no-pixels.png": "is damaged: it says 4 by 4 pixels and holds fewer; save it again",
    "113-no-pixels.webp": "is damaged: there are no pixels in it; save it again",
    "113-no-size.gif": "is damaged: there are no pixels in it; save it again",
    "113-no-width.png": "is 0 by 10 pixels: there is nothing to see",
}


def test_every_file_is_looked_at_and_is_what_it_was_made_to_be() -> None:
    assert {path.name: path.read_bytes() for path in HERE.iterdir()} == small()
    assert {*small(), *large()} == SAYS.keys()


@pytest.mark.parametrize("name", SAYS)
def test_it_costs_one_sentence(name: str) -> None:
    data = (HERE / name).read_bytes() if name in small() else large()[name]
    with pytest.raises(Invalid) as caught:
        checked_image(data, what=name)
    assert str(caught.value) == f"{name} {SAYS[name]}"
