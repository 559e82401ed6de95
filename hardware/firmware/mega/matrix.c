/* The reed matrix, and the buttons: contacts that the pins read directly. */
#include "matrix.h"

#include <util/delay.h>

#include "config.h"
#include "pin.h"
#include "pins.h"
#include "port.h"

/* A file that a reed pulled low rises through its pull-up (20-50 kOhm) in 2-5 us (data sheet, and 100 pF of
 * wire); so before it is read, and after a rank has been released. */
#define SETTLE_US 10
#define RELEASE_US 10

struct pin {
    volatile uint8_t *ddr;
    uint8_t bit;
};

#define RANK_PIN(port, bit, label) {&DDR##port, _BV(bit)},
static const struct pin ranks[] = {RANK_PINS(RANK_PIN)};

#define PULL_UP(port, bit, label) PORT##port |= _BV(bit);

void matrix_start(void)
{
    KEY_PINS(PULL_UP)
    if (!REEDS)
        return;
    PORTC = 0xff;
    if (FILES > 8) {
        PORTD |= 0x0f;
        PORTH |= 0x03;
        PORTJ |= 0x03;
    }
    if (FILES > 16)
        PORTH |= 0x38;
}

/* The files that are high, in the order of FILE_PINS; by groups of bits, being done 19000 times a second. */
static uint32_t read_files(void)
{
    uint32_t high = PINC;
    if (FILES > 8)
        high |= (uint16_t)((PIND & 0x0f) | (PINH & 0x03) << 4 | (PINJ & 0x03) << 6) << 8;
    if (FILES > 16)
        high |= (uint32_t)(PINH >> 3 & 0x07) << 16;
    return high;
}

/* Ranks are never driven high, so that two closed reeds without diodes can't short one pin to another. */
uint32_t port_reeds(uint8_t rank)
{
    const struct pin *pin = &ranks[rank];
    *pin->ddr |= pin->bit;
    _delay_us(SETTLE_US);
    uint32_t closed = ~read_files() & ((1UL << FILES) - 1);
    *pin->ddr &= (uint8_t)~pin->bit;
    _delay_us(RELEASE_US);
    return closed;
}

#define PRESSED(port, bit, label) keys |= (uint8_t)(!(PIN##port & _BV(bit)) << number++);

uint8_t port_keys(void)
{
    uint8_t keys = 0, number = 0;
    KEY_PINS(PRESSED)
    return keys;
}
