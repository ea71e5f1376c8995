// Stored JSON objects: their size in blocks, and their value without the spaces.

import test from 'ava';
import { inBlocks, withoutSpaces } from '../../wire/flash-block.ts';
import { bytesOf, textOf } from '../../wire/bytes.ts';

const object = (length: number): Uint8Array => bytesOf(`{"a":"${'b'.repeat(length - 8)}"}`);

test('[flash] an object fills 1, 2, 4 or more blocks of 4,096 bytes, less a header of 32', (t) => {
  for (const [length, stored] of [
    [8, 4064],
    [4064, 4064],
    [4065, 8160],
    [8160, 8160],
    [8161, 16_352],
    [120_000, 131_040],
  ] as const) {
    const filled = inBlocks(object(length));
    t.is(filled.length, stored);
    t.deepEqual(withoutSpaces(filled), object(length));
    t.is(textOf(filled).trimEnd(), textOf(object(length)));
  }
});

test('[flash] leaves values unchanged that are no JSON object', (t) => {
  for (const text of ['', '   ', 'puts "a" ', '[1] ', ' {} ']) t.is(textOf(withoutSpaces(bytesOf(text))), text);
});
