// Sensor board that runs the machine code of sensor-board/ on a virtual ATmega328P: edges on pins by cycle, bytes from
// its serial port.

import type { GateEdge } from '../../putter/putter.ts';
import { createStrokeQueue, type SensorBoard, type SensorBoardOptions } from '../sensor-board.ts';
import type { BoardEvent } from '../board-events.ts';
import { BAUD_FAST } from '../../../hal/sensor/protocol-limits.ts';
import { RESET } from './avr-chip.ts';
import { createClockedChip, type ClockedChip } from './clocked-chip.ts';
import { eepromImage } from './eeprom-image.ts';

const AMBIENT = 190; // indoors: about the 12,000 that the virtual board reports
const TEMPERATURE = 290; // 22 °C

interface AvrBoardOptions extends SensorBoardOptions {
  readonly program: Uint8Array;
}

interface AvrBoard extends SensorBoard {
  /** Triggers an event inside the board. False: it has no power. */
  disturb(event: BoardEvent): boolean;
}

export function createAvrBoard(options: AvrBoardOptions): AvrBoard {
  const { random, jitter_us = 0, clock_error_ppm = 0, serial = 'AVR00001', aperture_error_um = [] } = options;
  /** Keeps its contents without power. */
  const eeprom = eepromImage({ serial, aperture_error_um, boots: options.boots_before ?? 0 });
  let running: ClockedChip | null = null;
  /** Moment at which the supply is to drop. */
  let cut_in: 'swing' | 'write' | null = null;

  const powerOff = (): void => {
    const torn = running?.chip.writing() ?? null;
    if (torn !== null) eeprom[torn] = random.int(256);
    running?.stop();
    running = null;
  };
  const powerOn = (reset: number): void => {
    const before = running;
    powerOff();
    running = createClockedChip({
      ...options,
      clock_error_ppm,
      eeprom,
      reset,
      covered: before?.chip.covered() ?? 0,
      ambient: AMBIENT,
      temperature: TEMPERATURE,
      onSlice(chip) {
        const now = cut_in === 'swing' ? chip.isMidSwing() : cut_in === 'write' && chip.writing() !== null;
        if (!now) return false;
        cut_in = null;
        powerOn(RESET.brown_out);
        return true;
      },
    });
    // The putter moves on meanwhile.
    if (before) running.play(before.pending());
  };
  const disturb = (event: BoardEvent): boolean => {
    if (!running) return false;
    if (event === 'hang') running.chip.hang();
    if (event === 'damage-memory') eeprom.set(random.bytes(eeprom.length));
    cut_in = event === 'brown-out-in-swing' ? 'swing' : event === 'brown-out-in-write' ? 'write' : null;
    if (event !== 'brown-out-in-swing' && event !== 'hang') powerOn(RESET.brown_out);
    return true;
  };
  const jitter_ms = (): number => (jitter_us > 0 ? (jitter_us / 1000) * random.normal() : 0);
  const play = (edges: readonly GateEdge[]): void => running?.play(edges, jitter_ms);
  const strokes = createStrokeQueue(options, play);

  return {
    baud: BAUD_FAST,
    powerOn: () => powerOn(RESET.power),
    powerOff() {
      cut_in = null;
      powerOff();
      strokes.clear();
    },
    receive: (bytes) => running?.receive(bytes),
    stroke: (call) => strokes.stroke(call),
    play,
    disturb,
  };
}
