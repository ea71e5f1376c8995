// Frames on the wire: COBS(type, seq, body, crc16) and one 0x00.

#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

#define FRAME_BODY_MAX 64
#define FRAME_ENVELOPE 4
// COBS adds one byte to fewer than 254, and the 0x00 ends the frame.
#define FRAME_WIRE_MAX (FRAME_BODY_MAX + FRAME_ENVELOPE + 2)
#define FRAME_RUN_MAX 254
#define FRAME_PAYLOAD_MAX 250

// Encodes a frame for the wire and returns its length. Calls `meanwhile` after each byte of the body.
uint8_t frame_encode(uint8_t *wire, uint8_t type, uint8_t seq, const uint8_t *body, uint8_t length,
                     void (*meanwhile)(void));

// Reader of a byte stream. Keeps the first FRAME_BODY_MAX bytes of a body, checks all of it.
struct frame_reader {
  uint8_t type;
  uint8_t body[FRAME_BODY_MAX];
  uint8_t length; // of the payload so far
  uint8_t run;    // bytes since the last 0x00
  uint8_t left;   // bytes until the next COBS code
  bool zero;      // the code that ends stands for a 0x00
  bool damaged;
  uint8_t held[2]; // the last two bytes: the CRC, if the frame ends here
  uint16_t crc;
};

enum frame_result { FRAME_NONE, FRAME_READY, FRAME_DROPPED };

void frame_reset(struct frame_reader *reader);
// Takes a byte. FRAME_READY: type, body and frame_body_length() are valid until the next byte.
enum frame_result frame_push(struct frame_reader *reader, uint8_t byte);
uint8_t frame_body_length(const struct frame_reader *reader);

#endif
