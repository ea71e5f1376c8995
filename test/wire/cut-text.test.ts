// Shortening of foreign texts between words.

import test from 'ava';
import { cutAtWord } from '../../wire/cut-text.ts';

test('[text] keeps a text that fits and cuts a longer one after a whole word', (t) => {
  t.is(cutAtWord('the putter is not selected', 26), 'the putter is not selected');
  t.is(cutAtWord('the putter is not selected', 25), 'the putter is not…');
  t.is(cutAtWord('the putter is not selected', 18), 'the putter is not…');
  t.is(cutAtWord('the putter is not selected', 17), 'the putter is…');
  t.is(cutAtWord('', 5), '');
});

test('[text] cuts one long word between characters and never splits an emoji', (t) => {
  t.is(cutAtWord('a'.repeat(50), 10), `${'a'.repeat(9)}…`);
  t.is(cutAtWord('⛳🏌🏌🏌🏌', 4), '⛳🏌🏌…');
  t.is(Array.from(cutAtWord(`a ${'b'.repeat(90)}`, 60)).length, 60);
});
