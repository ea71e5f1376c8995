// Pictures for the page: what a message leaves out, the page has from the one before.

import fc from 'fast-check';
import test from 'ava';
import * as v from 'valibot';
import { pictureMessage, sentItems } from '../../../sims/panel/picture.ts';
import type { DisplayList } from '../../../hal/screen/screen.ts';
import { readJson } from '../../support/read-json.ts';

const message = v.strictObject({
  type: v.literal('picture'),
  head: v.number(),
  items: v.array(v.unknown()),
  tail: v.number(),
});
const dot = (x: number): DisplayList[number] => ({ kind: 'rect', x, y: 0, w: 1, h: 1, fill: '#ffffff' });

test('[panel] a message turns the list before into the next one', (t) => {
  const lists = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 6 });
  fc.assert(
    fc.property(lists, lists, (from, to) => {
      const [before, after] = [sentItems(from.map(dot)), sentItems(to.map(dot))];
      const text = pictureMessage(before, after);
      if (text === null) return before.join() === after.join();
      const { head, items, tail } = readJson(message, text);
      const shown = before.map((each): unknown => JSON.parse(each));
      const next = [...shown.slice(0, head), ...items, ...shown.slice(shown.length - tail)];
      return JSON.stringify(next) === JSON.stringify(to.map(dot)) && before.join() !== after.join();
    }),
    { seed: 5, numRuns: 500 },
  );
  t.pass();
});

test('[panel] a message holds only the items that changed', (t) => {
  const sent = pictureMessage(sentItems([1, 2, 3].map(dot)), sentItems([1, 7, 3].map(dot)));
  t.deepEqual(readJson(message, sent ?? ''), { type: 'picture', head: 1, items: [dot(7)], tail: 1 });
});

test('[panel] the first message is sent even for an empty picture', (t) => {
  t.deepEqual(readJson(message, pictureMessage(null, []) ?? ''), { type: 'picture', head: 0, items: [], tail: 0 });
});

test('[panel] a QR code is sent as shapes, and a character without a glyph as a box', (t) => {
  const items = sentItems([
    { kind: 'qr', x: 0, y: 0, side: 100, text: 'tapin' },
    { kind: 'text', x: 0, y: 0, text: 'A日', size: 10, color: '#ffffff' },
  ]);
  const kinds = items.map((item) => /"kind":"(\w+)"/.exec(item)?.[1]);
  t.deepEqual(kinds, ['rect', 'path', 'text']);
  t.true(items.at(-1)?.includes('"A□"'));
});
