/* A pretended /dev/gpiochipN, to be preloaded: the real lgpio (and what stands on it) then runs on any PC.
 *
 * It answers the kernel's GPIO interface, version 2, as linux/gpio.h has it, and behind the lines there is a
 * reed matrix with physics. The matrix lies in a file that the test maps too (BOARD below; chip.py mirrors
 * it).
 *
 *   FAKECHIP_BOARD     that file
 *   FAKECHIP_CHIPS     "4=pinctrl-rp1,0=other": the chips there are; the first one has the lines
 *   FAKECHIP_REVISION  a file that is read in place of the Pi's revision
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define LINES 54
#define MATRIX 28 /* lines that switches can join: those of the header */
#define MOST_FDS 256

typedef struct {
    uint64_t scans;            /* how often the line scan_line was driven low */
    uint32_t shorts;           /* how often a line driven high was joined to one driven low */
    uint32_t rise_us;          /* what a line takes to rise by its pull-up */
    uint32_t highs[LINES];     /* how often each line was driven high */
    uint8_t scan_line;
    uint8_t grounded[LINES];   /* a button joins the line to ground */
    uint32_t closed[MATRIX];   /* of each row's line: the lines of the columns whose switches are closed */
    uint32_t bare[MATRIX];     /* and those whose switches have no diode */
} board_t;

typedef struct {
    uint8_t output, value, drain, pull_up, used;
    uint64_t low_ns; /* when it was seen low last */
} wire_t;

typedef struct {
    int fd, count, is_chip, has_lines;
    char label[32];
    uint8_t lines[GPIO_V2_LINES_MAX];
} file_t;

static board_t *board;
static wire_t wires[LINES];
static file_t files[MOST_FDS];
static int file_count;

static int (*real_open)(const char *, int, ...);
static int (*real_ioctl)(int, unsigned long, ...);
static int (*real_close)(int);

__attribute__((constructor)) static void start(void)
{
    real_open = dlsym(RTLD_NEXT, "open");
    real_ioctl = dlsym(RTLD_NEXT, "ioctl");
    real_close = dlsym(RTLD_NEXT, "close");
    const char *path = getenv("FAKECHIP_BOARD");
    int fd = path ? real_open(path, O_RDWR) : -1;
    if (fd < 0)
        return;
    board = mmap(0, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    real_close(fd);
}

static uint64_t now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int drives(int line, int value)
{
    const wire_t *wire = &wires[line];
    return wire->output && wire->value == value && !(wire->drain && value);
}

/* The lines that are joined to one that is driven low, a bit each: through a switch from column to row, and
 * back through a switch without a diode. */
static uint32_t reach_low(void)
{
    uint32_t low = 0, before;
    for (int line = 0; line < MATRIX; line++)
        low |= (uint32_t)drives(line, 0) << line;
    do {
        before = low;
        for (int row = 0; low && row < MATRIX; row++) {
            if (board->closed[row] & board->bare[row] & low)
                low |= 1u << row;
            if (low >> row & 1)
                low |= board->closed[row];
        }
    } while (low != before);
    return low;
}

/* To be called before and after any line changes: remembers who is low, counts shorts. */
static void note(void)
{
    uint32_t low = reach_low();
    uint64_t now = low ? now_ns() : 0;
    for (int line = 0; low >> line && line < MATRIX; line++)
        if (low >> line & 1) {
            wires[line].low_ns = now;
            board->shorts += drives(line, 1);
        }
}

static int level(int line)
{
    const wire_t *wire = &wires[line];
    if (drives(line, 0) || drives(line, 1))
        return wire->value;
    if (board->grounded[line])
        return 0;
    if (line < MATRIX && reach_low() >> line & 1)
        return 0;
    return wire->pull_up && now_ns() - wire->low_ns >= 1000u * board->rise_us;
}

static void set_value(int line, int value)
{
    wires[line].value = value;
    board->highs[line] += value && wires[line].output;
    board->scans += !value && wires[line].output && line == board->scan_line;
}

/* The values that a request has for its lines when they become outputs, a bit each. */
static uint64_t first_values(const struct gpio_v2_line_config *config)
{
    for (uint32_t i = 0; i < config->num_attrs; i++)
        if (config->attrs[i].attr.id == GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES)
            return config->attrs[i].attr.values & config->attrs[i].mask;
    return 0;
}

static void configure(const file_t *file, const struct gpio_v2_line_config *config)
{
    note();
    for (int i = 0; i < file->count; i++) {
        int line = file->lines[i];
        wires[line].output = !!(config->flags & GPIO_V2_LINE_FLAG_OUTPUT);
        wires[line].drain = !!(config->flags & GPIO_V2_LINE_FLAG_OPEN_DRAIN);
        wires[line].pull_up = !!(config->flags & GPIO_V2_LINE_FLAG_BIAS_PULL_UP);
        if (wires[line].output)
            set_value(line, first_values(config) >> i & 1);
    }
    note();
}

static file_t *add_file(void)
{
    if (file_count == MOST_FDS) {
        errno = EMFILE;
        return 0;
    }
    file_t *file = &files[file_count++];
    memset(file, 0, sizeof *file);
    file->fd = real_open("/dev/null", O_RDWR | O_CLOEXEC);
    return file;
}

static file_t *find_file(int fd)
{
    for (int i = 0; i < file_count; i++)
        if (files[i].fd == fd)
            return &files[i];
    return 0;
}

/* The label of /dev/gpiochipN, and its place in FAKECHIP_CHIPS; -1 if there is no such chip. */
static int find_chip(const char *path, char label[32])
{
    char chips[256], *rest = chips, *chip;
    snprintf(chips, sizeof chips, "%s", getenv("FAKECHIP_CHIPS") ? getenv("FAKECHIP_CHIPS") : "");
    for (int place = 0; (chip = strsep(&rest, ",")); place++) {
        char own[64], *equals = strchr(chip, '=');
        if (!equals)
            continue;
        snprintf(own, sizeof own, "/dev/gpiochip%.*s", (int)(equals - chip), chip);
        snprintf(label, 32, "%s", equals + 1);
        if (!strcmp(path, own))
            return place;
    }
    return -1;
}

static int open_chip(const char *path)
{
    char label[32];
    int place = find_chip(path, label);
    file_t *file = place < 0 ? 0 : add_file();
    if (place < 0)
        errno = ENOENT;
    if (!file)
        return -1;
    file->is_chip = 1;
    file->has_lines = place == 0;
    strcpy(file->label, label);
    return file->fd;
}

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    if (board && !strncmp(path, "/dev/gpiochip", 13))
        return open_chip(path);
    if (getenv("FAKECHIP_REVISION") && strstr(path, "device-tree/system/linux,revision"))
        path = getenv("FAKECHIP_REVISION");
    return real_open(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    return open(path, flags, mode);
}

int close(int fd)
{
    file_t *file = find_file(fd);
    if (file) {
        for (int i = 0; i < file->count; i++)
            wires[file->lines[i]].used = wires[file->lines[i]].output = 0;
        *file = files[--file_count];
    }
    return real_close(fd);
}

static int fail(int code)
{
    errno = code;
    return -1;
}

static int tell_chip(const file_t *file, struct gpiochip_info *info)
{
    memset(info, 0, sizeof *info);
    strcpy(info->name, "gpiochip");
    strcpy(info->label, file->label);
    info->lines = file->has_lines ? LINES : 0;
    return 0;
}

static int tell_line(const file_t *file, struct gpio_v2_line_info *info)
{
    uint32_t line = info->offset;
    if (line >= LINES || !file->has_lines)
        return fail(EINVAL);
    const wire_t *wire = &wires[line];
    memset(info, 0, sizeof *info);
    info->offset = line;
    info->flags = (wire->used ? GPIO_V2_LINE_FLAG_USED : 0) |
                  (wire->output ? GPIO_V2_LINE_FLAG_OUTPUT : GPIO_V2_LINE_FLAG_INPUT) |
                  (wire->drain ? GPIO_V2_LINE_FLAG_OPEN_DRAIN : 0) |
                  (wire->pull_up ? GPIO_V2_LINE_FLAG_BIAS_PULL_UP : 0);
    return 0;
}

static int request_lines(const file_t *chip, struct gpio_v2_line_request *request)
{
    for (uint32_t i = 0; i < request->num_lines; i++) {
        if (request->offsets[i] >= LINES || !chip->has_lines)
            return fail(EINVAL);
        if (wires[request->offsets[i]].used)
            return fail(EBUSY);
    }
    file_t *file = add_file();
    if (!file)
        return -1;
    file->count = (int)request->num_lines;
    for (int i = 0; i < file->count; i++) {
        file->lines[i] = (uint8_t)request->offsets[i];
        wires[file->lines[i]].used = 1;
    }
    configure(file, &request->config);
    request->fd = file->fd;
    return 0;
}

static int get_values(const file_t *file, struct gpio_v2_line_values *values)
{
    values->bits = 0;
    for (int i = 0; i < file->count; i++)
        if (values->mask >> i & 1)
            values->bits |= (uint64_t)level(file->lines[i]) << i;
    return 0;
}

static int set_values(const file_t *file, const struct gpio_v2_line_values *values)
{
    note();
    for (int i = 0; i < file->count; i++) {
        if (!(values->mask >> i & 1))
            continue;
        if (!wires[file->lines[i]].output)
            return fail(EPERM);
        set_value(file->lines[i], values->bits >> i & 1);
    }
    note();
    return 0;
}

int ioctl(int fd, unsigned long request, ...)
{
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    const file_t *file = board ? find_file(fd) : 0;
    if (!file)
        return real_ioctl(fd, request, argument);
    switch (request) {
    case GPIO_GET_CHIPINFO_IOCTL:
        return file->is_chip ? tell_chip(file, argument) : fail(ENOTTY);
    case GPIO_V2_GET_LINEINFO_IOCTL:
        return file->is_chip ? tell_line(file, argument) : fail(ENOTTY);
    case GPIO_V2_GET_LINE_IOCTL:
        return file->is_chip ? request_lines(file, argument) : fail(ENOTTY);
    case GPIO_V2_LINE_GET_VALUES_IOCTL:
        return file->is_chip ? fail(ENOTTY) : get_values(file, argument);
    case GPIO_V2_LINE_SET_VALUES_IOCTL:
        return file->is_chip ? fail(ENOTTY) : set_values(file, argument);
    default:
        return fail(ENOTTY);
    }
}
