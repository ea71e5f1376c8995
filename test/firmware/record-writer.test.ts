// The record writer: write order, deferral and retries over storage that is slow, full or failing.

import test from 'ava';
import { createActor, createMachine } from 'xstate';
import { createRecordWriter } from '../../firmware/record-writer.ts';
import { PERSISTED_DEFAULT, writableOf, type RecordName } from '../../firmware/persisted/persisted.ts';
import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createMemoryFlash } from '../../hal/flash/flash-memory.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import { createMemoryLog } from '../../hal/log/log-memory.ts';
import { fail, assertDefined } from '../../wire/errors.ts';

/** Creates a record writer over storage whose writes wait for `pass()` and fail if `fails` returns true. */
function recordWriterOver(fails: (record: string) => boolean) {
  const clock = createVirtualClock();
  const memory = createMemoryFlash();
  const writes: string[] = [];
  const gates: (() => void)[] = [];
  const flash: Flash = {
    ...memory,
    async write(name, value) {
      writes.push(name);
      await new Promise<void>((open) => gates.push(open));
      return fails(name) ? fail('flash_full', 'Full.') : memory.write(name, value);
    },
  };
  const writer = createRecordWriter(flash, createMemoryLog(clock), clock);
  const received: string[] = [];
  const parent = createActor(
    createMachine({
      invoke: { src: writer.slot, id: 'writer' },
      on: { '*': { actions: ({ event }) => void received.push(event.type) } },
    }),
  );
  parent.start();
  const actor = assertDefined(parent.getSnapshot().children['writer'], 'writer');
  return {
    clock,
    writer,
    writes,
    /** Returns the events sent to the device since the last call. */
    received: () => received.splice(0),
    save: (...records: RecordName[]) => actor.send({ type: 'keeper.save', persisted: PERSISTED_DEFAULT, records }),
    /** Completes the pending write and lets everything settle. */
    async pass() {
      gates.shift()?.();
      await clock.advance(1);
    },
  };
}

test('[device] writes a finished set only after the trend that includes it', async (t) => {
  const { save, pass, writes, clock } = recordWriterOver(() => false);
  save('set-lag');
  await clock.advance(1);
  save('set-lag', 'trends');
  for (let write = 0; write < 4; write++) await pass();
  t.deepEqual(writes, ['set-lag', 'trends', 'set-lag']);
});

test('[device] keeps a set while its trend does not fit, and writes the other records', async (t) => {
  let full = true;
  const { save, pass, writes, clock } = recordWriterOver((record) => full && record === 'trends');
  save('trends', 'set-close', 'settings', 'cfg');
  for (let write = 0; write < 5; write++) await pass();
  t.deepEqual(writes, ['settings', 'cfg', 'trends']);
  full = false;
  await clock.advance(30_000);
  for (let write = 0; write < 3; write++) await pass();
  t.deepEqual(writes.slice(3), ['trends', 'set-close']);
});

test('[device] retries a failed record after 1 s up to 30 s; other records do not wait', async (t) => {
  const { save, pass, writes, clock, received } = recordWriterOver((record) => record === 'players');
  save('players');
  await clock.advance(1);
  await pass();
  t.deepEqual(received(), ['storage.failed']);
  const tries = (): number => writes.filter((record) => record === 'players').length;
  for (let put = 0; put < 40; put++) save('players');
  await clock.advance(900);
  t.is(tries(), 1);
  t.true(
    received().length > 0 && received().every((type) => type === 'storage.failed'),
    'waiting callers get an answer at once',
  );
  save('cfg');
  await clock.advance(1);
  await pass();
  t.deepEqual(writes, ['players', 'cfg']);
  const at_s: number[] = [];
  for (let s = 2; s <= 130; s++) {
    const before = tries();
    await clock.advance(1000);
    await pass();
    if (tries() > before) at_s.push(s);
  }
  t.deepEqual(at_s.map((s, i) => s - (at_s[i - 1] ?? 0)).slice(1), [2, 4, 8, 16, 30, 30, 30]);
});

test('[device] never overwrites an unreadable record, nor ends a set whose trend is unreadable', (t) => {
  t.deepEqual(writableOf(['trends', 'set-lag'], []), ['trends', 'set-lag']);
  t.deepEqual(writableOf(['trends', 'set-lag'], ['trends']), ['putts']);
  t.deepEqual(writableOf(['set-lag'], ['set-lag', 'putts']), []);
  t.deepEqual(writableOf(['set-lag'], ['trends']), ['set-lag']);
  t.deepEqual(writableOf(['settings', 'players'], ['players']), ['settings']);
});

test('[R106] writes extension data at most once in five seconds, or immediately on flush', async (t) => {
  const { save, pass, writes, clock, writer } = recordWriterOver(() => false);
  save('extension-data');
  await clock.advance(1);
  await pass();
  for (let n = 0; n < 30; n++) {
    save('extension-data');
    await clock.advance(33);
  }
  t.deepEqual(writes, ['extension-data']);
  save('cfg');
  await clock.advance(1);
  await pass();
  t.deepEqual(writes, ['extension-data', 'cfg'], 'other records do not wait');
  await clock.advance(5000);
  await pass();
  t.deepEqual(writes.slice(2), ['extension-data']);
  save('extension-data');
  await clock.advance(1);
  writer.flush();
  await clock.advance(1);
  t.deepEqual(writes.slice(3), ['extension-data']);
});

test('[R106] writes pending records when the device is switched off', async (t) => {
  const { save, pass, writes, clock, writer } = recordWriterOver(() => false);
  save('extension-data');
  await clock.advance(1);
  await pass();
  save('extension-data');
  await clock.advance(1);
  const settled = writer.settled();
  await clock.advance(1);
  await pass();
  await settled;
  t.deepEqual(writes, ['extension-data', 'extension-data']);
});
