// Long runs: the same seed twice, a day of putting, and nothing that grows.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import test from 'ava';
import { SETS } from '../../firmware/experiences/registry.ts';
import { deskWith, type Desk } from '../support/desk.ts';
import { choose, flashWith, pageOn, players, toMenu } from '../support/play.ts';

const HOUR_MS = 3_600_000;
const GAMES = SETS.map(({ name }) => name);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes in use once everything that nobody holds is gone. */
function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

async function playFor(desk: Desk, game: string, ms: number): Promise<void> {
  const until_ms = desk.clock.now_ms() + ms;
  await toMenu(desk);
  await choose(desk, game);
  await choose(desk, 'Start');
  while (desk.clock.now_ms() < until_ms) {
    await desk.clock.advance(60_000);
    if (pageOn(desk) === 'result') await desk.press('ok');
    if (pageOn(desk) === 'setup') await choose(desk, 'Start');
  }
}

async function trace(seed: number): Promise<readonly string[]> {
  const flash = await flashWith({ players: players('Ana', 'Bo') });
  const desk = await deskWith({ seed, flash });
  const seen: string[] = [];
  desk.rig?.golfer.setOn(true);
  for (const game of GAMES) {
    await toMenu(desk);
    await choose(desk, game);
    await choose(desk, 'Start');
    for (let putts = 0; putts < 30; putts++) {
      await desk.clock.advance(9000);
      seen.push(JSON.stringify([desk.lines(), desk.device.states(), desk.clock.pending()]));
      if (pageOn(desk) === 'result') await desk.press('ok', 'ok');
    }
  }
  return seen;
}

test('[device] the same seed gives the same lines and states through 200 putts, another one does not', async (t) => {
  const [one, other, third] = [await trace(7), await trace(7), await trace(8)];
  t.true(one.length >= 200);
  t.deepEqual(one, other);
  t.notDeepEqual(one, third);
});

test('[device] a day of putting through all experiences: no alarm stays behind, nothing grows, no complaint', async (t) => {
  const flash = await flashWith({ players: players('Ana', 'Bo', 'Cy', 'Di') });
  const desk = await deskWith({ seed: 3, flash });
  await desk.clock.advance(500);
  const idle = desk.clock.pending();
  const stored: number[] = [];
  const heap: number[] = [];
  desk.rig?.golfer.setOn(true);
  for (let hour = 0; hour < 24; hour++) {
    await playFor(desk, GAMES[hour % GAMES.length] ?? '', HOUR_MS);
    await toMenu(desk);
    desk.rig?.golfer.setOn(false);
    await desk.clock.advance(10_000);
    // One more while a beat of the board is on the wire.
    t.true(desk.clock.pending() <= idle + 1, `${desk.clock.pending()} alarms after hour ${hour}, ${idle} at first`);
    desk.rig?.golfer.setOn(true);
    if (hour === 5 || hour === 23) heap.push(heapInUse());
    stored.push(flash.disk.peek('trends.0')?.length ?? 0);
  }
  desk.rig?.golfer.setOn(false);
  await desk.clock.advance(60_000);
  t.true(desk.clock.now_ms() >= 24 * HOUR_MS);
  await desk.clock.advance(1500 - (desk.clock.now_ms() % 1000));
  t.is(desk.clock.pending(), idle, 'as many alarms as after the boot');
  t.deepEqual(desk.complaints(), []);
  // After six hours every list with an end is full; listeners or sets that stay behind would go on growing.
  const grown = (heap.at(-1) ?? 0) - (heap[0] ?? 0);
  t.true(grown < 1_500_000, `${grown} bytes more after 24 hours than after 6`);
  t.true(desk.sensorStatus().counters.strikes > 9000);
  t.true(
    stored.every((bytes) => bytes < 100_000),
    `trends take ${Math.max(...stored)} bytes`,
  );
  t.is(pageOn(desk), 'menu');
  await choose(desk, 'Status');
  t.true(
    desk.lines().some((line) => /^Up: 24 h \d+ min$/.test(line)),
    desk.lines().join(' | '),
  );
  for (const game of GAMES) {
    await toMenu(desk);
    await choose(desk, game);
    await choose(desk, 'Trend');
    for (const name of ['Ana'])
      t.true(
        desk.lines().some((line) => line.startsWith(`Trend of ${name}: `)),
        game,
      );
  }
  await desk.stop();
  t.is(desk.clock.pending(), 0, 'a device that is switched off leaves no alarm');
});
