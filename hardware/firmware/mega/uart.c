#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

#include "config.h"
#include "port.h"

/* Bytes between `head` (the next to be taken) and `tail`; the indices wrap by themselves. */
struct ring {
    uint8_t bytes[256];
    volatile uint8_t head, tail;
};
static struct ring received, sent;

void uart_start(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = (F_CPU / 4 / BAUD - 1) / 2; /* F_CPU / 8 / BAUD - 1, rounded */
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

/* When the store is full the newest is lost; the frame then fails its CRC, and the host repeats it. */
static void store(uint8_t byte)
{
    uint8_t after = received.tail + 1;
    if (after == received.head)
        return;
    received.bytes[received.tail] = byte;
    received.tail = after;
}

ISR(USART0_RX_vect)
{
    store(UDR0);
}

void uart_rescue(void)
{
    if (UCSR0A & _BV(RXC0))
        store(UDR0);
}

ISR(USART0_UDRE_vect)
{
    if (sent.head == sent.tail)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    else
        UDR0 = sent.bytes[sent.head++];
}

bool port_receive(uint8_t *byte)
{
    if (received.head == received.tail)
        return false;
    *byte = received.bytes[received.head++];
    return true;
}

void port_send(uint8_t byte)
{
    uint8_t after = sent.tail + 1;
    while (after == sent.head) {
    }
    sent.bytes[sent.tail] = byte;
    sent.tail = after;
    UCSR0B |= _BV(UDRIE0);
}
