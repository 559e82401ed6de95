/* The chip: its pins, its line, its clock; and what Python calls (sim_...). */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "avr_adc.h"
#include "avr_ioport.h"
#include "avr_spi.h"
#include "sim_hex.h"

DEFINE_FIFO(uint16_t, uart_fifo);

enum { SRAM = 0x200, PAINT = 0xa5, LINE_KEEPS = 3, JUMP_TO_ITSELF = 0xcfff };

static const char port_letters[PORTS + 1] = "ABCDEFGHJKL";

/* Where the registers PIN, DDR and PORT of a port are. */
static uint16_t registers(int port)
{
    return (uint16_t)(port < 7 ? 0x20 + 3 * port : 0x100 + 3 * (port - 7));
}

static uint8_t read_pins(avr_t *avr, avr_io_addr_t address, void *context)
{
    struct bench *bench = context;
    int port = address < 0x100 ? (address - 0x20) / 3 : (address - 0x100) / 3 + 7;
    uint8_t ddr = bench->ddr[port], out = bench->out[port], value = out & ddr;
    for (int bit = 0; bit < 8; bit++)
        if (!(ddr >> bit & 1))
            value |= (uint8_t)(part_level(bench, bench->pins[port][bit], out >> bit & 1) << bit);
    return avr->data[address] = value;
}

struct port {
    struct bench *bench;
    int number;
};

static void direction_written(avr_irq_t *irq, uint32_t value, void *context)
{
    (void)irq;
    struct port *port = context;
    port->bench->ddr[port->number] = (uint8_t)value;
    part_outputs(port->bench, port->number);
}

static void output_written(avr_irq_t *irq, uint32_t value, void *context)
{
    (void)irq;
    struct port *port = context;
    port->bench->out[port->number] = (uint8_t)value;
    part_outputs(port->bench, port->number);
}

static void wire_port(struct bench *bench, int number)
{
    struct port *port = malloc(sizeof *port);
    *port = (struct port){bench, number};
    avr_irq_t *irqs = avr_io_getirq(bench->avr, AVR_IOCTL_IOPORT_GETIRQ(port_letters[number]), 0);
    avr_irq_register_notify(irqs + IOPORT_IRQ_DIRECTION_ALL, direction_written, port);
    avr_irq_register_notify(irqs + IOPORT_IRQ_REG_PORT, output_written, port);
    avr_io_addr_t io = AVR_DATA_TO_IO(registers(number));
    bench->avr->io[io].r.c = read_pins;
    bench->avr->io[io].r.param = bench;
}

/* A reset lets all pins go, which simavr tells no one. */
static void release_pins(struct bench *bench)
{
    for (int port = 0; port < PORTS; port++) {
        avr_irq_t *irqs = avr_io_getirq(bench->avr, AVR_IOCTL_IOPORT_GETIRQ(port_letters[port]), 0);
        avr_raise_irq(irqs + IOPORT_IRQ_DIRECTION_ALL, 0);
        avr_raise_irq(irqs + IOPORT_IRQ_REG_PORT, 0);
    }
}

static void converting(avr_irq_t *irq, uint32_t value, void *context)
{
    (void)irq;
    struct bench *bench = context;
    union {
        avr_adc_mux_t mux;
        uint32_t value;
    } asked = {.value = value};
    if (asked.mux.kind == ADC_MUX_SINGLE)
        avr_raise_irq(bench->adc + asked.mux.src, part_millivolts(bench, asked.mux.src));
}

static void byte_shifted(avr_irq_t *irq, uint32_t value, void *context)
{
    (void)irq;
    struct bench *bench = context;
    avr_raise_irq(bench->spi + SPI_IRQ_INPUT, part_shifted(bench, (uint8_t)value));
}

/* The line */

static void byte_sent(avr_irq_t *irq, uint32_t value, void *context)
{
    (void)irq;
    struct bench *bench = context;
    if (bench->said_count < sizeof bench->said)
        bench->said[bench->said_count++] = (uint8_t)value;
}

/* simavr's UART keeps any number of bytes; the chip keeps two, and one in its shift register. */
static avr_cycle_count_t byte_arrives(avr_t *avr, avr_cycle_count_t when, void *context)
{
    (void)avr;
    struct bench *bench = context;
    if (bench->heard_next == bench->heard_count) {
        bench->heard_next = bench->heard_count = 0;
        return 0;
    }
    uint8_t byte = bench->heard[bench->heard_next++];
    if (uart_fifo_get_read_size(&bench->uart->input) >= LINE_KEEPS)
        bench->counts.overruns++;
    else
        avr_raise_irq(bench->uart_in, byte);
    /* For its own pace simavr counts a parity bit that is not there. */
    uint32_t pace = (uint32_t)bench->uart->cycles_per_byte;
    return when + (pace > bench->byte_cycles ? pace : bench->byte_cycles);
}

static void wire_line(struct bench *bench)
{
    avr_t *avr = bench->avr;
    avr_irq_t *irqs = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), 0);
    bench->uart_in = irqs + UART_IRQ_INPUT;
    avr_irq_register_notify(irqs + UART_IRQ_OUTPUT, byte_sent, bench);
    uint32_t no_flags = 0; /* neither echo, nor sleeping when it is polled */
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &no_flags);
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart") && ((avr_uart_t *)io)->name == '0')
            bench->uart = (avr_uart_t *)io;
}

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr;
    (void)cycles;
}

static void no_log(avr_t *avr, const int level, const char *format, va_list words)
{
    (void)avr;
    (void)level;
    (void)format;
    (void)words;
}

/* What Python calls */

struct bench *sim_new(const char *hex, uint32_t baud, uint32_t noise)
{
    uint32_t size, start;
    avr_global_logger_set(no_log);
    avr_t *avr = avr_make_mcu_by_name("atmega2560");
    uint8_t *code = read_ihex_file(hex, &size, &start);
    if (!avr || !code)
        return NULL;
    struct bench *bench = calloc(1, sizeof *bench);
    bench->avr = avr;
    bench->noise = noise;
    bench->byte_cycles = (uint32_t)(MHZ * 10000000ULL / baud);
    avr_init(avr);
    avr->frequency = MHZ * 1000000;
    avr_loadcode(avr, code, size, start);
    avr->codeend = size;
    free(code);
    avr->sleep = no_sleep;
    avr->vcc = avr->avcc = avr->aref = 5000;
    memset(avr->data + SRAM, PAINT, avr->ramend + 1 - SRAM);
    for (int port = 0; port < PORTS; port++)
        wire_port(bench, port);
    bench->adc = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, 0);
    avr_irq_register_notify(bench->adc + ADC_IRQ_OUT_TRIGGER, converting, bench);
    bench->spi = avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), 0);
    avr_irq_register_notify(bench->spi + SPI_IRQ_OUTPUT, byte_shifted, bench);
    wire_line(bench);
    return bench;
}

void sim_free(struct bench *bench)
{
    avr_terminate(bench->avr);
    free(bench->heard);
    free(bench);
}

void sim_wire(struct bench *bench, char letter, uint8_t bit, enum wire wire, uint8_t index)
{
    int port = (int)(strchr(port_letters, letter) - port_letters);
    bench->pins[port][bit] = (struct pin){wire, index};
    if (wire == LATCH)
        bench->shift = (struct shift_registers){.used = true, .ranks = UINT32_MAX};
}

/* Runs for so many cycles; false if the chip has stopped or crashed. */
bool sim_run(struct bench *bench, uint64_t cycles)
{
    avr_t *avr = bench->avr;
    for (uint64_t end = avr->cycle + cycles; avr->cycle < end;) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed)
            return false;
        if (bench->hung_at && avr->pc == 0) {
            memcpy(avr->flash + bench->hung_at, &bench->hung_word, 2);
            bench->hung_at = 0;
            bench->counts.restarts++;
            release_pins(bench);
        }
    }
    return true;
}

uint64_t sim_cycles(const struct bench *bench)
{
    return bench->avr->cycle;
}

/* Power off and on; the EEPROM is as it was. */
void sim_power_cycle(struct bench *bench)
{
    avr_reset(bench->avr);
    release_pins(bench);
    bench->heard_count = bench->heard_next = 0;
    avr_cycle_timer_cancel(bench->avr, byte_arrives, bench);
}

/* The firmware hangs where it is, until the watchdog resets the chip. */
void sim_hang(struct bench *bench)
{
    avr_t *avr = bench->avr;
    uint16_t jump = JUMP_TO_ITSELF;
    bench->hung_at = avr->pc;
    memcpy(&bench->hung_word, avr->flash + avr->pc, 2);
    memcpy(avr->flash + avr->pc, &jump, 2);
}

void sim_hear(struct bench *bench, const uint8_t *bytes, uint32_t count)
{
    bool idle = bench->heard_next == bench->heard_count;
    bench->heard = realloc(bench->heard, bench->heard_count + count + 1);
    memcpy(bench->heard + bench->heard_count, bytes, count);
    bench->heard_count += count;
    if (idle && count && !avr_cycle_timer_status(bench->avr, byte_arrives, bench))
        avr_cycle_timer_register(bench->avr, bench->byte_cycles, byte_arrives, bench);
}

uint32_t sim_said(struct bench *bench, uint8_t *bytes, uint32_t room)
{
    uint32_t count = bench->said_count < room ? bench->said_count : room;
    memcpy(bytes, bench->said, count);
    memmove(bench->said, bench->said + count, bench->said_count -= count);
    return count;
}

uint32_t sim_bit_cycles(const struct bench *bench)
{
    return (uint32_t)bench->uart->cycles_per_byte / 11;
}

void sim_matrix(struct bench *bench, bool diodes, uint32_t fall, uint32_t rise)
{
    bench->matrix.diodes = diodes;
    bench->matrix.fall = fall;
    bench->matrix.rise = rise;
}

void sim_reed(struct bench *bench, uint8_t rank, uint8_t file, bool closed)
{
    bench->matrix.closed[rank][file] = closed;
    part_matrix(bench);
}

void sim_key(struct bench *bench, uint8_t key, bool held)
{
    bench->keys[key] = held;
}

void sim_mux(struct bench *bench, uint32_t settle)
{
    bench->mux.settle = settle;
}

void sim_pressure(struct bench *bench, uint8_t square, uint16_t millivolts)
{
    bench->fsr_mv[square] = millivolts;
}

/* A cell and its converter, which has a reading each `period` cycles; `period` 0: it is dead. */
void sim_cell(struct bench *bench, uint8_t cell, uint32_t period)
{
    struct hx711 *hx711 = &bench->cells[cell];
    *hx711 = (struct hx711){.present = period > 0, .period = period, .counts = hx711->counts};
    hx711->next = bench->avr->cycle + 4 * period + period * (cell % 7) / 7; /* each has its own time */
}

void sim_cell_channels(struct bench *bench, uint8_t channels)
{
    bench->cell_channels = channels;
}

void sim_counts(struct bench *bench, uint8_t cell, int32_t counts)
{
    bench->cells[cell].counts = counts;
}

/* The bytes that the lights show: those got before the last silence. 0: they are getting some now. */
uint32_t sim_lights(const struct bench *bench, uint8_t *bytes)
{
    const struct strip *strip = &bench->strip;
    if (bench->avr->cycle - strip->fell < 280 * MHZ)
        return 0;
    memcpy(bytes, strip->bytes, sizeof strip->bytes);
    return strip->bits / 8;
}

struct counts sim_counted(const struct bench *bench)
{
    return bench->counts;
}

/* Bytes of memory from `address` on that were never written to: what is left between data and stack. */
uint32_t sim_untouched(const struct bench *bench, uint16_t address)
{
    uint32_t count = 0;
    while (address + count <= bench->avr->ramend && bench->avr->data[address + count] == PAINT)
        count++;
    return count;
}
