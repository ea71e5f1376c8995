// The device's font as a file. Has the same exports as font-browser.ts; `#font` in package.json selects one of them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const FONT_FILE = fileURLToPath(new URL('font/Inter-Medium.otf', import.meta.url));

export const fontBytes = (): Uint8Array => readFileSync(FONT_FILE);
