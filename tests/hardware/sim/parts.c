/* The parts: a reed matrix, multiplexers, HX711s, WS2812s. Figures are those of their data sheets. */
#include <string.h>

#include "bench.h"

enum {
    SLEEP_CYCLES = 60 * MHZ,    /* an HX711 sleeps when its clock is high for so long */
    LATCH_CYCLES = 280 * MHZ,   /* WS2812s show what they got after so long a silence */
    ONE_CYCLES = 550 * MHZ / 1000, /* from that on a pulse is a 1 */
    READING_BITS = 24,
};

/* The matrix */

static bool slow_level(const struct slow *slow, uint64_t now, uint32_t to_true, uint32_t to_false)
{
    bool there = now - slow->since >= (slow->target ? to_true : to_false);
    return there ? slow->target : slow->before;
}

/* The files that a rank at ground pulls low: through reeds, and without diodes back through others, too. */
static uint32_t pulled_files(const struct matrix *matrix, uint32_t grounded)
{
    uint32_t files = 0, before;
    do {
        before = files;
        for (int rank = 0; rank < MAX_LINES; rank++)
            for (int file = 0; file < MAX_LINES; file++) {
                if (!matrix->closed[rank][file])
                    continue;
                if (grounded >> rank & 1)
                    files |= 1UL << file;
                else if (!matrix->diodes && files >> file & 1)
                    grounded |= 1UL << rank;
            }
    } while (files != before);
    return files;
}

void part_matrix(struct bench *bench)
{
    struct matrix *matrix = &bench->matrix;
    uint64_t now = bench->avr->cycle;
    uint32_t grounded = 0;
    for (int port = 0; port < PORTS; port++)
        for (int bit = 0; bit < 8; bit++)
            if (bench->pins[port][bit].wire == RANK && bench->ddr[port] >> bit & 1) {
                bench->counts.shorts += bench->out[port] >> bit & 1;
                grounded |= 1UL << bench->pins[port][bit].index;
            }
    if (bench->shift.used)
        grounded |= ~bench->shift.ranks & ((1UL << MAX_LINES) - 1);
    uint32_t files = pulled_files(matrix, grounded);
    for (int file = 0; file < MAX_LINES; file++) {
        struct slow *low = &matrix->low[file];
        bool target = files >> file & 1;
        if (target != low->target)
            *low = (struct slow){target, slow_level(low, now, matrix->fall, matrix->rise), now};
    }
}

static bool file_level(const struct bench *bench, uint8_t file)
{
    const struct matrix *matrix = &bench->matrix;
    return !slow_level(&matrix->low[file], bench->avr->cycle, matrix->fall, matrix->rise);
}

/* A byte goes through the shift registers: in at the 595s, and the next of the 165s comes out. */
uint8_t part_shifted(struct bench *bench, uint8_t byte)
{
    struct shift_registers *shift = &bench->shift;
    uint8_t out = (uint8_t)shift->files;
    shift->entering = shift->entering << 8 | byte;
    shift->files >>= 8;
    return out;
}

static void latch_changes(struct bench *bench, bool level)
{
    struct shift_registers *shift = &bench->shift;
    if (level && !shift->latch) {
        shift->ranks = shift->entering;
        part_matrix(bench);
    }
    shift->latch = level;
}

static void load_changes(struct bench *bench, bool level)
{
    struct shift_registers *shift = &bench->shift;
    if (level && !shift->load) {
        shift->files = 0;
        for (uint8_t file = 0; file < MAX_LINES; file++)
            shift->files |= (uint32_t)file_level(bench, file) << file;
    }
    shift->load = level;
}

/* The multiplexers */

static uint8_t selected(const struct bench *bench)
{
    const struct mux *mux = &bench->mux;
    return bench->avr->cycle - mux->since >= mux->settle ? mux->selected : mux->before;
}

static void select_changes(struct bench *bench, int port)
{
    uint8_t value = 0;
    for (int bit = 0; bit < 8; bit++)
        if (bench->pins[port][bit].wire == SELECT)
            value |= (bench->out[port] >> bit & 1) << bench->pins[port][bit].index;
    if (value != bench->mux.selected) {
        bench->mux.before = selected(bench);
        bench->mux.selected = value;
        bench->mux.since = bench->avr->cycle;
    }
}

uint16_t part_millivolts(struct bench *bench, uint8_t input)
{
    bench->noise *= 1664525; /* odd numbers stay odd; of 0 comes none */
    uint16_t noise = bench->noise >> 24 & 7;
    for (int bit = 0; bit < 8; bit++) {
        struct pin pin = bench->pins[5][bit]; /* the converter's inputs are port F */
        if (bit == input && pin.wire == FSR)
            return bench->fsr_mv[pin.index * MUX_INPUTS + selected(bench)] + noise;
    }
    return 1200 + noise * 9; /* an open input picks up something */
}

/* The HX711s */

static void convert(struct hx711 *cell, uint64_t now)
{
    while (cell->present && now >= cell->next) {
        cell->next += cell->period;
        if (cell->pulses)
            continue; /* it is being read */
        cell->reading = cell->counts;
        cell->ready = true;
    }
}

static void clock_cell(struct bench *bench, struct hx711 *cell)
{
    convert(cell, bench->avr->cycle);
    if (!cell->present)
        return;
    if (!cell->ready) {
        bench->counts.early_clocks++;
        return;
    }
    if (++cell->pulses > READING_BITS) {
        cell->pulses = 0;
        cell->ready = false;
        bench->counts.readings++;
    }
}

static bool cell_line(struct bench *bench, struct hx711 *cell)
{
    convert(cell, bench->avr->cycle);
    if (!cell->present || !cell->ready)
        return true;
    return cell->pulses && (uint32_t)cell->reading >> (READING_BITS - cell->pulses) & 1;
}

static void clock_changes(struct bench *bench, bool level)
{
    if (level == bench->clock)
        return;
    bench->clock = level;
    uint64_t now = bench->avr->cycle;
    if (level)
        bench->clock_rose = now;
    for (int i = 0; i < MAX_CELLS; i++) {
        struct hx711 *cell = &bench->cells[i];
        if (level)
            clock_cell(bench, cell);
        else if (now - bench->clock_rose >= SLEEP_CYCLES && cell->present) {
            cell->ready = false;
            cell->pulses = 0;
            cell->next = now + 4 * cell->period;
            bench->counts.power_downs++;
        }
    }
}

/* The lights */

static void note(uint32_t *least, uint32_t *most, uint64_t value)
{
    if (!*most || value < *least)
        *least = (uint32_t)value;
    if (value > *most)
        *most = (uint32_t)value;
}

static void strip_changes(struct bench *bench, bool level)
{
    struct strip *strip = &bench->strip;
    struct counts *counts = &bench->counts;
    uint64_t now = bench->avr->cycle;
    if (level == strip->high)
        return;
    strip->high = level;
    if (level) {
        if (now - strip->fell >= LATCH_CYCLES)
            strip->bits = 0;
        else
            note(&counts->gap_min, &counts->gap_max, now - strip->fell);
        strip->rose = now;
        return;
    }
    bool one = now - strip->rose >= ONE_CYCLES;
    if (one)
        note(&counts->one_min, &counts->one_max, now - strip->rose);
    else
        note(&counts->zero_min, &counts->zero_max, now - strip->rose);
    if (strip->bits < sizeof strip->bytes * 8) {
        uint8_t *byte = &strip->bytes[strip->bits / 8];
        *byte = (uint8_t)(*byte << 1 | one);
    }
    strip->bits++;
    strip->fell = now;
}

void part_outputs(struct bench *bench, int port)
{
    bool ranks = false, selects = false;
    for (int bit = 0; bit < 8; bit++) {
        enum wire wire = bench->pins[port][bit].wire;
        bool level = bench->out[port] >> bit & 1;
        ranks |= wire == RANK;
        selects |= wire == SELECT;
        if (wire == CLOCK)
            clock_changes(bench, level);
        if (wire == LATCH)
            latch_changes(bench, level);
        if (wire == LOAD)
            load_changes(bench, level);
        if (wire == LIGHTS)
            strip_changes(bench, level);
    }
    if (ranks)
        part_matrix(bench);
    if (selects)
        select_changes(bench, port);
}

bool part_level(struct bench *bench, struct pin pin, bool pulled_up)
{
    switch (pin.wire) {
    case FILE_:
        return pulled_up && file_level(bench, pin.index);
    case KEY:
        return pulled_up && !bench->keys[pin.index];
    case CELL:
        return cell_line(bench, &bench->cells[bench->cell_channels > 1
                                                  ? pin.index * MUX_INPUTS + selected(bench)
                                                  : pin.index]);
    default:
        return pulled_up;
    }
}
