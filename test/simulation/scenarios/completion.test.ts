// Completion in the editor of `tapin test --ui`.

import test from 'ava';
import { completionsAt } from '../../../simulation/scenarios/ui-page/completion.ts';
import type { UiVocabulary } from '../../../simulation/scenarios/ui-page/ui-state.ts';

const WORDS: UiVocabulary = {
  steps: ['expect', 'putt'],
  head: ['name', 'seed', 'steps'],
  fields: ['page', 'text', 'state'],
  pages: ['menu', 'playing'],
  sounds: ['holed', 'miss'],
  keys: ['up', 'ok'],
  machines: { set: ['rolling', 'resting'], navigation: ['menu'] },
};
const ROWS = ['Lag putting', '> Start', 'Putts: 10'];

for (const [before, options, typed] of [
  ['', ['name: ', 'seed: ', 'steps: '], ''],
  ['se', ['name: ', 'seed: ', 'steps: '], 'se'],
  ['  - ', ['expect: ', 'putt: '], ''],
  ['  - ex', ['expect: ', 'putt: '], 'ex'],
  ['  - expect: { ', ['page: ', 'text: ', 'state: '], ''],
  ['  - wait_for: { text: Ready, pa', ['page: ', 'text: ', 'state: '], 'pa'],
  ['  - expect: { page: pl', ['menu', 'playing'], 'pl'],
  ['  - wait_for: { sound: ', ['holed', 'miss'], ''],
  ['  - expect: { state: { ', ['set', 'navigation'], ''],
  ['  - expect: { state: { set: r', ['rolling', 'resting'], 'r'],
  ['  - press: [up, o', ['up', 'ok'], 'o'],
  ['  - choose: [Lag putting, St', ['Lag putting', 'Start', 'Putts'], 'St'],
] as const)
  test(`[scenario] completes ${JSON.stringify(before)}`, (t) => {
    const found = completionsAt(before, WORDS, ROWS);
    t.deepEqual(found, { from: before.length - typed.length, options });
  });

test('[scenario] completes nothing in free text', (t) => {
  t.is(completionsAt('  - type: hel', WORDS, ROWS), null);
});
