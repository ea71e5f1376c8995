// The firmware's chip on a bench: edges by cycle in, swings out, with a host that acknowledges them.

import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createFrameReader, encodeFrame } from '../../../hal/sensor/frame.ts';
import { decodeBody, encodeBody, MESSAGE_TYPE, type Message } from '../../../hal/sensor/messages.ts';
import type { SwingMessage } from '../../../hal/sensor/swing.ts';
import { createAvrChip, RESET, type AvrChip } from '../../../sims/sensor-board/avr/avr-chip.ts';
import { eepromImage } from '../../../sims/sensor-board/avr/eeprom-image.ts';
import { boardProgram } from '../../../simulation/device/board-program.ts';

export const CYCLES_PER_MS = 16_000;
const BOOT_MS = 100;

export interface ChipBench {
  readonly chip: AvrChip;
  /** Swings received so far, each once. */
  readonly swings: SwingMessage[];
  /** All messages received so far. */
  readonly messages: Message[];
  /** Cycle since power-on at which the board's tick counter was 0. */
  readonly origin: number;
  send(message: Message): void;
}

interface ChipBenchOptions {
  /** Default: the committed program. */
  readonly program?: Uint8Array;
  /** Share of frames of the board that arrive cut. Default: none. */
  readonly cut?: number;
  /** Contents of the EEPROM. Default: valid settings. */
  readonly eeprom?: Uint8Array;
  /** Whether the host acknowledges swings. Default: true. */
  readonly acknowledges?: boolean;
  /** Channels that another light reaches, and that are covered at the start, as bit masks. Default: none. */
  readonly stray?: number;
  readonly covered?: number;
}

/** Boots a chip. */
export function chipBench({
  program,
  cut = 0,
  eeprom = eepromImage({ serial: 'BENCH', boots: 0 }),
  acknowledges = true,
  stray = 0,
  covered = 0,
}: ChipBenchOptions = {}): ChipBench {
  const random = createSeededRandom(1);
  const swings: SwingMessage[] = [];
  const messages: Message[] = [];
  const seen = new Set<number>();
  const send = (message: Message): void =>
    chip.receive(encodeFrame({ type: MESSAGE_TYPE[message.kind], seq: 0, body: encodeBody(message) }));
  const reader = createFrameReader(({ type, body }) => {
    const message = decodeBody(type, body);
    if (!message) return;
    messages.push(message);
    if (message.kind !== 'swing') return;
    if (acknowledges) send({ kind: 'ack', swing_id: message.swing_id });
    if (seen.has(message.swing_id)) return;
    seen.add(message.swing_id);
    swings.push(message);
  });
  let dropping = false;
  const chip = createAvrChip({
    program: program ?? boardProgram(),
    eeprom,
    reset: RESET.power,
    stray,
    covered,
    ambient: 190,
    temperature: 290,
    onByte(byte) {
      if (byte === 0) dropping = cut > 0 && random.float() < cut;
      if (byte === 0 || !dropping || random.float() < 0.5) reader.push(Uint8Array.of(byte));
    },
  });
  chip.run(BOOT_MS * CYCLES_PER_MS);
  return { chip, swings, messages, origin: chip.timerOrigin(), send };
}
