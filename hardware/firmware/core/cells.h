/* Load cells behind HX711s with one common clock: all are read at once, when all have a reading.
 *
 * The weight on each square, or on each corner. An HX711 keeps its reading until it is read or has the next
 * (80 a second); one that has been silent for CELLS_LATE_MS is not waited for any more.
 */
#ifndef CELLS_H
#define CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"

enum {
    CELL_BITS = 24,
    CELLS_LATE_MS = 250,
    CELL_UNITS_PER_G = CORNERS ? 100 : 10,
    CELL_SLOTS = CELLS + !CELLS, /* C has no arrays of nothing */
    CELL_RECORD = CELL_SLOTS * 4 + 2,
};

struct cells {
    cell_lines planes[CELL_BITS][CELL_CHANNELS]; /* as read: of each bit, all channels; a bit a line */
    cell_lines silent[CELL_CHANNELS];            /* cells that had nothing to say the last time */
    cell_lines heard[CELL_CHANNELS];             /* cells that have had one since the boot */
    uint32_t read_ms;                            /* when they were read last, or nothing came for long */
    uint16_t next;                               /* the next to be made grams; CELLS: all are */
    uint16_t unwritten;                          /* bytes of the zeros that are still to be kept */
    bool begun;                                  /* all that have a reading have been read */
    bool tared;                                  /* the zeros are those of an empty board */
    bool changed;                                /* a reading differs from the one before */
    uint16_t crc;                                /* of the zeros */
    int32_t sum[CELL_SLOTS];                     /* HX711 counts of the last eight readings, fading */
    int32_t zero[CELL_SLOTS];                    /* the counts of the empty board */
    int32_t units[CELL_SLOTS];                   /* the readings: 1 / CELL_UNITS_PER_G g */
};

/* `cells` is all zero. Finds the zeros that were kept; without such the first readings are taken for them. */
void cells_start(struct cells *cells, uint32_t ms);

/* To be called every ms: looks, reads, or makes grams of a few readings. */
void cells_step(struct cells *cells, uint32_t ms);

/* What is on the board now is nothing: from now on, and after the next boot, too. */
void cells_tare(struct cells *cells);

/* True if all readings are of one time: none is still to be made grams. */
static inline bool cells_whole(const struct cells *cells)
{
    return !CELLS || cells->next == CELLS;
}

#endif
