from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.inputs import Answer, BringMan, Escape, Input, Nav, Press, PutMen, TakeMen, Touch
from display.pointer import Pointer, Spot
from engine.types import Colour, Man, Stack
from tests.display.scenes import MIDDLE, at, stack, stacks

A1, C4, D5, EMPTY = (Spot(at(name)) for name in ("a1", "c4", "d5", "a5"))
BESIDE = Spot()
MEN = stack("NQ")


@pytest.fixture
def pointer() -> Pointer:
    simulated = Pointer(simulated=True)
    simulated.see(stacks(MIDDLE))
    return simulated


def test_click_and_click(pointer: Pointer) -> None:
    assert pointer.press(C4) == [TakeMen(at("c4"))]
    pointer.hold(MEN)
    assert pointer.release(C4) == []
    assert pointer.press(D5) == [PutMen(at("d5"))]
    pointer.hold(())
    assert pointer.release(D5) == []
    assert pointer.press(A1) == [TakeMen(at("a1"))]


def test_drag_and_drop_even_within_one_poll(pointer: Pointer) -> None:
    assert pointer.press(C4) + pointer.release(D5) == [TakeMen(at("c4")), PutMen(at("d5"))]


def test_a_drop_beside_the_board_keeps_the_men_in_the_hand(pointer: Pointer) -> None:
    pointer.press(C4)
    pointer.hold(MEN)
    assert pointer.release(BESIDE) == []
    assert pointer.press(BESIDE) == []
    assert pointer.press(EMPTY) == [PutMen(at("a5"))]


def test_an_empty_square_and_a_place_beside_the_board_give_nothing_to_take(pointer: Pointer) -> None:
    assert pointer.press(EMPTY) == pointer.press(BESIDE) == []


def test_men_that_could_not_be_taken_are_not_put(pointer: Pointer) -> None:
    pointer.press(C4)
    pointer.hold(())
    pointer.release(C4)
    assert pointer.press(D5) == [TakeMen(at("d5"))]


@pytest.mark.parametrize(
    ("keys", "count"), [("2", 2), ("3", 3), ("4", 0), ("9", 0), ("0", 0), ("12", 2), ("", 0)]
)
def test_digits_choose_how_many_of_the_top_are_taken(pointer: Pointer, keys: str, count: int) -> None:
    pointer.move(C4)
    for key in keys:
        pointer.key(key)
    assert pointer.choice() == ((count, 4) if count else None)
    assert pointer.press(C4) == [TakeMen(at("c4"), count)]


def test_digits_may_come_before_the_tower(pointer: Pointer) -> None:
    pointer.key("2")
    assert pointer.choice() is None
    pointer.move(C4)
    assert pointer.choice() == (2, 4)
    assert pointer.press(C4) == [TakeMen(at("c4"), 2)]
    pointer.release(D5)
    assert pointer.press(C4) == [TakeMen(at("c4"))], "a choice holds for one take"


def test_two_digits_choose_more_than_nine(pointer: Pointer) -> None:
    pointer.see((stack("PRPNPBPQPH" * 3),) + ((),) * 63)
    pointer.move(A1)
    pointer.key("1")
    pointer.key("2")
    assert pointer.press(A1) == [TakeMen(at("a1"), 12)]


def test_the_wheel_chooses_for_the_tower_under_the_pointer(pointer: Pointer) -> None:
    pointer.move(C4)
    for steps, choice in ((-1, (3, 4)), (-1, (2, 4)), (-5, (1, 4)), (1, (2, 4)), (9, None)):
        assert pointer.wheel(steps) == []
        assert pointer.choice() == choice
    pointer.wheel(-3)
    assert pointer.press(D5) == [TakeMen(at("d5"))], "it was chosen for another tower"


def test_the_right_button_takes_the_top_man(pointer: Pointer) -> None:
    assert pointer.press(C4, top_only=True) == [TakeMen(at("c4"), 1)]


def test_escape_gives_up_the_choice_then_the_men_then_the_window(pointer: Pointer) -> None:
    pointer.move(C4)
    pointer.key("2")
    assert pointer.key("escape") == []
    assert pointer.choice() is None
    pointer.press(C4)
    pointer.hold(MEN)
    pointer.move(D5)
    assert pointer.key("escape") == [PutMen(at("c4"))]
    pointer.hold(())
    assert pointer.key("escape") == [Escape()]


def test_hovering_shows_each_tower_once(pointer: Pointer) -> None:
    moves = (C4, C4, EMPTY, EMPTY, D5, BESIDE)
    told = [told for spot in moves for told in pointer.move(spot)]
    assert told == [Touch(at("c4")), Touch(None), Touch(at("d5")), Touch(None)]


def test_without_a_simulated_board_a_press_shows_the_tower() -> None:
    real = Pointer(simulated=False)
    real.see(stacks(MIDDLE))
    assert real.move(C4) == []
    assert real.press(C4) == [Touch(at("c4"))]
    assert real.release(D5) == real.press(C4) == real.key("2") == real.wheel(-1) == []
    assert real.press(BESIDE) == [Touch(None)]
    assert real.choice() is None


@pytest.mark.parametrize("simulated", [False, True])
def test_buttons_and_keys_are_the_same_everywhere(simulated: bool) -> None:
    pointer = Pointer(simulated=simulated)
    assert pointer.press(Spot(button=Answer("c4xd5"))) == [Answer("c4xd5")]
    names = {"t": "takeback", "n": "new", "d": "draw", "r": "resign", "c": "confirm", "p": "pass"}
    assert {key: pointer.key(key) for key in names} == {key: [Press(name)] for key, name in names.items()}
    assert pointer.key("x") == []


WHITE_QUEEN = BringMan(Man(Colour.WHITE, "Q"))
TRAY = Spot(button=WHITE_QUEEN)


@pytest.fixture
def chess() -> Pointer:
    """On a board from which men are taken."""
    simulated = Pointer(simulated=True)
    simulated.see(stacks(MIDDLE), leaving=True)
    return simulated


def test_where_men_leave_the_board_they_are_set_down_beside_it(chess: Pointer) -> None:
    assert chess.press(C4) + chess.release(C4) + chess.press(BESIDE) == [TakeMen(at("c4")), PutMen(None)]
    chess.hold(())
    assert chess.press(C4) + chess.release(BESIDE) == [TakeMen(at("c4")), PutMen(None)]
    chess.hold(())
    assert chess.press(C4) + chess.release(C4) + chess.press(TRAY) == [TakeMen(at("c4")), PutMen(None)]


def test_men_beside_the_board_are_taken_by_click_or_drag_and_escape_puts_them_back(chess: Pointer) -> None:
    assert chess.press(TRAY) + chess.release(TRAY) + chess.press(EMPTY) == [WHITE_QUEEN, PutMen(at("a5"))]
    chess.hold(())
    assert chess.press(TRAY) + chess.release(D5) == [WHITE_QUEEN, PutMen(at("d5"))]
    chess.hold(())
    assert chess.press(TRAY) + chess.release(TRAY) + chess.key("escape") == [WHITE_QUEEN, PutMen(None)]


def test_in_go_a_press_on_an_empty_point_sets_a_stone(chess: Pointer) -> None:
    stone = Man(Colour.BLACK, "S")
    chess.see(stacks(MIDDLE), leaving=True, spare=stone)
    assert chess.press(EMPTY) + chess.release(EMPTY) == [BringMan(stone, at("a5"))]
    assert chess.press(C4) == [TakeMen(at("c4"))]


spots = st.sampled_from([BESIDE, TRAY, *(Spot(square) for square in range(6))])
gestures: st.SearchStrategy[Callable[[Pointer], list[Input]]] = st.one_of(
    spots.map(lambda spot: lambda pointer: pointer.press(spot)),
    spots.map(lambda spot: lambda pointer: pointer.release(spot)),
    spots.map(lambda spot: lambda pointer: pointer.move(spot)),
    st.integers(-3, 3).map(lambda steps: lambda pointer: pointer.wheel(steps)),
    st.sampled_from([*"0123", "escape"]).map(lambda key: lambda pointer: pointer.key(key)),
)


@given(st.lists(gestures, max_size=60), st.booleans(), st.sampled_from([None, Man(Colour.BLACK, "S")]))
def test_no_gestures_take_with_full_hands_or_put_with_empty_ones(
    done: list[Callable[[Pointer], list[Input]]], leaving: bool, spare: Man | None
) -> None:
    board: list[Stack] = [stack("PRPNN"), stack("PBpb"), (), stack("K"), (), ()]
    men = sorted(str(man) for tower in board for man in tower)
    hand: tuple[Man, ...] = ()
    aside: list[Man] = []
    pointer = Pointer(simulated=True)
    for gesture in done:
        pointer.see(tuple(board), leaving=leaving, spare=spare)
        for told in gesture(pointer):
            match told:
                case TakeMen(square, count):
                    assert not hand
                    taken = len(board[square]) - (count or len(board[square]))
                    assert 0 <= taken < len(board[square])
                    board[square], hand = board[square][:taken], board[square][taken:]
                case PutMen(square):
                    assert hand
                    assert square is not None or leaving
                    if square is None:
                        aside += hand
                    else:
                        board[square] += hand
                    hand = ()
                case BringMan(man, square):
                    assert not hand
                    men = sorted([*men, str(man)])
                    if square is None:
                        hand = (man,)
                    else:
                        assert not board[square]
                        board[square] = (man,)
            pointer.hold(hand)
    assert sorted(str(man) for tower in [*board, hand, aside] for man in tower) == men


@pytest.mark.parametrize("key", ["up", "down", "return", "backspace"])
def test_the_arrows_are_the_buttons_beside_the_screen(pointer: Pointer, key: str) -> None:
    step = {"return": "ok", "backspace": "back"}.get(key, key)
    assert pointer.key(key) == [Nav(step)]  # type: ignore[arg-type]
