/* What a pin of pins.h is to the chip: its registers and its bit in them. */
#ifndef PIN_H
#define PIN_H

#include <avr/io.h>

#define PIN_PORT(port, bit, label) PORT##port
#define PIN_DDR(port, bit, label) DDR##port
#define PIN_IN(port, bit, label) PIN##port
#define PIN_BIT(port, bit, label) (uint8_t)_BV(bit)

#endif
