"""The panel beside the board: title, clocks, result, prompts, the tower man by man, the moves, the buttons.

From the top down, each part takes what it needs and leaves the rest; the moves get what is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame
from pygame import Rect

from display import palette
from display.clocks import draw_clocks
from display.focus import draw_focus
from display.inputs import Answer, BringMan, Press
from display.layout import BUTTON_TYPE, NONE_OF_THESE, TITLE_HEIGHT, ButtonPlace, Meaning
from display.prompts import draw_prompts, prompts_stand
from display.result import draw_result
from display.scene import Scene
from display.text import LEAST_SIZE
from display.tools import Tools
from display.tower import draw_tower
from display.words import STACKED
from engine.types import Colour, Man

TITLE, MOVES = 28, 22
WORDS_BEFORE_TOWER, WORDS_BEFORE_MOVES = 0.22, 0.5
"""The part of what is free that the words to the players take, if something else is shown below."""
BUTTON_SHARE = 0.48
"""The height of the words on a button, in its own, if there is room for them."""
WINNERS = {"1-0": Colour.WHITE, "0-1": Colour.BLACK}


def draw_panel(tools: Tools, surface: pygame.Surface, scene: Scene) -> None:
    """Draw all of the panel; nothing goes past its edges."""
    places = tools.layout.buttons(scene)
    panel = tools.layout.panel
    bottom = min((place.rect.top - tools.gap for place in places), default=panel.bottom)
    free = Rect(panel.x, panel.y, panel.width, bottom - panel.y)
    surface.set_clip(free)  # a plate that is lower than its corners are round spills over
    free = tools.below(free, _draw_title(tools, surface, scene, free))
    if scene.clocks:
        draw_clocks(tools, surface, scene.clocks)
        free = tools.below(free, tools.layout.clocks.height)
    free = tools.below(free, draw_result(tools, surface, scene, free))
    free = tools.below(free, draw_prompts(tools, surface, scene.lines, _room_for_words(tools, scene, free)))
    draw_record(tools, surface, scene, free)
    surface.set_clip(None)
    men: dict[Meaning, Man] = {Answer(each.key): each.man for each in scene.candidates if each.man}
    for kind in (Press, Answer):
        _draw_buttons(tools, surface, [place for place in places if isinstance(place.input, kind)], men)
    for place in places:
        if isinstance(place.input, BringMan):
            _draw_aside(tools, surface, place, place.input.man)
        if place.input == scene.focus:
            draw_focus(tools, surface, place.rect)


def _room_for_words(tools: Tools, scene: Scene, free: Rect) -> Rect:
    """What the lines may take of `free`: only if they need it, more than leaves room for what is below."""
    share = 1.0 if scene.candidates else WORDS_BEFORE_TOWER if scene.tower else WORDS_BEFORE_MOVES
    room = Rect(free.x, free.y, free.width, round(free.height * share))
    return room if prompts_stand(tools, scene.lines, room) else free


def draw_record(tools: Tools, surface: pygame.Surface, scene: Scene, free: Rect) -> None:
    """Draw the tower that is looked at, and in what it leaves of `free` the moves."""
    if scene.tower is not None and scene.game in STACKED:
        free = tools.below(free, draw_tower(tools, surface, scene, scene.tower, free))
    _draw_moves(tools, surface, scene, free)


def _draw_title(tools: Tools, surface: pygame.Surface, scene: Scene, free: Rect) -> int:
    """Whose turn it is or who has won, with a man of that side."""
    height = round(TITLE_HEIGHT * tools.layout.unit)
    disc = round(height * 0.86)
    side = WINNERS.get(scene.result, scene.turn)
    surface.blit(tools.men.face(Man(side, ""), disc), (free.x, free.y + (height - disc) // 2))
    left, right = free.x + disc + tools.gap, free.right
    size = tools.layout.type_size(TITLE)
    lines, size = tools.words.paragraph(scene.title, right - left, height, size, bold=True)
    step = tools.words.line_height(size)
    top = free.y + (height - step * len(lines)) // 2
    for index, text in enumerate(lines):
        picture = tools.words.render(text, size, palette.TEXT, bold=True)
        surface.blit(picture, (left, top + index * step))
    return height


def _draw_moves(tools: Tools, surface: pygame.Surface, scene: Scene, free: Rect) -> None:
    """The last moves, a pair a line, the latest one bright."""
    size = _moves_size(tools, scene, free.width)
    step = tools.words.line_height(size) + 2
    starts = scene.turn if len(scene.moves) % 2 == 0 else scene.turn.other
    plies = ("…", *scene.moves) if scene.moves and starts is not scene.first else scene.moves
    pairs = [plies[index : index + 2] for index in range(0, len(plies), 2)]
    room = free.height // step
    first = max(0, len(pairs) - room)
    number_width = tools.words.width(f"{scene.number + len(pairs) - 1}.", size) + tools.gap
    column = (free.width - number_width) // 2
    for row, pair in enumerate(pairs[first:] if room else ()):
        top = free.y + row * step
        number = tools.words.render(f"{scene.number + first + row}.", size, palette.FAINT)
        surface.blit(number, (free.x + number_width - tools.gap - number.get_width(), top))
        for side, move in enumerate(pair):
            latest = first + row + 1 == len(pairs) and side == len(pair) - 1
            text, fitting = tools.words.fit(move, column - tools.gap // 2, size, bold=latest)
            colour = palette.TEXT if latest else palette.FAINT
            picture = tools.words.render(text, fitting, colour, bold=latest)
            surface.blit(picture, (free.x + number_width + side * column, top))


def _moves_size(tools: Tools, scene: Scene, width: int) -> int:
    """The size of all moves, in which the longest one fits into its column, with its number before it."""
    size = tools.layout.type_size(MOVES)
    column = (width - tools.words.width("000.", size) - tools.gap) // 2 - tools.gap // 2
    return tools.words.fit(max(scene.moves, key=len, default=""), column, size, bold=True)[1]


def _draw_aside(tools: Tools, surface: pygame.Surface, place: ButtonPlace, man: Man) -> None:
    """A man beside the board, and how many there are of it."""
    box = place.rect
    pygame.draw.rect(surface, palette.DARK_SQUARE, box, border_radius=tools.gap // 2)
    face = tools.men.face(man, min(box.height - 2, box.width // 2))
    surface.blit(face, face.get_rect(midleft=(box.x + 2, box.centery)))
    size = max(LEAST_SIZE, min(tools.layout.type_size(BUTTON_TYPE), round(box.height * 0.6)))
    picture = tools.words.render(place.text, size, palette.BADGE, bold=True)
    left, right = box.x + 2 + face.get_width(), box.right
    surface.blit(picture, picture.get_rect(center=((left + right) // 2, box.centery)))


def _draw_buttons(
    tools: Tools, surface: pygame.Surface, places: Sequence[ButtonPlace], men: Mapping[Meaning, Man]
) -> None:
    """Draw buttons that belong together, with the men that some stand for.

    Their words have one size; where there is no room for them, the men stand alone.
    """
    if not places:
        return
    boxes = [_text_box(tools, place, with_man=place.input in men) for place in places]
    size = max(LEAST_SIZE, round(places[0].rect.height * BUTTON_SHARE))
    for place, box in zip(places, boxes, strict=True):
        size = tools.words.whole_size(place.text, *box.size, size, bold=True)
    faces_only = any(
        place.input in men and not tools.words.stands(place.text, *box.size, size, bold=True)
        for place, box in zip(places, boxes, strict=True)
    )
    for place, box in zip(places, boxes, strict=True):
        lines, small = tools.words.paragraph(place.text, box.width, box.height, size, bold=True)
        quiet = not isinstance(place.input, Answer) or place.input.text == NONE_OF_THESE
        colour = palette.BUTTON_QUIET if quiet else palette.BUTTON
        pygame.draw.rect(surface, colour, place.rect, border_radius=tools.gap // 2)
        if man := men.get(place.input):
            face = tools.men.face(man, place.rect.height - 4)
            corner = face.get_rect(midleft=(place.rect.x + 2, place.rect.centery))
            surface.blit(face, face.get_rect(center=place.rect.center) if faces_only else corner)
            if faces_only:
                continue
        step = tools.words.line_height(small)
        for index, text in enumerate(lines):
            picture = tools.words.render(text, small, palette.TEXT, bold=True)
            middle = box.centery + round((index - (len(lines) - 1) / 2) * step)
            surface.blit(picture, picture.get_rect(center=(box.centerx, middle)))


def _text_box(tools: Tools, place: ButtonPlace, *, with_man: bool) -> Rect:
    """Where the words of a button may be: beside its man, if it has one."""
    box = place.rect.inflate(-tools.gap, -2)
    if with_man:
        left = place.rect.x + place.rect.height
        box = Rect(left, box.y, box.right - left, box.height)
    return box
