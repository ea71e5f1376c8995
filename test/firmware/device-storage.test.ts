// The device with failing storage: power cut at any operation of a set, every record damaged, a full disk, and a dead
// disk. It boots, reports the fault, plays, and loses nothing stored.

import test from 'ava';
import type { Persisted } from '../../firmware/persisted/persisted.ts';
import { RECORDS } from '../../firmware/persisted/persisted.ts';
import type { PowerCut } from '../../hal/flash/medium.ts';
import { createMemoryFlash } from '../../hal/flash/flash-memory.ts';
import { deviceFixture, type DeviceFixture } from '../support/device/device-fixture.ts';
import { recording } from '../support/device/power-cuts.ts';
import {
  choose,
  persistedIn,
  flashWith,
  focusedLine,
  pageOn,
  players,
  putt,
  reboot,
  toMenu,
} from '../support/device/play.ts';

const ID = 'TP-0123456789AB';
const FULL = {
  identity: { id: ID },
  settings: {
    stimp: 9,
    units: 'metric',
    sound_percent: 30,
    brightness_percent: 80,
    name: 'DeviceFixture',
    x_factor: 1.1,
  },
  players: players('Ana', 'Bo'),
  cfg: { lag: { shots: 2, manual: 1, target: 20 }, close: { shots: 6 } },
  trends: {
    metrics: [],
    lag: [{ player_id: 1, unix_s: 5, value: 12 }],
    close: [{ player_id: 2, unix_s: 5, value: 4 }],
  },
};

const FULL_SENTENCE = 'Storage is full. Changes are lost at power-off.';

/** Plays a lag set of two players and two stations from start to end; seven records change in order. */
async function playSet(fixture: DeviceFixture, afterEach: () => Promise<void> = async () => undefined): Promise<void> {
  await choose(fixture, 'Lag putting');
  await fixture.press('ok');
  await afterEach();
  for (const share of [1, 0.7, 1.2, 0.9]) {
    await putt(fixture, share);
    await afterEach();
  }
  await fixture.press('back');
}

/** Without the kept putts: they are records of their own, which a cut may leave one putt ahead or behind. */
const text = (persisted: Persisted): string => JSON.stringify({ ...persisted, putts: null });

/** Returns every persisted state that occurs while the set is played. */
async function legitimate(): Promise<readonly string[]> {
  const flash = await flashWith(FULL);
  const states = [text((await persistedIn(flash)).persisted)];
  const fixture = await deviceFixture({ flash });
  await playSet(fixture, async () => void states.push(text((await persistedIn(flash)).persisted)));
  return states;
}

async function menuWorks(fixture: DeviceFixture): Promise<boolean> {
  await toMenu(fixture);
  for (let rows = 0; rows < 30 && focusedLine(fixture) !== '> Players'; rows++) await fixture.press('down');
  const first = focusedLine(fixture);
  await fixture.press('down');
  const works = pageOn(fixture) === 'menu' && first === '> Players' && focusedLine(fixture) === '> Settings';
  for (let rows = 0; rows < 30 && focusedLine(fixture) !== '> Lag putting'; rows++) await fixture.press('down');
  return works;
}

const CUTS: readonly PowerCut[] = [
  { torn: 0.5, folder: 'lost' },
  { torn: 1, folder: 'kept' },
  { torn: 0, folder: 'last' },
];

for (const cut of CUTS)
  test(`[device] a power cut at any disk operation of a set leaves old or new state, never a mix: ${JSON.stringify(cut)}`, async (t) => {
    const states = await legitimate();
    t.is(
      new Set(states).size,
      6,
      'before, after the choice, after each of three putts, and after the last with its result',
    );
    const recorded = await recording(await flashWith(FULL));
    await playSet(await deviceFixture({ flash: recorded.flash }));
    const { kept } = (await persistedIn(recorded.flash)).persisted.putts;
    t.is(kept.length, 4);
    t.true(recorded.operations() > 40, `${recorded.operations()} operations`);
    let [reached, putts] = [0, 0];
    const started = new Set<string>();
    for (let at = 0; at < recorded.operations(); at++) {
      const { flash, contents } = await recorded.cutAt(at, cut);
      const { persisted, notes } = await persistedIn(flash);
      const found = states.indexOf(text(persisted));
      t.true(found >= reached, `cut at ${at}: ${found === -1 ? `mixed: ${text(persisted)}` : `back to ${found}`}`);
      // An overwrite in place can be torn.
      if (cut.torn === 0.5)
        for (const note of notes) t.regex(note, /^The copy \S+ is damaged: its checksum is wrong; the copy \S+ is used instead\.$/); // oxfmt-ignore
      else t.deepEqual(notes, [], `cut at ${at}`);
      reached = found;
      const survived = persisted.putts.kept;
      t.true(survived.length >= putts, `cut at ${at}: an older putt is lost`);
      t.deepEqual(survived, kept.slice(0, survived.length), `cut at ${at}`);
      putts = survived.length;
      if (started.has(contents)) continue;
      started.add(contents);
      const again = await deviceFixture({ flash });
      t.true(await menuWorks(again), `cut at ${at}: ${again.lines().join(' | ')}`);
      await again.press('ok');
      t.is(
        again.lines().some((line) => line.includes('Go on')),
        persisted.sets.lag !== null,
        `cut at ${at}`,
      );
    }
    t.deepEqual([reached, putts], [5, 4]);
  });

test('[C8] a power cut at any operation of a first boot leaves one id, which then stays', async (t) => {
  const recorded = await recording();
  await deviceFixture({ seed: 1, flash: recorded.flash });
  t.true(recorded.operations() > 15);
  for (let at = 0; at < recorded.operations(); at++) {
    const { flash } = await recorded.cutAt(at, { torn: 0.5, folder: 'lost' });
    const again = await deviceFixture({ seed: 2, flash });
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

async function showsDamage(fixture: DeviceFixture, record: string): Promise<boolean> {
  await toMenu(fixture);
  await choose(fixture, 'Status');
  const shown = fixture.lines().some((line) => line.includes(record) && line.includes('damaged'));
  await toMenu(fixture);
  return shown;
}

for (const [what, bytes] of GARBAGE) {
  test(`[device] with both copies of any record damaged, boots, reports the damage and keeps other records: ${what}`, async (t) => {
    for (const record of RECORDS) {
      const flash = await flashWith({ ...FULL, 'set-lag': { set: null }, 'set-close': { set: null } });
      for (const slot of [0, 1]) flash.disk.put(`${record}.${slot}`, bytes);
      const fixture = await deviceFixture({ flash: createMemoryFlash(flash.disk), boot_ms: 3000 });
      await toMenu(fixture);
      t.is(pageOn(fixture), 'menu', record);
      t.true(await showsDamage(fixture, record), `${record}: ${fixture.lines().join(' | ')}`);
      const { persisted } = await persistedIn(flash);
      if (record !== 'identity') t.is(fixture.device.id(), ID);
      if (record !== 'players') t.is(persisted.players.length, 2);
      if (record !== 'settings') t.is(persisted.settings.stimp, 9);
      if (record !== 'cfg') t.is(persisted.cfgs.lag.shots, 2);
      if (record !== 'trends') t.is(persisted.trends.lag.length, 1);
      await choose(fixture, 'Close-in');
      await choose(fixture, 'Start');
      await putt(fixture);
      t.true(fixture.lines().includes('Ana: 1 of 6') || fixture.lines().includes('Player 1: 1 of 6'), record);
    }
  });

  test(`[device] with all records damaged, boots, reports the damage and works: ${what}`, async (t) => {
    const flash = createMemoryFlash();
    for (const record of RECORDS) for (const slot of [0, 1]) flash.disk.put(`${record}.${slot}`, bytes);
    const fixture = await deviceFixture({ flash });
    for (const record of RECORDS) t.true(await showsDamage(fixture, record), record);
    await choose(fixture, 'Close-in');
    await choose(fixture, 'Start');
    await putt(fixture);
    t.true(fixture.lines().includes('Player 1: 1 of 6'));
    const again = await reboot(fixture);
    t.not(again.device.id(), fixture.device.id(), 'each start uses another temporary identity');
    for (const slot of [0, 1]) t.deepEqual(flash.disk.peek(`identity.${slot}`), bytes);
    await choose(again, 'Close-in');
    t.is(focusedLine(again), '> Go on: Putt 2 of 20');
  });
}

test('[device] boots and works with intact records that hold nonsense', async (t) => {
  for (const data of [null, 5, 'text', [], { set: 5 }, { players: 'x', next_id: -1 }, { lag: { shots: 'many' } }]) {
    const flash = await flashWith(Object.fromEntries(RECORDS.map((record) => [record, data])));
    const fixture = await deviceFixture({ flash });
    t.is(pageOn(fixture), 'menu');
    await choose(fixture, 'Lag putting');
    await choose(fixture, 'Start');
    await putt(fixture);
    t.true(fixture.lines().includes('Player 1: 3 pts'), JSON.stringify(data));
  }
});

test('[device] uses the intact copy of a damaged record and reports it on the boot page', async (t) => {
  const flash = await flashWith(FULL);
  await flash.write('players', new TextEncoder().encode(JSON.stringify(players('Ana', 'Bo', 'Cy'))));
  flash.disk.damage('players.1', 40);
  const fixture = await deviceFixture({ flash: createMemoryFlash(flash.disk), boot_ms: 5 });
  t.true(
    fixture.lines().some((line) => line.startsWith('Note:') && line.includes('players.1')),
    fixture.lines().join(' | '),
  );
  await fixture.clock.advance(3000);
  await choose(fixture, 'Players');
  t.is(fixture.lines().filter((line) => /hcp/.test(line)).length, 2, 'previous copy is used');
});

test('[device] on a full disk, play continues, pages report it, and saving resumes with free space', async (t) => {
  const flash = await flashWith(FULL);
  const fixture = await deviceFixture({ flash: createMemoryFlash(flash.disk) });
  await toMenu(fixture);
  flash.disk.setCapacity(0);
  await choose(fixture, 'Close-in');
  await fixture.press('ok');
  await putt(fixture);
  t.true(fixture.lines().includes(`Note: ${FULL_SENTENCE}`), fixture.lines().join(' | '));
  t.true(fixture.lines().includes('Ana: 1 of 6'));
  await putt(fixture);
  t.true(fixture.lines().includes('Bo: 1 of 6'));
  await fixture.clock.advance(60_000);
  t.false(
    fixture.lines().some((line) => line.includes('storage')),
    'shown only once during play',
  );
  await toMenu(fixture);
  t.is(fixture.lines().at(-1), `Trouble: ${FULL_SENTENCE}`);
  await choose(fixture, 'Status');
  t.true(fixture.lines().includes(FULL_SENTENCE), fixture.lines().join(' | '));
  t.true(fixture.lines().includes('Storage: not saving, 0 writes'));
  t.is(fixture.lines().filter((line) => line.includes(FULL_SENTENCE)).length, 1);
  t.is((await persistedIn(flash)).persisted.sets.close, null);
  flash.disk.setCapacity(1e6);
  await toMenu(fixture);
  await fixture.clock.advance(31_000);
  t.false(
    fixture.lines().some((line) => line.includes('full')),
    'warning gone once storage works',
  );
  await choose(fixture, 'Close-in');
  await choose(fixture, 'Go on');
  await putt(fixture);
  const again = await reboot(fixture);
  await choose(again, 'Close-in');
  t.is(focusedLine(again), '> Go on: Putt 2 of 6');
  await again.press('ok');
  t.true(again.lines().includes('Ana: 2 of 6'), again.lines().join(' | '));
});

test('[device] saves the latest unsaved state once space is free, without user action', async (t) => {
  const flash = await flashWith(FULL);
  const fixture = await deviceFixture({ flash: createMemoryFlash(flash.disk) });
  await toMenu(fixture);
  flash.disk.setCapacity(0);
  await choose(fixture, 'Settings');
  await choose(fixture, 'Brightness', 'left');
  await toMenu(fixture);
  await choose(fixture, 'Players');
  await choose(fixture, 'Ana');
  await choose(fixture, 'Handicap', 'right');
  t.is((await persistedIn(flash)).persisted.settings.brightness_percent, 80);
  await toMenu(fixture);
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Putts', 'right');
  flash.disk.setCapacity(1e6);
  await fixture.clock.advance(1500);
  t.true(fixture.lines().includes('Note: Storage works again: all changes are saved.'));
  const { persisted } = await persistedIn(flash);
  t.is(persisted.cfgs.lag.shots, 3);
  t.is(persisted.settings.brightness_percent, 70);
  t.is(persisted.players[0]?.handicap, 11);
});

test('[device] with dead storage, boots, reports it, plays, and overwrites nothing once it recovers', async (t) => {
  for (const fault of ['off', 'stuck'] as const) {
    const flash = await flashWith(FULL);
    flash.disk.setFault(fault);
    const fixture = await deviceFixture({ flash: createMemoryFlash(flash.disk) });
    await toMenu(fixture);
    t.is(pageOn(fixture), 'menu', fault);
    t.is(fixture.device.id() === ID, fault === 'stuck', 'readable records are read');
    await choose(fixture, 'Status');
    if (fault === 'off') t.true(fixture.lines().some((line) => line.includes("can't be read")));
    await toMenu(fixture);
    await choose(fixture, 'Lag putting');
    await choose(fixture, 'Start');
    await putt(fixture);
    t.true(
      fixture.lines().some((line) => line.includes(': 3 pts')),
      fixture.lines().join(' | '),
    );
    await toMenu(fixture);
    // Data that could not be read is not written, so only the boot has an error to report.
    const read_only = 'Trouble: Storage is read-only. Changes are lost at power-off.';
    t.is(fixture.lines().includes(read_only), fault === 'stuck');
    flash.disk.setFault('ok');
    // After recovery, the next change must not overwrite unread data with defaults.
    await choose(fixture, 'Settings');
    await choose(fixture, 'Brightness', 'left');
    const { persisted } = await persistedIn(flash);
    t.is(persisted.id, ID, fault);
    t.is(persisted.players.length, 2);
    t.is(persisted.settings.stimp, 9);
    t.is(persisted.trends.close.length, 1);
    const again = await reboot(fixture);
    t.is(again.device.id(), ID);
    t.is(again.device.name(), 'DeviceFixture');
  }
});

test('[device] loses no stored data on storage that fails intermittently', async (t) => {
  for (let before = 0; before < 10; before++) {
    const flash = await flashWith(FULL);
    while (flash.disk.operations() % 10 !== before) await flash.disk.list();
    flash.disk.setFault('intermittent');
    const fixture = await deviceFixture({ flash: createMemoryFlash(flash.disk) });
    await toMenu(fixture);
    t.is(fixture.device.id(), ID);
    await playSet(fixture);
    flash.disk.setFault('ok');
    const { persisted } = await persistedIn(flash);
    t.is(persisted.id, ID, `${before}`);
    t.is(persisted.players.length, 2);
    t.is(persisted.trends.close.length, 1);
    t.true(persisted.trends.lag.length >= 1);
  }
});

test('[device] reports no storage fault if a write fails during boot and then succeeds', async (t) => {
  const flash = createMemoryFlash();
  flash.disk.setCapacity(0);
  const fixture = await deviceFixture({ flash, boot_ms: 0 });
  fixture.rig?.setFault('off');
  await fixture.clock.advance(500);
  t.regex(fixture.lines()[0] ?? '', /^tapin .* is starting$/);
  flash.disk.setCapacity(1e6);
  await fixture.clock.advance(5000);
  t.is(pageOn(fixture), 'menu');
  t.false(
    fixture.lines().some((line) => line.includes('storage')),
    fixture.lines().join(' | '),
  );
  t.is((await persistedIn(flash)).persisted.id, fixture.device.id());
});
