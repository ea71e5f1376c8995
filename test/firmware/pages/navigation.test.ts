// Navigation by keys: every page can be reached and left, and rows and focus behave alike on all of them.

import test from 'ava';
import type { SetId } from '../../../firmware/experiences/registry.ts';
import { RECORDS } from '../../../firmware/persisted/persisted.ts';
import { createActor, fromPromise } from 'xstate';
import { focusOf, withFocusMoved, type Focus } from '../../../firmware/pages/navigation.ts';
import { PAGES } from '../../../firmware/pages/pages.ts';
import { deviceMachine } from '../../../firmware/machines/device.machine.ts';
import type { Key } from '../../../hal/keys/keys.ts';
import { deviceFixture, type DeviceFixture } from '../../support/device/device-fixture.ts';
import { choose, flashWith, pageOn, putt, toMenu } from '../../support/device/play.ts';
import { persistedWith, rowsAt, sensorWith } from '../../support/device/views.ts';

/** Key sequence from the menu to each page, and the page that Back leads to. */
const ROUTES: readonly (readonly [page: string, way: (fixture: DeviceFixture) => Promise<void>, back: string])[] = [
  ['setup', (fixture) => choose(fixture, 'Lag putting'), 'menu'],
  ['players', (fixture) => choose(fixture, 'Players'), 'menu'],
  ['settings', (fixture) => choose(fixture, 'Settings'), 'menu'],
  ['forwarding', (fixture) => choose(fixture, 'Settings').then(() => choose(fixture, 'Shot')), 'settings'],
  ['calibration', (fixture) => choose(fixture, 'Settings').then(() => choose(fixture, 'Distance')), 'settings'],
  [
    'calibrations',
    (fixture) =>
      choose(fixture, 'Settings')
        .then(() => choose(fixture, 'Distance'))
        .then(() => choose(fixture, 'History')),
    'calibration',
  ],
  ['gates', (fixture) => choose(fixture, 'Settings').then(() => choose(fixture, 'Sensor')), 'settings'],
  [
    'pendulum',
    (fixture) =>
      choose(fixture, 'Settings')
        .then(() => choose(fixture, 'Sensor'))
        .then(() => choose(fixture, 'Check')),
    'gates',
  ],
  ['firmware', (fixture) => choose(fixture, 'Settings').then(() => choose(fixture, 'Firmware')), 'settings'],
  ['reset', (fixture) => choose(fixture, 'Settings').then(() => choose(fixture, 'Factory')), 'settings'],
  ['extensions', (fixture) => choose(fixture, 'Settings').then(() => choose(fixture, 'Manage')), 'settings'],
  [
    'measuring',
    async (fixture) => {
      await choose(fixture, 'Settings');
      await choose(fixture, 'Distance');
      await fixture.strike({ club_speed_mps: 1.5 });
      await choose(fixture, 'Measured');
    },
    'calibration',
  ],
  ['status', (fixture) => choose(fixture, 'Status'), 'menu'],
  ['trend', (fixture) => choose(fixture, 'Lag putting').then(() => choose(fixture, 'Trend')), 'setup'],
  ['playing', (fixture) => choose(fixture, 'Lag putting').then(() => choose(fixture, 'Start')), 'setup'],
  ['course', (fixture) => choose(fixture, 'Stroke play').then(() => choose(fixture, 'Start')), 'setup'],
  ['simulator', (fixture) => choose(fixture, 'Simulator').then(() => choose(fixture, 'Play')), 'setup'],
  ['simulator', (fixture) => choose(fixture, 'Simulator connector').then(() => choose(fixture, 'Play')), 'setup'],
  ['naming', (fixture) => choose(fixture, 'Simulator').then(() => choose(fixture, 'Address')), 'setup'],
  ['unsensed', (fixture) => choose(fixture, 'Swing path'), 'menu'],
  ['together', (fixture) => choose(fixture, 'Play together'), 'menu'],
  ['player', (fixture) => choose(fixture, 'Players').then(() => choose(fixture, 'Player 1')), 'players'],
  ['naming', (fixture) => choose(fixture, 'Settings').then(() => choose(fixture, 'Device name')), 'settings'],
  [
    'naming',
    (fixture) =>
      choose(fixture, 'Players')
        .then(() => choose(fixture, 'Player 1'))
        .then(() => choose(fixture, 'Name')),
    'player',
  ],
  [
    'result',
    async (fixture) => {
      await choose(fixture, 'Metrics only');
      await choose(fixture, 'Start');
      await putt(fixture);
      await fixture.press('back');
    },
    'setup',
  ],
  [
    'figures',
    async (fixture) => {
      await choose(fixture, 'Metrics only');
      await choose(fixture, 'Start');
      await putt(fixture);
      await fixture.press('back');
      await choose(fixture, 'Figures and trend');
    },
    'result',
  ],
  ['putting', (fixture) => choose(fixture, 'My putting'), 'menu'],
  [
    'deleting',
    async (fixture) => {
      await choose(fixture, 'My putting');
      await fixture.press('ok');
    },
    'putting',
  ],
];

test('[navigation] keys reach every page, and Back leads one page back from each', async (t) => {
  const fixture = await deviceFixture();
  for (const [page, navigate, back] of ROUTES) {
    await navigate(fixture);
    t.is(pageOn(fixture), page);
    await fixture.press('back');
    t.is(pageOn(fixture), back);
    await toMenu(fixture);
  }
  // Six need a session, five an extension or a store, four Wi-Fi, one a page for phones, and one a touch screen.
  const shared = ['joining', 'sharing', 'absent', 'ending', 'leaving', 'renewing'];
  const installed = ['extension', 'extension-trend', 'options', 'installing', 'removing'];
  const wireless = ['wifi', 'network', 'password', 'welcome'];
  const touched = ['touch', 'relinking'];
  const reached = new Set(['menu', ...shared, ...installed, ...wireless, ...touched, ...ROUTES.map(([page]) => page)]);
  t.deepEqual([...reached].sort(), PAGES.map(({ name }) => name).sort(), 'every page is reached');
});

test('[navigation] Back in the menu does nothing, and no key breaks any page', async (t) => {
  const fixture = await deviceFixture();
  await fixture.press('back');
  t.is(pageOn(fixture), 'menu');
  for (const [page, navigate] of ROUTES)
    for (const key of ['up', 'down', 'left', 'right', 'ok', 'back'] as const satisfies readonly Key[]) {
      await navigate(fixture);
      await fixture.press(key, key);
      await toMenu(fixture);
      t.is(pageOn(fixture), 'menu', `${page} ${key}`);
      if (fixture.lines().length < 7) t.fail(fixture.lines().join(' | '));
      await renamed(fixture);
    }
  t.deepEqual(fixture.complaints(), []);
});

/** Asserts that no key renamed a player, so the key sequences still work. */
async function renamed(fixture: DeviceFixture): Promise<void> {
  await choose(fixture, 'Players');
  const first = fixture.lines()[1] ?? '';
  if (!first.includes('Player 1')) throw new Error(first);
  await toMenu(fixture);
}

test('[navigation] OK keeps a name, Back discards it', async (t) => {
  const fixture = await deviceFixture();
  const nameOfPlayer = async (last: Key): Promise<string> => {
    await toMenu(fixture);
    await choose(fixture, 'Players');
    await fixture.press('up', 'up', 'up', 'up');
    await choose(fixture, 'Player');
    await choose(fixture, 'Name');
    await fixture.press('right', 'down', last);
    return fixture.lines()[0] ?? '';
  };
  t.is(await nameOfPlayer('back'), 'Player 1');
  t.is(await nameOfPlayer('ok'), 'Player 1A');
});

test('[R138] shows a player’s ratio exactly, steps from it, and reports its limits', async (t) => {
  const flash = await flashWith({ players: { next_id: 2, players: [{ id: 1, name: 'Ana', impact_ratio: 1.7951 }] } });
  const fixture = await deviceFixture({ flash });
  await choose(fixture, 'Players');
  t.true(fixture.lines().includes('> Ana: hcp 0 · ratio 1.7951'));
  await choose(fixture, 'Ana');
  await choose(fixture, 'Impact ratio', 'right');
  t.true(fixture.lines().includes('> Impact ratio: 1.7951'));
  t.true(fixture.lines().includes('Note: Impact ratios go from 1.40 to 1.80 in steps of 0.01.'));
  await fixture.press('left');
  t.true(fixture.lines().includes('> Impact ratio: 1.7851'));
  await fixture.press('right', 'left', 'left');
  t.true(fixture.lines().includes('> Impact ratio: 1.7751'));
});

test('[navigation] adds players up to four, edits them, and removes them down to one', async (t) => {
  const fixture = await deviceFixture();
  await choose(fixture, 'Players');
  for (let i = 0; i < 3; i++) {
    await choose(fixture, 'Add a player');
    await fixture.press('ok');
  }
  t.deepEqual(fixture.lines().filter((line) => /Player \d/.test(line)).length, 4);
  t.false(
    fixture.lines().some((line) => line.includes('Add a player')),
    'no fifth player',
  );
  await choose(fixture, 'Player 3');
  await choose(fixture, 'Handicap', 'right');
  t.true(fixture.lines().includes('> Handicap: 1'));
  await choose(fixture, 'Remove');
  t.is(pageOn(fixture), 'players');
  t.false(fixture.lines().some((line) => line.includes('Player 3')));
  for (const name of ['Player 1', 'Player 2']) {
    await choose(fixture, name);
    await choose(fixture, 'Remove');
  }
  await choose(fixture, 'Player 4');
  t.false(
    fixture.lines().some((line) => line.includes('Remove')),
    'the last player stays',
  );
  await fixture.press('back');
  await choose(fixture, 'Add a player');
  await fixture.press('ok');
  t.true(
    fixture.lines().some((line) => line.includes('Player 5')),
    'a new number, not a reused one',
  );
});

test('[navigation] adding a player opens the name, and Back adds none', async (t) => {
  const fixture = await deviceFixture();
  await choose(fixture, 'Players');
  await choose(fixture, 'Add a player');
  t.is(pageOn(fixture), 'naming');
  t.true(fixture.lines().includes('Player name'));
  fixture.keys.text('Bo');
  await fixture.press('back');
  t.is(pageOn(fixture), 'players');
  t.false(fixture.lines().some((line) => /Bo|Player 2/.test(line)));
  await choose(fixture, 'Add a player');
  fixture.keys.text('Bo');
  await fixture.press('ok');
  t.is(pageOn(fixture), 'players');
  t.true(fixture.lines().some((line) => line.startsWith('Bo: hcp 0')));
});

test('[navigation] the focus wraps round and stays on its row when a list is re-entered', (t) => {
  const rows = rowsAt('menu', persistedWith(1, '', 'imperial'));
  const moved = (focus: Readonly<Record<string, Focus>>, by: 1 | -1) =>
    withFocusMoved({ focus }, 'menu', rows, by).focus ?? {};
  t.is(focusOf(rows, moved({}, -1)['menu']), rows.length - 1);
  let at: Readonly<Record<string, Focus>> = {};
  for (let i = 0; i < rows.length; i++) at = moved(at, 1);
  t.is(focusOf(rows, at['menu']), 0);
  t.is(focusOf(rows, { place: 99, label: 'gone', labels: [] }), rows.length - 1, 'the list has become shorter');
  t.deepEqual(withFocusMoved({ focus: {} }, 'status', [], 1), {});
  t.is(focusOf([], { place: 3, label: '', labels: [] }), 0);
  // A row above it was added or removed.
  const lag = rows.findIndex(({ label }) => label === 'Lag putting');
  t.is(focusOf([{ label: 'new' }, ...rows], { place: lag, label: 'Lag putting', labels: [] }), lag + 1);
  t.is(focusOf(rows.slice(1), { place: lag, label: 'Lag putting', labels: [] }), lag - 1);
  // If its row was removed, the focus keeps its position; another list starts at its first row.
  const gone = { place: 1, label: 'b', labels: ['a', 'b', 'c'] };
  t.is(focusOf([{ label: 'a' }, { label: 'c' }], gone), 1);
  t.is(focusOf([{ label: 'x' }, { label: 'y' }], gone), 0);
  // Of two rows with the same label, the one at the stored position.
  t.is(focusOf([{ label: 'a' }, { label: 'b' }, { label: 'a' }], { place: 2, label: 'a', labels: [] }), 2);
});

test('[navigation] offers a stored set first, and only in its own experience', (t) => {
  const persisted = persistedWith(1, '', 'imperial');
  const rows = (game: SetId) => rowsAt('setup', persisted, { navigation: { id: game } }).map(({ label }) => label);
  t.deepEqual(rows('lag'), ['Start', 'Putts', 'Stations', 'Shortest', 'Longest', 'Slope', 'Trend']);
  t.deepEqual(rows('close'), ['Start', 'Maximum putts', 'Slope', 'Trend']);
  t.deepEqual(rows('metrics'), ['Start', 'Trend']);
  t.deepEqual(rows('distance'), ['Start', 'Putts', 'Distances', 'Shortest', 'Longest', 'Trend']);
  t.deepEqual(rows('arc'), ['Start', 'Putts', 'Arc', 'Trend']);
  t.deepEqual(rows('rotation'), ['Start', 'Putts', 'Trend']);
  t.deepEqual(rows('face'), ['Start', 'Putts', 'Trend']);
  const set = {
    game: 'close' as const,
    cfg: { shots: 20 },
    seats: [{ player_id: 1, rung: 1, best: 1, strokes: 1, holed: 1 }],
    turn: 0,
  };
  const stored = { ...persisted, sets: { ...persisted.sets, close: set } };
  const [first, second] = rowsAt('setup', stored, { navigation: { id: 'close' } });
  t.like(first, { label: 'Go on', value: 'Putt 2 of 20', ok: { type: 'open.play', resume: true } });
  t.like(second, { label: 'Start over', ok: { type: 'open.play', resume: false } });
  t.is(rowsAt('setup', stored, { navigation: { id: 'lag' } })[0]?.label, 'Start');
});

test('[device] an unfilled actor slot throws an error that names it', async (t) => {
  const SLOTS = [
    'sensor',
    'network',
    'webPage',
    'keys',
    'writer',
    'feedback',
    'stamp',
    'reset',
    'readPersisted',
  ] as const;
  for (const slot of SLOTS) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- never resolves and has no input, so it fits every slot
    const idle = fromPromise(() => new Promise<never>(() => undefined)) as never;
    const filled = Object.fromEntries(SLOTS.filter((name) => name !== slot).map((name) => [name, idle]));
    const machine = deviceMachine.provide({ actors: filled });
    const actor = createActor(machine, {
      input: { sensor: sensorWith(), board_problem: '', has_cloud: false, has_store: false, has_updates: false },
    });
    const failed = await new Promise<unknown>((resolve) => {
      actor.subscribe({ error: resolve });
      actor.start();
      if (slot === 'readPersisted') setImmediate(() => resolve(actor.getSnapshot()));
    });
    if (slot === 'readPersisted') {
      // Reading is the only slot whose failure the boot survives: a note says that the storage could not be read.
      t.regex(actor.getSnapshot().context.notes.join(), /^Storage cannot be read: [^.]*\. [^.]*\.$/);
      t.deepEqual(actor.getSnapshot().context.unread, RECORDS, 'unreadable records are not overwritten');
    } else t.regex(String(failed), new RegExp(`actor slot ${slot} of the device machine is not provided`));
    actor.stop();
  }
});
