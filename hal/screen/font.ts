// The device's only font, bundled so that pixels match on all machines. Inter Medium 4.0 beta 7, under the SIL Open
// Font License (font/OFL.txt), from Debian's package fonts-inter.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';
import { assert } from '../../wire/errors.ts';
import { charactersOf, drawableIn } from './font-characters.ts';
import { FONT_FAMILY } from './paint.ts';

const FILE = fileURLToPath(new URL('font/Inter-Medium.otf', import.meta.url));

let characters: ReadonlySet<string> | null = null;

/** Registers the font with the canvas library, once per process. */
export function useFont(): void {
  if (characters) return;
  assert(GlobalFonts.registerFromPath(FILE, FONT_FAMILY), 'the bundled font does not load');
  characters = charactersOf(readFileSync(FILE));
}

/** Returns all characters of the font except private use. */
export function fontCharacters(): ReadonlySet<string> {
  useFont();
  assert(characters, 'the font is in use');
  return characters;
}

/** Replaces each character that the font lacks with a box. */
export const drawable = (text: string): string => drawableIn(fontCharacters(), text);
