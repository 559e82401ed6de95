/* A hardware layer with nothing behind it: the core on a PC, its world in variables. */
#ifndef PC_H
#define PC_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

/* Begin anew, with the memory as it is; or with a blank one. */
void pc_boot(uint32_t boot, uint32_t ms);
void pc_blank(void);

/* Let the board's loop run once at that time. */
void pc_step(uint32_t ms);

/* Bytes for the board; false if there is no room for them. */
bool pc_hear(const uint8_t *bytes, uint32_t count);

/* What it has said since the last call: up to `room` bytes. */
uint32_t pc_said(uint8_t *bytes, uint32_t room);

/* What it senses: reeds as a bit a file, FSRs by square, HX711 counts by cell, buttons a bit each. */
void pc_reeds(uint8_t rank, uint32_t closed);
void pc_pressure(uint8_t square, uint16_t step);
void pc_cell(uint8_t cell, int32_t counts, bool answers);
void pc_keys(uint8_t held);

/* The bytes that the strip got last, and how often it got some. */
uint32_t pc_lights(uint8_t *bytes, uint32_t room);
uint32_t pc_light_shows(void);

uint32_t pc_moment_ms(void);

#endif
