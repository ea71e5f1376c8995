// Tests of replaying a recording: the replay is identical if nothing has changed; otherwise it reports where and how it
// differs.

import test, { type ExecutionContext } from 'ava';
import { divergenceLines } from '../../../simulation/recordings/divergence-text.ts';
import type { Divergence } from '../../../simulation/recordings/player.ts';
import type { Recording } from '../../../simulation/recordings/recording.ts';
import { createReplay } from '../../../simulation/recordings/replay.ts';
import { recorded } from '../../support/device/recorded.ts';
import { valueOf } from '../../support/results.ts';

const ONE_PUTT = `
steps:
  - choose: [Lag putting, Start]
  - putt: good
  - wait_for: Putt 2 of 10
`;
const A_CUT_IN_A_SESSION = `
cloud: true
devices: { host: , guest: }
steps:
  - choose: [Play together, Host a session]
  - wait_for: { text: 'Code:', within: 20 s }
  - { on: guest, choose: Lag putting }
  - { on: guest, choose: Start }
  - { on: guest, putt: good }
  - { on: guest, power: cut }
  - { on: guest, power: 'on' }
  - { on: guest, wait_for: 'Go on: ' }
  - advance: 1 min
`;

async function replayed(t: ExecutionContext, recording: Recording): Promise<Divergence | null> {
  return valueOf(t, await createReplay(recording).playTo(Infinity, true));
}

test('[recording] replays a set as recorded', async (t) => {
  t.is(await replayed(t, await recorded(t, ONE_PUTT)), null);
});

test('[recording] replays two devices, a relay and a power cut without any of them', async (t) => {
  t.is(await replayed(t, await recorded(t, A_CUT_IN_A_SESSION)), null);
});

test('[recording] reports a damaged answer of a port as a difference', async (t) => {
  const { turns, ...recording } = await recorded(t, ONE_PUTT);
  for (const [good, damaged] of [
    ['["serial 1 opened",{"ok":true,"value":null}]', '["serial 1 opened",{}]'],
    ['["serial 1 opened",{"ok":true,"value":null}]', '["serial 1 opened",{"ok":false,"error":7}]'],
    ['["flash 1",{"ok":true', '["flash 1",{"k":true'],
  ] as const) {
    t.true(turns.some((turn) => turn.includes(good)), good); // oxfmt-ignore
    const divergence = await replayed(t, { ...recording, turns: turns.map((turn) => turn.replace(good, damaged)) });
    t.deepEqual(divergence?.played, ['threw', 'the recording holds no answer here'], damaged);
  }
});

test('[recording] keeps the secret of a device out of its recording', async (t) => {
  const { turns } = await recorded(t, A_CUT_IN_A_SESSION);
  const texts = turns.flatMap((turn) =>
    [...turn.matchAll(/"\$bytes":"([^"]*)"/g)].map(([, bytes]) => Buffer.from(bytes ?? '', 'base64').toString()),
  );
  const secrets = texts.flatMap((text) => [...text.matchAll(/"secret":"(\w*)"/g)].map(([, secret]) => secret));
  t.deepEqual([...new Set(secrets)], ['0'.repeat(64)]);
  t.false(turns.some((turn) => /signature/i.test(turn)));
});

test('[recording] stops at a point in time and shows the device there', async (t) => {
  const replay = createReplay(await recorded(t, `${ONE_PUTT}  - advance: 10 s\n`));
  valueOf(t, await replay.playTo(3100, false));
  const [device] = replay.devices().values();
  t.is(device?.screen.picture().lines[0], 'Lag putting · Putt 1 of 10');
  valueOf(t, await replay.playTo(9000, false));
  t.is(device?.screen.picture().lines[0], 'Lag putting · Putt 2 of 10');
});

/** Returns the recording of an imagined other firmware: the same batches with one replacement. */
const changed = ({ header, turns }: Recording, from: RegExp, to: string): Recording => {
  const at = turns.findLastIndex((turn) => from.test(turn));
  return { header, turns: turns.with(at, (turns[at] ?? '').replace(from, to)) };
};

test('[recording] reports a screen that differs with its line', async (t) => {
  const recording = changed(await recorded(t, ONE_PUTT), /Verdict: \w+/, 'Verdict: Rolled');
  const divergence = await replayed(t, recording);
  const lines = divergence ? divergenceLines(divergence, 0) : [];
  t.regex(lines[0] ?? '', /^At 00:0\d\.\d{3} device received "?(serial|flash|alarm)/);
  t.is(lines[1], 'The screen differs (- recorded, + now):');
  t.true(lines.includes('- Verdict: Rolled'));
  t.true(lines.some((line) => /^\+ Verdict: (Holed|Short|Long)/.test(line)));
});

test('[recording] reports a missing sound and an extra one', async (t) => {
  const recording = await recorded(t, ONE_PUTT);
  const missing = await replayed(t, changed(recording, /\["sound",/, '["sound","a bell",50],["sound",'));
  t.deepEqual(missing?.recorded, ['sound', 'a bell', 50]);
  t.is(missing?.played?.[0], 'sound');
});

test('[recording] reports an alarm that is not in the recording', async (t) => {
  const recording = await recorded(t, `${ONE_PUTT}  - advance: 20 s\n`);
  const without = recording.turns.filter((turn) => !/^\[[4-9]\d{3}[.,].*"alarm /.test(turn));
  const divergence = await replayed(t, { ...recording, turns: without });
  t.regex(String(divergence?.played?.[0]), /^alarm \d+ was due$/);
});

test('[recording] reports a random draw that is not in the recording', async (t) => {
  const recording = changed(await recorded(t, ONE_PUTT), /\["random\/[^"]*\.int",\d+\],?/, '');
  const divergence = await replayed(t, recording);
  t.regex(String(divergence?.played?.[0]), /^random\/.*\.int$/);
});
