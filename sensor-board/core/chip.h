// What the core needs of a chip. One file a chip implements it: chips/atmega328p.c.
//
// Times are counts of a free-running counter. They are modular: `later - earlier` is right for spans below 2^32 counts,
// which is 268 s at 16 MHz.

#ifndef CHIP_H
#define CHIP_H

#include <stdbool.h>
#include <stdint.h>

#define CHANNELS 8

// Of the chip's build (build.ts): CHIP_HARDWARE, the revision in HELLO_ACK; CHIP_TICK_NS, the tick of swing times;
// CHIP_COUNTS_PER_TICK_LOG2 and CHIP_COUNTS_PER_MS.

struct edge {
  uint32_t at;
  uint8_t covered; // state of all gates from `at` on; bit 0 is LA
};

uint32_t chip_now(void);

// Takes the oldest edge. Call at least every 3 ms.
bool chip_edge(struct edge *edge);
// Returns whether edges were lost since the last call, and catches them again.
bool chip_edges_lost(void);
uint8_t chip_covered(void);
void chip_emitters(bool on);

bool chip_has_received(void);
uint8_t chip_receive(void);
bool chip_can_send(void);
void chip_send(uint8_t byte);

// EEPROM: a write needs it to be ready, and completes after the call.
uint8_t chip_memory_read(uint16_t at);
bool chip_memory_is_ready(void);
void chip_memory_write(uint16_t at, uint8_t value);

uint16_t chip_ambient(void);       // 0..65535
int16_t chip_temperature_dc(void); // tenths of a degree Celsius
uint8_t chip_reset_cause(void);    // as in HELLO_ACK
void chip_kick_watchdog(void);

#endif
