// Which slot of a cluster a key or a channel is in: the CRC16 (XMODEM) of what stands between its first braces, or of all of it where nothing does
// (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/, Key distribution model). The client has it too, and keeps it to itself.

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
