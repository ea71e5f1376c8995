// Draws the pictures of docs/sensor-board.md: `npm run board:drawings`.

import { writeFile } from 'node:fs/promises';
import { gatesDrawing, template } from './layout.ts';
import { schematic } from './schematic.ts';
import { signalsDrawing } from './signals.ts';
import { wiringDrawing } from './wiring.ts';

export const DRAWINGS: Readonly<Record<string, () => string>> = {
  'schematic.svg': schematic,
  'wiring.svg': wiringDrawing,
  'gates.svg': gatesDrawing,
  'template.svg': template,
  'signals.svg': signalsDrawing,
};

if (import.meta.main)
  for (const [file, draw] of Object.entries(DRAWINGS))
    await writeFile(new URL(`../../docs/sensor-board/${file}`, import.meta.url), draw());
