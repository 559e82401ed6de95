#include "analog.h"

#include <util/atomic.h>
#include <util/delay.h>

#include "config.h"
#include "pin.h"
#include "pins.h"
#include "port.h"

/* An FSR's 10 kOhm charge what hangs on a multiplexer (150 pF) in 7 us to 1 %; an HX711 drives it at once. */
#define MUX_SETTLE_US (FSR ? 10 : 2)
enum { SELECT_BITS = 0x0f, NOISY_INPUT = 7, NOISY_SAMPLES = 64 };

void analog_start(void)
{
    if (FSR || WEIGHTS)
        DDRL |= SELECT_BITS;
    if (CELLS) {
        CELL_CLOCK_PIN(PIN_DDR) |= CELL_CLOCK_PIN(PIN_BIT);
        PORTK = 0xff; /* the line of a cell that is not there says "not ready" */
#if CELL_LINES > 8
        PORTF = (1 << (CELL_LINES - 8)) - 1; /* 15x15 cells leave A7 open, for noise */
#endif
    }
    ADMUX = _BV(REFS0);
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS0); /* 500 kHz: 26 us each, and accurate enough for presence */
}

static uint16_t convert(uint8_t input)
{
    ADMUX = _BV(REFS0) | input;
    ADCSRA |= _BV(ADSC);
    while (ADCSRA & _BV(ADSC)) {
    }
    return ADC;
}

uint32_t analog_noise(void)
{
    uint32_t noise = 0;
    for (uint8_t i = 0; i < NOISY_SAMPLES; i++)
        noise = noise * 31 + convert(NOISY_INPUT);
    return noise;
}

void port_select(uint8_t channel)
{
    PORTL = (PORTL & (uint8_t)~SELECT_BITS) | channel;
    _delay_us(MUX_SETTLE_US);
}

uint16_t port_fsr(uint8_t line)
{
    return convert(line);
}

void port_cells_pulse(void)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        CELL_CLOCK_PIN(PIN_PORT) |= CELL_CLOCK_PIN(PIN_BIT);
        _delay_us(1);
        CELL_CLOCK_PIN(PIN_PORT) &= (uint8_t)~CELL_CLOCK_PIN(PIN_BIT);
    }
}

cell_lines port_cells(void)
{
#if CELL_LINES > 8
    return (cell_lines)(PINK | PINF << 8);
#else
    return PINK;
#endif
}
