"""The rules of tavreli, each as a player meets it."""

from __future__ import annotations

import pytest

from engine.errors import MoveError
from engine.tavreli import Position, Tavreli
from engine.types import Move, Outcome, Transfer

GAME = Tavreli()
OVER_OWN = Tavreli(double_step_over_own=True)


def set_up(board: str, turn: str = "w", rights: str = "- - -") -> Position:
    return GAME.position(f"{board} {turn} {rights} 1")


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.after(position.find_move(move))
    return position


def names(position: Position, origin: str = "") -> set[str]:
    return {move.name for move in position.legal_moves() if move.name.startswith(origin)}


def square(name: str) -> int:
    return GAME.shape.square(name)


def men(position: Position, name: str) -> str:
    """The men on a square, bottom to top."""
    return " ".join(man.text for man in position.stacks[square(name)])


def turned(move: Move) -> list[str]:
    return [f"{GAME.shape.name(turn.square)}: {turn.was}>{turn.now}" for turn in move.turns]


def why_not(position: Position, move: str) -> str:
    with pytest.raises(MoveError) as caught:
        position.find_move(move)
    return str(caught.value)


class TestTowers:
    def test_a_man_is_set_on_a_man_and_the_top_man_leads(self) -> None:
        position = play(GAME.start(), "g1xe2")
        assert men(position, "e2") == "PH N"
        assert men(position, "g1") == ""

    def test_a_split_takes_any_number_of_men(self) -> None:
        position = set_up("4k3/8/8/8/3(PRbN)4/8/8/1K6")
        assert names(position, "d4") >= {"d4(1)-e6", "d4(2)-e6", "d4-e6"}
        after = play(position, "d4(2)-e6")
        assert (men(after, "d4"), men(after, "e6")) == ("PR", "b N")

    def test_a_split_may_leave_an_enemy_who_moves_next(self) -> None:
        position = play(set_up("4k3/8/8/8/3(rN)4/8/8/K7"), "d4(1)-e6")
        assert "d4-d8" in names(position)

    def test_lines_end_on_the_first_man(self) -> None:
        champion = names(set_up("4k3/8/8/3r4/8/8/8/K2R4"), "d1")
        assert {"d1-d4", "d1xd5"} <= champion
        assert not {"d1-d6", "d1-a1", "d1xa1"} & champion

    def test_no_man_is_set_on_a_magus(self) -> None:
        position = set_up("4k3/8/8/8/8/8/8/3QKR2")
        assert not {"d1xe1", "f1xe1"} & names(position)
        assert why_not(position, "d1-e1") == "d1-e1: no man may be set on a magus"

    def test_the_enemy_magus_is_attacked_but_never_covered(self) -> None:
        position = set_up("4k3/8/8/8/8/8/8/K3R3", "b")
        assert position.checks() == ((square("e1"), square("e8")),)


class TestWarriors:
    def test_straight_ahead_onto_nothing_or_own_men_only(self) -> None:
        position = set_up("k7/8/8/8/1r6/PRPN6/8/K7")
        assert names(position, "a3") == {"a3-a4", "a3xb4"}
        assert names(position, "b3") == set()
        why = "a warrior goes straight ahead only onto a free square or an own man"
        assert why_not(position, "b3-b4") == f"b3-b4: {why}"

    def test_onto_an_own_man_ahead(self) -> None:
        assert names(set_up("k7/8/8/8/3N4/3PQ4/8/K7"), "d3") == {"d3xd4"}

    def test_diagonally_onto_enemies_only(self) -> None:
        position = set_up("k7/8/8/8/2r1N3/3PQ4/8/K7")
        assert names(position, "d3") == {"d3-d4", "d3xc4"}
        assert "only onto an enemy man" in why_not(position, "d3xe4")

    def test_double_step_needs_a_free_square_between(self) -> None:
        home = "4k3/8/8/8/8/4N3/4PH3/4K3"
        assert "e2-e4" not in names(set_up(home, "w", "- e:- -"))
        assert "the rider on e3 is in the way" in why_not(set_up(home, "w", "- e:- -"), "e2-e4")

    def test_double_step_onto_an_own_man(self) -> None:
        position = play(set_up("4k3/8/8/8/4N3/8/4PH3/4K3", "w", "- e:- -"), "e2xe4")
        assert men(position, "e4") == "N PH"
        assert position.text().split()[4] == "e3"

    def test_double_step_over_an_own_man_is_an_option_without_en_passant(self) -> None:
        text = "4k3/8/8/8/3ph4/4N3/4PH3/4K3 w - e:- - 1"
        position = play(OVER_OWN.position(text), "e2-e4")
        assert position.text().split()[4] == "-"
        after = play(position, "d4xe3")
        assert (men(after, "e3"), men(after, "e4")) == ("N ph", "PH")

    def test_carried_away_and_back_the_double_step_is_lost(self) -> None:
        moves = ("f1xe2", "a7-a6", "e2-d3", "a6-a5", "d3-e2", "a5-a4", "e2(1)-d3", "a4-a3")
        position = play(GAME.start(), *moves)
        assert names(position, "e2") == {"e2-e3"}
        assert "has lost its double step" in why_not(position, "e2-e4")

    def test_covered_and_uncovered_it_keeps_the_double_step(self) -> None:
        position = play(GAME.start(), "f1xe2", "a7-a6", "e2(1)-d3", "a6-a5")
        assert "e2-e4" in names(position)

    def test_a_warrior_on_top_of_one_that_never_moved_has_no_double_step(self) -> None:
        position = set_up("4k3/8/8/8/8/8/4(PHPR)3/K7", "w", "- e:- -")
        assert names(position, "e2") == {"e2(1)-e3", "e2-e3"}
        after = play(position, "e2(1)-e3", "e8-d8", "e3-e4", "d8-e8")
        assert "e2xe4" in names(after)


class TestEnPassant:
    def test_first_worked_example(self) -> None:
        before = play(GAME.start(), "e2-e4", "a7-a6", "e4-e5", "d7-d5")
        move = before.find_move("e5xd6")
        after = before.after(move)
        assert (men(after, "d6"), men(after, "d5"), men(after, "e5")) == ("pq PH", "", "")
        d5, d6, e5 = square("d5"), square("d6"), square("e5")
        assert move.transfers == (Transfer(d5, d6), Transfer(e5, d6))

    def test_second_worked_example(self) -> None:
        moves = ("g1-f3", "e7-e5", "f3-d4", "e5-e4", "d2xd4", "e4xd3")
        after = play(GAME.start(), *moves)
        assert (men(after, "d3"), men(after, "d4")) == ("PQ ph", "N")

    def test_with_some_men_of_a_tower(self) -> None:
        position = play(set_up("4k3/3pq4/8/4(PRPH)3/8/8/8/4K3", "b", "- -:d -"), "d7-d5")
        assert {"e5xd6", "e5(1)xd6"} <= names(position)
        after = play(position, "e5(1)xd6")
        assert (men(after, "d6"), men(after, "e5"), men(after, "d5")) == ("pq PH", "PR", "")
        assert men(play(position, "e5xd6"), "d6") == "pq PR PH"

    def test_on_the_very_next_move_only(self) -> None:
        moves = ("e2-e4", "a7-a6", "e4-e5", "d7-d5", "a2-a3", "a6-a5")
        assert "e5xd6" not in names(play(GAME.start(), *moves))

    def test_not_if_it_opens_a_line_to_the_magus(self) -> None:
        position = play(set_up("4k3/3pq4/8/K3(PRPH)2r/8/8/8/8", "b", "- -:d -"), "d7-d5")
        assert "e5(1)xd6" in names(position)
        assert why_not(position, "e5xd6") == "e5xd6: leaves the magus on a5 attacked by the champion on h5"

    def test_not_if_the_man_under_the_victim_attacks_the_magus(self) -> None:
        position = play(set_up("4k3/3pq4/8/3r(PRPH)2K/8/8/8/8", "b", "- -:d -"), "d7xd5")
        assert "e5(1)xd6" in names(position)
        assert why_not(position, "e5xd6") == "e5xd6: leaves the magus on h5 attacked by the champion on d5"

    def test_it_may_answer_a_check_by_the_victim(self) -> None:
        position = play(set_up("4k3/3pq4/8/4PH3/4K3/8/8/8", "b", "- -:d -"), "d7-d5")
        assert position.checks() == ((square("d5"), square("e4")),)
        assert "e5xd6" in names(position)


class TestPromotion:
    def test_by_moving(self) -> None:
        move = set_up("8/3PQ4/8/8/8/8/k7/7K").find_move("d7-d8")
        assert turned(move) == ["d8: PQ>+Q"]

    def test_onto_a_man_and_with_check(self) -> None:
        position = set_up("3n3k/2PR5/8/8/8/8/8/7K")
        move = position.find_move("c7xd8")
        assert position.move_text(move) == "c7xd8+"
        assert men(position.after(move), "d8") == "n +R"

    def test_a_helgi_moves_like_a_prince_and_a_rider(self) -> None:
        targets = {name[3:] for name in names(set_up("8/8/8/3+H4/8/8/8/k6K"), "d5")}
        assert {"d8", "a8", "h5", "a2", "e7", "b4"} <= targets
        assert "e8" not in targets

    def test_by_uncovering_an_own_warrior(self) -> None:
        position = set_up("3(PRN)4/8/8/8/8/8/k7/7K")
        move = position.find_move("d8(1)-c6")
        assert turned(move) == ["d8: PR>+R"]
        assert men(position.after(move), "d8") == "+R"

    def test_by_uncovering_an_enemy_warrior(self) -> None:
        position = set_up("7k/8/8/8/8/8/7K/3(pqN)4")
        move = position.find_move("d1(1)-c3")
        assert turned(move) == ["d1: pq>+q"]
        assert "d1-d8" in names(play(position, "d1(1)-c3"))

    def test_a_covered_promoted_man_is_a_warrior_again_and_stays_one_elsewhere(self) -> None:
        position = set_up("3+R4/8/8/6N1/8/8/k7/7K")
        position = play(position, "g5-e6", "a2-a3")
        move = position.find_move("e6xd8")
        assert turned(move) == ["d8: +R>PR"]
        position = play(position, "e6xd8", "a3-a2", "d8-c6", "a2-a3")
        assert men(position, "c6") == "PR N"
        position = play(position, "c6(1)-e5", "a3-a2")
        assert names(position, "c6") == {"c6-c7"}

    def test_an_enemy_covers_it_too(self) -> None:
        move = set_up("3+R3r/8/8/8/8/8/k7/6K1", "b").find_move("h8xd8")
        assert turned(move) == ["d8: +R>PR"]

    def test_uncovered_on_its_last_rank_it_promotes_again(self) -> None:
        position = play(set_up("3+R4/8/4N3/8/8/8/k7/7K"), "e6xd8", "a2-a3")
        assert turned(position.find_move("d8(1)-e6")) == ["d8: PR>+R"]

    def test_one_move_may_turn_two_men(self) -> None:
        move = set_up("1(PR+H)1+h4/8/8/8/8/8/8/k6K").find_move("b8(1)xd8")
        assert turned(move) == ["d8: +h>ph", "b8: PR>+R"]
        move = set_up("2+r5/1(prPN)6/8/8/8/8/8/k6K").find_move("b7xc8")
        assert turned(move) == ["c8: +r>pr", "c8: PN>+N"]

    def test_a_promoted_man_moves_on_as_it_is(self) -> None:
        move = set_up("3+R4/8/8/8/8/8/k7/7K").find_move("d8-d3")
        assert move.turns == ()


class TestCheck:
    def test_an_uncovered_enemy_may_not_attack_the_magus(self) -> None:
        position = set_up("1k6/8/8/8/4(rQ)3/8/8/4K3")
        assert (
            why_not(position, "e4(1)-d5") == "e4(1)-d5: leaves the magus on e1 attacked by the champion on e4"
        )
        assert {"e4-d5", "e4(1)-e3", "e4(1)-e2"} <= names(position)
        assert not {"e4(1)-e5", "e4(1)-f4"} & names(position)

    def test_an_uncovered_rider_leaves_no_shield(self) -> None:
        position = set_up("k7/8/8/8/8/3(nQ)4/8/4K3")
        assert not any("(1)" in name for name in names(position, "d3"))

    def test_an_uncovered_warrior_that_promotes_counts_at_once(self) -> None:
        position = set_up("k7/8/8/8/8/8/8/K2(prR)4")
        assert (
            why_not(position, "d1(1)-d5") == "d1(1)-d5: leaves the magus on a1 attacked by the champion on d1"
        )
        assert {"d1-d5", "d1(1)-c1", "d1(1)-b1"} <= names(position)

    def test_a_split_is_not_held_by_a_pin(self) -> None:
        position = set_up("k3r3/8/8/8/4(PRR)3/8/8/4K3")
        assert "e4(1)-d4" in names(position)
        assert "e4-d4" not in names(position)
        assert {"e4-e5", "e4xe8", "e4-e3"} <= names(position)

    def test_a_check_is_answered_by_covering_blocking_or_going(self) -> None:
        position = set_up("k3r3/8/8/1B6/8/2N5/8/4K3")
        assert names(position, "b5") == {"b5xe8", "b5-e2"}
        assert names(position, "c3") == {"c3-e4", "c3-e2"}
        assert names(position, "e1") == {"e1-d1", "e1-d2", "e1-f1", "e1-f2"}

    def test_in_double_check_only_the_magus_moves(self) -> None:
        position = set_up("k3r3/8/8/8/8/3n4/8/2Q1K3")
        assert len(position.checks()) == 2
        assert names(position) == {"e1-d1", "e1-d2", "e1-f1"}


class TestMagus:
    def test_off_a_tower_alone_or_with_some_of_it(self) -> None:
        position = set_up("7k/8/8/8/8/8/8/3(rbK)4")
        assert {"d1(1)-e1", "d1(1)-c1", "d1(1)-d2", "d1(2)-e2", "d1(2)-c2", "d1-e1", "d1-e2"} <= names(
            position
        )
        assert "by the archer on d1" in why_not(position, "d1(1)-e2")
        assert "by the champion on d1" in why_not(position, "d1(2)-e1")

    def test_what_it_leaves_behind_may_shield_it(self) -> None:
        position = set_up("k3r3/8/8/8/4(PRK)3/8/8/8")
        assert "e4(1)-e3" in names(position)
        assert "e4-e3" not in names(position)

    def test_onto_towers_that_are_not_attacked(self) -> None:
        position = set_up("k7/8/8/8/8/6r1/3NnPB2/4K3")
        assert {"e1xd2", "e1xe2", "e1xf2"} <= names(position)
        assert "e1xe2" not in names(set_up("k3r3/8/8/8/8/6r1/3NnPB2/4K3"))


class TestCastling:
    HOME = "r3k2r/8/8/8/8/8/8/R3K2R"

    def test_both_ways(self) -> None:
        position = set_up(self.HOME, "w", "KQkq - -")
        short, long = position.find_move("0-0"), position.find_move("0-0-0")
        e1, f1, g1, h1 = map(square, ("e1", "f1", "g1", "h1"))
        assert short.transfers == (Transfer(e1, g1), Transfer(h1, f1))
        after = position.after(long)
        assert (men(after, "c1"), men(after, "d1"), men(after, "a1"), men(after, "e1")) == ("K", "R", "", "")
        assert after.text().split()[2] == "kq"

    def test_kept_when_an_own_man_covered_and_uncovered_the_champion(self) -> None:
        covered = play(set_up("4k3/8/8/8/8/6N1/8/4K2R", "w", "K - -"), "g3xh1", "e8-d8")
        assert why_not(covered, "0-0") == "0-0: the champion on h1 is covered"
        assert "0-0" in names(play(covered, "h1(1)-g3", "d8-e8"))

    def test_kept_when_an_enemy_covered_and_uncovered_the_champion(self) -> None:
        covered = play(set_up("4k3/8/8/8/8/PR5n1/8/4K2R", "b", "K - -"), "g3xh1")
        assert why_not(covered, "0-0") == "0-0: the champion on h1 is covered"
        assert "0-0" in names(play(covered, "a3-a4", "h1(1)-g3", "a4-a5", "g3-e4"))

    def test_lost_when_an_enemy_carries_the_champion_away(self) -> None:
        position = play(set_up("4k3/8/8/8/8/8/8/4K2(Rn)", "b", "K - -"), "h1-g3")
        assert position.text().split()[2] == "-"

    @pytest.mark.parametrize(
        ("board", "castling", "why"),
        [
            ("4k3/8/8/8/8/8/8/4K2R", "-", "the magus or the champion of h1 has moved before"),
            ("4k3/8/8/8/8/8/8/3K3R", "-", "the magus has left e1"),
            ("4k3/8/8/8/8/8/8/4KN1R", "K", "f1, between magus and champion, is not empty"),
            ("k3r3/8/8/8/8/8/8/4K2R", "K", "e1 is attacked by the champion on e8"),
            ("k4r2/8/8/8/8/8/8/4K2R", "K", "f1 is attacked by the champion on f8"),
            ("k5r1/8/8/8/8/8/8/4K2R", "K", "g1 is attacked by the champion on g8"),
        ],
    )
    def test_barred(self, board: str, castling: str, why: str) -> None:
        position = set_up(board, "w", f"{castling} - -")
        assert "0-0" not in names(position)
        assert why_not(position, "0-0") == f"0-0: {why}"

    def test_an_attack_on_b1_or_on_the_champion_is_no_bar(self) -> None:
        position = set_up("1r5k/r7/8/8/8/8/8/R3K3", "w", "Q - -")
        assert "0-0-0" in names(position)

    def test_a_move_of_the_magus_ends_both(self) -> None:
        position = play(set_up(self.HOME, "w", "KQkq - -"), "e1-e2", "a8-a7")
        assert position.text().split()[2] == "k"


class TestEnd:
    def test_checkmate(self) -> None:
        position = play(set_up("k7/8/1K6/8/8/8/8/7R"), "h1-h8")
        assert position.legal_moves() == ()
        assert position.outcome() == Outcome("1-0", "checkmate")

    def test_stalemate(self) -> None:
        position = play(set_up("k7/8/3K4/8/8/8/8/1Q6"), "b1-b6")
        assert position.checks() == ()
        assert position.outcome() == Outcome("1/2-1/2", "stalemate")

    def test_no_outcome_while_there_are_moves(self) -> None:
        assert GAME.start().outcome() is None

    def test_threefold_is_claimed(self) -> None:
        positions = [GAME.start()]
        for move in ("g1-f3", "g8-f6", "f3-g1", "f6-g8") * 2:
            assert GAME.claim(positions) is None
            positions.append(play(positions[-1], move))
        assert GAME.claim(positions) == Outcome("1/2-1/2", "threefold repetition")

    def test_a_lost_double_step_makes_another_position(self) -> None:
        there_and_back = ("f1xe2", "f8-e7", "e2-d3", "e7-d6", "d3-e2", "d6-e7", "e2(1)-f1", "e7(1)-f8")
        after = play(GAME.start(), *there_and_back)
        assert after.stacks == GAME.start().stacks
        assert after.key != GAME.start().key

    def test_en_passant_counts_only_where_it_is_legal(self) -> None:
        board = "4k3/8/8/8/3PQ4/8/8/4K3"
        assert set_up(board, "b", "- - d3").key == set_up(board, "b").key
        board = "4k3/8/8/8/2phPQ4/8/8/4K3"
        assert set_up(board, "b", "- - d3").key != set_up(board, "b").key


class TestPosition:
    def test_it_is_a_value(self) -> None:
        start = GAME.start()
        text = start.text()
        after = play(start, "e2-e4")
        assert start.text() == text
        assert start == GAME.start()
        assert hash(start) == hash(GAME.start())
        assert after != start
        assert start != text

    def test_the_number_goes_up_after_black(self) -> None:
        assert play(GAME.start(), "e2-e4").number == 1
        assert play(GAME.start(), "e2-e4", "e7-e5").number == 2

    def test_equal_positions_at_other_moves_are_not_equal_but_repeat(self) -> None:
        later = play(GAME.start(), "g1-f3", "g8-f6", "f3-g1", "f6-g8")
        assert later != GAME.start()
        assert later.key == GAME.start().key
