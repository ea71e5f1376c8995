// Tests of starting a complete device and switching it off.

import test from 'ava';
import { startDevice } from '../../../simulation/device/assemble-device.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';

test('[cli] finishes pending writes, and those due after them, when switched off', async (t) => {
  const [clock, memory] = [createVirtualClock(), createMemoryFlash()];
  const gates: (() => void)[] = [];
  let slow = false;
  const started: string[] = [];
  const flash: typeof memory = {
    ...memory,
    async write(name, value) {
      started.push(name);
      if (slow) await new Promise<void>((open) => gates.push(open));
      return memory.write(name, value);
    },
  };
  const device = startDevice({ clock, random: createSeededRandom(1), flash });
  await clock.advance(3000);
  slow = true;
  started.length = 0;
  for (const key of ['up', 'up', 'ok', 'right'] as const) device.keys.tap(key); // Settings, faster green
  for (const key of ['back', 'up', 'ok', 'ok', 'down', 'right'] as const) device.keys.tap(key); // Players, the first player's handicap
  await clock.advance(1);
  t.deepEqual(started, ['settings']);
  let stopped = false;
  const stopping = device.stop().then(() => (stopped = true));
  for (const due of [['settings'], ['settings', 'players']]) {
    await clock.advance(1);
    t.deepEqual([started, stopped], [due, false]);
    gates.shift()?.();
  }
  await stopping;
  for (const name of started) {
    const kept = await memory.read(name);
    t.true(kept.ok && kept.value.value !== null, name);
  }
  t.is(clock.pending(), 0, 'no alarm remains');
  t.deepEqual(
    device.log.lines().filter(({ level }) => level === 'warn' || level === 'error'),
    [],
  );
});

test('[cli] shifts the time of day of a virtual device and keeps its clock running as before', async (t) => {
  const clock = createVirtualClock();
  const device = startDevice({ clock, random: createSeededRandom(1), flash: createMemoryFlash() });
  await clock.advance(3000);
  device.time_of_day?.setWrongBy(-600);
  t.is(device.clock.unix_s(), clock.unix_s() - 600);
  t.is(device.clock.now_ms(), clock.now_ms());
  device.time_of_day?.setWrongBy(0);
  t.is(device.clock.unix_s(), clock.unix_s());
  await device.stop();
});
