// What the board remembers: its serial number, the error of each aperture, and how often it has booted.

#ifndef SETTINGS_H
#define SETTINGS_H

#include "chip.h"

#define SERIAL_BYTES 8
#define APERTURE_UM_MAX 2000

// Keys of GET and SET, protocol 1.1.
enum {
  KEY_APERTURE = 0x01, // 0x01 to 0x08: error of each aperture along x, um
  KEY_SERIAL = 0x10,   // 0x10 and 0x11: four characters each
  KEY_SERIAL_LAST = 0x11,
};

enum value_status { VALUE_OK, VALUE_UNKNOWN, VALUE_OUT_OF_RANGE };

struct settings {
  char serial[SERIAL_BYTES];
  int16_t aperture_error_um[CHANNELS];
};

// Loads the settings and counts this boot; returns when the count is stored. False: no valid settings, defaults apply.
bool settings_start(void);
// Stores what was set, once the memory is idle. Call when memory_step returns false.
void settings_step(void);
const struct settings *settings(void);
uint32_t settings_boot_count(void);
enum value_status settings_get(uint8_t key, int32_t *value);
enum value_status settings_set(uint8_t key, int32_t value);

#endif
