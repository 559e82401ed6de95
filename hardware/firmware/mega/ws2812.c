#include "ws2812.h"

#include <util/atomic.h>
#include <util/delay.h>

#include "pin.h"
#include "pins.h"
#include "port.h"
#include "uart.h"

/* After each byte for the lights one from the host is saved, which takes less than 3 us. */
void port_lights(const uint8_t *bytes, uint16_t count)
{
    volatile uint8_t *port = &LIGHTS_PIN(PIN_PORT);
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        uint8_t low = *port & (uint8_t)~LIGHTS_PIN(PIN_BIT), high = low | LIGHTS_PIN(PIN_BIT);
        while (count--) {
            ws2812_byte(port, high, low, *bytes++);
            uart_rescue();
        }
    }
    _delay_us(WS2812_LATCH_US);
}
