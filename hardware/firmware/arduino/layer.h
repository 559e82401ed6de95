// The hardware layer by Arduino's library; its other face is core/port.h.
#ifndef LAYER_H
#define LAYER_H

#include <Arduino.h>

extern "C" {
#include "board.h"
#include "memory.h"
#include "port.h"
}

// Pins, line and memory; the number of this boot.
uint32_t layer_start();

// To be called in each pass of the loop: feeds the watchdog where there is one, and keeps what was written.
void layer_alive();

#endif
