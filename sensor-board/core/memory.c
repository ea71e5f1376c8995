#include "memory.h"

#include "chip.h"
#include "crc16.h"

// A copy: number u8, data, crc u16 over both.
#define ENVELOPE 3

static struct {
  uint8_t bytes[MEMORY_DATA_MAX + ENVELOPE];
  uint16_t at;
  uint8_t length;
  uint8_t done;
} writing;

static uint16_t copy_at(const struct memory_record *record, bool second) {
  return second ? record->at + record->size + ENVELOPE : record->at;
}

static bool is_valid(const struct memory_record *record, bool second, uint8_t *number) {
  uint16_t at = copy_at(record, second), crc = CRC16_INITIAL;
  *number = chip_memory_read(at);
  for (uint8_t i = 0; i <= record->size; i++)
    crc = crc16_update(crc, chip_memory_read(at++));
  return chip_memory_read(at) == (uint8_t)crc && chip_memory_read(at + 1) == crc >> 8;
}

bool memory_load(struct memory_record *record, uint8_t *data) {
  uint8_t first, second;
  bool has_first = is_valid(record, false, &first), has_second = is_valid(record, true, &second);
  record->second = has_second && (!has_first || (int8_t)(second - first) > 0);
  record->number = record->second ? second : first;
  if (!has_first && !has_second)
    return false;
  uint16_t at = copy_at(record, record->second) + 1;
  for (uint8_t i = 0; i < record->size; i++)
    data[i] = chip_memory_read(at++);
  return true;
}

void memory_store(struct memory_record *record, const uint8_t *data) {
  record->second = !record->second;
  record->number++;
  uint16_t crc = crc16_update(CRC16_INITIAL, record->number);
  writing.bytes[0] = record->number;
  for (uint8_t i = 0; i < record->size; i++) {
    writing.bytes[i + 1] = data[i];
    crc = crc16_update(crc, data[i]);
  }
  writing.bytes[record->size + 1] = (uint8_t)crc;
  writing.bytes[record->size + 2] = crc >> 8;
  writing.at = copy_at(record, record->second);
  writing.length = record->size + ENVELOPE;
  writing.done = 0;
}

bool memory_step(void) {
  if (writing.done == writing.length)
    return false;
  if (chip_memory_is_ready()) {
    chip_memory_write(writing.at + writing.done, writing.bytes[writing.done]);
    writing.done++;
  }
  return true;
}

void memory_finish(void) {
  while (memory_step()) {
    chip_kick_watchdog();
    chip_now(); // counts on
  }
}
