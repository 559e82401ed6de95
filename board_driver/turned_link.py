"""A link to a board that may lie the other way round: what it says, and its lights, are turned."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from board_driver.orientation import turned, turned_frame, turned_info
from firmware_bridge.conversation import LinkEvent
from firmware_bridge.frames import SensorFrame
from firmware_bridge.link import Connected, Link
from firmware_bridge.messages import RGB


class TurnedLink:
    """Another link, turned while `is_turned`; that one is entered and closed by its owner."""

    def __init__(self, link: Link, *, is_turned: bool) -> None:
        self.is_turned = is_turned
        self._link = link
        self._squares = 0

    async def events(self) -> AsyncIterator[LinkEvent]:
        """What the board says, as `Link.events`."""
        async for event in self._link.events():
            if isinstance(event, Connected):
                self._squares = len(event.info.shape)
            yield self._turn(event) if self.is_turned else event

    def _turn(self, event: LinkEvent) -> LinkEvent:
        match event:
            case Connected(info):
                return Connected(turned_info(info))
            case SensorFrame():
                return turned_frame(event, self._squares)
            case _:
                return event

    def send_lights(self, colours: Sequence[RGB]) -> None:
        """Want these lights, as `Link.send_lights`."""
        self._link.send_lights(turned(colours) if self.is_turned else colours)

    def request_snapshot(self) -> None:
        """Want the full state, as `Link.request_snapshot`."""
        self._link.request_snapshot()
