// Where the keys lead: every page can be reached and left, and rows and focus behave alike everywhere.

import test from 'ava';
import type { SetId } from '../../../firmware/experiences/registry.ts';
import { RECORDS } from '../../../firmware/facts/facts.ts';
import { createActor, fromPromise } from 'xstate';
import { focusOf, withFocusMoved, type Focus } from '../../../firmware/pages/navigation.ts';
import { PAGES } from '../../../firmware/pages/pages.ts';
import { deviceMachine } from '../../../firmware/machines/device.machine.ts';
import type { Key } from '../../../hal/keys/keys.ts';
import { deskWith, type Desk } from '../../support/desk.ts';
import { choose, pageOn, putt, toMenu } from '../../support/play.ts';
import { factsWith, rowsAt, sensorWith } from '../../support/views.ts';

/** How each page is reached from the menu, and where Back leads from there. */
const WAYS: readonly (readonly [page: string, way: (desk: Desk) => Promise<void>, back: string])[] = [
  ['setup', (desk) => choose(desk, 'Lag putting'), 'menu'],
  ['players', (desk) => choose(desk, 'Players'), 'menu'],
  ['settings', (desk) => choose(desk, 'Settings'), 'menu'],
  ['forwarding', (desk) => choose(desk, 'Settings').then(() => choose(desk, 'Shot')), 'settings'],
  ['calibration', (desk) => choose(desk, 'Settings').then(() => choose(desk, 'Distance')), 'settings'],
  [
    'calibrations',
    (desk) =>
      choose(desk, 'Settings')
        .then(() => choose(desk, 'Distance'))
        .then(() => choose(desk, 'History')),
    'calibration',
  ],
  ['firmware', (desk) => choose(desk, 'Settings').then(() => choose(desk, 'Firmware')), 'settings'],
  ['extensions', (desk) => choose(desk, 'Settings').then(() => choose(desk, 'Manage')), 'settings'],
  [
    'measuring',
    async (desk) => {
      await choose(desk, 'Settings');
      await choose(desk, 'Distance');
      await desk.strike({ club_speed_mps: 1.5 });
      await choose(desk, 'Measured');
    },
    'calibration',
  ],
  ['status', (desk) => choose(desk, 'Status'), 'menu'],
  ['trend', (desk) => choose(desk, 'Lag putting').then(() => choose(desk, 'Trend')), 'setup'],
  ['playing', (desk) => choose(desk, 'Lag putting').then(() => choose(desk, 'Start')), 'setup'],
  ['course', (desk) => choose(desk, 'Stroke play').then(() => choose(desk, 'Start')), 'setup'],
  ['simulator', (desk) => choose(desk, 'Simulator').then(() => choose(desk, 'Play')), 'setup'],
  ['simulator', (desk) => choose(desk, 'Simulator connector').then(() => choose(desk, 'Play')), 'setup'],
  ['naming', (desk) => choose(desk, 'Simulator').then(() => choose(desk, 'Address')), 'setup'],
  ['unsensed', (desk) => choose(desk, 'Swing path'), 'menu'],
  ['together', (desk) => choose(desk, 'Play together'), 'menu'],
  ['player', (desk) => choose(desk, 'Players').then(() => choose(desk, 'Player 1')), 'players'],
  ['naming', (desk) => choose(desk, 'Settings').then(() => choose(desk, 'Name')), 'settings'],
  [
    'naming',
    (desk) =>
      choose(desk, 'Players')
        .then(() => choose(desk, 'Player 1'))
        .then(() => choose(desk, 'Name')),
    'player',
  ],
  [
    'result',
    async (desk) => {
      await choose(desk, 'Metrics only');
      await choose(desk, 'Start');
      await putt(desk);
      await desk.press('back');
    },
    'setup',
  ],
];

test('[navigation] every page is reached by keys, and Back leads one page back from each', async (t) => {
  const desk = await deskWith();
  for (const [page, way, back] of WAYS) {
    await way(desk);
    t.is(pageOn(desk), page);
    await desk.press('back');
    t.is(pageOn(desk), back);
    await toMenu(desk);
  }
  // Four that need a session, and four that need an extension or a store.
  const shared = ['joining', 'sharing', 'absent', 'ending'];
  const installed = ['extension', 'options', 'installing', 'removing'];
  const reached = new Set(['menu', ...shared, ...installed, ...WAYS.map(([page]) => page)]);
  t.deepEqual([...reached].sort(), PAGES.map(({ name }) => name).sort(), 'no page is left out');
});

test('[navigation] Back in the menu does nothing, and no key breaks any page', async (t) => {
  const desk = await deskWith();
  await desk.press('back');
  t.is(pageOn(desk), 'menu');
  for (const [page, way] of WAYS)
    for (const key of ['up', 'down', 'left', 'right', 'ok', 'back'] as const satisfies readonly Key[]) {
      await way(desk);
      await desk.press(key, key);
      await toMenu(desk);
      t.is(pageOn(desk), 'menu', `${page} ${key}`);
      if (desk.lines().length < 7) t.fail(desk.lines().join(' | '));
      await renamed(desk);
    }
  t.deepEqual(desk.complaints(), []);
});

/** Undoes what keys on the pages of players may have done, so that the ways stay what they are. */
async function renamed(desk: Desk): Promise<void> {
  await choose(desk, 'Players');
  const first = desk.lines()[1] ?? '';
  if (!first.includes('Player 1')) throw new Error(first);
  await toMenu(desk);
}

test('[navigation] OK keeps a name, Back discards it', async (t) => {
  const desk = await deskWith();
  const nameOfPlayer = async (last: Key): Promise<string> => {
    await toMenu(desk);
    await choose(desk, 'Players');
    await desk.press('up', 'up', 'up', 'up');
    await choose(desk, 'Player');
    await choose(desk, 'Name');
    await desk.press('right', 'down', last);
    return desk.lines()[0] ?? '';
  };
  t.is(await nameOfPlayer('back'), 'Player 1');
  t.is(await nameOfPlayer('ok'), 'Player 1A');
});

test('[navigation] a player is added to four, edited and removed down to one', async (t) => {
  const desk = await deskWith();
  await choose(desk, 'Players');
  for (let i = 0; i < 3; i++) await choose(desk, 'Add a player');
  t.deepEqual(desk.lines().filter((line) => /Player \d/.test(line)).length, 4);
  t.false(
    desk.lines().some((line) => line.includes('Add a player')),
    'no fifth',
  );
  await choose(desk, 'Player 3');
  await choose(desk, 'Handicap', 'right');
  t.true(desk.lines().includes('> Handicap: 19'));
  await choose(desk, 'Remove');
  t.is(pageOn(desk), 'players');
  t.false(desk.lines().some((line) => line.includes('Player 3')));
  for (const name of ['Player 1', 'Player 2']) {
    await choose(desk, name);
    await choose(desk, 'Remove');
  }
  await choose(desk, 'Player 4');
  t.false(
    desk.lines().some((line) => line.includes('Remove')),
    'the last one stays',
  );
  await desk.press('back');
  await choose(desk, 'Add a player');
  t.true(
    desk.lines().some((line) => line.includes('Player 5')),
    'a new number, not an old one',
  );
});

test('[navigation] the focus goes round at both ends, and stays on its row when one is left and entered again', (t) => {
  const rows = rowsAt('menu', factsWith(1, '', 'imperial'));
  const moved = (focus: Readonly<Record<string, Focus>>, by: 1 | -1) =>
    withFocusMoved({ focus }, 'menu', rows, by).focus ?? {};
  t.is(focusOf(rows, moved({}, -1)['menu']), rows.length - 1);
  let at: Readonly<Record<string, Focus>> = {};
  for (let i = 0; i < rows.length; i++) at = moved(at, 1);
  t.is(focusOf(rows, at['menu']), 0);
  t.is(focusOf(rows, { place: 99, label: 'gone', labels: [] }), rows.length - 1, 'a list that has become shorter');
  t.deepEqual(withFocusMoved({ focus: {} }, 'status', [], 1), {});
  t.is(focusOf([], { place: 3, label: '', labels: [] }), 0);
  // A row above it has come or gone.
  const lag = rows.findIndex(({ label }) => label === 'Lag putting');
  t.is(focusOf([{ label: 'new' }, ...rows], { place: lag, label: 'Lag putting', labels: [] }), lag + 1);
  t.is(focusOf(rows.slice(1), { place: lag, label: 'Lag putting', labels: [] }), lag - 1);
  // One that has gone leaves the focus at its place; another list begins at its first row.
  const gone = { place: 1, label: 'b', labels: ['a', 'b', 'c'] };
  t.is(focusOf([{ label: 'a' }, { label: 'c' }], gone), 1);
  t.is(focusOf([{ label: 'x' }, { label: 'y' }], gone), 0);
  // Of two rows that say the same, the one at its place.
  t.is(focusOf([{ label: 'a' }, { label: 'b' }, { label: 'a' }], { place: 2, label: 'a', labels: [] }), 2);
});

test('[navigation] a set that is stored is offered first, and only in its own experience', (t) => {
  const facts = factsWith(1, '', 'imperial');
  const rows = (game: SetId) => rowsAt('setup', facts, { navigation: { id: game } }).map(({ label }) => label);
  t.deepEqual(rows('lag'), ['Start', 'Putts', 'Stations', 'Shortest', 'Longest', 'Trend']);
  t.deepEqual(rows('close'), ['Start', 'Putts at most', 'Trend']);
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
  const stored = { ...facts, sets: { ...facts.sets, close: set } };
  const [first, second] = rowsAt('setup', stored, { navigation: { id: 'close' } });
  t.like(first, { label: 'Go on', value: 'Putt 2 of 20', ok: { type: 'open.play', resume: true } });
  t.like(second, { label: 'Start anew', ok: { type: 'open.play', resume: false } });
  t.is(rowsAt('setup', stored, { navigation: { id: 'lag' } })[0]?.label, 'Start');
});

test('[device] an actor slot that is not filled throws and says which', async (t) => {
  const SLOTS = ['sensor', 'network', 'keys', 'keeper', 'feedback', 'readFacts'] as const;
  for (const slot of SLOTS) {
    const idle = fromPromise(() => new Promise<never>(() => undefined)) as never;
    const filled = Object.fromEntries(SLOTS.filter((name) => name !== slot).map((name) => [name, idle]));
    const machine = deviceMachine.provide({ actors: filled });
    const actor = createActor(machine, {
      input: { sensor: sensorWith(), has_cloud: false, has_store: false, has_updates: false },
    });
    const failed = await new Promise<unknown>((resolve) => {
      actor.subscribe({ error: resolve });
      actor.start();
      if (slot === 'readFacts') setImmediate(() => resolve(actor.getSnapshot()));
    });
    if (slot === 'readFacts') {
      // Reading is the one slot whose failure the boot survives: it says that the storage could not be read.
      t.regex(actor.getSnapshot().context.notes.join(), /^The storage could not be read: [^.]*\.$/);
      t.deepEqual(actor.getSnapshot().context.unread, RECORDS, 'and nothing is saved over what nobody could read');
    } else t.regex(String(failed), new RegExp(`the actor slot ${slot} of the device is not filled`));
    actor.stop();
  }
});
