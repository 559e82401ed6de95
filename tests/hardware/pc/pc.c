#include "pc.h"

#include <assert.h>
#include <string.h>

#include "port.h"

enum { ROOM = 1 << 16, MEMORY = 4096 };

static struct board board;
static uint8_t heard[ROOM], said[ROOM], memory[MEMORY];
static uint32_t heard_head, heard_count, said_count;
static uint32_t reeds[RANKS];
static uint16_t pressure[128];
static int32_t counts[256];
static bool answers[256];
static uint8_t keys, channel, pulses;
static uint8_t strip[SQUARES * 3];
static uint32_t shows;

void pc_blank(void)
{
    memset(memory, 0xff, sizeof memory);
}

void pc_boot(uint32_t boot, uint32_t ms)
{
    memset(&board, 0, sizeof board);
    heard_count = said_count = shows = pulses = 0;
    board_start(&board, boot, ms);
}

void pc_step(uint32_t ms)
{
    board_step(&board, ms);
}

bool pc_hear(const uint8_t *bytes, uint32_t count)
{
    if (count > ROOM - heard_count)
        return false;
    while (count--)
        heard[(heard_head + heard_count++) % ROOM] = *bytes++;
    return true;
}

uint32_t pc_said(uint8_t *bytes, uint32_t room)
{
    uint32_t count = said_count < room ? said_count : room;
    memcpy(bytes, said, count);
    memmove(said, said + count, said_count -= count);
    return count;
}

void pc_reeds(uint8_t rank, uint32_t closed)
{
    reeds[rank] = closed;
}

void pc_pressure(uint8_t square, uint16_t step)
{
    pressure[square] = step;
}

void pc_cell(uint8_t cell, int32_t reading, bool answering)
{
    counts[cell] = reading;
    answers[cell] = answering;
}

void pc_keys(uint8_t held)
{
    keys = held;
}

uint32_t pc_lights(uint8_t *bytes, uint32_t room)
{
    uint32_t count = sizeof strip < room ? sizeof strip : room;
    memcpy(bytes, strip, count);
    return count;
}

uint32_t pc_light_shows(void)
{
    return shows;
}

uint32_t pc_moment_ms(void)
{
    return MOMENT_MS;
}

bool port_receive(uint8_t *byte)
{
    if (!heard_count)
        return false;
    *byte = heard[heard_head];
    heard_head = (heard_head + 1) % ROOM;
    heard_count--;
    return true;
}

void port_send(uint8_t byte)
{
    assert(said_count < ROOM);
    said[said_count++] = byte;
}

uint32_t port_reeds(uint8_t rank)
{
    assert(rank < RANKS);
    return reeds[rank];
}

void port_select(uint8_t number)
{
    assert(number < 16);
    channel = number;
}

uint16_t port_fsr(uint8_t line)
{
    assert(line < 8);
    return pressure[line * 16 + channel];
}

void port_cells_pulse(void)
{
    pulses = (pulses + 1) % (CELL_BITS + 1);
}

/* Bit `pulses` of each HX711; before the first pulse, whether it has no reading. */
cell_lines port_cells(void)
{
    cell_lines lines = 0;
    for (uint8_t line = 0; line < CELL_LINES; line++) {
        uint16_t cell = line * CELL_CHANNELS + (CELL_CHANNELS > 1 ? channel : 0);
        bool high = cell >= CELLS || !answers[cell] ||
                    (pulses && (uint32_t)counts[cell] >> (CELL_BITS - pulses) & 1);
        lines |= (cell_lines)(high << line);
    }
    return lines;
}

uint8_t port_keys(void)
{
    return keys;
}

void port_lights(const uint8_t *bytes, uint16_t count)
{
    assert(count == sizeof strip);
    memcpy(strip, bytes, count);
    shows++;
}

bool port_memory_ready(void)
{
    return true;
}

uint8_t port_memory_read(uint16_t address)
{
    assert(address < MEMORY);
    return memory[address];
}

void port_memory_write(uint16_t address, uint8_t byte)
{
    assert(address < MEMORY);
    memory[address] = byte;
}
