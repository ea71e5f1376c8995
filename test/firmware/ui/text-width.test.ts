// Text measurement: the advance table matches the font, and fitted or wrapped text fits.

import test from 'ava';
import fc from 'fast-check';
import { ADVANCES } from '../../../firmware/drawing/text-width.ts';
import { fitted, textWidth, wrapped } from '../../../firmware/ui/text-width.ts';
import { measureAdvances } from '../../pictures/make-advances.ts';

test('[ui] has the advance table of the bundled font', (t) => {
  t.deepEqual(Object.fromEntries(ADVANCES), measureAdvances());
  for (const char of 'Az09éßŁøЖяΩ→□') t.true(ADVANCES.has(char), char);
});

test('[ui] measures text by the font’s advances in thousandths of its size', (t) => {
  t.is(textWidth('', 20), 0);
  t.is(textWidth('A', 1000), 700);
  t.is(textWidth('AI1', 10), (700 + 270 + 473) / 100);
  t.is(textWidth('\u4e2d', 1000), 915, 'a box for a character that the font lacks');
});

const words = fc.string({ unit: 'grapheme', maxLength: 60 });
const size = fc.integer({ min: 10, max: 44 });
const width = fc.integer({ min: 30, max: 480 });

test('[ui] fits text unchanged if there is room, otherwise shortened with an ellipsis', (t) => {
  fc.assert(
    fc.property(words, size, fc.integer({ min: 44, max: 480 }), (text, px, room) => {
      const shown = fitted(text, px, room);
      if (textWidth(shown, px) > room) return false;
      if (textWidth(text, px) <= room) return shown === text;
      return shown.endsWith('…') && text.startsWith(shown.slice(0, -1));
    }),
  );
  t.is(fitted('WWWW', 20, 0), '…', 'an ellipsis even without room');
  t.pass();
});

test('[ui] shows as much of a shortened text as fits', (t) => {
  // I is 270 wide: ten letters of 2.7 px and the ellipsis need exactly this room; one pixel less shows nine.
  const room = 10 * 2.7 + textWidth('…', 10);
  t.is(fitted('I'.repeat(20), 10, room + 0.01), `${'I'.repeat(10)}…`);
  t.is(fitted('I'.repeat(20), 10, room - 0.01), `${'I'.repeat(9)}…`);
});

test('[ui] wraps lines to fit and keeps every word in order', (t) => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'W', 'i', '.'), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), size, width, (list, px, more) => {
      const room = Math.max(more, textWidth('WWW', px));
      const lines = wrapped(list.join(' '), px, room);
      return lines.every((line) => textWidth(line, px) <= room) && lines.join(' ') === list.join(' ');
    }),
  );
  t.deepEqual(wrapped('a WWWWWWWWWWWWWWWWWWWWWWWWWWWW b', 20, 100).length, 3, 'a long word has its own line, cut');
});
