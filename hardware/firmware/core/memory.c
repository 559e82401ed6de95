#include "memory.h"

#include "port.h"

void memory_read(uint16_t address, uint8_t *bytes, uint8_t count)
{
    while (count--)
        *bytes++ = port_memory_read(address++);
}

uint32_t memory_u32(const uint8_t bytes[4])
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

void memory_put_u32(uint8_t bytes[4], uint32_t value)
{
    for (uint8_t i = 0; i < 4; i++, value >>= 8)
        bytes[i] = (uint8_t)value;
}

uint32_t memory_next_boot(uint32_t noise)
{
    uint8_t bytes[4];
    memory_read(MEMORY_BOOT, bytes, 4);
    uint32_t last = memory_u32(bytes);
    uint32_t boot = (last ^ noise) * 1664525 + 1013904223; /* the generator of Numerical Recipes */
    boot += boot == last;
    memory_put_u32(bytes, boot);
    for (uint8_t i = 0; i < 4; i++) {
        while (!port_memory_ready()) {
        }
        port_memory_write(MEMORY_BOOT + i, bytes[i]);
    }
    return boot;
}
