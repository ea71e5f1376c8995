// The one font of the device, bundled so that pixels agree between machines. Inter Medium 4.0 beta 7, under the SIL Open
// Font License (font/OFL.txt), from Debian's package fonts-inter.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';
import { assert } from '../../wire/errors.ts';

export const FONT_FAMILY = 'tapin';

const FILE = fileURLToPath(new URL('font/Inter-Medium.otf', import.meta.url));
/** What stands for a character that the font lacks: other fonts of the machine are not asked. */
const BOX = '□';

let characters: ReadonlySet<string> | null = null;

/** Makes the font known to the canvas library, once in a process. */
export function useFont(): void {
  if (characters) return;
  assert(GlobalFonts.registerFromPath(FILE, FONT_FAMILY), 'the bundled font does not load');
  characters = charactersOf(readFileSync(FILE));
}

/** All characters that the font has, but for those of private use. */
export function fontCharacters(): ReadonlySet<string> {
  useFont();
  assert(characters, 'the font is in use');
  return characters;
}

/** The text as the font can draw it: a box for each character that it lacks. */
export function drawable(text: string): string {
  const known = fontCharacters();
  let drawn = '';
  for (const char of text) drawn += known.has(char) ? char : BOX;
  return drawn;
}

const [TABLES_AT, TABLE_BYTES] = [12, 16];
const [SUBTABLES_AT, SUBTABLE_BYTES] = [4, 8];
const [GROUPS_AT, GROUP_BYTES, GROUPED] = [16, 12, 12];
const PRIVATE_FROM = 0xe000;

/** From the font's table of characters, in its form 12: groups of code points that follow each other (OpenType, cmap). */
function charactersOf(font: Buffer): ReadonlySet<string> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, n) => TABLES_AT + n * TABLE_BYTES);
  const table = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  assert(table !== undefined, 'the font has a table of characters');
  const cmap = font.readUInt32BE(table + 8);
  const grouped = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, n) => cmap + SUBTABLES_AT + n * SUBTABLE_BYTES,
  )
    .map((at) => cmap + font.readUInt32BE(at + 4))
    .find((at) => font.readUInt16BE(at) === GROUPED);
  assert(grouped !== undefined, 'its table has the form 12');
  const found = new Set<string>();
  for (let n = 0; n < font.readUInt32BE(grouped + 12); n++) {
    const group = grouped + GROUPS_AT + n * GROUP_BYTES;
    const last = Math.min(font.readUInt32BE(group + 4), PRIVATE_FROM - 1);
    for (let code = font.readUInt32BE(group); code <= last; code++) found.add(String.fromCodePoint(code));
  }
  return found;
}
