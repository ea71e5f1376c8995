// The program of the sensor board, as `npm run board` builds it.

import { readFileSync } from 'node:fs';
import { PROGRAM_BYTES } from '../../sims/sensor-board/avr/avr-chip.ts';
import { readIntelHex } from '../../sims/sensor-board/avr/intel-hex.ts';
import type { BoardKind } from '../../sims/sensor-board/board-events.ts';
import { assert } from '../../wire/errors.ts';

const FILE = new URL('../../fixtures/sensor-board/atmega328p.hex', import.meta.url);

/** Returns the program of a board; null for the model. */
export function boardProgram(kind: BoardKind): Uint8Array | null {
  if (kind === 'model') return null;
  const program = readIntelHex(readFileSync(FILE, 'utf8'), PROGRAM_BYTES);
  assert(program.ok, program.ok ? '' : program.error.message);
  return program.value;
}
