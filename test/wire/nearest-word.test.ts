// The word that a mistyped one may mean.

import test from 'ava';
import { didYouMean, nearestWord, nearWords } from '../../wire/nearest-word.ts';

const PAGES = ['menu', 'playing', 'players', 'settings', 'status'];

test('[text] the nearest of the words that there are, whatever the case', (t) => {
  t.is(nearestWord('plaing', PAGES), 'playing');
  t.is(nearestWord('MENY', PAGES), 'menu');
  t.is(nearestWord('sttings', PAGES), 'settings');
  t.is(nearestWord('playing', PAGES), 'playing');
  t.deepEqual(nearWords('playe', PAGES), ['players']);
});

test('[text] nothing is near what is far off, short or endless', (t) => {
  for (const word of ['', 'xx', 'nosuch', 'wedge', 'x'.repeat(100_000)])
    t.is(nearestWord(word, PAGES), null, word.slice(0, 9));
  t.is(nearestWord('xy', ['up', 'ok']), null);
  t.is(nearestWord('menu', []), null);
});

test('[text] a suggestion stands in brackets, or nothing', (t) => {
  t.is(didYouMean('plaing', PAGES), ' (did you mean playing?)');
  t.is(didYouMean('nosuch', PAGES), '');
});
