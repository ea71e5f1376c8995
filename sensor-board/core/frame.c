#include "frame.h"

#include "crc16.h"

static uint8_t put(uint8_t *wire, uint8_t at, uint8_t *code_at, uint8_t byte) {
  if (byte != 0) {
    wire[at] = byte;
    return at + 1;
  }
  wire[*code_at] = at - *code_at;
  *code_at = at;
  return at + 1;
}

uint8_t frame_encode(uint8_t *wire, uint8_t type, uint8_t seq, const uint8_t *body, uint8_t length,
                     void (*meanwhile)(void)) {
  uint8_t code_at = 0, at = 1;
  uint16_t crc = crc16_update(crc16_update(CRC16_INITIAL, type), seq);
  at = put(wire, at, &code_at, type);
  at = put(wire, at, &code_at, seq);
  for (uint8_t i = 0; i < length; i++) {
    crc = crc16_update(crc, body[i]);
    at = put(wire, at, &code_at, body[i]);
    meanwhile();
  }
  at = put(wire, at, &code_at, (uint8_t)crc);
  at = put(wire, at, &code_at, crc >> 8);
  wire[code_at] = at - code_at;
  wire[at] = 0;
  return at + 1;
}

void frame_reset(struct frame_reader *reader) {
  reader->length = 0;
  reader->run = 0;
  reader->left = 0;
  reader->zero = false;
  reader->damaged = false;
  reader->crc = CRC16_INITIAL;
}

uint8_t frame_body_length(const struct frame_reader *reader) {
  uint8_t length = reader->length - FRAME_ENVELOPE;
  return length < FRAME_BODY_MAX ? length : FRAME_BODY_MAX;
}

// Takes a decoded byte. The last two before it are known now not to be the CRC, so the older one counts.
static void take(struct frame_reader *reader, uint8_t byte) {
  if (reader->length == FRAME_PAYLOAD_MAX) {
    reader->damaged = true;
    return;
  }
  if (reader->length >= 2) {
    uint8_t at = reader->length - 2, counts = reader->held[0];
    reader->crc = crc16_update(reader->crc, counts);
    if (at == 0)
      reader->type = counts;
    else if (at >= 2 && at - 2 < FRAME_BODY_MAX)
      reader->body[at - 2] = counts;
  }
  reader->held[0] = reader->held[1];
  reader->held[1] = byte;
  reader->length++;
}

static enum frame_result end(const struct frame_reader *reader) {
  if (reader->run == 0)
    return FRAME_NONE;
  uint16_t crc = reader->held[0] | (uint16_t)reader->held[1] << 8;
  bool whole = !reader->damaged && reader->left == 0 && reader->length >= FRAME_ENVELOPE && crc == reader->crc;
  return whole ? FRAME_READY : FRAME_DROPPED;
}

enum frame_result frame_push(struct frame_reader *reader, uint8_t byte) {
  if (byte == 0) {
    enum frame_result result = end(reader);
    uint8_t length = reader->length;
    frame_reset(reader);
    if (result == FRAME_READY)
      reader->length = length; // for frame_body_length; the first byte of the next frame clears it
    return result;
  }
  if (reader->run == 0)
    reader->length = 0;
  if (reader->run == FRAME_RUN_MAX) {
    reader->damaged = true;
    return FRAME_NONE;
  }
  reader->run++;
  if (reader->left > 0) {
    reader->left--;
    take(reader, byte);
    return FRAME_NONE;
  }
  if (reader->zero)
    take(reader, 0);
  reader->left = byte - 1;
  reader->zero = byte != 0xff;
  return FRAME_NONE;
}
