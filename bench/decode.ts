// Swings decoded a second: bytes to frames, frames to messages, messages to strikes.

import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { createFrameReader, encodeFrame, type Frame } from '../hal/sensor/frame.ts';
import { forward } from '../hal/sensor/geometry.ts';
import { CHANNELS, MESSAGE_TYPE, decodeBody, encodeBody } from '../hal/sensor/messages.ts';
import { judgeSwing } from '../hal/sensor/swing.ts';
import { humanStroke } from '../sims/putter/golfer.ts';
import { strokeOf } from '../sims/putter/stroke-call.ts';
import { thousands, type Figure, type Size } from './figures.ts';

const SWINGS = { whole: 20_000, tiny: 200 } as const;
const TICK_NS = 100;

export function benchDecode(size: Size): readonly Figure[] {
  const bytes = Buffer.concat(Array.from({ length: SWINGS[size] }, (_, id) => swing(id)));
  decodeAll(bytes);
  const start = performance.now();
  const strikes = decodeAll(bytes);
  const seconds = (performance.now() - start) / 1000;
  return [
    {
      what: 'swings decoded a second',
      value: thousands(strikes / seconds),
      beside: 'aim 20,000; a line of 115,200 baud carries 201',
    },
  ];
}

function decodeAll(bytes: Uint8Array): number {
  let strikes = 0;
  const judge = ({ type, body }: Frame): void => {
    const message = decodeBody(type, body);
    if (message?.kind === 'swing' && judgeSwing(message, TICK_NS, []).kind === 'strike') strikes++;
  };
  const reader = createFrameReader(judge);
  reader.push(bytes);
  return strikes;
}

const random = createSeededRandom(3);

function swing(swing_id: number): Uint8Array {
  const times = forward(strokeOf(humanStroke(0.5 + 3 * random.float(), random)));
  if (!times.ok) throw new Error(times.error.message);
  const first = Math.min(...times.value);
  const body = encodeBody({
    kind: 'swing',
    swing_id,
    base_ticks: BigInt(swing_id) * 1_000_000n,
    present: 2 ** CHANNELS.length - 1,
    flags: 0,
    temperature_dc: 215,
    delta_ticks: times.value.map((time) => Math.round(((time - first) * 1e9) / TICK_NS)),
  });
  return encodeFrame({ type: MESSAGE_TYPE.swing, seq: swing_id, body });
}
