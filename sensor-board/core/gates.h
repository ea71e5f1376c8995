// The eight gates: first contact of each channel, and the end of a swing.

#ifndef GATES_H
#define GATES_H

#include "chip.h"

enum { LA, RA, LB, RB, LD, RD, HA, HB };
enum { FLAG_BACKSTROKE = 1, FLAG_BLOCKED_AT_ARM = 2 };

struct swing {
  uint64_t base;            // ticks since boot of the first contact
  uint32_t delta[CHANNELS]; // ticks after base; 0 where absent
  uint8_t present;
  uint8_t flags;
};

// Starts with the gates in this state.
void gates_start(uint32_t now, uint8_t covered);
// Takes the state of the gates from this moment on. Returns true if a swing has ended: take it with gates_swing.
bool gates_edge(uint32_t at, uint8_t covered);
// Advances the time. Returns true if a swing has ended.
bool gates_time(uint32_t now);
void gates_swing(struct swing *swing);

uint8_t gates_covered(void);
// Channels covered for over a second.
uint8_t gates_blocked(void);

#endif
