/* Which squares have something on them: reeds in a matrix, or pressure sensors behind multiplexers. */
#ifndef PRESENCE_H
#define PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "debounce.h"

enum {
    PRESENCE_BYTES = BITMAP_BYTES + !PRESENCE,
    PRESENCE_SETTLED_MS = DEBOUNCE_SAMPLES + (FSR ? 16 : 0), /* the first state is known after that */
};

struct presence {
    struct debounce squares[PRESENCE_BYTES]; /* bit s % 8 of number s / 8 is square s */
    uint8_t sample[PRESENCE_BYTES];
    uint8_t channel; /* of the multiplexers, to be looked at next */
};

/* To be called every ms. True if the state of a square has changed. */
bool presence_step(struct presence *presence);

#endif
