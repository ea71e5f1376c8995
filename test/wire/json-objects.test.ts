// JSON objects from a stream without framing (wire/json-objects.ts).

import fc from 'fast-check';
import test from 'ava';
import { createObjectSplitter, type Piece } from '../../wire/json-objects.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const split = (text: string, bytes_max?: number): readonly Piece[] => createObjectSplitter(bytes_max).push(bytes(text));
const objects = (pieces: readonly Piece[]): readonly string[] =>
  pieces.filter(({ kind }) => kind === 'object').map(({ text }) => text);

test('[framing] splits glued objects and ignores separators between them', (t) => {
  t.deepEqual(objects(split('{"a":1}{"b":{"c":{}}}{}')), ['{"a":1}', '{"b":{"c":{}}}', '{}']);
  t.deepEqual(split('\ufeff {"a":1}\r\n\t\0{"b":2}\0\n'), [
    { kind: 'object', text: '{"a":1}' },
    { kind: 'object', text: '{"b":2}' },
  ]);
});

test('[framing] treats braces, quotes and backslashes in strings as text', (t) => {
  for (const text of ['}', '{', '"', '\\', '\\"', '"}{"', '\\\\', 'x\\', '{"a":"}"}']) {
    const object = JSON.stringify({ [text]: text });
    t.deepEqual(objects(split(object + object)), [object, object]);
  }
});

test('[framing] reports noise once per run and reads the next object', (t) => {
  t.deepEqual(split('GSPro ready\n{"a":1} } ] {"b":2}!'), [
    { kind: 'noise', text: 'GSPro ready\n' },
    { kind: 'object', text: '{"a":1}' },
    { kind: 'noise', text: '} ] ' },
    { kind: 'object', text: '{"b":2}' },
    { kind: 'noise', text: '!' },
  ]);
});

test('[framing] reports a partial object only when it is complete', (t) => {
  const splitter = createObjectSplitter();
  t.deepEqual(splitter.push(bytes('{"a":"{')), []);
  t.deepEqual(splitter.push(bytes('\\')), []);
  t.deepEqual(splitter.push(bytes('"')), []);
  t.deepEqual(splitter.push(bytes('}')), []);
  t.deepEqual(splitter.push(bytes('"}')), [{ kind: 'object', text: '{"a":"{\\"}"}' }]);
});

test('[framing] drops an object above the byte limit and reads the next one', (t) => {
  const fits = '{"a":"123456"}';
  t.deepEqual(split(fits, 14), [{ kind: 'object', text: fits }]);
  const pieces = split('{"a":"123456789{"b":1}', 14);
  t.deepEqual(pieces.map(({ kind }) => kind), ['noise', 'object']); // oxfmt-ignore
  t.deepEqual(objects(pieces), ['{"b":1}']);
  // Dropped as soon as it is too long, not when it ends.
  const splitter = createObjectSplitter(100);
  for (let n = 0; n < 101; n++) splitter.push(bytes('{'));
  t.deepEqual(objects(splitter.push(bytes('{}'))), ['{}']);
});

test('[framing] yields the same objects however the stream is cut', (t) => {
  const message = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue());
  fc.assert(
    fc.property(
      fc.array(message),
      fc.array(fc.nat(400)),
      fc.constantFrom('', '\n', '\0', ' '),
      (all, cuts, between) => {
        const texts = all.map((each) => JSON.stringify(each));
        const stream = bytes(texts.join(between));
        const positions = [0, ...cuts.map((cut) => Math.min(cut, stream.length)).sort((a, b) => a - b), stream.length];
        const splitter = createObjectSplitter();
        const pieces = positions.slice(1).flatMap((end, n) => splitter.push(stream.subarray(positions[n], end)));
        t.deepEqual(pieces, texts.map((text) => ({ kind: 'object' as const, text }))); // oxfmt-ignore
      },
    ),
  );
});
