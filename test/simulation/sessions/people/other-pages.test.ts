// Tests of simulated people who leave their round for other pages: how they return with and without a menu row for the
// round, and how they handle a missing row.

import test from 'ava';
import { createSeededRandom } from '../../../../hal/random/random-seeded.ts';
import { answerEnd, visitOtherPages, returnToRound } from '../../../../simulation/sessions/people/other-pages.ts';
import type { Person } from '../../../../simulation/sessions/people/person.ts';
import type { SimDevice } from '../../../../simulation/sessions/sim-device.ts';

interface Pages {
  /** Rows of each page and the page each one opens; '' for none. */
  readonly [page: string]: Readonly<Record<string, string>>;
}

/** Creates a person at a device with these pages; `done` lists the keys pressed and rows chosen. */
function personAt(page: string, pages: Pages, more: Partial<Person> = {}) {
  let now = page;
  const done: string[] = [];
  const rows = (): readonly string[] => Object.keys(pages[now] ?? {});
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- simulated players use only these members of a device
  const device = {
    parts: () => ({ device: { states: () => ({ navigation: now }) } }),
    lines: () => rows().map((row, i) => (i === 0 ? `> ${row}` : row)),
    press(key: string) {
      done.push(key);
      if (key === 'back') now = 'menu';
    },
    choose(label: string) {
      const row = rows().find((each) => each.startsWith(label));
      if (row === undefined) return false;
      done.push(row);
      now = pages[now]?.[row] || now;
      return true;
    },
  } as unknown as SimDevice;
  const random = createSeededRandom(1);
  const person: Person = {
    device,
    random,
    pages_random: random.fork('pages'),
    hosts: true,
    simulator: 0,
    other_pages: 1,
    away_actions: 0,
    code: () => null,
    struck: () => {},
    ...more,
  };
  return { person, done, page: () => now };
}

const TOGETHER = { 'Follow the host: no': 'course', 'Leave the session': 'menu' };
const MENU = { 'Lag putting': 'setup', 'Stroke play': 'stroke', 'Play together': 'together', Settings: 'settings' };

test('[simulation] host and guest return to a round by its menu row', (t) => {
  for (const hosts of [true, false]) {
    const pages = { menu: { 'Stroke play · hole 3 of 9': 'course', ...MENU }, settings: { Sound: '' } };
    const { person, done, page } = personAt('settings', pages, { hosts });
    returnToRound(person);
    t.deepEqual([done, page()], [['back', 'Stroke play · hole 3 of 9'], 'course']);
  }
});

test('[simulation] without that row a host resumes the kept round, a guest follows its host again', (t) => {
  const pages = { menu: MENU, stroke: { 'Go on: hole 3 of 4': 'course', 'End the round': '' }, together: TOGETHER };
  const host = personAt('settings', pages);
  returnToRound(host.person);
  t.deepEqual([host.done, host.page()], [['back', 'Stroke play', 'Go on: hole 3 of 4'], 'course']);
  const guest = personAt('settings', pages, { hosts: false });
  returnToRound(guest.person);
  t.deepEqual([guest.done, guest.page()], [['back', 'Play together', 'Follow the host: no'], 'course']);
});

test('[simulation] chooses and starts nothing if there is no such row', (t) => {
  const host = personAt('menu', { menu: MENU, stroke: { Start: 'course' } });
  returnToRound(host.person);
  t.deepEqual([host.done, host.page()], [['Stroke play', 'back'], 'menu']);
  const guest = personAt('menu', { menu: MENU, together: { 'Follow the host: yes': '' } }, { hosts: false });
  returnToRound(guest.person);
  t.deepEqual([guest.done, guest.page()], [['Play together'], 'together']);
});

test('[simulation] a player can leave the round for other pages, act there several times, and return', (t) => {
  const pages = { course: {}, menu: { 'Skins · hole 1 of 4': 'course', ...MENU }, setup: { Trend: 'trend' } };
  const { person, done, page } = personAt('course', pages);
  t.true(visitOtherPages(person));
  t.deepEqual([done[0], page() === 'course'], ['back', false]);
  const away: string[] = [];
  const returns = new Set<string>();
  for (let round = 0; round < 100; round++) {
    let actions = 0;
    while (visitOtherPages(person) && page() !== 'course') {
      away.push(page());
      t.true(++actions <= 24, 'every person returns');
    }
    returns.add(page() === 'course' ? 'by themselves' : 'not');
    if (page() !== 'course') person.device.choose('Skins');
    if (page() !== 'course') person.device.press('back');
  }
  t.deepEqual([...returns].toSorted(), ['by themselves', 'not']);
  for (const visited of ['menu', 'settings', 'trend', 'together']) t.true(away.includes(visited), visited);
});

test('[simulation] people who dislike other pages stay in the round and do nothing', (t) => {
  const { person, done } = personAt('course', { course: {}, menu: MENU }, { other_pages: 0 });
  for (let action = 0; action < 100; action++) t.false(visitOtherPages(person));
  t.deepEqual(done, []);
});

test('[simulation] people answer whether to end the round, but not on its setup page', (t) => {
  const ends = { 'End the round': 'menu', 'Continue the round': 'course' };
  const answers = new Set<string>();
  for (let seed = 0; seed < 20; seed++) {
    const { person, done } = personAt('asking', { asking: ends }, { pages_random: createSeededRandom(seed) });
    t.true(answerEnd(person));
    t.is(done.length, 1);
    answers.add(done[0] ?? '');
  }
  t.deepEqual([...answers].toSorted(), ['Continue the round', 'End the round']);
  const setup = personAt('setup', { setup: { 'Go on: hole 3 of 4': 'course', 'End the round': '', 'Start over': '' } });
  t.false(answerEnd(setup.person));
  t.false(answerEnd(personAt('menu', { menu: MENU }).person));
});
