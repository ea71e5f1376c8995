// Numbers typed into a field of a page.

import test from 'ava';
import { readTypedNumber, steppedNumber } from '../../wire/typed-number.ts';

const READ: readonly (readonly [text: string, number: number])[] = [
  ['0.5', 0.5],
  ['0,5', 0.5],
  [' 6,5\n', 6.5],
  ['-.5', -0.5],
  ['+3.', 3],
  ['007', 7],
];

for (const [text, number] of READ)
  test(`[C174] reads ${JSON.stringify(text)} as ${number}`, (t) => t.is(readTypedNumber(text), number));

const FOREIGN = [
  '',
  ' ',
  '.',
  '-',
  '1.5m/s',
  '1..5',
  '1,5,0',
  '1,500.2',
  '1 5',
  '1e2',
  '0x10',
  '--1',
  '６',
  'NaN',
  'Infinity',
];

for (const text of FOREIGN)
  test(`[R154] reads no number from ${JSON.stringify(text)}`, (t) => t.is(readTypedNumber(text), null));

test('[C174] steps by arrow key between multiples of the step, within the range', (t) => {
  const range = { min: -1, max: 1, step: 0.1 };
  t.is(steppedNumber('0,2', 'ArrowUp', range), 0.3);
  t.is(steppedNumber('0.3', 'ArrowDown', range), 0.2);
  t.is(steppedNumber('0.25', 'ArrowUp', range), 0.3);
  t.is(steppedNumber('0.25', 'ArrowDown', range), 0.2);
  t.is(steppedNumber('', 'ArrowUp', range), 0.1, 'empty counts as zero');
  t.is(steppedNumber('1', 'ArrowUp', range), 1);
  t.is(steppedNumber('7', 'ArrowUp', range), 1);
  t.is(steppedNumber('-7', 'ArrowDown', range), -1);
  t.is(steppedNumber('1x', 'ArrowUp', range), null, 'no step from a text that is not a number');
  t.is(steppedNumber('0.2', 'Enter', range), null);
});
