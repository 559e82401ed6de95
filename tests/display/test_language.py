"""The catalogues of the languages, compared with the texts that the sources mark."""

from __future__ import annotations

import ast
from pathlib import Path

import polib
import pytest

from board_driver.words import AREA_COUNT, REASONS
from display.language import ENGLISH, find_language, language_codes, read_language
from engine.errors import MoveError, UsageError
from engine.games import open_game
from engine.phrase import phrase, phrase_in, phrases
from tests.display.texts import ROOT, Text, all_texts, catalogues, faults, marked_texts, update

RUSSIAN = find_language("ru")
CATALOGUE = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "{n} man on {square}"
msgid_plural "{n} men on {square}"
msgstr[0] "auf {square} ein Stein"
msgstr[1] "auf {square} {n} Steine"

msgctxt "chess"
msgid "king"
msgstr "König"

msgctxt "draughts"
msgid "king"
msgstr "Dame"
"""


def test_there_are_english_and_russian() -> None:
    assert language_codes() == ("en", "ru")
    assert [find_language(code).name for code in language_codes()] == ["English", "Русский"]
    assert find_language("en") is ENGLISH
    assert ENGLISH != RUSSIAN


def test_a_language_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(UsageError, match="no language 'xx', only en, ru"):
        find_language("xx")


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.stem)
def test_every_text_is_translated_and_none_is_stale(path: Path) -> None:
    catalogue = polib.pofile(str(path))
    forms = int(catalogue.metadata["Plural-Forms"].split(";")[0].removeprefix("nplurals="))
    assert list(faults(catalogue, all_texts(), forms)) == []


def test_the_comparison_sees_what_is_wrong(tmp_path: Path) -> None:
    source = tmp_path / "module.py"
    source.write_text(
        'phrase("new {a}", a=1); language.gettext("kept"); ngettext("{n} man", "{n} men", 2)\n'
        'phrase_in("chess", "king"); phrase(text); say("not marked")\n'
    )
    texts = marked_texts(source)
    assert texts == {
        Text("new {a}"), Text("kept"), Text("{n} man", "{n} men"), Text("king", context="chess")
    }  # fmt: skip
    path = tmp_path / "xx.po"
    path.write_text('msgid "old"\nmsgstr "alt"\n\nmsgid "new {a}"\nmsgstr "neu {b}"\n')
    found = list(faults(polib.pofile(str(path)), texts, 2))
    kinds = ["not in the catalogue"] * 3 + ["said nowhere any more", "other fields than Text(one='new {a}'"]
    assert [fault.startswith(kind) for fault, kind in zip(found, kinds, strict=True)] == [True] * 5
    update(path, texts)
    assert {entry.msgid for entry in polib.pofile(str(path))} == {"new {a}", "kept", "{n} man", "king"}
    assert sum(fault.startswith("not translated") for fault in faults(polib.pofile(str(path)), texts, 2)) == 3


def test_russian_has_three_forms_of_a_number() -> None:
    said = [
        RUSSIAN.ngettext("{square}: one man", "{square}: {n} men", men, square="e4")
        for men in (1, 2, 4, 5, 11, 21, 23)
    ]
    counts = ["1 фигура", "2 фигуры", "4 фигуры", "5 фигур", "11 фигур", "21 фигура", "23 фигуры"]
    assert said == [f"e4: {count}" for count in counts]


def test_a_language_is_added_by_a_file() -> None:
    german = read_language("de", CATALOGUE)
    said = [phrases("{n} man on {square}", "{n} men on {square}", n, square="e4") for n in (1, 3)]
    assert [german.say(each) for each in said] == ["auf e4 ein Stein", "auf e4 3 Steine"]
    assert [ENGLISH.say(each) for each in said] == ["1 man on e4", "3 men on e4"] == list(map(str, said))
    assert [german.say(phrase_in(game, "king")) for game in ("chess", "draughts")] == ["König", "Dame"]
    assert german.gettext("not there: {what}", what=phrase_in("chess", "king")) == "not there: König"


def test_a_phrase_within_a_phrase_is_translated_too() -> None:
    with pytest.raises(MoveError) as caught:
        open_game("tavreli").start().find_move("a1-a3")
    assert str(caught.value) == "a1-a3: the warrior on a2 is in the way"
    assert RUSSIAN.say(caught.value.told) == "a1-a3: ратник на a2 стоит на пути"
    assert phrase("{a} {b}", a=1, b=phrase("{c}", c=2)) == phrase("{a} {b}", a=1, b=phrase("{c}", c=2))


def test_every_reason_that_a_game_ends_for_has_words() -> None:
    reasons = {
        reason.value
        for package in ("engine", "board_driver")
        for path in (ROOT / package).rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Outcome"
        for reason in ast.walk(call.args[1])
        if isinstance(reason, ast.Constant) and isinstance(reason.value, str)
    }
    assert {"checkmate", "two passes", "agreement", AREA_COUNT} <= reasons
    assert reasons - {AREA_COUNT, "", "g"} == set(REASONS)
