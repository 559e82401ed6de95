"""Every error of the project, drawn once as a tree.

::

    TavreliBoardError            what the command line prints in one line; `exit_code` is its exit code
    |- PositionError (ValueError)   a position text that is not a position of the game
    |- MoveError (ValueError)       a move text that is not a legal move of its position
    |- RecordError (ValueError)     a game record with a fault; names place, ply and token
    |- LogError (ValueError)        a sensor log with a fault; names its line
    |- FrameError (ValueError)      bytes from the wire that are no frame of the protocol
    |- ConfigError (ValueError)     a configuration that can't be used; names key and remedy
    |- UsageError (ValueError)      a call that asks for something there is not
    |- JournalError (OSError)       an archive that can't be read or written
    |- LinkError (ConnectionError)  a board that is not there, or speaks another protocol
    |- DisplayError (RuntimeError)  a window that can't be opened
"""

from engine.phrase import Phrase, phrase


class TavreliBoardError(Exception):
    """Root of all errors that we raise on purpose; its text is one line with the remedy."""

    exit_code = 1


class PositionError(TavreliBoardError, ValueError):
    """A position text that is not a position of the game; the text says which rule it breaks."""


class MoveError(TavreliBoardError, ValueError):
    """A move text that is not a legal move of its position, or fits more than one.

    `why` can be said to the players in their language; the error's own text is `TEXT: WHY` in English.
    `attacks`: (attacker, attacked) squares, where the move would leave the magus (king) in check.
    """

    def __init__(self, text: str, why: Phrase, attacks: tuple[tuple[int, int], ...] = ()) -> None:
        super().__init__(f"{one_line(text)}: {why}")
        self.shown = one_line(text)
        self.why = why
        self.attacks = attacks

    @property
    def told(self) -> Phrase:
        """The whole of it, to be said in any language."""
        return phrase("{move}: {why}", move=self.shown, why=self.why)


class RecordError(TavreliBoardError, ValueError):
    """A game record that can't be read to its end.

    `ply` counts from 1 (0: the fault is outside the moves), `token` is the text at fault.
    """

    def __init__(self, message: str, *, ply: int = 0, token: str = "") -> None:
        super().__init__(message)
        self.ply = ply
        self.token = token


class LogError(TavreliBoardError, ValueError):
    """A sensor log that can't be read to its end; `line` counts from 1."""

    def __init__(self, message: str, *, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class FrameError(TavreliBoardError, ValueError):
    """Bytes that are no frame of the wire protocol; `kind`: what is wrong, for counting them.

    Kinds: `length`, `coding` (no COBS), `crc` and `payload` (not what its type asks for).
    """

    def __init__(self, message: str, *, kind: str = "payload") -> None:
        super().__init__(message)
        self.kind = kind


class ConfigError(TavreliBoardError, ValueError):
    """A configuration that can't be used; the text names file, key and remedy."""


class UsageError(TavreliBoardError, ValueError):
    """A call that asks for something that there is not (an unknown game, kit or link)."""

    exit_code = 2


class JournalError(TavreliBoardError, OSError):
    """An archive that can't be read or written.

    Kinds: `unwritable` (by this user, on this disk, now), `damaged`, `foreign` (a newer version's, or another
    program's) and `content` (no such game, or one that can't be read). `remedy` can be said to the players.
    """

    def __init__(self, message: str, *, kind: str = "content", remedy: Phrase | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.remedy = remedy or Phrase("{remedy}", (("remedy", message.rpartition(": ")[2]),))


class LinkError(TavreliBoardError, ConnectionError):
    """A board that is not there, has gone, or speaks another protocol.

    `told`: the same, to be said to the players in their language.
    """

    exit_code = 3

    def __init__(self, message: str | Phrase) -> None:
        super().__init__(str(message))
        self.told = message if isinstance(message, Phrase) else phrase("{message}", message=message)


class DisplayError(TavreliBoardError, RuntimeError):
    """No window can be opened here: no desktop, and no screen that may be drawn on."""

    exit_code = 3


def one_line(text: str, length: int = 30) -> str:
    """A text at fault as messages show it: in one line, and not longer than `length`, enough for a move."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"
