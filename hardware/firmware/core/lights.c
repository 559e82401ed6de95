#include "lights.h"

#include <string.h>

#include "port.h"

enum { FULL = 256, DIM = 4 };

#define AVAILABLE_MA (LIGHTS_LIMIT_MA - SQUARES * LIGHT_DARK_MA)
_Static_assert(AVAILABLE_MA > 0, "LIGHTS_LIMIT_MA does not even suffice for dark lights");

void lights_load(struct lights *lights, uint16_t first, const uint8_t *colours, uint16_t count)
{
    memcpy(lights->loaded + first * 3, colours, count * 3);
}

void lights_take(struct lights *lights)
{
    memcpy(lights->shown, lights->loaded, sizeof lights->shown);
}

/* The part of 256 that keeps all lights together within the limit; all colours alike, so that hues stay. */
static uint16_t scale(const struct lights *lights)
{
    uint32_t sum = 0;
    for (uint16_t i = 0; i < sizeof lights->shown; i++)
        sum += lights->shown[i];
    uint32_t drawn = sum * LIGHT_COLOUR_MA; /* mA * 255 */
    uint32_t available = AVAILABLE_MA * 255UL;
    return drawn <= available ? FULL : (uint16_t)(available * FULL / drawn);
}

void lights_put(struct lights *lights, bool dim)
{
    uint16_t part = scale(lights) / (dim ? DIM : 1);
    uint8_t *byte = lights->bytes;
    for (uint8_t rank = 0; rank < RANKS; rank++) {
        bool back = LIGHTS_ZIGZAG && rank % 2;
        for (uint8_t i = 0; i < FILES; i++) {
            uint8_t file = back ? FILES - 1 - i : i;
            const uint8_t *colour = lights->shown + (rank * FILES + file) * 3;
            *byte++ = (uint8_t)(colour[1] * part >> 8);
            *byte++ = (uint8_t)(colour[0] * part >> 8);
            *byte++ = (uint8_t)(colour[2] * part >> 8);
        }
    }
    port_lights(lights->bytes, sizeof lights->bytes);
}
