/* What your board has, and where it is wired; core/config.h has more. Edit this. */
#ifndef OPTIONS_H
#define OPTIONS_H

/* Sensors: REEDS, FSR or WEIGHTS, and CORNERS. */
#if !REEDS && !FSR && !WEIGHTS
#define REEDS 1
#endif
#define MACHINE "arduino"

/* Ranks: 74HC595s, the first one's QA being rank 1. Files: 74HC165s with 10 kOhm pull-ups, the first one's A
 * being file a. Both are on the processor's SPI pins, the 595s' RCLK and the 165s' SH/LD on these. Without a
 * diode at each reed two 595 outputs may work against each other. */
#define RANK_LATCH_PIN 9
#define FILE_LOAD_PIN 8

/* The strip's data input. A processor other than an AVR of 16 MHz needs the library Adafruit NeoPixel. */
#define LIGHTS_PIN 6

/* Buttons to ground: White confirms, Black confirms, takeback, new game. */
#define KEY_PINS 2, 3, 4, 5

/* The HX711s: common clock; data of the four corners, or of the multiplexers of weights. */
#define CELL_CLOCK_PIN 7
#define CELL_PINS A0, A1, A2, A3

/* The 16:1 multiplexers of weights or FSRs (an Uno has too few pins): S0 to S3 of all; the FSRs' outputs. */
#define SELECT_PINS 22, 23, 24, 25
#define FSR_PINS A0, A1, A2, A3

/* An analogue input that nothing is wired to. */
#define NOISE_PIN A5

#endif
