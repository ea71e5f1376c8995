// The board: gates, link and memory together.

#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>

void board_start(void);
// Does what is due. Returns whether bytes wait for the transmitter. Call at least every 3 ms, and when one is sent.
bool board_step(void);

#endif
