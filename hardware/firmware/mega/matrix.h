#ifndef MATRIX_H
#define MATRIX_H

void matrix_start(void);

#endif
