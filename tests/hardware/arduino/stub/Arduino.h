// Arduino's functions as a 32-bit processor has them, for the compiler's eyes only.
#ifndef ARDUINO_H
#define ARDUINO_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { LOW, HIGH, INPUT, OUTPUT, INPUT_PULLUP, MSBFIRST };
enum { A0 = 14, A1, A2, A3, A4, A5 };

void pinMode(uint8_t pin, uint8_t mode);
void digitalWrite(uint8_t pin, uint8_t level);
int digitalRead(uint8_t pin);
int analogRead(uint8_t pin);
void analogReadResolution(int bits);
void delayMicroseconds(unsigned int us);
unsigned long millis();
unsigned long micros();
void noInterrupts();
void interrupts();

struct SerialPort {
    void begin(unsigned long baud);
    int read();
    size_t write(uint8_t byte);
};
extern SerialPort Serial;

#endif
