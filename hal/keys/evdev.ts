// Parses input events of 64-bit Linux, and the capabilities of an input device from /sys.
// struct input_event: seconds and microseconds of 8 bytes each, then type (u16), code (u16) and value (s32), in native
// byte order, which is little-endian on every supported machine.

export interface InputEvent {
  readonly type: number;
  readonly code: number;
  readonly value: number;
  /** Time of the event on the kernel's clock; 0 if unknown. */
  readonly time_ms: number;
}

export const EVENT_BYTES = 24;
const MICROSECONDS_AT = 8;
const TYPE_AT = 16;
const CODE_AT = 18;
const VALUE_AT = 20;

/** Returns a parser for bytes that arrive in chunks; it keeps an incomplete event until the next chunk. */
export function createEventReader(): (bytes: Uint8Array) => readonly InputEvent[] {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    const all = Buffer.concat([rest, bytes]);
    const events: InputEvent[] = [];
    let at = 0;
    for (; at + EVENT_BYTES <= all.length; at += EVENT_BYTES)
      events.push({
        type: all.readUInt16LE(at + TYPE_AT),
        code: all.readUInt16LE(at + CODE_AT),
        value: all.readInt32LE(at + VALUE_AT),
        time_ms: Number(all.readBigUInt64LE(at)) * 1000 + Number(all.readBigUInt64LE(at + MICROSECONDS_AT)) / 1000,
      });
    rest = all.subarray(at);
    return events;
  };
}

const WORD_BITS = 64;

/**
 * Returns the set bits of a bitmap in the format of /sys: hexadecimal words of 64 bits, highest first, without leading
 * zero words.
 */
export function bitsOfText(text: string): ReadonlySet<number> {
  const bits = new Set<number>();
  const words = text.trim().split(/\s+/).toReversed();
  for (const [at, word] of words.entries()) {
    const value = /^[\da-f]{1,16}$/i.test(word) ? BigInt(`0x${word}`) : 0n;
    for (let bit = 0; bit < WORD_BITS; bit++) if ((value >> BigInt(bit)) & 1n) bits.add(at * WORD_BITS + bit);
  }
  return bits;
}

/** Returns the set bits of a bitmap in the binary format of the kernel. */
export function bitsOfBytes(bytes: Uint8Array): ReadonlySet<number> {
  const bits = new Set<number>();
  for (const [at, byte] of bytes.entries())
    for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) bits.add(at * 8 + bit);
  return bits;
}
