#ifndef SPI_H
#define SPI_H

#include <stdint.h>

enum { SPI_MODE0 };

struct SPISettings {
    SPISettings(uint32_t clock, uint8_t order, uint8_t mode);
};
struct Spi {
    void begin();
    void beginTransaction(SPISettings settings);
    uint8_t transfer(uint8_t byte);
    void endTransaction();
};
extern Spi SPI;

#endif
