/* What outlives the supply: the number of the boot, and the zeros of the cells. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdint.h>

enum { MEMORY_BOOT = 0, MEMORY_ZEROS = 4 };

void memory_read(uint16_t address, uint8_t *bytes, uint8_t count);
uint32_t memory_u32(const uint8_t bytes[4]);
void memory_put_u32(uint8_t bytes[4], uint32_t value);

/* The number of this boot, other than the last one's; `noise` makes two boards differ. Waits some ms. */
uint32_t memory_next_boot(uint32_t noise);

#endif
