#include "cells.h"

#include "frame.h"
#include "memory.h"
#include "port.h"

enum {
    A_STEP = 8, /* cells made grams in one ms: all 64 at once would hold up the scan */
    MEAN_OF = 8,
};

/* Full scale of an HX711 at gain 128 is 3.90625 mV/V: 0.5 of its supply / 128. */
#define FULL_SCALE_UNITS ((int64_t)(390625ULL * CELL_RATED_G * CELL_UNITS_PER_G / 1000 / CELL_RATED_OUTPUT))

void cells_start(struct cells *cells, uint32_t ms)
{
    cells->read_ms = ms;
    cells->next = CELLS;
    uint8_t record[4];
    uint16_t crc = CRC_START;
    for (uint16_t i = 0; i < CELLS; i++) {
        memory_read(MEMORY_ZEROS + i * 4, record, 4);
        crc = crc16(crc, record, 4);
        cells->zero[i] = (int32_t)memory_u32(record);
    }
    memory_read(MEMORY_ZEROS + CELLS * 4, record, 2);
    cells->tared = crc == (record[0] | (uint16_t)record[1] << 8);
}

/* The lines that have a cell at that input of the multiplexers. */
static cell_lines lines_of(uint8_t channel)
{
    return (cell_lines)((1UL << ((CELLS - channel + CELL_CHANNELS - 1) / CELL_CHANNELS)) - 1);
}

static cell_lines lines_at(uint8_t channel)
{
    if (CELL_CHANNELS > 1)
        port_select(channel);
    return port_cells() & lines_of(channel);
}

/* Looks which cells have no reading. True if it is time to read the others. */
static bool look(struct cells *cells, uint32_t ms)
{
    cell_lines waiting[CELL_CHANNELS];
    bool awaited = false, any = false;
    for (uint8_t channel = 0; channel < CELL_CHANNELS; channel++) {
        waiting[channel] = lines_at(channel);
        awaited |= (waiting[channel] & ~cells->silent[channel]) != 0;
        any |= waiting[channel] != lines_of(channel);
    }
    if (awaited && ms - cells->read_ms < CELLS_LATE_MS)
        return false;
    cells->read_ms = ms;
    for (uint8_t channel = 0; any && channel < CELL_CHANNELS; channel++)
        cells->silent[channel] = waiting[channel];
    return any;
}

static void read_all(struct cells *cells)
{
    for (uint8_t bit = 0; bit < CELL_BITS; bit++) {
        port_cells_pulse();
        for (uint8_t channel = 0; channel < CELL_CHANNELS; channel++)
            cells->planes[bit][channel] = lines_at(channel);
    }
    port_cells_pulse(); /* the 25th: next is channel A at gain 128 again */
}

static void make_grams(struct cells *cells, uint16_t cell)
{
    uint8_t channel = cell % CELL_CHANNELS;
    cell_lines line = (cell_lines)(1U << cell / CELL_CHANNELS);
    if (cells->silent[channel] & line)
        return;
    uint32_t bits = cells->planes[0][channel] & line ? UINT32_MAX : 0;
    for (uint8_t bit = 1; bit < CELL_BITS; bit++)
        bits = bits << 1 | !!(cells->planes[bit][channel] & line);
    int32_t counts = (int32_t)bits;
    bool first = !(cells->heard[channel] & line);
    cells->heard[channel] |= line;
    if (first)
        cells->sum[cell] = counts * MEAN_OF;
    cells->sum[cell] += counts - cells->sum[cell] / MEAN_OF;
    if (first && !cells->tared)
        cells->zero[cell] = counts;
    int64_t scaled = (int64_t)(counts - cells->zero[cell]) * FULL_SCALE_UNITS + (1L << 22);
    int32_t units = (int32_t)(scaled >> 23);
    cells->changed |= cells->units[cell] != units;
    cells->units[cell] = units;
}

/* Keeps a byte of the zeros, if there is one to keep; the CRC comes last, so half a record is none. */
static void keep(struct cells *cells)
{
    if (!cells->unwritten || !port_memory_ready())
        return;
    uint16_t at = CELLS * 4 + 2 - cells->unwritten--;
    uint32_t word = at < CELLS * 4 ? (uint32_t)cells->zero[at / 4] : cells->crc;
    port_memory_write(MEMORY_ZEROS + at, (uint8_t)(word >> 8 * (at % 4)));
}

void cells_step(struct cells *cells, uint32_t ms)
{
    keep(cells);
    if (cells->next < CELLS) {
        for (uint8_t i = 0; i < A_STEP && cells->next < CELLS; i++)
            make_grams(cells, cells->next++);
        cells->begun |= cells->next == CELLS;
    } else if (look(cells, ms)) {
        read_all(cells);
        cells->next = 0;
    }
}

void cells_tare(struct cells *cells)
{
    cells->crc = CRC_START;
    for (uint16_t i = 0; i < CELLS; i++) {
        uint8_t record[4];
        cells->zero[i] = cells->sum[i] / MEAN_OF;
        cells->units[i] = 0;
        memory_put_u32(record, (uint32_t)cells->zero[i]);
        cells->crc = crc16(cells->crc, record, 4);
    }
    cells->tared = cells->changed = true;
    cells->next = CELLS; /* what was read before is no longer wanted */
    cells->unwritten = CELLS * 4 + 2;
}
