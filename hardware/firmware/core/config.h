/* What board this firmware is for. Each value can be set from outside: `make KIT=reed+corners FILES=9 ...`,
 * or in a file options.h, as a sketch for Arduino has it. */
#ifndef CONFIG_H
#define CONFIG_H

#include <stdint.h>

#if __has_include("options.h")
#include "options.h"
#endif

#define PROTOCOL_MAJOR 1
#define PROTOCOL_MINOR 1
#define VERSION "1.0"

#ifndef MACHINE /* what kind of board it runs on, told in Hello */
#define MACHINE "pc"
#endif

#ifndef FILES
#define FILES 8
#endif
#ifndef RANKS
#define RANKS 8
#endif

/* Sensors, 1 where there are such. A pressure sensor (FSR) tells presence, as a reed does. */
#ifndef REEDS
#define REEDS 0
#endif
#ifndef FSR
#define FSR 0
#endif
#ifndef WEIGHTS
#define WEIGHTS 0
#endif
#ifndef CORNERS
#define CORNERS 0
#endif

/* A man's grams (0.01 g); what a cell can bear (g), and yields then (0.01 mV/V): see its data sheet. */
#ifndef MAN_CG
#define MAN_CG (CORNERS ? 800 : 1200)
#endif
#ifndef CELL_RATED_G
#define CELL_RATED_G (CORNERS ? 5000 : 100)
#endif
#ifndef CELL_RATED_OUTPUT
#define CELL_RATED_OUTPUT 100
#endif
/* Noise of one reading in mg; modelled, not measured. */
#ifndef CELL_NOISE_MG
#define CELL_NOISE_MG (CORNERS ? 150 : 250)
#endif

/* An FSR from 5 V, 10 kOhm to ground; of 1024 steps. Between the two the square is as it was. */
#ifndef FSR_ON
#define FSR_ON 300
#endif
#ifndef FSR_OFF
#define FSR_OFF 200
#endif

/* What all lights together may draw, mA; what a light draws for a colour at its brightest, and when dark. */
#ifndef LIGHTS_LIMIT_MA
#define LIGHTS_LIMIT_MA 3000
#endif
#define LIGHT_COLOUR_MA 20
#define LIGHT_DARK_MA 1
/* 1: the strip runs to and fro (a1 to h1, h2 to a2, ...); 0: each rank from file a on. */
#ifndef LIGHTS_ZIGZAG
#define LIGHTS_ZIGZAG 1
#endif

#ifndef BAUD
#define BAUD 115200UL
#endif

#define SQUARES (FILES * RANKS)
#define PRESENCE (REEDS || FSR)
#define BITMAP_BYTES (PRESENCE ? (SQUARES + 7) / 8 : 0)
#define CELLS (WEIGHTS ? SQUARES : CORNERS ? 4 : 0)
/* Inputs of a multiplexer, or 1 without; and how many multiplexers, or lines, there are. */
#define CELL_CHANNELS (WEIGHTS ? 16 : 1)
#define CELL_LINES ((CELLS + CELL_CHANNELS - 1) / CELL_CHANNELS)
#define FSR_LINES ((SQUARES + 15) / 16)

#if FILES < 5 || FILES > 19 || RANKS < 5 || RANKS > 19
#error "a board has 5x5 to 19x19 squares"
#endif
#if (REEDS && FSR) || (WEIGHTS && CORNERS) || (WEIGHTS && FSR)
#error "reeds or FSRs; weights or corners; and one use of the multiplexers"
#endif
#if !REEDS && !FSR && !WEIGHTS
#error "no sensor tells what stands on a square"
#endif
#if FSR && FILES * RANKS > 128
#error "eight multiplexers of 16 inputs serve 128 squares with FSRs"
#endif
#if WEIGHTS && FILES * RANKS > 256
#error "sixteen multiplexers of 16 inputs serve 256 squares with cells"
#endif

/* A bit for each of the HX711s' data lines. */
#if CELL_LINES > 8
typedef uint16_t cell_lines;
#else
typedef uint8_t cell_lines;
#endif

#endif
