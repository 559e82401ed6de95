// As much of Adafruit NeoPixel as the firmware uses, for the compiler's eyes only.
#ifndef ADAFRUIT_NEOPIXEL_H
#define ADAFRUIT_NEOPIXEL_H

#include <Arduino.h>

enum { NEO_GRB = 0x52, NEO_KHZ800 = 0x0000 };

class Adafruit_NeoPixel {
public:
    Adafruit_NeoPixel(uint16_t count, int16_t pin, uint16_t type);
    void begin();
    void show();
    uint8_t *getPixels() const;
};

#endif
