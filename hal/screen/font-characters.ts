// Characters that a font has, read from its bytes: a missing one is drawn as a box, not in another font.

import { assert } from '../../wire/errors.ts';

/** Replacement for a character that the font lacks; no other font is used. */
const BOX = '□';

const [TABLES_AT, TABLE_BYTES] = [12, 16];
const [SUBTABLES_AT, SUBTABLE_BYTES] = [4, 8];
const [GROUPS_AT, GROUP_BYTES, GROUPED] = [16, 12, 12];
const PRIVATE_FROM = 0xe000;
const CMAP = 0x63_6d_61_70;

/** Replaces each character that the font lacks with a box. */
export function drawableIn(characters: ReadonlySet<string>, text: string): string {
  let drawn = '';
  for (const char of text) drawn += characters.has(char) ? char : BOX;
  return drawn;
}

/**
 * Returns all characters of a font except private use, from its cmap table in format 12: groups of consecutive code
 * points (OpenType, cmap).
 */
export function charactersOf(bytes: Uint8Array): ReadonlySet<string> {
  const font = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = Array.from({ length: font.getUint16(4) }, (_, n) => TABLES_AT + n * TABLE_BYTES);
  const table = tables.find((at) => font.getUint32(at) === CMAP);
  assert(table !== undefined, 'the font has a table of characters');
  const cmap = font.getUint32(table + 8);
  const grouped = Array.from({ length: font.getUint16(cmap + 2) }, (_, n) => cmap + SUBTABLES_AT + n * SUBTABLE_BYTES)
    .map((at) => cmap + font.getUint32(at + 4))
    .find((at) => font.getUint16(at) === GROUPED);
  assert(grouped !== undefined, 'its table has the form 12');
  const found = new Set<string>();
  for (let n = 0; n < font.getUint32(grouped + 12); n++) {
    const group = grouped + GROUPS_AT + n * GROUP_BYTES;
    const last = Math.min(font.getUint32(group + 4), PRIVATE_FROM - 1);
    for (let code = font.getUint32(group); code <= last; code++) found.add(String.fromCodePoint(code));
  }
  return found;
}
