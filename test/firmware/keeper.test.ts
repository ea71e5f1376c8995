// The keeper of the facts: what is written when, over a flash that is slow, full, or failing.

import test from 'ava';
import { createActor } from 'xstate';
import { createKeeper } from '../../firmware/keeper.ts';
import { FACTS_BEFORE_BOOT, writableOf, type RecordName } from '../../firmware/facts/facts.ts';
import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createMemoryFlash } from '../../hal/flash/flash-memory.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import { createMemoryLog } from '../../hal/log/log-memory.ts';
import { fail } from '../../wire/errors.ts';

/** A keeper over a flash whose writes wait until they are let through, and fail where `fails` says so. */
function keeperOver(fails: (record: string) => boolean) {
  const clock = createVirtualClock();
  const memory = createMemoryFlash();
  const begun: string[] = [];
  const gates: (() => void)[] = [];
  const flash: Flash = {
    ...memory,
    async write(name, value) {
      begun.push(name);
      await new Promise<void>((open) => gates.push(open));
      return fails(name) ? fail('flash_full', 'Full.') : memory.write(name, value);
    },
  };
  const keeper = createKeeper(flash, createMemoryLog(clock), clock);
  const actor = createActor(keeper.slot);
  actor.start();
  return {
    clock,
    keeper,
    begun,
    save: (...records: RecordName[]) => actor.send({ type: 'keeper.save', facts: FACTS_BEFORE_BOOT, records }),
    /** Lets the write that waits through, and everything settle. */
    async pass() {
      gates.shift()?.();
      await clock.advance(1);
    },
  };
}

test('[device] the end of a set is never written before the trend that it goes into', async (t) => {
  const { save, pass, begun, clock } = keeperOver(() => false);
  save('set-lag');
  await clock.advance(1);
  save('set-lag', 'trends');
  for (let write = 0; write < 4; write++) await pass();
  t.deepEqual(begun, ['set-lag', 'trends', 'set-lag']);
});

test('[device] while the trend does not fit, its set is kept as it was; the other records are written', async (t) => {
  let full = true;
  const { save, pass, begun, clock } = keeperOver((record) => full && record === 'trends');
  save('trends', 'set-close', 'settings', 'cfg');
  for (let write = 0; write < 5; write++) await pass();
  t.deepEqual(begun, ['settings', 'cfg', 'trends']);
  full = false;
  await clock.advance(30_000);
  for (let write = 0; write < 3; write++) await pass();
  t.deepEqual(begun.slice(3), ['trends', 'set-close']);
});

test('[device] what could not be read is not written over, nor a set ended whose trend is such', (t) => {
  t.deepEqual(writableOf(['trends', 'set-lag'], []), ['trends', 'set-lag']);
  t.deepEqual(writableOf(['trends', 'set-lag'], ['trends']), []);
  t.deepEqual(writableOf(['set-lag'], ['trends']), ['set-lag']);
  t.deepEqual(writableOf(['settings', 'players'], ['players']), ['settings']);
});

test('[R106] what extensions store is written once in five seconds, at its newest, and at once when somebody hurries', async (t) => {
  const { save, pass, begun, clock, keeper } = keeperOver(() => false);
  save('extension-data');
  await clock.advance(1);
  await pass();
  for (let n = 0; n < 30; n++) {
    save('extension-data');
    await clock.advance(33);
  }
  t.deepEqual(begun, ['extension-data']);
  save('cfg');
  await clock.advance(1);
  await pass();
  t.deepEqual(begun, ['extension-data', 'cfg'], 'other records do not wait');
  await clock.advance(5000);
  await pass();
  t.deepEqual(begun.slice(2), ['extension-data']);
  save('extension-data');
  await clock.advance(1);
  keeper.hurry();
  await clock.advance(1);
  t.deepEqual(begun.slice(3), ['extension-data']);
});

test('[R106] a device that is switched off writes what waits', async (t) => {
  const { save, pass, begun, clock, keeper } = keeperOver(() => false);
  save('extension-data');
  await clock.advance(1);
  await pass();
  save('extension-data');
  await clock.advance(1);
  const settled = keeper.settled();
  await clock.advance(1);
  await pass();
  await settled;
  t.deepEqual(begun, ['extension-data', 'extension-data']);
});
