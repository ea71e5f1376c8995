#include "settings.h"

#include "memory.h"

#include <string.h>

// Serial and apertures, and the boot count apart from them: a cut at boot cannot touch the calibration.
static struct memory_record kept_settings = {.at = 0, .size = sizeof(struct settings)};
static struct memory_record kept_boots = {.at = 64, .size = sizeof(uint32_t)};
_Static_assert(sizeof(struct settings) <= MEMORY_DATA_MAX, "settings fit in a record");

static struct settings now = {.serial = "UNNAMED"};
static uint32_t boots;
static bool changed; // since the last store began

bool settings_start(void) {
  bool known = memory_load(&kept_settings, (uint8_t *)&now);
  memory_load(&kept_boots, (uint8_t *)&boots);
  boots++;
  memory_store(&kept_boots, (const uint8_t *)&boots);
  memory_finish();
  return known;
}

void settings_step(void) {
  if (changed)
    memory_store(&kept_settings, (const uint8_t *)&now);
  changed = false;
}

const struct settings *settings(void) { return &now; }

uint32_t settings_boot_count(void) { return boots; }

static bool is_aperture(uint8_t key) { return key >= KEY_APERTURE && key < KEY_APERTURE + CHANNELS; }

static bool is_serial(uint8_t key) { return key >= KEY_SERIAL && key <= KEY_SERIAL_LAST; }

static char *serial_part(uint8_t key) { return now.serial + 4 * (key - KEY_SERIAL); }

enum value_status settings_get(uint8_t key, int32_t *value) {
  *value = 0;
  if (is_aperture(key))
    *value = now.aperture_error_um[key - KEY_APERTURE];
  else if (is_serial(key))
    memcpy(value, serial_part(key), sizeof *value);
  else
    return VALUE_UNKNOWN;
  return VALUE_OK;
}

// Printable ASCII, then only 0x00.
static bool is_text(int32_t value) {
  char text[4];
  memcpy(text, &value, sizeof text);
  for (uint8_t i = 0, ended = 0; i < sizeof text; i++) {
    if (text[i] == 0)
      ended = 1;
    else if (ended || text[i] < 0x20 || text[i] > 0x7e)
      return false;
  }
  return true;
}

enum value_status settings_set(uint8_t key, int32_t value) {
  if (is_aperture(key)) {
    if (value < -APERTURE_UM_MAX || value > APERTURE_UM_MAX)
      return VALUE_OUT_OF_RANGE;
    now.aperture_error_um[key - KEY_APERTURE] = (int16_t)value;
  } else if (is_serial(key)) {
    if (!is_text(value))
      return VALUE_OUT_OF_RANGE;
    memcpy(serial_part(key), &value, sizeof value);
  } else
    return VALUE_UNKNOWN;
  changed = true;
  return VALUE_OK;
}
