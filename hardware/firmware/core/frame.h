/* Frames of the wire, `00 | COBS(type, counter, payload, CRC) | 00`; ../../PROTOCOL.md says it all. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PAYLOAD_MAX = 224,
    FRAME_OVERHEAD = 4, /* type, counter, CRC */
    BODY_MAX = PAYLOAD_MAX + FRAME_OVERHEAD,
    BLOCK_MAX = BODY_MAX + 1, /* COBS adds one byte to what is shorter than 255 */
};

enum frame_result { FRAME_NOT_YET, FRAME_WHOLE, FRAME_LENGTH, FRAME_CODING, FRAME_CRC };

/* The frame that is being read, one byte after the other. All zero to begin with. */
struct frame_reader {
    uint8_t body[BODY_MAX]; /* type, counter, payload, CRC */
    uint8_t length;         /* of the body so far */
    uint8_t block;          /* bytes since the last zero; one more than BLOCK_MAX: too many */
    uint8_t left;           /* bytes before the next byte of COBS's own */
};

/* Takes the next byte. FRAME_WHOLE: `body` and `length` hold a frame until the next call. */
enum frame_result frame_read(struct frame_reader *reader, uint8_t byte);

/* A frame that is being written. */
struct frame_writer {
    uint8_t body[BODY_MAX];
    uint8_t length;
};

void frame_begin(struct frame_writer *writer, char type, uint8_t counter);
void frame_u8(struct frame_writer *writer, uint8_t value);
void frame_u16(struct frame_writer *writer, uint16_t value);
void frame_u32(struct frame_writer *writer, uint32_t value);
void frame_bytes(struct frame_writer *writer, const void *bytes, uint8_t count);

/* Adds the CRC and hands the whole frame to `send`, byte by byte. */
void frame_end(struct frame_writer *writer, void (*send)(uint8_t byte));

/* CRC-16/CCITT-FALSE of `count` bytes more; begins with CRC_START. */
#define CRC_START 0xffff
uint16_t crc16(uint16_t crc, const uint8_t *bytes, uint16_t count);

#endif
