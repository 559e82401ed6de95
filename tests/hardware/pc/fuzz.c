/* Throws bytes at the core under sanitizers: `fuzz SEED COUNT`.
 *
 * Noise, whole frames of any type and payload, and frames that were bent; the sensors say anything meanwhile.
 * What the board says must always be frames, and after all that it must still answer. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pc.h"

enum { PIECE_MAX = 600, SAID_ROOM = 1 << 16 };

static uint64_t state;

/* xorshift64*: the same numbers everywhere. */
static uint32_t any(uint32_t below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * 2685821657736338717ULL) >> 32) % below;
}

static uint8_t piece[PIECE_MAX];
static uint32_t piece_length;

static void put(uint8_t byte)
{
    piece[piece_length++] = byte;
}

static void make_frame(void)
{
    static const char types[] = "hstblHSWCBKANz";
    struct frame_writer writer;
    frame_begin(&writer, any(9) ? types[any(sizeof types)] : (char)any(256), (uint8_t)any(256));
    uint32_t length = any(3) ? any(12) : any(PAYLOAD_MAX + 1);
    if (length == PAYLOAD_MAX && any(2))
        length = 222; /* a full message of lights */
    for (uint32_t i = 0; i < length; i++)
        frame_u8(&writer, (uint8_t)(any(3) ? any(256) : any(2)));
    frame_end(&writer, put);
}

static void bend(void)
{
    for (uint32_t i = any(4) + 1; i; i--) {
        uint32_t at = any(piece_length);
        switch (any(4)) {
        case 0: piece[at] ^= (uint8_t)(1 << any(8)); break;
        case 1: piece[at] = (uint8_t)any(256); break;
        case 2: piece_length = at + 1; break;
        default: memmove(piece + at, piece + at + 1, --piece_length - at); break;
        }
        if (!piece_length)
            put((uint8_t)any(256));
    }
}

static void make_piece(void)
{
    piece_length = 0;
    switch (any(4)) {
    case 0:
        for (uint32_t i = any(300) + 1; i; i--)
            put((uint8_t)(any(8) ? any(256) : 0));
        break;
    case 1: make_frame(); break;
    default: make_frame(); bend(); break;
    }
}

static void turn_sensors(void)
{
    pc_reeds((uint8_t)any(RANKS), any(1U << FILES));
    pc_pressure((uint8_t)any(SQUARES < 128 ? SQUARES : 128), (uint16_t)any(1024));
    if (CELLS)
        pc_cell((uint8_t)any(CELLS), (int32_t)any(1U << 24) - (1 << 23), any(5) > 0);
    pc_keys((uint8_t)(any(3) ? 0 : any(16)));
}

/* Reads all that was said; the number of Acks of that counter. */
static uint32_t listen(struct frame_reader *reader, uint8_t counter)
{
    static uint8_t said[SAID_ROOM];
    uint32_t acks = 0, count = pc_said(said, sizeof said);
    for (uint32_t i = 0; i < count; i++) {
        enum frame_result result = frame_read(reader, said[i]);
        assert(result == FRAME_NOT_YET || result == FRAME_WHOLE);
        acks += result == FRAME_WHOLE && reader->body[0] == 'A' && reader->body[2] == counter;
    }
    return acks;
}

static void must_answer(struct frame_reader *reader, uint32_t *ms)
{
    struct frame_writer writer;
    piece_length = 0;
    put(0); /* ends what the noise began */
    frame_begin(&writer, 'h', 77);
    frame_end(&writer, put);
    listen(reader, 77);
    assert(pc_hear(piece, piece_length));
    pc_step(++*ms);
    assert(listen(reader, 77) == 1);
}

int main(int count, char **words)
{
    assert(count == 3);
    state = strtoull(words[1], NULL, 10) * 0x9e3779b97f4a7c15ULL + 1;
    uint64_t wanted = strtoull(words[2], NULL, 10), bytes = 0;
    struct frame_reader reader = {0};
    uint32_t ms = (uint32_t)-20000; /* it wraps on the way */
    pc_blank();
    pc_boot(1, ms);
    for (int i = 0; i < 2000; i++)
        pc_step(++ms);
    while (bytes < wanted) {
        make_piece();
        assert(pc_hear(piece, piece_length));
        bytes += piece_length;
        turn_sensors();
        ms += any(50) ? 1 : any(3000);
        pc_step(ms);
        listen(&reader, 77);
        if (!any(200))
            must_answer(&reader, &ms);
    }
    must_answer(&reader, &ms);
    printf("%llu bytes\n", (unsigned long long)bytes);
    return 0;
}
