"""The languages of the screen: gettext catalogues, one file each in `display/languages`, and English.

A Language is a value that is handed to whoever says something. ARCHITECTURE.md tells how a text is marked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

import polib

from engine.errors import UsageError
from engine.phrase import Phrase, phrase, phrase_in, phrases

OWN_NAME = phrase_in("the name of this language in itself", "English")


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its code (ISO 639), such as `ru`."""

    code: str
    _catalogue: NullTranslations = field(repr=False, compare=False)

    @property
    def name(self) -> str:
        """What its speakers call it."""
        return self.say(OWN_NAME)

    def say(self, said: Phrase) -> str:
        """A phrase in this language."""
        return said.filled(self._translated)

    def gettext(self, text: str, **fields: object) -> str:
        """An English text in this language, its fields filled in."""
        return self.say(phrase(text, **fields))

    def ngettext(self, one: str, many: str, n: int, **fields: object) -> str:
        """The one of two English texts that is right for the number `n`, in this language."""
        return self.say(phrases(one, many, n, **fields))

    def _translated(self, said: Phrase) -> str:
        if said.context:
            return self._catalogue.pgettext(said.context, said.text)
        if said.many:
            return self._catalogue.ngettext(said.text, said.many, said.n)
        return self._catalogue.gettext(said.text)


ENGLISH = Language("en", NullTranslations())


def language_codes() -> tuple[str, ...]:
    """The languages that there are, by code."""
    names = (file.name for file in (files("display") / "languages").iterdir())
    return tuple(sorted({ENGLISH.code, *(name[:-3] for name in names if name.endswith(".po"))}))


@cache
def find_language(code: str) -> Language:
    """A language by its code; UsageError names those that there are."""
    if code not in (codes := language_codes()):
        raise UsageError(f"no language {code!r}, only {', '.join(codes)}")
    if code == ENGLISH.code:
        return ENGLISH
    source = files("display") / "languages" / f"{code}.po"
    return read_language(code, source.read_text(encoding="utf-8"))


def read_language(code: str, source: str) -> Language:
    """A language from the text of its catalogue (a PO file)."""
    return Language(code, GNUTranslations(BytesIO(polib.pofile(source).to_binary())))
