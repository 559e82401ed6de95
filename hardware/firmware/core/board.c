#include "board.h"

#include <string.h>

#include "port.h"

#define FIRMWARE "tavreli-board " MACHINE " " VERSION

enum { FLAG_MORE = 1, FLAG_SHOW = 1 };
enum { SENSES_PRESENCE = 1, SENSES_WEIGHTS = 2, SENSES_CORNERS = 4, DRIFTS = 8 };
enum refusal { DONE = 0, UNKNOWN = 1, RANGE = 2, FAULTY };

/* The buttons: code of the key and side, 0 being that to move. */
static const struct {
    uint8_t key, side;
} keys[] = {
    {1, 1}, /* confirm, White */
    {1, 2}, /* confirm, Black */
    {2, 0}, /* takeback */
    {3, 0}, /* new */
};

static struct frame_writer *begin(struct board *board, char type)
{
    frame_begin(&board->writer, type, board->counter++);
    return &board->writer;
}

static void end(struct board *board)
{
    frame_end(&board->writer, port_send);
}

static void say_hello(struct board *board)
{
    struct frame_writer *hello = begin(board, 'H');
    frame_u8(hello, PROTOCOL_MAJOR);
    frame_u8(hello, PROTOCOL_MINOR);
    frame_u32(hello, board->boot);
    frame_u32(hello, board->now - board->began);
    frame_u8(hello, FILES);
    frame_u8(hello, RANKS);
    frame_u8(hello, PRESENCE * SENSES_PRESENCE | WEIGHTS * SENSES_WEIGHTS | CORNERS * SENSES_CORNERS |
                        (CELLS > 0) * DRIFTS);
    frame_u8(hello, sizeof FIRMWARE - 1);
    frame_bytes(hello, FIRMWARE, sizeof FIRMWARE - 1);
    if (CELLS) {
        frame_u16(hello, MAN_CG);
        frame_u16(hello, CELL_NOISE_MG);
        frame_u8(hello, CORNERS * 4); /* all men alike; or four places */
    }
    for (uint8_t corner = 0; corner < CORNERS * 4; corner++) {
        frame_u16(hello, (uint16_t)(corner & 1 ? FILES * 100 - 40 : -60));
        frame_u16(hello, (uint16_t)(corner & 2 ? RANKS * 100 - 40 : -60));
    }
    end(board);
}

/* Parts of a moment: all but the last have `flags` FLAG_MORE. */

static void part_time(struct board *board, struct frame_writer *part, uint8_t flags)
{
    frame_u32(part, board->now - board->began);
    frame_u8(part, flags);
}

static void say_state(struct board *board, uint8_t flags)
{
    struct frame_writer *state = begin(board, 'S');
    part_time(board, state, flags);
    frame_bytes(state, board->bitmap, BITMAP_BYTES);
    end(board);
}

static void say_beat(struct board *board, uint8_t flags)
{
    struct frame_writer *beat = begin(board, 'B');
    frame_u32(beat, board->boot);
    frame_u32(beat, ++board->beats);
    part_time(board, beat, flags);
    frame_bytes(beat, board->bitmap, BITMAP_BYTES);
    end(board);
}

static int16_t clamped(int32_t units)
{
    return (int16_t)(units > INT16_MAX ? INT16_MAX : units < INT16_MIN ? INT16_MIN : units);
}

static void say_weights(struct board *board)
{
    for (uint16_t first = 0; first < CELLS; first += WEIGHTS_PER_MESSAGE) {
        uint16_t after = CELLS - first > WEIGHTS_PER_MESSAGE ? first + WEIGHTS_PER_MESSAGE : CELLS;
        struct frame_writer *weights = begin(board, 'W');
        part_time(board, weights, after < CELLS ? FLAG_MORE : 0);
        frame_u16(weights, first);
        for (uint16_t cell = first; cell < after; cell++)
            frame_u16(weights, (uint16_t)clamped(board->cells.units[cell]));
        end(board);
    }
}

static void say_corners(struct board *board)
{
    struct frame_writer *corners = begin(board, 'C');
    part_time(board, corners, 0);
    for (uint8_t cell = 0; cell < CELLS; cell++)
        frame_u32(corners, (uint32_t)board->cells.units[cell]);
    end(board);
}

static void say_cells(struct board *board)
{
    board->cells.changed = false;
    if (WEIGHTS)
        say_weights(board);
    if (CORNERS)
        say_corners(board);
}

/* The squares as they are now are what will be sent. */
static void take_bitmap(struct board *board)
{
    for (uint8_t i = 0; i < BITMAP_BYTES; i++)
        board->bitmap[i] = board->presence.squares[i].state;
    board->changed = false;
}

static void say_snapshot(struct board *board)
{
    take_bitmap(board);
    say_beat(board, CELLS ? FLAG_MORE : 0);
    say_cells(board);
}

static void say_moment(struct board *board)
{
    bool cells = board->cells.changed;
    if (board->changed) {
        take_bitmap(board);
        say_state(board, cells ? FLAG_MORE : 0);
    }
    if (cells)
        say_cells(board);
    board->moment = board->now;
}

static void say_key(struct board *board, const struct key *key)
{
    struct frame_writer *press = begin(board, 'K');
    frame_u32(press, key->ms - board->began);
    frame_u8(press, keys[key->number].key);
    frame_u8(press, keys[key->number].side);
    end(board);
}

/* One press a ms at most, for the host tells presses apart by their ms. */
static void look_at_keys(struct board *board)
{
    board->pressed |= debounce(&board->buttons, port_keys()) & board->buttons.state;
    for (uint8_t number = 0; number < sizeof keys / sizeof *keys; number++) {
        uint8_t bit = (uint8_t)(1 << number);
        if (board->pressed & bit) {
            board->pressed &= (uint8_t)~bit;
            struct key *key = &board->keys[board->next_key++ % KEYS_KEPT];
            *key = (struct key){board->now, number, true};
            say_key(board, key);
            return;
        }
    }
}

static void repeat_keys(struct board *board)
{
    for (uint8_t i = 0; i < KEYS_KEPT; i++) {
        struct key *key = &board->keys[(board->next_key + i) % KEYS_KEPT];
        key->kept = key->kept && board->now - key->ms < KEY_REPEAT_MS;
        if (key->kept)
            say_key(board, key);
    }
}

/* What the host asks for */

static enum refusal obey_lights(struct board *board, const uint8_t *payload, uint8_t length)
{
    if (length < 3 || length % 3)
        return FAULTY;
    uint16_t first = payload[0] | (uint16_t)payload[1] << 8, count = length / 3 - 1;
    if (first > SQUARES || count > SQUARES - first)
        return RANGE;
    lights_load(&board->lights, first, payload + 3, count);
    if (payload[2] & FLAG_SHOW) {
        lights_take(&board->lights);
        board->dim = false;
        lights_put(&board->lights, false);
    }
    return DONE;
}

static enum refusal obey(struct board *board, uint8_t type, const uint8_t *payload, uint8_t length)
{
    if (type == 'l')
        return obey_lights(board, payload, length);
    if (type != 'h' && type != 's' && type != 't')
        return UNKNOWN;
    if (length)
        return FAULTY;
    if (type == 'h')
        say_hello(board);
    else if (type == 's')
        say_snapshot(board);
    else if (CELLS)
        cells_tare(&board->cells);
    else
        return UNKNOWN;
    return DONE;
}

static void answer(struct board *board, uint8_t counter, enum refusal refusal)
{
    struct frame_writer *answer = begin(board, refusal ? 'N' : 'A');
    frame_u8(answer, counter);
    if (refusal)
        frame_u8(answer, (uint8_t)refusal);
    end(board);
}

static void hear(struct board *board, const uint8_t *body, uint8_t payload_length)
{
    if (body[0] == 'b' && payload_length)
        return;
    enum refusal refusal = body[0] == 'b' ? DONE : obey(board, body[0], body + 2, payload_length);
    if (refusal == FAULTY)
        return;
    board->heard = board->now;
    if (body[0] != 'b')
        answer(board, body[1], refusal);
}

static void look_after_lights(struct board *board)
{
    bool dim = board->now - board->heard >= DIM_MS;
    if (dim != board->dim) {
        board->dim = dim;
        lights_put(&board->lights, dim);
    }
}

void board_start(struct board *board, uint32_t boot, uint32_t ms)
{
    board->boot = boot;
    board->began = board->now = board->heard = board->beat = ms;
    board->moment = ms - MOMENT_MS;
    if (CELLS)
        cells_start(&board->cells, ms);
    lights_put(&board->lights, false); /* those of before the boot still shine */
}

/* True, and Hello is said, once the sensors' first state is known. */
static bool become_ready(struct board *board)
{
    uint32_t age = board->now - board->began;
    bool cells_known = !CELLS || board->cells.begun || age > CELLS_PATIENCE_MS;
    if (age <= PRESENCE_SETTLED_MS || !cells_known)
        return false;
    take_bitmap(board);
    board->ready = true;
    say_hello(board);
    return true;
}

void board_step(struct board *board, uint32_t ms)
{
    uint8_t byte;
    while (board->ready && port_receive(&byte))
        if (frame_read(&board->reader, byte) == FRAME_WHOLE)
            hear(board, board->reader.body, board->reader.length - FRAME_OVERHEAD);
    if (ms == board->now)
        return;
    board->now = ms;
    board->changed |= presence_step(&board->presence);
    if (CELLS)
        cells_step(&board->cells, ms);
    if (!board->ready && !become_ready(board))
        return;
    look_at_keys(board);
    look_after_lights(board);
    bool due = (board->changed || board->cells.changed) && ms - board->moment >= MOMENT_MS;
    if (due && cells_whole(&board->cells))
        say_moment(board);
    if (ms - board->beat >= BEAT_MS) {
        board->beat += BEAT_MS;
        say_beat(board, 0);
        repeat_keys(board);
    }
}
