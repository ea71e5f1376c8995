// Records in EEPROM. Each has two copies with a number and a CRC: a copy that a power cut tears leaves the other.

#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#define MEMORY_DATA_MAX 24

struct memory_record {
  uint16_t at;  // address of the first copy; the second follows it
  uint8_t size; // bytes of data, MEMORY_DATA_MAX at most
  uint8_t number;
  bool second; // the valid copy is the second one
};

// Reads the newest valid copy. Returns false if there is none, and leaves `data` alone.
bool memory_load(struct memory_record *record, uint8_t *data);
// Begins to write the other copy, byte by byte in memory_step. No earlier store may run.
void memory_store(struct memory_record *record, const uint8_t *data);
// Writes the next byte if it can. Returns true while a store runs.
bool memory_step(void);
void memory_finish(void);

#endif
