// A sensor board on a pseudo-terminal, whose swings leave at a known moment.

import { createSystemClock } from '../hal/clock/clock-system.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { encodeFrame } from '../hal/sensor/frame.ts';
import { forward } from '../hal/sensor/geometry.ts';
import { CHANNELS, MESSAGE_TYPE, encodeBody } from '../hal/sensor/messages.ts';
import { createPtyPort, type PtyPort } from '../hal/serial/serial-pty.ts';
import type { SerialLine } from '../hal/serial/serial.ts';
import { perfectStroke } from '../sims/putter/golfer.ts';
import { strokeOf } from '../sims/putter/stroke-call.ts';
import { createVirtualBoard } from '../sims/sensor-board/virtual-board.ts';

export interface PtyBoard {
  /** Path of the terminal that a device opens. */
  readonly path: string;
  /** Writes a whole swing to the terminal. */
  send(swing: Uint8Array): void;
  close(): void;
}

const TICK_NS = 100;

export async function openPtyBoard(): Promise<PtyBoard> {
  const pty = openPty();
  let line: SerialLine | null = null;
  const board = createVirtualBoard({
    clock: createSystemClock(),
    random: createSeededRandom(1),
    send: (bytes) => line?.write(bytes),
    boots_before: Date.now() % 1e9,
  });
  const opened = await pty.open({ bytes: (chunk) => board.receive(chunk), closed: () => {} });
  if (!opened.ok) throw new Error(opened.error.message);
  line = opened.value;
  board.powerOn();
  return {
    path: pty.path,
    send: opened.value.write,
    close() {
      board.powerOff();
      pty.close();
    },
  };
}

export function openPty(): PtyPort {
  const pty = createPtyPort();
  if (!pty.ok) throw new Error(pty.error.message);
  return pty.value;
}

/** Returns the frame of a swing at one of fifty speeds, by its number. */
export function swingBytes(swing_id: number): Uint8Array {
  const times = forward(strokeOf(perfectStroke(1.2 + (swing_id % 50) / 50)));
  if (!times.ok) throw new Error(times.error.message);
  const first = Math.min(...times.value);
  const delta_ticks = times.value.map((time) => Math.round(((time - first) * 1e9) / TICK_NS));
  const body = encodeBody({
    kind: 'swing',
    swing_id,
    base_ticks: 1n,
    present: 2 ** CHANNELS.length - 1,
    flags: 0,
    temperature_dc: 215,
    delta_ticks,
  });
  return encodeFrame({ type: MESSAGE_TYPE.swing, seq: swing_id, body });
}
