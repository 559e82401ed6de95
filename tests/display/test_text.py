from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.text import ELLIPSIS, LEAST_SIZE, Type

WORDS = Type()
texts = st.text(st.sampled_from("abcdefgh eiWM волхвыЩШ12345(),:+#-…  "), max_size=80)
sizes = st.integers(LEAST_SIZE, 40)
SHOWN = (
    "ABCXYZabcxyz0123456789 АБВЯабвяЁёЄєІіЇїҐґ .,:;!?()[]+-–—−=#*/×·•…«»„“”‘’№½ÄÖÜäöüßéèñçãåøæłšžčőű ←↑→↓↺↻✓✗"
)


@pytest.mark.parametrize("bold", [False, True])
def test_the_font_has_every_letter_that_may_be_shown(bold: bool) -> None:
    missing = [
        letter
        for letter, found in zip(SHOWN, WORDS.font(16, bold).metrics(SHOWN), strict=True)
        if found is None
    ]
    assert not missing


def test_the_fonts_are_small_and_have_their_licence() -> None:
    folder = files("display") / "fonts"
    fonts = [file for file in folder.iterdir() if file.name.endswith(".ttf")]
    assert len(fonts) == 2
    assert sum(len(file.read_bytes()) for file in fonts) <= 120_000
    assert "Bitstream Vera" in (folder / "LICENSE").read_text()


@given(texts, st.integers(30, 400), sizes)
def test_a_fitted_text_is_never_too_wide(text: str, width: int, size: int) -> None:
    fitted, smaller = WORDS.fit(text, width, size)
    assert WORDS.width(fitted, smaller) <= width
    assert LEAST_SIZE <= smaller <= size
    assert fitted == text or fitted.endswith(ELLIPSIS)


@given(texts, st.integers(60, 400), sizes)
def test_wrapped_lines_are_never_too_wide_and_lose_nothing(text: str, width: int, size: int) -> None:
    lines = WORDS.wrap(text, width, size)
    assert all(WORDS.width(line, size) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(texts, st.integers(60, 400), st.integers(20, 120), sizes)
def test_a_paragraph_fits_its_box(text: str, width: int, height: int, size: int) -> None:
    lines, smaller = WORDS.paragraph(text, width, height, size)
    assert all(WORDS.width(line, smaller) <= width for line in lines)
    assert len(lines) * WORDS.line_height(smaller) <= height


def test_a_long_text_gets_smaller_before_it_is_cut() -> None:
    text = "The board is not as in the game"
    lines, size = WORDS.paragraph(text, 120, 40, 20)
    assert (" ".join(lines), size < 20) == (text, True)
    lines, size = WORDS.paragraph(text * 9, 120, 40, 20)
    assert (size, lines[-1][-1]) == (LEAST_SIZE, ELLIPSIS)
