#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

void clock_start(void);

/* ms since clock_start. To be asked more often than every 262 ms; interrupts may be off in between. */
uint32_t clock_ms(void);

/* Sleep to the next interrupt, 1 ms at most. */
void clock_idle(void);

#endif
