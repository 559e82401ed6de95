#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include <util/delay.h>

#include "pin.h"
#include "pins.h"
#include "port.h"
#include "uart.h"

#if F_CPU != 16000000
#error "the pulses are counted in cycles of 16 MHz"
#endif

enum { LATCH_US = 300 }; /* after so long a silence the lights show what they got */

/* A bit is 19 cycles of 62.5 ns: high for 6 (375 ns, a 0) or 13 (812 ns, a 1), as WS2812, WS2812B and SK6812
 * take it (data sheets). An interrupt would stretch a pulse. Between two bytes the line is low for up to
 * 3.5 us, less than the 5 us after which some begin anew; then a byte from the host is saved. */
static void put_byte(uint8_t byte, uint8_t high, uint8_t low)
{
    uint8_t bits = 8;
    __asm__ volatile("1: out %[port], %[high]\n\t"
                     "rjmp .+0\n\t"
                     "rjmp .+0\n\t"
                     "sbrs %[byte], 7\n\t"
                     "out %[port], %[low]\n\t"
                     "rjmp .+0\n\t"
                     "rjmp .+0\n\t"
                     "lsl %[byte]\n\t"
                     "nop\n\t"
                     "out %[port], %[low]\n\t"
                     "rjmp .+0\n\t"
                     "dec %[bits]\n\t"
                     "brne 1b\n\t"
                     : [byte] "+r"(byte), [bits] "+r"(bits)
                     : [port] "I"(_SFR_IO_ADDR(LIGHTS_PIN(PIN_PORT))), [high] "r"(high), [low] "r"(low));
}

void port_lights(const uint8_t *bytes, uint16_t count)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        uint8_t low = LIGHTS_PIN(PIN_PORT) & (uint8_t)~LIGHTS_PIN(PIN_BIT), high = low | LIGHTS_PIN(PIN_BIT);
        while (count--) {
            put_byte(*bytes++, high, low);
            uart_rescue();
        }
    }
    _delay_us(LATCH_US);
}
