/* The pins of an Arduino Mega 2560: port, bit, and what is printed beside the pin.
 *
 * A board of 8 ranks uses the first 8 of RANK_PINS, and so on; FILE_PINS the same.
 */
#ifndef PINS_H
#define PINS_H

/* Each drives a rank of the matrix: pulled to ground while it is scanned, else left floating. */
#define RANK_PINS(PIN) \
    PIN(A, 0, D22) PIN(A, 1, D23) PIN(A, 2, D24) PIN(A, 3, D25) \
    PIN(A, 4, D26) PIN(A, 5, D27) PIN(A, 6, D28) PIN(A, 7, D29) \
    PIN(L, 7, D42) PIN(L, 6, D43) PIN(L, 5, D44) PIN(L, 4, D45) \
    PIN(B, 3, D50) PIN(B, 2, D51) PIN(B, 1, D52) \
    PIN(D, 7, D38) PIN(G, 2, D39) PIN(G, 1, D40) PIN(G, 0, D41)

/* Each reads a file, through the reeds and their diodes; pulled up inside. */
#define FILE_PINS(PIN) \
    PIN(C, 0, D37) PIN(C, 1, D36) PIN(C, 2, D35) PIN(C, 3, D34) \
    PIN(C, 4, D33) PIN(C, 5, D32) PIN(C, 6, D31) PIN(C, 7, D30) \
    PIN(D, 0, D21) PIN(D, 1, D20) PIN(D, 2, D19) PIN(D, 3, D18) \
    PIN(H, 0, D17) PIN(H, 1, D16) PIN(J, 0, D15) PIN(J, 1, D14) \
    PIN(H, 3, D6) PIN(H, 4, D7) PIN(H, 5, D8)

/* The multiplexers' select inputs S0 to S3, common to all. */
#define SELECT_PINS(PIN) PIN(L, 0, D49) PIN(L, 1, D48) PIN(L, 2, D47) PIN(L, 3, D46)

/* The outputs of the FSRs' multiplexers. */
#define FSR_PINS(PIN) \
    PIN(F, 0, A0) PIN(F, 1, A1) PIN(F, 2, A2) PIN(F, 3, A3) \
    PIN(F, 4, A4) PIN(F, 5, A5) PIN(F, 6, A6) PIN(F, 7, A7)

/* The HX711s' data: of the four corners, or the outputs of the multiplexers; from the 129th square on those
 * that others use for FSRs. */
#define CELL_PINS(PIN) \
    PIN(K, 0, A8) PIN(K, 1, A9) PIN(K, 2, A10) PIN(K, 3, A11) \
    PIN(K, 4, A12) PIN(K, 5, A13) PIN(K, 6, A14) PIN(K, 7, A15) \
    PIN(F, 0, A0) PIN(F, 1, A1) PIN(F, 2, A2) PIN(F, 3, A3) \
    PIN(F, 4, A4) PIN(F, 5, A5) PIN(F, 6, A6) PIN(F, 7, A7)

/* The HX711s' common clock. */
#define CELL_CLOCK_PIN(PIN) PIN(B, 0, D53)

/* The data input of the first light. */
#define LIGHTS_PIN(PIN) PIN(B, 4, D10)

/* Buttons to ground: White confirms, Black confirms, takeback, new game. */
#define KEY_PINS(PIN) PIN(E, 4, D2) PIN(E, 5, D3) PIN(G, 5, D4) PIN(E, 3, D5)

#endif
