// CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF, "123456789" gives 0x29B1.

#ifndef CRC16_H
#define CRC16_H

#include <stdint.h>

#define CRC16_INITIAL 0xffff

static inline uint16_t crc16_update(uint16_t crc, uint8_t byte) {
  // Eight steps of the polynomial at once.
  uint8_t x = (uint8_t)(crc >> 8) ^ byte;
  x ^= x >> 4;
  return (uint16_t)((crc << 8) ^ ((uint16_t)x << 12) ^ ((uint16_t)x << 5) ^ x);
}

#endif
