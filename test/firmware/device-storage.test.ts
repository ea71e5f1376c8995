// The device and its storage at their worst: the power cut at any operation of a played set, every record damaged, a full disk, and
// a disk that does not work at all. It boots, says so, plays, and loses nothing that was stored.

import test from 'ava';
import type { Facts } from '../../firmware/facts/facts.ts';
import { RECORDS } from '../../firmware/facts/facts.ts';
import type { PowerCut } from '../../hal/flash/medium.ts';
import { createMemoryFlash } from '../../hal/flash/flash-memory.ts';
import { deskWith, type Desk } from '../support/desk.ts';
import { recording } from '../support/power-cuts.ts';
import { choose, factsIn, flashWith, focusedLine, pageOn, players, putt, reboot, toMenu } from '../support/play.ts';

const ID = 'TP-0123456789AB';
const FULL = {
  identity: { id: ID },
  settings: { stimp: 9, units: 'metric', sound_percent: 30, brightness_percent: 80, name: 'Desk', x_factor: 1.1 },
  players: players('Ana', 'Bo'),
  cfg: { lag: { shots: 2, manual: 1, target: 20 }, close: { shots: 6 } },
  trends: {
    metrics: [],
    lag: [{ player_id: 1, unix_s: 5, value: 12 }],
    close: [{ player_id: 2, unix_s: 5, value: 4 }],
  },
};

/** A lag set of two players and two stations, begun and ended: seven records change one after the other. */
async function playSet(desk: Desk, afterEach: () => Promise<void> = async () => undefined): Promise<void> {
  await choose(desk, 'Lag putting');
  await desk.press('ok');
  await afterEach();
  for (const share of [1, 0.7, 1.2, 0.9]) {
    await putt(desk, share);
    await afterEach();
  }
  await desk.press('ok');
}

const text = (facts: Facts): string => JSON.stringify(facts);

/** Every state of the facts on the way through the set. */
async function legitimate(): Promise<readonly string[]> {
  const flash = await flashWith(FULL);
  const states = [text((await factsIn(flash)).facts)];
  const desk = await deskWith({ flash });
  await playSet(desk, async () => void states.push(text((await factsIn(flash)).facts)));
  return states;
}

async function menuWorks(desk: Desk): Promise<boolean> {
  await toMenu(desk);
  for (let rows = 0; rows < 30 && focusedLine(desk) !== '> Metrics only'; rows++) await desk.press('down');
  const first = focusedLine(desk);
  await desk.press('down');
  return pageOn(desk) === 'menu' && first === '> Metrics only' && focusedLine(desk) === '> Lag putting';
}

const CUTS: readonly PowerCut[] = [
  { torn: 0.5, folder: 'lost' },
  { torn: 1, folder: 'kept' },
  { torn: 0, folder: 'last' },
];

for (const cut of CUTS)
  test(`[device] the power cut at any disk operation of a set: old facts or new ones, never mixed: ${JSON.stringify(cut)}`, async (t) => {
    const states = await legitimate();
    t.is(
      new Set(states).size,
      6,
      'before, after the choice, after each of three putts, and after the last with its result',
    );
    const recorded = await recording(await flashWith(FULL));
    await playSet(await deskWith({ flash: recorded.flash }));
    t.true(recorded.operations() > 40, `${recorded.operations()} operations`);
    let reached = 0;
    const started = new Set<string>();
    for (let at = 0; at < recorded.operations(); at++) {
      const { flash, contents } = await recorded.cutAt(at, cut);
      const { facts, notes } = await factsIn(flash);
      const found = states.indexOf(text(facts));
      t.true(found >= reached, `cut at ${at}: ${found === -1 ? `mixed: ${text(facts)}` : `back to ${found}`}`);
      t.deepEqual(notes, [], `cut at ${at}`);
      reached = found;
      if (started.has(contents)) continue;
      started.add(contents);
      const again = await deskWith({ flash });
      t.true(await menuWorks(again), `cut at ${at}: ${again.lines().join(' | ')}`);
      await again.press('ok');
      t.is(
        again.lines().some((line) => line.includes('Go on')),
        facts.sets.lag !== null,
        `cut at ${at}`,
      );
    }
    t.is(reached, 5);
  });

test('[C8] the power cut at any operation of a first start: one id, which then stays', async (t) => {
  const recorded = await recording();
  await deskWith({ seed: 1, flash: recorded.flash });
  t.true(recorded.operations() > 15);
  for (let at = 0; at < recorded.operations(); at++) {
    const { flash } = await recorded.cutAt(at, { torn: 0.5, folder: 'lost' });
    const again = await deskWith({ seed: 2, flash });
    t.regex(again.device.id(), /^TP-[0-9A-F]{12}$/);
    t.is((await reboot(again, 3)).device.id(), again.device.id(), `cut at ${at}`);
  }
});

const garbage = Uint8Array.from({ length: 60 }, (_, i) => (i * 37 + 11) % 256);
const GARBAGE = [
  ['noise', garbage],
  ['nothing', new Uint8Array(0)],
  ['JSON without its envelope', new TextEncoder().encode('{"players":[]}')],
] as const;

async function saysDamage(desk: Desk, record: string): Promise<boolean> {
  await toMenu(desk);
  await choose(desk, 'Status');
  const said = desk.lines().some((line) => line.includes(record) && line.includes('damaged'));
  await toMenu(desk);
  return said;
}

for (const [what, bytes] of GARBAGE) {
  test(`[device] every record damaged in both copies, one at a time: boots, says so, works, and keeps the others: ${what}`, async (t) => {
    for (const record of RECORDS) {
      const flash = await flashWith({ ...FULL, 'set-lag': { set: null }, 'set-close': { set: null } });
      for (const slot of [0, 1]) flash.disk.put(`${record}.${slot}`, bytes);
      const desk = await deskWith({ flash: createMemoryFlash(flash.disk), boot_ms: 3000 });
      await toMenu(desk);
      t.is(pageOn(desk), 'menu', record);
      t.true(await saysDamage(desk, record), `${record}: ${desk.lines().join(' | ')}`);
      const { facts } = await factsIn(flash);
      if (record !== 'identity') t.is(desk.device.id(), ID);
      if (record !== 'players') t.is(facts.players.length, 2);
      if (record !== 'settings') t.is(facts.settings.stimp, 9);
      if (record !== 'cfg') t.is(facts.cfgs.lag.shots, 2);
      if (record !== 'trends') t.is(facts.trends.lag.length, 1);
      await choose(desk, 'Close-in');
      await choose(desk, 'Start');
      await putt(desk);
      t.true(desk.lines().includes('Ana: 1 of 6') || desk.lines().includes('Player 1: 1 of 6'), record);
    }
  });

  test(`[device] all records damaged together: boots, says so, works: ${what}`, async (t) => {
    const flash = createMemoryFlash();
    for (const record of RECORDS) for (const slot of [0, 1]) flash.disk.put(`${record}.${slot}`, bytes);
    const desk = await deskWith({ flash });
    for (const record of RECORDS) t.true(await saysDamage(desk, record), record);
    await choose(desk, 'Close-in');
    await choose(desk, 'Start');
    await putt(desk);
    t.true(desk.lines().includes('Player 1: 1 of 6'));
    const again = await reboot(desk);
    t.is(again.device.id(), desk.device.id(), 'the new id was stored');
    await choose(again, 'Close-in');
    t.is(focusedLine(again), '> Go on: Putt 2 of 20');
  });
}

test('[device] records that are whole but hold nonsense: boots and works', async (t) => {
  for (const data of [null, 5, 'text', [], { set: 5 }, { players: 'x', next_id: -1 }, { lag: { shots: 'many' } }]) {
    const flash = await flashWith(Object.fromEntries(RECORDS.map((record) => [record, data])));
    const desk = await deskWith({ flash });
    t.is(pageOn(desk), 'menu');
    await choose(desk, 'Lag putting');
    await choose(desk, 'Start');
    await putt(desk);
    t.true(desk.lines().includes('Player 1: 3 pts'), JSON.stringify(data));
  }
});

test('[device] one copy damaged: the other is used, and the boot page says so', async (t) => {
  const flash = await flashWith(FULL);
  await flash.write('players', new TextEncoder().encode(JSON.stringify(players('Ana', 'Bo', 'Cy'))));
  flash.disk.damage('players.1', 40);
  const desk = await deskWith({ flash: createMemoryFlash(flash.disk), boot_ms: 5 });
  t.true(
    desk.lines().some((line) => line.startsWith('Note:') && line.includes('players.1')),
    desk.lines().join(' | '),
  );
  await desk.clock.advance(3000);
  await choose(desk, 'Players');
  t.is(desk.lines().filter((line) => /hcp/.test(line)).length, 2, 'the copy before it');
});

test('[device] a full disk: play goes on, the page says not saved, and saving goes on when there is room', async (t) => {
  const flash = await flashWith(FULL);
  const desk = await deskWith({ flash: createMemoryFlash(flash.disk) });
  await toMenu(desk);
  flash.disk.setCapacity(0);
  await choose(desk, 'Close-in');
  await desk.press('ok');
  await putt(desk);
  t.true(desk.lines().includes('Note: Not saved: see the status page.'), desk.lines().join(' | '));
  t.true(desk.lines().includes('Ana: 1 of 6'));
  await putt(desk);
  t.true(desk.lines().includes('Bo: 1 of 6'));
  await toMenu(desk);
  await choose(desk, 'Status');
  t.true(
    desk.lines().some((line) => line.includes('the storage is full')),
    desk.lines().join(' | '),
  );
  t.is((await factsIn(flash)).facts.sets.close, null);
  flash.disk.setCapacity(1e6);
  await toMenu(desk);
  await choose(desk, 'Close-in');
  await choose(desk, 'Go on');
  await putt(desk);
  await toMenu(desk);
  await choose(desk, 'Status');
  t.false(
    desk.lines().some((line) => line.includes('full')),
    'all is well again',
  );
  const again = await reboot(desk);
  await choose(again, 'Close-in');
  t.is(focusedLine(again), '> Go on: Putt 2 of 6');
  await again.press('ok');
  t.true(again.lines().includes('Ana: 2 of 6'), again.lines().join(' | '));
});

test('[device] what could not be saved is saved with the next change that can', async (t) => {
  const flash = await flashWith(FULL);
  const desk = await deskWith({ flash: createMemoryFlash(flash.disk) });
  await toMenu(desk);
  flash.disk.setCapacity(0);
  await choose(desk, 'Settings');
  await choose(desk, 'Brightness', 'left');
  await toMenu(desk);
  await choose(desk, 'Players');
  await choose(desk, 'Ana');
  await choose(desk, 'Handicap', 'right');
  t.is((await factsIn(flash)).facts.settings.brightness_percent, 80);
  flash.disk.setCapacity(1e6);
  await toMenu(desk);
  await choose(desk, 'Lag putting');
  await choose(desk, 'Putts', 'right');
  const { facts } = await factsIn(flash);
  t.is(facts.cfgs.lag.shots, 3);
  t.is(facts.settings.brightness_percent, 70);
  t.is(facts.players[0]?.handicap, 11);
});

test('[device] storage that fails at everything: boots, says so, plays, and overwrites nothing when it is back', async (t) => {
  for (const fault of ['off', 'stuck'] as const) {
    const flash = await flashWith(FULL);
    flash.disk.setFault(fault);
    const desk = await deskWith({ flash: createMemoryFlash(flash.disk) });
    await toMenu(desk);
    t.is(pageOn(desk), 'menu', fault);
    t.is(desk.device.id() === ID, fault === 'stuck', 'what can be read is read');
    await choose(desk, 'Status');
    if (fault === 'off') t.true(desk.lines().some((line) => line.includes("can't be read")));
    await toMenu(desk);
    await choose(desk, 'Lag putting');
    await choose(desk, 'Start');
    await putt(desk);
    t.true(
      desk.lines().some((line) => line.includes(': 3 pts')),
      desk.lines().join(' | '),
    );
    await toMenu(desk);
    flash.disk.setFault('ok');
    // Back in order, the next change must not put defaults over what could not be read.
    await choose(desk, 'Settings');
    await choose(desk, 'Brightness', 'left');
    const { facts } = await factsIn(flash);
    t.is(facts.id, ID, fault);
    t.is(facts.players.length, 2);
    t.is(facts.settings.stimp, 9);
    t.is(facts.trends.close.length, 1);
    const again = await reboot(desk);
    t.is(again.device.id(), ID);
    t.is(again.device.name(), 'Desk');
  }
});

test('[device] storage that fails now and then: nothing that was stored is lost', async (t) => {
  for (let before = 0; before < 10; before++) {
    const flash = await flashWith(FULL);
    while (flash.disk.operations() % 10 !== before) await flash.disk.list();
    flash.disk.setFault('intermittent');
    const desk = await deskWith({ flash: createMemoryFlash(flash.disk) });
    await toMenu(desk);
    t.is(desk.device.id(), ID);
    await playSet(desk);
    flash.disk.setFault('ok');
    const { facts } = await factsIn(flash);
    t.is(facts.id, ID, `${before}`);
    t.is(facts.players.length, 2);
    t.is(facts.trends.close.length, 1);
    t.true(facts.trends.lag.length >= 1);
  }
});
