// As much of Adafruit NeoPixel as the firmware uses; its pulses are not what is tested here.
#ifndef ADAFRUIT_NEOPIXEL_H
#define ADAFRUIT_NEOPIXEL_H

#include <Arduino.h>
#include <stdlib.h>

enum { NEO_GRB = 0x52, NEO_KHZ800 = 0x0000 };

class Adafruit_NeoPixel {
public:
    Adafruit_NeoPixel(uint16_t count, int16_t pin, uint16_t)
        : pin_(pin), pixels_((uint8_t *)calloc(count, 3))
    {
    }
    void begin() { pinMode(pin_, OUTPUT); }
    void show() {}
    uint8_t *getPixels() const { return pixels_; }

private:
    uint8_t pin_;
    uint8_t *pixels_;
};

#endif
