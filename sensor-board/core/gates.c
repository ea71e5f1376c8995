#include "gates.h"

#define COLLECT (600 * CHIP_COUNTS_PER_MS)
#define REARM (100 * CHIP_COUNTS_PER_MS)
#define BLOCKED (1000 * CHIP_COUNTS_PER_MS)
#define ALL 0xff
#define ROWS (1 << LA | 1 << RA | 1 << LB | 1 << RB)

static struct {
  uint32_t now, wraps; // the time of the last call, and how often the counter has wrapped
  bool armed;
  bool blocked_at_arm;
  uint8_t covered;
  uint8_t blocked;
  uint8_t met;
  uint32_t first;             // contact of this swing
  uint32_t clear;             // since when all gates are clear
  uint32_t contact[CHANNELS]; // of the channels that were met
  uint32_t since[CHANNELS];   // when a covered channel was covered
} gates;

void gates_start(uint32_t now, uint8_t covered) {
  gates.armed = true;
  gates.blocked_at_arm = covered != 0;
  gates.covered = covered;
  gates.blocked = 0;
  gates.met = 0;
  gates.clear = now;
  for (uint8_t i = 0; i < CHANNELS; i++)
    gates.since[i] = now;
}

// An edge may be newer than the time that the caller has read: then nothing has passed.
static bool has_passed(uint32_t span, uint32_t since, uint32_t now) { return (int32_t)(now - since) >= (int32_t)span; }

// Ends the swing. The gates arm again when they have been clear for a while from here on.
static bool over(uint32_t at) {
  gates.armed = false;
  gates.clear = at;
  return true;
}

static uint64_t since_boot(uint32_t then) {
  uint64_t now = (uint64_t)gates.wraps << 32 | gates.now;
  return now - (uint32_t)(gates.now - then);
}

bool gates_time(uint32_t now) {
  if ((int32_t)(now - gates.now) > 0) { // an edge may be a little older than the last call
    gates.wraps += now < gates.now;
    gates.now = now;
  }
  uint8_t watched = gates.covered & ~gates.blocked;
  for (uint8_t i = 0, bit = 1; watched; i++, bit <<= 1) {
    if ((watched & bit) && has_passed(BLOCKED, gates.since[i], now))
      gates.blocked |= bit;
    watched &= ~bit;
  }
  if (gates.met && gates.armed)
    return has_passed(COLLECT, gates.first, now) ? over(gates.first + COLLECT) : false;
  if (!gates.armed && !gates.met && gates.covered == 0 && has_passed(REARM, gates.clear, now)) {
    gates.armed = true;
    gates.blocked_at_arm = false;
  }
  return false;
}

bool gates_edge(uint32_t at, uint8_t covered) {
  uint8_t rose = covered & ~gates.covered;
  uint8_t changed = covered ^ gates.covered;
  gates.covered = covered;
  gates.blocked &= covered;
  if (changed && covered == 0)
    gates.clear = at;
  for (uint8_t i = 0, bit = 1; rose; i++, bit <<= 1) {
    if (!(rose & bit))
      continue;
    rose &= ~bit;
    gates.since[i] = at;
    if (!gates.armed || (gates.met & bit))
      continue;
    if (!gates.met)
      gates.first = at;
    gates.met |= bit;
    gates.contact[i] = at;
  }
  return gates.armed && gates.met == ALL && covered == 0 ? over(at) : false;
}

static bool before(uint8_t one, uint8_t other) { return (int32_t)(gates.contact[one] - gates.contact[other]) < 0; }

void gates_swing(struct swing *swing) {
  swing->base = since_boot(gates.first) >> CHIP_COUNTS_PER_TICK_LOG2;
  swing->present = gates.met;
  swing->flags = gates.blocked_at_arm ? FLAG_BLOCKED_AT_ARM : 0;
  for (uint8_t i = 0; i < CHANNELS; i++) {
    uint32_t half = (1 << CHIP_COUNTS_PER_TICK_LOG2) / 2;
    bool met = gates.met & 1 << i;
    swing->delta[i] = met ? (gates.contact[i] - gates.first + half) >> CHIP_COUNTS_PER_TICK_LOG2 : 0;
  }
  if ((gates.met & ROWS) == ROWS && before(LB, LA) && before(RB, RA))
    swing->flags |= FLAG_BACKSTROKE;
  gates.met = 0;
}

uint8_t gates_covered(void) { return gates.covered; }

uint8_t gates_blocked(void) { return gates.blocked; }
