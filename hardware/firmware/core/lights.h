/* The lights of the squares (WS2812): what the host wants, and what the strip may have of it. */
#ifndef LIGHTS_H
#define LIGHTS_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"

struct lights {
    uint8_t loaded[SQUARES * 3]; /* red, green, blue of each square: what came last */
    uint8_t shown[SQUARES * 3];  /* what was loaded when it was to be shown */
    uint8_t bytes[SQUARES * 3];  /* the same as the strip gets it */
};

/* Keep the colours of `count` squares from `first` on. */
void lights_load(struct lights *lights, uint16_t first, const uint8_t *colours, uint16_t count);

/* Show what is loaded. */
void lights_take(struct lights *lights);

/* Bring what is shown to the strip, within LIGHTS_LIMIT_MA; a quarter as bright if `dim`. */
void lights_put(struct lights *lights, bool dim);

#endif
