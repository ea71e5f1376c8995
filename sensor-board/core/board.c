#include "board.h"

#include "gates.h"
#include "link.h"
#include "memory.h"
#include "settings.h"

// Time in which a phototransistor and its comparator follow the emitters.
#define SETTLE (2 * CHIP_COUNTS_PER_MS)

static void settle(bool emitters) {
  chip_emitters(emitters);
  for (uint32_t from = chip_now(); chip_now() - from < SETTLE;)
    chip_kick_watchdog();
}

// A gate sees its own light from the sole of a putter. Without the emitters it must see none, and with them only what
// lies on the board.
static void self_test(bool known) {
  settle(false);
  uint8_t stray = chip_covered();
  settle(true);
  if (!known)
    link_log(3, "No calibration is stored: the defaults apply.");
  if (stray)
    link_log(2, "A gate is lit with the emitters off: shade the board.");
  if (chip_covered() & ~stray)
    link_error(ERROR_BLOCKED_AT_START, "A gate is covered at start: clear and clean the gates.");
}

static void send_swing(void) {
  struct swing swing;
  gates_swing(&swing);
  link_receive();
  link_swing(&swing);
  link_receive();
}

void board_start(void) {
  bool known = settings_start();
  link_start();
  self_test(known);
  struct edge edge;
  while (chip_edge(&edge)) // of the emitters
    ;
  gates_start(chip_now(), chip_covered());
}

static void watch_gates(void) {
  uint32_t now = chip_now();
  struct edge edge;
  while (chip_edge(&edge)) {
    if (gates_time(edge.at))
      send_swing();
    if (gates_edge(edge.at, edge.covered))
      send_swing();
  }
  if (chip_edges_lost()) {
    link_overrun();
    if (gates_edge(now, chip_covered()))
      send_swing();
  }
  if (gates_time(now))
    send_swing();
}

// The receiver holds three bytes, 120 us at 250,000 baud: it is read between any two things that take half of that.
bool board_step(void) {
  chip_kick_watchdog();
  watch_gates();
  link_receive();
  bool sending = link_step(chip_now());
  link_receive();
  if (!memory_step())
    settings_step();
  link_receive();
  return sending;
}
