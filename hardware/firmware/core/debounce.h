/* Contacts that bounce: a change is believed after DEBOUNCE_SAMPLES equal samples, 8 ms at 1 kHz.
 *
 * Reeds bounce for 0.5-1 ms (data sheets). A slow hand makes them chatter for longer, which the host knows.
 */
#ifndef DEBOUNCE_H
#define DEBOUNCE_H

#include <stdint.h>

enum { DEBOUNCE_SAMPLES = 8 };

/* Eight contacts, a bit each; `count` has three bits of a counter for each of them ("vertical counters"). */
struct debounce {
    uint8_t state;
    uint8_t count[3];
};

/* The next sample. Returns the contacts whose state has changed with it. */
uint8_t debounce(struct debounce *contacts, uint8_t sample);

#endif
