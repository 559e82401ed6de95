/* Reads the golden frames named, and prints of each what the firmware's reader makes of it.
 *
 * `whole`: it is a frame, and written anew it has the same bytes. */
#include <stdio.h>
#include <string.h>

#include "frame.h"

static uint8_t written[512];
static uint16_t written_count;

static void write_byte(uint8_t byte)
{
    written[written_count++] = byte;
}

static uint16_t read_hex(const char *path, uint8_t *bytes)
{
    FILE *file = fopen(path, "r");
    char line[512];
    uint16_t count = 0;
    while (file && fgets(line, sizeof line, file)) {
        unsigned byte;
        int length;
        for (char *at = line; *line != '#' && sscanf(at, "%x%n", &byte, &length) == 1; at += length)
            bytes[count++] = (uint8_t)byte;
    }
    if (file)
        fclose(file);
    return count;
}

static const char *judge(const uint8_t *bytes, uint16_t count)
{
    static const char *const words[] = {"nothing", "whole", "length", "coding", "crc"};
    static struct frame_reader reader;
    enum frame_result result = FRAME_NOT_YET;
    for (uint16_t i = 0; i < count && result == FRAME_NOT_YET; i++)
        result = frame_read(&reader, bytes[i]);
    if (result != FRAME_WHOLE)
        return words[result];
    struct frame_writer writer;
    frame_begin(&writer, (char)reader.body[0], reader.body[1]);
    frame_bytes(&writer, reader.body + 2, reader.length - FRAME_OVERHEAD);
    written_count = 0;
    frame_end(&writer, write_byte);
    return written_count == count && !memcmp(written, bytes, count) ? "whole" : "written otherwise";
}

int main(int count, char **paths)
{
    for (int i = 1; i < count; i++) {
        uint8_t bytes[512];
        uint16_t length = read_hex(paths[i], bytes);
        printf("%s\n", judge(bytes, length));
    }
    return 0;
}
