/* Timer 1 runs freely, so no ms is lost while lights keep interrupts off; its interrupt only ends a sleep. */
#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <util/atomic.h>

enum { TICKS_PER_MS = F_CPU / 64 / 1000 };

void clock_start(void)
{
    TCCR1B = _BV(CS11) | _BV(CS10);
    OCR1A = TICKS_PER_MS;
    TIMSK1 = _BV(OCIE1A);
    set_sleep_mode(SLEEP_MODE_IDLE);
}

ISR(TIMER1_COMPA_vect)
{
    OCR1A = TCNT1 + TICKS_PER_MS;
}

uint32_t clock_ms(void)
{
    static uint32_t ms;
    static uint16_t begun; /* ticks at which this ms began */
    uint16_t ticks;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        ticks = TCNT1;
    }
    while ((uint16_t)(ticks - begun) >= TICKS_PER_MS) {
        begun += TICKS_PER_MS;
        ms++;
    }
    return ms;
}

void clock_idle(void)
{
    sleep_mode();
}
