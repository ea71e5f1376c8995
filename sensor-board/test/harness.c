// The core on this machine, behind a chip that lines on stdin drive. Times are counts.
//   memory HEX      contents of the EEPROM, before start
//   start           boots the board
//   at N            sets the time
//   edge N MASK     an edge at a time, with the state of all gates from then on
//   lost            edges are lost
//   receive HEX     bytes from the host
//   tear N VALUE    the Nth EEPROM write from now writes VALUE instead, and the run ends
//   step            runs the board until it has sent everything; prints the bytes as `sent HEX`
// The end, and a tear, print `memory HEX`.

#include "../core/board.h"
#include "../core/chip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY 1024
#define EDGES 4096
#define BYTES 262144

static uint32_t now;
static struct edge edges[EDGES];
static unsigned first_edge, last_edge;
static uint8_t received[BYTES];
static unsigned first_received, last_received;
static uint8_t memory[MEMORY];
static long tear_after = -1, tear_value;
static bool lost, emitters;
static uint8_t covered;

static void print_hex(const char *name, const uint8_t *bytes, unsigned length) {
  printf("%s ", name);
  for (unsigned i = 0; i < length; i++)
    printf("%02x", bytes[i]);
  printf("\n");
}

static unsigned read_hex(const char *text, uint8_t *into, unsigned room) {
  unsigned length = 0, byte;
  for (; length < room && sscanf(text, "%2x", &byte) == 1; text += 2)
    into[length++] = (uint8_t)byte;
  return length;
}

uint32_t chip_now(void) { return now++; } // settling loops end

bool chip_edge(struct edge *edge) {
  if (first_edge == last_edge)
    return false;
  *edge = edges[first_edge++];
  return true;
}

bool chip_edges_lost(void) {
  bool were = lost;
  lost = false;
  return were;
}

uint8_t chip_covered(void) { return emitters ? covered : 0; }
void chip_emitters(bool on) { emitters = on; }
bool chip_has_received(void) { return first_received != last_received; }
uint8_t chip_receive(void) { return received[first_received++]; }
bool chip_can_send(void) { return true; }
void chip_send(uint8_t byte) { printf("%02x", byte); }
uint8_t chip_memory_read(uint16_t at) { return memory[at]; }
bool chip_memory_is_ready(void) { return true; }

void chip_memory_write(uint16_t at, uint8_t value) {
  if (tear_after > 0 && --tear_after == 0) {
    memory[at] = (uint8_t)tear_value;
    printf("\n");
    print_hex("memory", memory, MEMORY);
    exit(0);
  }
  memory[at] = value;
}

uint16_t chip_ambient(void) { return 12345; }
int16_t chip_temperature_dc(void) { return 215; }
uint8_t chip_reset_cause(void) { return 3; }
void chip_kick_watchdog(void) {}

static void step(void) {
  printf("sent ");
  while (board_step())
    ;
  for (int i = 0; i < 100; i++) // what waits for something else, such as a write
    board_step();
  printf("\n");
}

static void carry_out(char *line) {
  unsigned mask;
  unsigned long at;
  char *value = strchr(line, ' ') + 1;
  if (!strncmp(line, "memory ", 7))
    read_hex(value, memory, MEMORY);
  else if (!strncmp(line, "start", 5))
    board_start();
  else if (sscanf(line, "at %lu", &at) == 1)
    now = (uint32_t)at;
  else if (sscanf(line, "edge %lu %u", &at, &mask) == 2 && last_edge < EDGES)
    edges[last_edge++] = (struct edge){.at = (uint32_t)at, .covered = covered = (uint8_t)mask};
  else if (!strncmp(line, "lost", 4))
    lost = true;
  else if (!strncmp(line, "receive ", 8))
    last_received += read_hex(value, received + last_received, BYTES - last_received);
  else if (sscanf(line, "tear %ld %ld", &tear_after, &tear_value) == 2)
    return;
  else if (!strncmp(line, "step", 4))
    step();
  else
    exit(2);
}

int main(void) {
  static char line[2 * BYTES + 16];
  memset(memory, 0xff, sizeof memory);
  while (fgets(line, sizeof line, stdin))
    carry_out(line);
  print_hex("memory", memory, MEMORY);
}
