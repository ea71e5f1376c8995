#include "link.h"

#include "frame.h"
#include "settings.h"

#include <string.h>

#define PROTOCOL_MAJOR 1
#define PROTOCOL_MINOR 1
#define SENDS_MAX 5
#define RESEND (100 * CHIP_COUNTS_PER_MS)
#define BEAT (1000 * CHIP_COUNTS_PER_MS)
#define QUEUE 4
#define TEXTS 3

enum type {
  HELLO = 0x01,
  HELLO_ACK = 0x02,
  SWING = 0x10,
  ACK = 0x11,
  BEAT_FRAME = 0x20,
  GET = 0x30,
  SET = 0x31,
  VALUE = 0x32,
  LOG = 0x7e,
  ERROR = 0x7f,
};

static const uint8_t firmware_version[] = {1, 0, 0};

struct queued {
  struct swing swing;
  uint32_t id; // 0: free
  uint32_t due;
  uint8_t sends;
};

struct text {
  const char *words;
  uint8_t type, code;
};

static struct {
  uint8_t wire[FRAME_WIRE_MAX];
  uint8_t length, sent;
  uint8_t seq;
  struct frame_reader reader;
  struct queued queue[QUEUE];
  uint8_t waiting; // swings in the queue
  uint32_t last_id;
  uint32_t beat_due, uptime_ms, uptime_at;
  uint16_t crc_errors, overruns;
  bool hello, value;
  uint8_t key, status;
  int32_t read;
  struct text texts[TEXTS];
  uint8_t text_count;
} link;

static uint8_t body[FRAME_BODY_MAX];
static uint8_t filled;

static void add(const void *bytes, uint8_t length) {
  memcpy(body + filled, bytes, length);
  filled += length;
}

static void add8(uint8_t value) { body[filled++] = value; }
static void add16(uint16_t value) { add(&value, sizeof value); }
static void add32(uint32_t value) { add(&value, sizeof value); }

static void send(uint8_t type) {
  // A byte from the host takes less time than a frame: none may be lost meanwhile.
  link.length = frame_encode(link.wire, type, link.seq++, body, filled, link_receive);
  link.sent = 0;
  filled = 0;
}

static void send_hello_ack(void) {
  add8(PROTOCOL_MAJOR);
  add8(PROTOCOL_MINOR);
  add8(CHIP_HARDWARE);
  add(firmware_version, sizeof firmware_version);
  add(settings()->serial, SERIAL_BYTES);
  add32(CHIP_TICK_NS);
  add8(0); // the application, not a boot loader
  add32(settings_boot_count());
  add8(chip_reset_cause());
  add(settings()->aperture_error_um, sizeof settings()->aperture_error_um);
  link.hello = false;
  send(HELLO_ACK);
}

static void forget(struct queued *queued) {
  if (!queued->id)
    return; // its ACK came while it was being sent
  queued->id = 0;
  link.waiting--;
}

static void send_swing(struct queued *queued, uint32_t now) {
  add32(queued->id);
  add(&queued->swing.base, sizeof queued->swing.base);
  add16(queued->swing.present);
  add8(queued->swing.flags);
  add16(chip_temperature_dc());
  add(queued->swing.delta, sizeof queued->swing.delta);
  send(SWING);
  queued->due = now + RESEND;
  if (++queued->sends == SENDS_MAX)
    forget(queued);
}

static void send_beat(uint32_t now) {
  uint32_t passed_ms = (now - link.uptime_at) / CHIP_COUNTS_PER_MS;
  link.uptime_ms += passed_ms;
  link.uptime_at += passed_ms * CHIP_COUNTS_PER_MS;
  add32(link.uptime_ms);
  add16((uint8_t)~gates_covered());
  add16(gates_blocked());
  add16(chip_ambient());
  add16(link.crc_errors);
  add16(link.overruns);
  send(BEAT_FRAME);
}

static void send_value(void) {
  add8(link.key);
  add32(link.read);
  add8(link.status);
  link.value = false;
  send(VALUE);
}

static void send_text(void) {
  struct text text = link.texts[0];
  link.text_count--;
  memmove(link.texts, link.texts + 1, sizeof *link.texts * link.text_count);
  size_t length = strlen(text.words), room = FRAME_BODY_MAX - 1;
  add8(text.code);
  add(text.words, length < room ? length : room);
  send(text.type);
}

static bool is_due(uint32_t due, uint32_t now) { return (int32_t)(now - due) >= 0; }

static struct queued *due_swing(uint32_t now) {
  struct queued *oldest = NULL;
  for (uint8_t i = 0; i < QUEUE; i++) {
    struct queued *queued = &link.queue[i];
    if (queued->id && is_due(queued->due, now) && (!oldest || queued->id < oldest->id))
      oldest = queued;
  }
  return oldest;
}

static void choose(uint32_t now) {
  struct queued *queued = link.waiting ? due_swing(now) : NULL;
  if (queued)
    send_swing(queued, now);
  else if (is_due(link.beat_due, now)) { // before the answers: a host that floods the board still hears it beat
    link.beat_due += BEAT;
    send_beat(now);
  } else if (link.hello)
    send_hello_ack();
  else if (link.value)
    send_value();
  else if (link.text_count > 0)
    send_text();
}

void link_start(void) {
  frame_reset(&link.reader);
  link.beat_due = link.uptime_at = chip_now();
  link.wire[0] = 0; // ends whatever the host has read so far
  link.length = 1;
}

void link_overrun(void) {
  link.overruns++;
  link_error(ERROR_OVERRUN, "Edges or swings were lost: too many at once.");
}

void link_swing(const struct swing *swing) {
  struct queued *place = &link.queue[0];
  for (uint8_t i = 1; i < QUEUE; i++)
    if (place->id && link.queue[i].id < place->id)
      place = &link.queue[i];
  if (place->id)
    link_overrun();
  else
    link.waiting++;
  place->swing = *swing;
  place->id = ++link.last_id;
  place->sends = 0;
  place->due = chip_now();
}

static void queue_text(uint8_t type, uint8_t code, const char *words) {
  for (uint8_t i = 0; i < link.text_count; i++)
    if (link.texts[i].words == words)
      return;
  if (link.text_count < TEXTS)
    link.texts[link.text_count++] = (struct text){words, type, code};
}

void link_log(uint8_t level, const char *text) { queue_text(LOG, level, text); }

void link_error(uint8_t code, const char *text) { queue_text(ERROR, code, text); }

static void on_ack(void) {
  uint32_t id;
  memcpy(&id, link.reader.body, sizeof id);
  for (uint8_t i = 0; i < QUEUE; i++)
    if (id && link.queue[i].id == id)
      forget(&link.queue[i]);
}

static void on_key(bool is_set) {
  link.key = link.reader.body[0];
  link.status = VALUE_OK;
  if (is_set) {
    int32_t value;
    memcpy(&value, link.reader.body + 1, sizeof value);
    link.status = settings_set(link.key, value);
  }
  enum value_status got = settings_get(link.key, &link.read);
  if (link.status == VALUE_OK)
    link.status = got;
  link.value = true;
}

static void on_frame(void) {
  uint8_t length = frame_body_length(&link.reader);
  switch (link.reader.type) {
  case HELLO:
    link.hello = link.hello || length >= 2;
    break;
  case ACK:
    if (length >= 4)
      on_ack();
    break;
  case GET:
    if (length >= 1)
      on_key(false);
    break;
  case SET:
    if (length >= 5)
      on_key(true);
    break;
  default: // of a newer version
    break;
  }
}

static void take(uint8_t byte) {
  switch (frame_push(&link.reader, byte)) {
  case FRAME_READY:
    on_frame();
    break;
  case FRAME_DROPPED:
    link.crc_errors++;
    break;
  case FRAME_NONE:
    break;
  }
}

void link_receive(void) {
  while (chip_has_received())
    take(chip_receive());
}

bool link_step(uint32_t now) {
  if (link.sent == link.length)
    choose(now);
  while (link.sent < link.length && chip_can_send())
    chip_send(link.wire[link.sent++]);
  return link.sent < link.length;
}
