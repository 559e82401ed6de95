#include "frame.h"

#include <string.h>

/* The polynomial 1021, a byte at a time by shifts: on a small processor as fast as by a table. */
uint16_t crc16(uint16_t crc, const uint8_t *bytes, uint16_t count)
{
    while (count--) {
        crc = (uint16_t)(crc >> 8 | crc << 8) ^ *bytes++;
        crc ^= (crc & 0xff) >> 4;
        crc ^= (uint16_t)(crc << 12);
        crc ^= (uint16_t)((crc & 0xff) << 5);
    }
    return crc;
}

static enum frame_result judge(const struct frame_reader *reader)
{
    if (reader->block == 0)
        return FRAME_NOT_YET;
    if (reader->block > BLOCK_MAX)
        return FRAME_LENGTH;
    if (reader->left)
        return FRAME_CODING;
    if (reader->length < FRAME_OVERHEAD)
        return FRAME_LENGTH;
    return crc16(CRC_START, reader->body, reader->length) ? FRAME_CRC : FRAME_WHOLE;
}

enum frame_result frame_read(struct frame_reader *reader, uint8_t byte)
{
    if (byte == 0) {
        enum frame_result result = judge(reader);
        reader->block = reader->left = 0;
        return result;
    }
    if (reader->block == 0)
        reader->length = 0;
    if (reader->block > BLOCK_MAX || ++reader->block > BLOCK_MAX)
        return FRAME_NOT_YET;
    if (reader->left) {
        reader->body[reader->length++] = byte;
        reader->left--;
    } else {
        /* A zero stands between two runs. A run of 255 would have none, but is longer than any frame. */
        if (reader->block > 1)
            reader->body[reader->length++] = 0;
        reader->left = byte - 1;
    }
    return FRAME_NOT_YET;
}

void frame_begin(struct frame_writer *writer, char type, uint8_t counter)
{
    writer->length = 0;
    frame_u8(writer, (uint8_t)type);
    frame_u8(writer, counter);
}

void frame_u8(struct frame_writer *writer, uint8_t value)
{
    writer->body[writer->length++] = value;
}

void frame_u16(struct frame_writer *writer, uint16_t value)
{
    frame_u8(writer, (uint8_t)value);
    frame_u8(writer, (uint8_t)(value >> 8));
}

void frame_u32(struct frame_writer *writer, uint32_t value)
{
    frame_u16(writer, (uint16_t)value);
    frame_u16(writer, (uint16_t)(value >> 16));
}

void frame_bytes(struct frame_writer *writer, const void *bytes, uint8_t count)
{
    memcpy(writer->body + writer->length, bytes, count);
    writer->length += count;
}

void frame_end(struct frame_writer *writer, void (*send)(uint8_t byte))
{
    uint16_t crc = crc16(CRC_START, writer->body, writer->length);
    frame_u8(writer, (uint8_t)(crc >> 8));
    frame_u8(writer, (uint8_t)crc);
    send(0);
    for (uint8_t start = 0; start <= writer->length; start++) {
        uint8_t end = start;
        while (end < writer->length && writer->body[end])
            end++;
        send(end - start + 1);
        while (start < end)
            send(writer->body[start++]);
    }
    send(0);
}
