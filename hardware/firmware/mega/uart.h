/* The serial line to the host (UART 0, the Mega's USB), with a store of 256 bytes each way. */
#ifndef UART_H
#define UART_H

void uart_start(void);

/* Takes a byte that has come, though interrupts are off: the chip itself keeps but two. */
void uart_rescue(void);

#endif
