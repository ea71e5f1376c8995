// The device's only font, bundled so that pixels match on all machines. Inter Medium 4.0 beta 7, under the SIL Open
// Font License (font/OFL.txt), from Debian's package fonts-inter.

import { fontBytes } from '#font';
import { charactersOf, drawableIn } from './font-characters.ts';

let characters: ReadonlySet<string> | null = null;

/** Returns all characters of the font except private use. */
export const fontCharacters = (): ReadonlySet<string> => (characters ??= charactersOf(fontBytes()));

/** Replaces each character that the font lacks with a box. */
export const drawable = (text: string): string => drawableIn(fontCharacters(), text);
