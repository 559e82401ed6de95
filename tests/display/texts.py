"""The texts that the sources mark for translation, and the catalogues brought in step with them.

`python -m tests.display.texts` drops what is marked no more from every catalogue, and adds what is new to be
translated.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import polib
from babel.messages.extract import extract_from_file

ROOT = Path(__file__).parents[2]
CATALOGUES = ROOT / "display" / "languages"
PACKAGES = ("engine", "firmware_bridge", "display", "board_driver")
KEYWORDS = {
    "gettext": None,
    "_": None,
    "phrase": None,
    "ngettext": (1, 2),
    "phrases": (1, 2),
    "phrase_in": ((1, "c"), 2),
}
"""The functions that mark texts, as Babel wants them told."""
WIDTH = 110


class Text(NamedTuple):
    """A marked text: `many` if it depends on a number, `context` where English has one word for several."""

    one: str
    many: str = ""
    context: str = ""


def marked_texts(source: Path) -> set[Text]:
    """The texts that a module marks."""
    texts = set()
    for _, message, _, context in extract_from_file("python", source, KEYWORDS):
        one, many = (message, "") if isinstance(message, str) else message
        texts.add(Text(one, many, context or ""))
    return texts


def all_texts() -> set[Text]:
    """The texts that all sources mark."""
    modules = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return set().union(*map(marked_texts, modules))


def fields(text: str) -> set[str]:
    """The names in the braces of a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def catalogues() -> list[Path]:
    return sorted(CATALOGUES.glob("*.po"))


def text_of(entry: polib.POEntry) -> Text:
    return Text(entry.msgid, entry.msgid_plural, entry.msgctxt or "")


def translations(entry: polib.POEntry) -> list[str]:
    """All that an entry says: one text, or one for each plural form."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def faults(catalogue: polib.POFile, texts: set[Text], forms: int) -> Iterator[str]:
    """What is wrong with a catalogue of a language with so many plural forms."""
    known = {text_of(entry): entry for entry in catalogue}
    yield from (f"not in the catalogue: {text}" for text in texts - set(known))
    yield from (f"said nowhere any more: {text}" for text in set(known) - texts)
    for text, entry in known.items():
        said = translations(entry)
        if not all(said) or entry.fuzzy or len(said) != (forms if text.many else 1):
            yield f"not translated: {text}"
        elif any(fields(each) != fields(text.many or text.one) for each in said):
            yield f"other fields than {text}: {said}"


def update(path: Path, texts: set[Text]) -> None:
    """Bring a catalogue in step with the texts; what is translated stays so."""
    before = polib.pofile(str(path))
    known = {text_of(entry): entry for entry in before}
    after = polib.POFile(wrapwidth=WIDTH)
    after.metadata = before.metadata
    for text in sorted(texts):
        entry = known.get(text) or polib.POEntry(
            msgid=text.one,
            msgid_plural=text.many,
            msgctxt=text.context or None,
            msgstr_plural={0: "", 1: "", 2: ""} if text.many else {},
        )
        after.append(entry)
    after.save(str(path))


def main() -> None:
    texts = all_texts()
    for path in catalogues():
        update(path, texts)
        left = [str(text) for text in faults(polib.pofile(str(path)), texts, 3)]
        print(f"{path.name}: {len(texts)} texts, {len(left)} to be mended", *left, sep="\n  ")


if __name__ == "__main__":
    main()
