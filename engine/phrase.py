"""Sentences that can be said in any language: an English text, and what stands in its braces.

What is said at once, to a player whose language is known, needs no Phrase; see `display.language`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence, or a part of one. Made by `phrase`, `phrase_in` and `phrases`; its `str` is English.

    `text`: English, with names in braces; `fields`: what stands there, other phrases too. `many`: the text
    for other numbers than 1, the number being the field `n`. `context`: tells apart what only English has
    one word for.
    """

    text: str
    fields: tuple[tuple[str, object], ...] = ()
    many: str = ""
    context: str = ""

    @property
    def n(self) -> int:
        """The number that the text depends on, if it has `many`."""
        n = dict(self.fields)["n"]
        assert isinstance(n, int)
        return n

    def about(self, **fields: object) -> Phrase:
        """The same sentence with these fields in place of its own."""
        return replace(self, fields=tuple(fields.items()))

    def filled(self, translated: Callable[[Phrase], str]) -> str:
        """The sentence, each text put into another language by `translated`."""
        said = {
            name: value.filled(translated) if isinstance(value, Phrase) else value
            for name, value in self.fields
        }
        return translated(self).format(**said)

    def __str__(self) -> str:
        return self.filled(lambda each: each.many if each.many and each.n != 1 else each.text)


def phrase(text: str, **fields: object) -> Phrase:
    """A sentence with its fields: `phrase("no man on {square}", square="e4")`."""
    return Phrase(text, tuple(fields.items()))


def phrase_in(context: str, text: str, **fields: object) -> Phrase:
    """A sentence that other languages say in several ways; `context` says which is meant."""
    return Phrase(text, tuple(fields.items()), context=context)


def phrases(one: str, many: str, n: int, **fields: object) -> Phrase:
    """A sentence that depends on a number, which it has as the field `n`."""
    return Phrase(one, (("n", n), *fields.items()), many)
