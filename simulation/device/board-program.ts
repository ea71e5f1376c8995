// Sensor boards by kind: the model, or a chip with the program that `npm run board` builds.

import { readFileSync } from 'node:fs';
import { createAvrBoard } from '../../sims/sensor-board/avr/avr-board.ts';
import { PROGRAM_BYTES } from '../../sims/sensor-board/avr/avr-chip.ts';
import { readIntelHex } from '../../sims/sensor-board/avr/intel-hex.ts';
import type { BoardKind } from '../../sims/sensor-board/board-events.ts';
import type { CreateBoard } from '../../sims/sensor-board/board-on-port.ts';
import { assert } from '../../wire/errors.ts';

const FILE = new URL('../../fixtures/sensor-board/atmega328p.hex', import.meta.url);

/** Returns a function that creates the board; null for the model. */
export function createBoardOf(kind: BoardKind): CreateBoard | null {
  if (kind === 'model') return null;
  const program = boardProgram();
  return (options) => createAvrBoard({ ...options, program });
}

/** Returns the machine code of the chip. */
export function boardProgram(): Uint8Array {
  const program = readIntelHex(readFileSync(FILE, 'utf8'), PROGRAM_BYTES);
  assert(program.ok, program.ok ? '' : program.error.message);
  return program.value;
}
