// Long runs: the same seed twice, a day of putting, and no growth.

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import test from 'ava';
import { MENU } from '../../firmware/experiences/registry.ts';
import { assertDefined } from '../../wire/errors.ts';
import { deviceFixture, type DeviceFixture } from '../support/device/device-fixture.ts';
import { choose, flashWith, pageOn, players, toMenu } from '../support/device/play.ts';

const HOUR_MS = 3_600_000;
const GAMES = MENU.filter(({ kind }) => kind === 'set').map(({ name }) => name);

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the bytes in use once garbage collection frees nothing more: finalizers run between two collections. */
async function heapInUse(): Promise<number> {
  const bytes: number[] = [];
  for (let collection = 0; collection < 5; collection++) {
    await setImmediate();
    collectGarbage();
    bytes.push(process.memoryUsage().heapUsed);
  }
  return Math.min(...bytes);
}

/** A kept putt is an object of 15 fields. */
const KEPT_PUTT_BYTES_MAX = 600;
const NOISE_BYTES = 300_000;

async function playFor(fixture: DeviceFixture, game: string, ms: number): Promise<void> {
  const until_ms = fixture.clock.now_ms() + ms;
  await toMenu(fixture);
  await choose(fixture, game);
  await choose(fixture, 'Start');
  while (fixture.clock.now_ms() < until_ms) {
    await fixture.clock.advance(60_000);
    if (pageOn(fixture) === 'result') await fixture.press('ok');
    if (pageOn(fixture) === 'setup') await choose(fixture, 'Start');
  }
}

async function trace(seed: number): Promise<readonly string[]> {
  const flash = await flashWith({ players: players('Ana', 'Bo') });
  const fixture = await deviceFixture({ seed, flash });
  const snapshots: string[] = [];
  fixture.rig?.golfer.setOn(true);
  for (const game of GAMES) {
    await toMenu(fixture);
    await choose(fixture, game);
    await choose(fixture, 'Start');
    for (let putts = 0; putts < 30; putts++) {
      await fixture.clock.advance(9000);
      snapshots.push(JSON.stringify([fixture.lines(), fixture.device.states(), fixture.clock.pending()]));
      if (pageOn(fixture) === 'result') await fixture.press('ok', 'ok');
    }
  }
  return snapshots;
}

test('[device] the same seed gives the same lines and states through 200 putts; another seed gives different ones', async (t) => {
  const [one, other, third] = [await trace(7), await trace(7), await trace(8)];
  t.true(one.length >= 200);
  t.deepEqual(one, other);
  t.notDeepEqual(one, third);
});

test('[device] a day of putting through all experiences leaks no alarm or memory and logs no complaint', async (t) => {
  const flash = await flashWith({ players: players('Ana', 'Bo', 'Cy', 'Di') });
  const fixture = await deviceFixture({ seed: 3, flash });
  await fixture.clock.advance(500);
  const idle = fixture.clock.pending();
  const stored: number[] = [];
  const heap: { readonly bytes: number; readonly putts: number }[] = [];
  fixture.rig?.golfer.setOn(true);
  for (let hour = 0; hour < 24; hour++) {
    await playFor(fixture, GAMES[hour % GAMES.length] ?? '', HOUR_MS);
    await toMenu(fixture);
    fixture.rig?.golfer.setOn(false);
    await fixture.clock.advance(10_000);
    // One more if a beat of the board is in flight.
    t.true(
      fixture.clock.pending() <= idle + 1,
      `${fixture.clock.pending()} alarms after hour ${hour}, ${idle} at first`,
    );
    fixture.rig?.golfer.setOn(true);
    if (hour === 5 || hour === 23)
      heap.push({ bytes: await heapInUse(), putts: fixture.sensorStatus().counters.strikes });
    stored.push(flash.disk.peek('trends.0')?.length ?? 0);
  }
  fixture.rig?.golfer.setOn(false);
  await fixture.clock.advance(60_000);
  t.true(fixture.clock.now_ms() >= 24 * HOUR_MS);
  await fixture.clock.advance(1500 - (fixture.clock.now_ms() % 1000));
  t.is(fixture.clock.pending(), idle, 'as many alarms as after the boot');
  t.deepEqual(fixture.complaints(), []);
  // After six hours every bounded list is full except the kept putts; leaked listeners or sets would grow as well.
  const [early, late] = [assertDefined(heap[0], 'hour 6'), assertDefined(heap[1], 'hour 24')];
  const [grown, putts] = [late.bytes - early.bytes, late.putts - early.putts];
  t.true(grown < NOISE_BYTES + KEPT_PUTT_BYTES_MAX * putts, `${grown} bytes more after ${putts} putts`);
  t.true(fixture.sensorStatus().counters.strikes > 9000);
  t.true(
    stored.every((bytes) => bytes < 100_000),
    `trends take ${Math.max(...stored)} bytes`,
  );
  t.is(pageOn(fixture), 'menu');
  await choose(fixture, 'Status');
  t.true(
    fixture.lines().some((line) => /^Up: 24 h \d+ min$/.test(line)),
    fixture.lines().join(' | '),
  );
  for (const game of GAMES) {
    await toMenu(fixture);
    await choose(fixture, game);
    await choose(fixture, 'Trend');
    for (const name of ['Ana'])
      t.true(
        fixture.lines().some((line) => line.startsWith(`Trend of ${name}: `)),
        game,
      );
  }
  await fixture.stop();
  t.is(fixture.clock.pending(), 0, 'a device that is switched off leaves no alarm');
});
