// Suggestions for mistyped words.

import test from 'ava';
import { didYouMean, nearestWord, nearWords } from '../../wire/nearest-word.ts';

const PAGES = ['menu', 'playing', 'players', 'settings', 'status'];

test('[text] finds the nearest known word, ignoring case', (t) => {
  t.is(nearestWord('plaing', PAGES), 'playing');
  t.is(nearestWord('MENY', PAGES), 'menu');
  t.is(nearestWord('sttings', PAGES), 'settings');
  t.is(nearestWord('playing', PAGES), 'playing');
  t.deepEqual(nearWords('playe', PAGES), ['players']);
});

test('[text] suggests nothing for a word that is far off, short or very long', (t) => {
  for (const word of ['', 'xx', 'nosuch', 'wedge', 'x'.repeat(100_000)])
    t.is(nearestWord(word, PAGES), null, word.slice(0, 9));
  t.is(nearestWord('xy', ['up', 'ok']), null);
  t.is(nearestWord('menu', []), null);
});

test('[text] puts a suggestion in brackets, or returns nothing', (t) => {
  t.is(didYouMean('plaing', PAGES), ' (did you mean playing?)');
  t.is(didYouMean('nosuch', PAGES), '');
});
