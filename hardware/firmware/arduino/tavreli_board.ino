// A board on any processor that Arduino's library runs on. `make arduino` puts this sketch together with the
// core; options.h says what is wired to which pin.
#include "layer.h"

static struct board board;

void setup()
{
    uint32_t boot = layer_start();
    board_start(&board, boot, millis());
}

void loop()
{
    layer_alive();
    board_step(&board, millis());
}
