/* A byte for WS2812s, by any AVR of 16 MHz: interrupts must be off, or one would stretch a pulse. */
#ifndef WS2812_H
#define WS2812_H

#include <stdint.h>

#if F_CPU != 16000000
#error "the pulses are counted in cycles of 16 MHz"
#endif

enum { WS2812_LATCH_US = 300 }; /* after so long a silence the lights show what they got */

/* `port` is the pin's register, `high` and `low` all of it with the pin high and low.
 *
 * A bit is 20 or 21 cycles of 62.5 ns: high for 6 (375 ns, a 0) or 13 (812 ns, a 1), as WS2812, WS2812B and
 * SK6812 take it (data sheets). Between two bytes the line may be low for less than the 5 us after which some
 * begin anew. */
static inline void ws2812_byte(volatile uint8_t *port, uint8_t high, uint8_t low, uint8_t byte)
{
    uint8_t bits = 8;
    __asm__ volatile("1: st %a[port], %[high]\n\t"
                     "rjmp .+0\n\t"
                     "nop\n\t"
                     "sbrs %[byte], 7\n\t"
                     "st %a[port], %[low]\n\t"
                     "rjmp .+0\n\t"
                     "rjmp .+0\n\t"
                     "lsl %[byte]\n\t"
                     "nop\n\t"
                     "st %a[port], %[low]\n\t"
                     "rjmp .+0\n\t"
                     "dec %[bits]\n\t"
                     "brne 1b\n\t"
                     : [byte] "+r"(byte), [bits] "+r"(bits)
                     : [port] "e"(port), [high] "r"(high), [low] "r"(low)
                     : "memory");
}

#endif
