// Runs whole sessions under faults, and checks that a seed determines the run.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import { simulate } from '../../../simulation/sessions/simulate.ts';
import { lineOf } from '../../../simulation/recordings/recording.ts';
import { createReplay } from '../../../simulation/recordings/replay.ts';
import { ok } from '../../../wire/errors.ts';
import { passes } from './passes.ts';

test.serial('[R59] seed 4: half an hour of faults breaks no rule, and all devices reconnect', (t) => passes(t, 4, 0.5));

test.serial(
  '[simulation] gives the same events for the same seed, and different events for another seed',
  async (t) => {
    const lines: string[] = [];
    const first = await simulate({ seed: 7, hours: 0.1, devices: 3, writeTrace: (line) => void lines.push(line) });
    const second = await simulate({ seed: 7, hours: 0.1, devices: 3 });
    const other = await simulate({ seed: 8, hours: 0.1, devices: 3 });
    t.is(lines.length, first.events);
    t.deepEqual([second.digest, second.events], [first.digest, first.events]);
    t.not(other.digest, first.digest);
    t.notDeepEqual(other.plan, first.plan);
  },
);

for (const seed of [11, 12])
  test.serial(`[recording] seed ${seed}: replays four devices under faults as recorded`, async (t) => {
    const turns: string[] = [];
    await simulate({ seed, hours: 0.05, devices: 4, record: (turn) => void turns.push(lineOf(turn).trimEnd()) });
    const header = { tapin_recording: 2, version: '', began: '' } as const;
    const played = await createReplay({ header, turns }).playTo(Infinity, true);
    t.deepEqual(played, ok(null));
    t.true(turns.length > 1000);
  });

const other_node = process.env['TAPIN_OTHER_NODE'];
const otherNodeTest = other_node ? test.serial : test.serial.skip;
otherNodeTest(
  '[simulation] another Node runs the same: set TAPIN_OTHER_NODE=/path/to/node of version 22 or later',
  async (t) => {
    const { digest } = await simulate({ seed: 7, hours: 0.1, devices: 4 });
    const args = ['bin/tapin.ts', 'simulate', '--seed', '7', '--hours', '0.1'];
    const { stdout } = await promisify(execFile)(other_node ?? '', args);
    t.true(stdout.includes(digest.slice(0, 16)), stdout);
  },
);

test('[R31] [R28] [R41] [C122] three relays on a failing engine keep every rule, reproducibly', async (t) => {
  const first = await simulate({ seed: 5, hours: 0.2, devices: 4, relays: 3 });
  t.deepEqual(first.failure, null);
  t.is((await simulate({ seed: 5, hours: 0.2, devices: 4, relays: 3 })).digest, first.digest);
});
