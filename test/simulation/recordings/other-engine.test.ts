// Recordings replay in an engine whose sines, tangents and lengths differ in their last bit, as those of Firefox and
// WebKit do: the specification of ECMAScript leaves that bit open.

import { readdirSync } from 'node:fs';
import test from 'ava';
import { readRecording } from '../../../simulation/recordings/recording-file.ts';
import { createReplay } from '../../../simulation/recordings/replay.ts';
import { valueOf } from '../../support/results.ts';

const FOLDER = 'fixtures/recordings';
const INEXACT = [
  ...(['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2'] as const),
  ...(['exp', 'expm1', 'log', 'log1p', 'log2', 'log10', 'pow', 'cbrt', 'hypot'] as const),
];

/** Returns the neighbouring number, to one side and the other by turns. */
function createNudge(): (value: number) => number {
  const view = new DataView(new ArrayBuffer(8));
  let step = 1n;
  return (value) => {
    if (!Number.isFinite(value) || value === 0) return value;
    view.setFloat64(0, value);
    view.setBigInt64(0, view.getBigInt64(0) + step);
    step = -step;
    return view.getFloat64(0);
  };
}

const nudge = createNudge();
for (const name of INEXACT) {
  const real: (...of: number[]) => number = Math[name];
  Object.assign(Math, { [name]: (...of: number[]) => nudge(real(...of)) });
}

test('[recording] replays as recorded in an engine that rounds the other way', async (t) => {
  t.not(Math.sin(1), Number('0.8414709848078965'), 'the engine rounds as this one');
  for (const name of readdirSync(FOLDER)) {
    const replay = createReplay(valueOf(t, readRecording(`${FOLDER}/${name}`)));
    t.is(valueOf(t, await replay.playTo(Infinity, true)), null, name);
  }
});
