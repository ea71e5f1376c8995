// The one font of the device, bundled so that pixels agree between machines. Inter Medium 4.0 beta 7, under the SIL Open
// Font License (font/OFL.txt), from Debian's package fonts-inter.

import { GlobalFonts } from '@napi-rs/canvas';
import { assert } from '../../wire/errors.ts';

export const FONT_FAMILY = 'tapin';

let registered = false;

/** Makes the font known to the canvas library, once in a process. */
export function useFont(): void {
  if (registered) return;
  const path = new URL('font/Inter-Medium.otf', import.meta.url).pathname;
  assert(GlobalFonts.registerFromPath(decodeURIComponent(path), FONT_FAMILY), 'the bundled font does not load');
  registered = true;
}
