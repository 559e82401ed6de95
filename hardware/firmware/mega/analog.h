#ifndef ANALOG_H
#define ANALOG_H

#include <stdint.h>

/* Multiplexers, load cells' lines and the converter. */
void analog_start(void);

/* A number that differs from board to board: the last bits of what an input picks up. */
uint32_t analog_noise(void);

#endif
