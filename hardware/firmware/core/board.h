/* The board's side of ../../PROTOCOL.md: a state machine with time as argument; its world is port.h. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "cells.h"
#include "config.h"
#include "debounce.h"
#include "frame.h"
#include "lights.h"
#include "presence.h"

enum {
    BEAT_MS = 1000,
    DIM_MS = 5000,        /* the host's silence after which the lights are dimmed */
    KEY_REPEAT_MS = 3500, /* how long a key is said again with each beat */
    KEYS_KEPT = 8,
    CELLS_PATIENCE_MS = 1000, /* how long a boot waits for the cells' first readings */
    WEIGHTS_PER_MESSAGE = (PAYLOAD_MAX - 7) / 2,
};

/* The least time between two moments: whole 20 ms, so that they take at most three quarters of the line. */
#define WEIGHTS_MESSAGES ((SQUARES + WEIGHTS_PER_MESSAGE - 1) / WEIGHTS_PER_MESSAGE)
#define STATE_BYTES (12UL + BITMAP_BYTES)
#define WEIGHTS_BYTES (14UL * WEIGHTS_MESSAGES + 2UL * SQUARES)
#define CORNERS_BYTES (12UL + 4 * 4)
#define MOMENT_BYTES (PRESENCE * STATE_BYTES + WEIGHTS * WEIGHTS_BYTES + CORNERS * CORNERS_BYTES)
#define BYTES_PER_20_S (BAUD * 3 / 2)
#define MOMENT_MS ((MOMENT_BYTES * 1000 + BYTES_PER_20_S - 1) / BYTES_PER_20_S * 20)

struct key {
    uint32_t ms;
    uint8_t number; /* in the table `keys` of board.c */
    bool kept;
};

struct board {
    struct frame_reader reader;
    struct frame_writer writer;
    struct presence presence;
    struct cells cells;
    struct lights lights;
    struct debounce buttons;
    struct key keys[KEYS_KEPT];
    uint8_t next_key;               /* the place in `keys` for the next press */
    uint8_t pressed;                /* buttons whose press is still to be said */
    uint8_t counter;                /* of the next frame */
    uint8_t bitmap[PRESENCE_BYTES]; /* as it was last sent */
    bool ready;                     /* the sensors are known, and Hello was said */
    bool changed;                   /* the squares are not as they were last sent */
    bool dim;
    uint32_t boot;
    uint32_t beats;
    uint32_t began, now;          /* ms of the boot, and of the last step */
    uint32_t heard, beat, moment; /* ms of the host's last message, of the last beat due, the last moment */
};

/* `board` is all zero. */
void board_start(struct board *board, uint32_t boot, uint32_t ms);

/* To be called again and again, at least each ms: hears the host, samples the sensors, says what is due. */
void board_step(struct board *board, uint32_t ms);

#endif
