// Tests of Consistent Overhead Byte Stuffing, against the published examples and a reference decoder.

import test from 'ava';
import fc from 'fast-check';
import { cobsDecode, cobsEncode } from '../../../hal/sensor/cobs.ts';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

/** Examples from the Wikipedia article (2024), without the final 0x00 of the packet. */
const PUBLISHED: readonly (readonly [data: number[], encoded: number[]])[] = [
  [[0x00], [0x01, 0x01]],
  [
    [0x00, 0x00],
    [0x01, 0x01, 0x01],
  ],
  [
    [0x00, 0x11, 0x00],
    [0x01, 0x02, 0x11, 0x01],
  ],
  [
    [0x11, 0x22, 0x00, 0x33],
    [0x03, 0x11, 0x22, 0x02, 0x33],
  ],
  [
    [0x11, 0x22, 0x33, 0x44],
    [0x05, 0x11, 0x22, 0x33, 0x44],
  ],
  [
    [0x11, 0x00, 0x00, 0x00],
    [0x02, 0x11, 0x01, 0x01, 0x01],
  ],
  [range(0x01, 0xfe), [0xff, ...range(0x01, 0xfe)]],
  [
    [0x00, ...range(0x01, 0xfe)],
    [0x01, 0xff, ...range(0x01, 0xfe)],
  ],
  [range(0x01, 0xff), [0xff, ...range(0x01, 0xfe), 0x02, 0xff]],
  [
    [...range(0x02, 0xff), 0x00],
    [0xff, ...range(0x02, 0xff), 0x01, 0x01],
  ],
  [
    [...range(0x03, 0xff), 0x00, 0x01],
    [0xfe, ...range(0x03, 0xff), 0x02, 0x01],
  ],
];

/** Figure 3 of Cheshire and Baker (1999): the start of an IP header. */
const PAPER = {
  data: [0x45, 0x00, 0x00, 0x2c, 0x4c, 0x79, 0x00, 0x00, 0x40, 0x06, 0x4f, 0x37],
  encoded: [0x02, 0x45, 0x01, 0x04, 0x2c, 0x4c, 0x79, 0x01, 0x05, 0x40, 0x06, 0x4f, 0x37],
};

/** Reference decoder: each code byte except 0xFF stands for its data and a trailing 0x00; the final 0x00 is omitted. */
function reference(encoded: readonly number[]): number[] | null {
  const rest = [...encoded];
  const out: number[] = [];
  let zero_due = false;
  while (rest.length > 0) {
    if (zero_due) out.push(0);
    const code = rest.shift() ?? 0;
    const block = rest.splice(0, code - 1);
    if (code === 0 || block.length !== code - 1 || block.includes(0)) return null;
    out.push(...block);
    zero_due = code !== 0xff;
  }
  return out;
}

/** Data with many zeros, or hardly any, around the lengths where blocks end. */
const data = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.uint8Array({ min: 1, minLength: 250, maxLength: 520 }),
  fc.array(fc.constantFrom(0, 0, 1, 255), { maxLength: 300 }).map((values) => Uint8Array.from(values)),
);

test('[protocol] encodes the published COBS examples as published', (t) => {
  for (const [plain, encoded] of [...PUBLISHED, [PAPER.data, PAPER.encoded] as const]) {
    t.deepEqual([...cobsEncode(bytes(...plain))], encoded);
    t.deepEqual([...(cobsDecode(bytes(...encoded)) ?? [])], plain);
  }
  t.deepEqual([...cobsEncode(bytes())], [0x01]);
  t.deepEqual([...(cobsDecode(bytes(0x01)) ?? [9])], []);
});

test('[protocol] round-trips COBS data: no 0x00, one extra byte per started 254', (t) => {
  fc.assert(
    fc.property(data, (plain) => {
      const encoded = cobsEncode(plain);
      t.false(encoded.includes(0));
      t.true(encoded.length <= plain.length + Math.max(1, Math.ceil(plain.length / 254)));
      t.deepEqual(cobsDecode(encoded), plain);
      t.deepEqual(reference([...encoded]), [...plain]);
    }),
    { numRuns: 300 },
  );
});

test('[protocol] refuses a 0x00 inside and a block longer than the rest', (t) => {
  for (const wrong of [[0x00], [0x02], [0x05, 0x01, 0x02], [0x03, 0x11, 0x00], [0x01, 0x00], [0x02, 0x11, 0x00, 0x01]])
    t.is(cobsDecode(bytes(...wrong)), null, wrong.join());
});

test('[protocol] decodes any bytes like the reference decoder', (t) => {
  const noise = fc.oneof(fc.uint8Array({ maxLength: 30, max: 6 }), fc.uint8Array({ maxLength: 300 }));
  fc.assert(
    fc.property(noise, (encoded) => {
      const decoded = cobsDecode(encoded);
      t.deepEqual(decoded && [...decoded], reference([...encoded]));
    }),
    { numRuns: 500 },
  );
});
