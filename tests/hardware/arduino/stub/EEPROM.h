#ifndef EEPROM_H
#define EEPROM_H

#include <stddef.h>
#include <stdint.h>

struct Eeprom {
    void begin(size_t size);
    uint8_t read(int address);
    void write(int address, uint8_t byte);
    bool commit();
};
extern Eeprom EEPROM;

#endif
