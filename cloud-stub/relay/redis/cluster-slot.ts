// Cluster slot of a key or a channel: the CRC16 (XMODEM) of the text between its first braces, or of the whole if that
// is empty (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/, Key distribution model). The
// client has this function but does not export it.

export const SLOTS = 16_384;

export function slotOf(key: string): number {
  const tag = /^[^{]*\{([^}]+)\}/s.exec(key)?.[1] ?? key;
  let crc = 0;
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
    crc &= 0xffff;
  }
  return crc % SLOTS;
}
