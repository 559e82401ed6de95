/* An ATmega2560 under simavr with a board of parts wired to it; time is the chip's, in cycles of 16 MHz.
 *
 * Inputs are worked out at the moment the firmware reads them, from what has changed since when. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "avr_uart.h"
#include "sim_avr.h"

enum { MHZ = 16, PORTS = 11, MAX_LINES = 19, MAX_CELLS = 256, MUX_INPUTS = 16, MAX_LIGHTS = 361 };

/* What a pin is wired to. */
enum wire { UNWIRED, RANK, FILE_, SELECT, FSR, CELL, CLOCK, LIGHTS, KEY, LATCH, LOAD };

struct pin {
    uint8_t wire, index;
};

/* A level that follows what drives it after a time. */
struct slow {
    bool target, before;
    uint64_t since;
};

struct matrix {
    bool closed[MAX_LINES][MAX_LINES]; /* rank, file */
    bool diodes;
    uint32_t fall, rise; /* cycles */
    struct slow low[MAX_LINES];
};

/* Ranks at 74HC595s and files at 74HC165s, on the chip's SPI. */
struct shift_registers {
    bool used, latch, load;
    uint32_t entering, ranks; /* what was shifted in; what the 595s put out */
    uint32_t files;           /* what the 165s still have to shift out */
};

struct mux {
    uint8_t selected, before;
    uint64_t since;
    uint32_t settle;
};

/* A load cell's converter: a reading each `period`, kept until it is read or the next one is there. */
struct hx711 {
    bool present, ready;
    int32_t counts, reading;
    uint32_t period;
    uint64_t next;
    uint8_t pulses; /* of the reading under way */
};

struct strip {
    uint8_t bytes[MAX_LIGHTS * 3];
    uint32_t bits;
    bool high;
    uint64_t rose, fell;
};

/* What is counted, for the tests; widths of pulses in cycles. */
struct counts {
    uint32_t overruns;      /* bytes for the chip that it lost */
    uint32_t shorts;        /* ranks driven high */
    uint32_t early_clocks;  /* pulses for a converter without a reading */
    uint32_t power_downs;   /* pulses so long that the converters fell asleep */
    uint32_t readings;      /* that were read whole */
    uint32_t zero_min, zero_max, one_min, one_max, gap_min, gap_max; /* WS2812 */
    uint32_t restarts;      /* resets by the watchdog */
};

struct bench {
    avr_t *avr;
    avr_uart_t *uart;
    avr_irq_t *uart_in, *adc, *spi;
    struct pin pins[PORTS][8];
    uint8_t ddr[PORTS], out[PORTS]; /* as the firmware last wrote them */
    struct matrix matrix;
    struct shift_registers shift;
    struct mux mux;
    struct hx711 cells[MAX_CELLS];
    uint8_t cell_channels;
    bool clock;
    uint64_t clock_rose;
    struct strip strip;
    uint16_t fsr_mv[MAX_CELLS];
    bool keys[8];
    uint32_t noise;
    struct counts counts;
    uint8_t *heard; /* bytes on their way to the chip */
    uint32_t heard_count, heard_next, byte_cycles;
    uint8_t said[1 << 16];
    uint32_t said_count;
    uint32_t hung_at; /* where the firmware was made to hang; 0: nowhere */
    uint16_t hung_word;
};

/* parts.c: what the parts do when outputs or reeds change, and what an input reads. */
void part_outputs(struct bench *bench, int port);
void part_matrix(struct bench *bench);
uint8_t part_shifted(struct bench *bench, uint8_t byte);
bool part_level(struct bench *bench, struct pin pin, bool pulled_up);
uint16_t part_millivolts(struct bench *bench, uint8_t input);

#endif
