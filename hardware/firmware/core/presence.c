#include "presence.h"

#include <string.h>

#include "port.h"

static void sample_reeds(uint8_t *sample)
{
    memset(sample, 0, BITMAP_BYTES);
    for (uint8_t rank = 0; rank < RANKS; rank++) {
        uint16_t square = rank * FILES;
        uint32_t bits = port_reeds(rank) << square % 8; /* 19 files and 7 bits fit */
        for (uint8_t *byte = sample + square / 8; bits; bits >>= 8)
            *byte++ |= (uint8_t)bits;
    }
}

/* One input of each multiplexer; the others stay as they were. */
static void sample_pressure(uint8_t *sample, uint8_t channel)
{
    port_select(channel);
    for (uint8_t line = 0; line < FSR_LINES; line++) {
        uint8_t square = (uint8_t)(line * 16 + channel);
        if (square >= SQUARES)
            return;
        uint16_t pressure = port_fsr(line);
        uint8_t bit = (uint8_t)(1 << square % 8);
        if (pressure > FSR_ON)
            sample[square / 8] |= bit;
        else if (pressure < FSR_OFF)
            sample[square / 8] &= (uint8_t)~bit;
    }
}

bool presence_step(struct presence *presence)
{
    if (REEDS)
        sample_reeds(presence->sample);
    if (FSR)
        sample_pressure(presence->sample, presence->channel++ % 16);
    bool changed = false;
    for (uint8_t i = 0; i < BITMAP_BYTES; i++)
        changed |= debounce(&presence->squares[i], presence->sample[i]) != 0;
    return changed;
}
