/* An Arduino Mega 2560 (ATmega2560, 16 MHz, 5 V), without Arduino's library. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>

#include "analog.h"
#include "board.h"
#include "clock.h"
#include "config.h"
#include "matrix.h"
#include "memory.h"
#include "pin.h"
#include "pins.h"
#include "port.h"
#include "uart.h"

#if WEIGHTS && SQUARES > 225
#error "with more cells than 225 (15x15) less than 1 KB of the 8 KB of memory would be left for the stack"
#endif

/* After a reset by the watchdog it still runs, and in 15 ms: stopped before anything else. */
__attribute__((naked, used, section(".init3"))) static void stop_watchdog(void)
{
    MCUSR = 0;
    wdt_disable();
}

bool port_memory_ready(void)
{
    return eeprom_is_ready();
}

uint8_t port_memory_read(uint16_t address)
{
    return eeprom_read_byte((const uint8_t *)address);
}

void port_memory_write(uint16_t address, uint8_t byte)
{
    eeprom_update_byte((uint8_t *)address, byte);
}

int main(void)
{
    static struct board board;
    LIGHTS_PIN(PIN_DDR) |= LIGHTS_PIN(PIN_BIT);
    matrix_start();
    analog_start();
    uart_start();
    uint32_t boot = memory_next_boot(analog_noise());
    clock_start();
    wdt_enable(WDTO_500MS);
    sei();
    board_start(&board, boot, clock_ms());
    for (;;) {
        wdt_reset();
        board_step(&board, clock_ms());
        clock_idle();
    }
}
