// Inputs that guests send while their host restarts: a putt of a round counts exactly once, a simulator input only
// while it is fresh.

import test from 'ava';
import { exactly } from '../../support/items.ts';
import {
  joinAll,
  rest,
  sessionFixture,
  SHORT,
  startRound,
  type SeatedDevice,
  type SessionFixture,
} from '../../support/device/session-fixture.ts';
import { plugLenient } from '../../support/simulator/simulator-fixture.ts';
import { tableWith } from '../../support/simulator/simulator-table.ts';

/** Opens a round of two with the guest on turn. */
async function guestOnTurn(): Promise<readonly [SessionFixture, SeatedDevice, SeatedDevice]> {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SHORT });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  await host.putt(1);
  await rest(fixture);
  return [fixture, host, bo];
}

const scoreOf = (device: SeatedDevice): readonly number[] | undefined =>
  device
    .components()
    .device.course()
    ?.round.sc.map((row) => row[0] ?? 0);

test('[R149] [C15] scores a putt that a guest sent while the host was off', async (t) => {
  const [fixture, host, bo] = await guestOnTurn();
  await host.reboot(() => bo.putt(1));
  await rest(fixture);
  for (const device of [host, bo]) t.deepEqual(scoreOf(device), [1, 1]);
  t.true(bo.shows('Bo: 1 stroke, in the hole') || bo.shows('Hole 2'), bo.lines().join(' | '));
});

test('[R149] [R32] scores the putt once, however often the host restarts', async (t) => {
  const [fixture, host, bo] = await guestOnTurn();
  await host.reboot(() => bo.putt(0.6));
  await rest(fixture);
  for (let restarts = 0; restarts < 2; restarts++) {
    await host.reboot();
    await rest(fixture);
  }
  for (const device of [host, bo]) t.deepEqual(scoreOf(device), [1, 1]);
});

for (const folder of ['kept', 'lost'] as const)
  test(`[R149] scores a guest’s putt exactly once over a power cut at any write, with unsynced names ${folder}`, async (t) => {
    let cuts = 0;
    for (let at = 0; ; at++) {
      const [fixture, host, bo] = await guestOnTurn();
      host.cutPowerIn(at, { torn: 0.5, folder });
      await bo.putt(0.6);
      await rest(fixture);
      if (!host.isCut()) break;
      cuts++;
      await host.reboot();
      await rest(fixture);
      for (const device of [host, bo]) t.deepEqual(scoreOf(device), [1, 1], `cut at operation ${at}`);
    }
    t.true(cuts > 4, `there were ${cuts} cuts`);
  });

for (const [off_ms, arrives] of [
  [1000, true],
  [9000, false],
] as const)
  test(`[C15] [R148] a restarted host ${arrives ? 'carries out' : 'drops, with a note,'} a guest's simulator putt after ${off_ms} ms off`, async (t) => {
    const { fixture, host, guests, received } = await tableWith(plugLenient, { guests: 1 });
    const [bo] = exactly(1, guests);
    const notes = new Set<string>();
    await host.reboot(async () => {
      await bo.strike();
      await fixture.clock.advance(off_ms);
    });
    for (let seconds = 0; seconds < 4; seconds++) {
      for (const line of host.lines()) notes.add(line);
      await fixture.clock.advance(1000);
    }
    t.is(received.length, arrives ? 1 : 0, received.join());
    const late = "Note: A guest's input came too late for the simulator.";
    t.is(notes.has(late), !arrives, [...notes].join(' | '));
  });
