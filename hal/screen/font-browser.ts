// The device's font, which the page hands over. Has the same exports as font-node.ts.

import { assertDefined } from '../../wire/errors.ts';
import { FONT_FAMILY } from './paint.ts';

let font: Uint8Array | null = null;

/** Loads the font into the page. Must finish before anything is drawn. @throws If the bytes are not a font. */
export async function loadFont(bytes: ArrayBuffer): Promise<void> {
  document.fonts.add(await new FontFace(FONT_FAMILY, bytes).load());
  font = new Uint8Array(bytes);
}

export const fontBytes = (): Uint8Array => assertDefined(font, 'the font of the page');
