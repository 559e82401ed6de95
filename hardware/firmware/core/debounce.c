#include "debounce.h"

uint8_t debounce(struct debounce *contacts, uint8_t sample)
{
    uint8_t differs = sample ^ contacts->state;
    uint8_t *count = contacts->count;
    uint8_t changed = differs & count[0] & count[1] & count[2];
    uint8_t counting = differs & ~changed;
    count[2] = counting & (count[2] ^ (count[1] & count[0]));
    count[1] = counting & (count[1] ^ count[0]);
    count[0] = counting & ~count[0];
    contacts->state ^= changed;
    return changed;
}
