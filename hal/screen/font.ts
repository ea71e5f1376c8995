// The device's only font, bundled so that pixels match on all machines. Inter Medium 4.0 beta 7, under the SIL Open
// Font License (font/OFL.txt), from Debian's package fonts-inter.

import { registerFont } from '#canvas';
import { charactersOf, drawableIn } from './font-characters.ts';

let characters: ReadonlySet<string> | null = null;

/** Registers the font with the canvas, once per process. */
export const useFont = (): void => void fontCharacters();

/** Returns all characters of the font except private use. */
export const fontCharacters = (): ReadonlySet<string> => (characters ??= charactersOf(registerFont()));

/** Replaces each character that the font lacks with a box. */
export const drawable = (text: string): string => drawableIn(fontCharacters(), text);
