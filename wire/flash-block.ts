// JSON objects as stored records: filled with spaces to whole blocks together with the header of their copy, so that their
// size rarely changes. The board overwrites a copy of the same size in place.

/** Smallest unit that a file system writes to a card. */
export const FLASH_BLOCK_BYTES = 4096;
/** Header in front of each stored copy (hal/flash/record.ts). */
export const FLASH_HEADER_BYTES = 32;

const [BRACE, SPACE] = ['{'.charCodeAt(0), ' '.charCodeAt(0)];

/** Returns a JSON object with spaces behind it, up to 1, 2, 4, 8, … blocks less a header. */
export function inBlocks(json: Uint8Array): Uint8Array {
  let length = FLASH_BLOCK_BYTES;
  while (length < json.length + FLASH_HEADER_BYTES) length *= 2;
  const filled = new Uint8Array(length - FLASH_HEADER_BYTES).fill(SPACE);
  filled.set(json);
  return filled;
}

/** Returns a JSON object without the spaces behind it, and any other value unchanged. */
export const withoutSpaces = (value: Uint8Array): Uint8Array =>
  value[0] === BRACE ? value.slice(0, value.findLastIndex((byte) => byte !== SPACE) + 1) : value;
