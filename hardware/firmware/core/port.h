/* What the core asks of a hardware layer; `mega/` and `arduino/` are two, the tests' `pc/` is a third. */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"

/* The next byte from the host, if one has come. */
bool port_receive(uint8_t *byte);

/* Send a byte to the host; waits while the way is full. */
void port_send(uint8_t byte);

/* The closed reeds of a rank, bit 0 being file a; settled, and the matrix released again. */
uint32_t port_reeds(uint8_t rank);

/* Lead input `channel` (0-15) of all multiplexers to their outputs. It has settled when this returns. */
void port_select(uint8_t channel);

/* The voltage at the output of FSR multiplexer `line`, 0 to 1023 of the supply. */
uint16_t port_fsr(uint8_t line);

/* One pulse on the common clock of all HX711s; high for well under 60 us, after which they would sleep. */
void port_cells_pulse(void);

/* The HX711s' data lines, one bit a line. */
cell_lines port_cells(void);

/* Buttons that are held down, one bit each, in the order of `keys` in board.c. */
uint8_t port_keys(void);

/* Bring bytes (green, red, blue of each light in turn) to the strip; they are shown when this returns. */
void port_lights(const uint8_t *bytes, uint16_t count);

/* Memory that outlives the supply; writing is begun, and only when it is ready. */
bool port_memory_ready(void);
uint8_t port_memory_read(uint16_t address);
void port_memory_write(uint16_t address, uint8_t byte);

#endif
