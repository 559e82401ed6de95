#include "layer.h"

#include <SPI.h>

#if defined __AVR__ && !defined __AVR_XMEGA__ && F_CPU == 16000000
#include "ws2812.h"
#define OWN_PULSES
#else
#include <Adafruit_NeoPixel.h>
#endif

#if defined __AVR__
#include <EEPROM.h>
#include <avr/wdt.h>
#elif __has_include(<EEPROM.h>) // a part of the flash, of which whole pages are written
#include <EEPROM.h>
#define MEMORY_IN_FLASH
#else
#define NO_MEMORY // zeros of cells last until the board is switched off
#endif

// A file's 10 kOhm into 100 pF of wire need 3 us, an FSR's multiplexer 7 us, an HX711's hardly any.
static const unsigned SETTLE_US = 10, MUX_SETTLE_US = FSR ? 10 : 2;
static const unsigned MEMORY_BYTES = MEMORY_ZEROS + CELL_RECORD, KEEP_AFTER_MS = 500;
static const uint8_t NOISY_SAMPLES = 64, RANK_BYTES = (RANKS + 7) / 8, FILE_BYTES = (FILES + 7) / 8;

static const uint8_t key_pins[] = {KEY_PINS}, cell_pins[] = {CELL_PINS}, select_pins[] = {SELECT_PINS};
static const uint8_t fsr_pins[] = {FSR_PINS};
static_assert(sizeof cell_pins >= CELL_LINES, "options.h: CELL_PINS lacks pins for so many cells");
static_assert(!FSR || sizeof fsr_pins >= FSR_LINES, "options.h: FSR_PINS lacks pins for so many squares");
static const SPISettings shifting(4000000, MSBFIRST, SPI_MODE0);
#ifndef OWN_PULSES
static const unsigned LATCH_US = 300;
static Adafruit_NeoPixel strip(SQUARES, LIGHTS_PIN, NEO_GRB + NEO_KHZ800);
#endif

// Reeds

static void pulse(uint8_t pin, uint8_t level)
{
    digitalWrite(pin, level);
    digitalWrite(pin, !level);
}

// Only this rank low, the others high; none, if `low` is 0.
static void drive_ranks(uint32_t low)
{
    for (uint8_t byte = RANK_BYTES; byte--;)
        SPI.transfer((uint8_t)(~low >> 8 * byte));
    pulse(RANK_LATCH_PIN, HIGH);
    delayMicroseconds(SETTLE_US);
}

uint32_t port_reeds(uint8_t rank)
{
    uint32_t high = 0;
    SPI.beginTransaction(shifting);
    drive_ranks(1UL << rank);
    pulse(FILE_LOAD_PIN, LOW);
    for (uint8_t byte = 0; byte < FILE_BYTES; byte++)
        high |= (uint32_t)SPI.transfer(0xff) << 8 * byte;
    drive_ranks(0);
    SPI.endTransaction();
    return ~high & ((1UL << FILES) - 1);
}

// Multiplexers, cells and FSRs

void port_select(uint8_t channel)
{
    for (uint8_t bit = 0; bit < 4; bit++)
        digitalWrite(select_pins[bit], channel >> bit & 1);
    delayMicroseconds(MUX_SETTLE_US);
}

uint16_t port_fsr(uint8_t line)
{
    return analogRead(fsr_pins[line]);
}

void port_cells_pulse(void)
{
    noInterrupts();
    pulse(CELL_CLOCK_PIN, HIGH);
    interrupts();
}

cell_lines port_cells(void)
{
    cell_lines lines = 0;
    for (uint8_t line = 0; line < CELL_LINES; line++)
        lines |= (cell_lines)(digitalRead(cell_pins[line]) << line);
    return lines;
}

// Buttons, lights and the line

uint8_t port_keys(void)
{
    uint8_t held = 0;
    for (uint8_t key = 0; key < sizeof key_pins; key++)
        held |= (uint8_t)(!digitalRead(key_pins[key]) << key);
    return held;
}

#ifdef OWN_PULSES
void port_lights(const uint8_t *bytes, uint16_t count)
{
    volatile uint8_t *port = portOutputRegister(digitalPinToPort(LIGHTS_PIN));
    uint8_t bit = digitalPinToBitMask(LIGHTS_PIN);
    noInterrupts();
    uint8_t low = *port & (uint8_t)~bit, high = low | bit;
    while (count--)
        ws2812_byte(port, high, low, *bytes++);
    interrupts();
    delayMicroseconds(WS2812_LATCH_US);
}
#else
void port_lights(const uint8_t *bytes, uint16_t count)
{
    memcpy(strip.getPixels(), bytes, count);
    strip.show();
    delayMicroseconds(LATCH_US);
}
#endif

bool port_receive(uint8_t *byte)
{
    int next = Serial.read();
    *byte = (uint8_t)next;
    return next >= 0;
}

void port_send(uint8_t byte)
{
    Serial.write(byte);
}

// Memory

bool port_memory_ready(void)
{
    return true;
}

#ifdef NO_MEMORY
uint8_t port_memory_read(uint16_t)
{
    return 0xff;
}

void port_memory_write(uint16_t, uint8_t)
{
}
#else
uint8_t port_memory_read(uint16_t address)
{
    return EEPROM.read(address);
}

#ifdef MEMORY_IN_FLASH
static uint32_t written_ms;
static bool written;
#endif

void port_memory_write(uint16_t address, uint8_t byte)
{
#ifdef MEMORY_IN_FLASH
    EEPROM.write(address, byte);
    written_ms = millis();
    written = true;
#else
    EEPROM.update(address, byte);
#endif
}
#endif

static uint32_t noise()
{
    uint32_t mixed = micros();
    for (uint8_t i = 0; i < NOISY_SAMPLES; i++)
        mixed = mixed * 31 + (uint32_t)analogRead(NOISE_PIN);
    return mixed;
}

static void start_pins()
{
    for (uint8_t pin : key_pins)
        pinMode(pin, INPUT_PULLUP);
    if (REEDS) {
        digitalWrite(FILE_LOAD_PIN, HIGH);
        pinMode(FILE_LOAD_PIN, OUTPUT);
        pinMode(RANK_LATCH_PIN, OUTPUT);
        SPI.begin();
    }
    if (CELLS) {
        pinMode(CELL_CLOCK_PIN, OUTPUT);
        for (uint8_t line = 0; line < CELL_LINES; line++)
            pinMode(cell_pins[line], INPUT_PULLUP);
    }
    for (uint8_t bit = 0; (WEIGHTS || FSR) && bit < 4; bit++)
        pinMode(select_pins[bit], OUTPUT);
#ifndef __AVR__
    analogReadResolution(10);
#endif
#ifdef OWN_PULSES
    pinMode(LIGHTS_PIN, OUTPUT);
#else
    strip.begin();
#endif
}

uint32_t layer_start()
{
    start_pins();
    Serial.begin(BAUD);
#ifdef MEMORY_IN_FLASH
    EEPROM.begin(MEMORY_BYTES);
#endif
    uint32_t boot = memory_next_boot(noise());
#ifdef __AVR__
    wdt_enable(WDTO_500MS);
#endif
    return boot;
}

void layer_alive()
{
#ifdef __AVR__
    wdt_reset();
#endif
#ifdef MEMORY_IN_FLASH
    if (written && millis() - written_ms > KEEP_AFTER_MS) {
        EEPROM.commit();
        written = false;
    }
#endif
}
