// The options of canvas.path: their form in the display list, and which ones are refused.

import test from 'ava';
import fc from 'fast-check';
import { pathItem, type PathOptions } from '../../../../firmware/extension-runtime/path/path-item.ts';
import { hostilePaths } from '../../../support/extension/path-data.ts';

const LINE = 'M0 0L10 0';
const itemOf = (d: string, options: PathOptions = {}) => {
  const drawing = pathItem(d, options);
  return drawing.ok ? drawing.item : null;
};
const refusal = (options: PathOptions, ...d: readonly unknown[]): string => {
  const drawing = pathItem(d.length > 0 ? d[0] : LINE, options);
  return drawing.ok ? '' : drawing.message;
};

test('[C42] defaults: no fill, no stroke, width 1, opaque, not moved, scaled or turned', (t) => {
  const plain = { kind: 'path', d: LINE, x: 0, y: 0, scale: 1, angle_deg: 0, pen: 'sharp' } as const;
  t.deepEqual(itemOf(LINE), plain);
  t.deepEqual(itemOf(LINE, { fill: null, stroke: undefined, width: null, opa: null, angle: undefined }), plain);
  t.deepEqual(itemOf(LINE, { stroke: '#123456' }), { ...plain, stroke: '#123456', width: 1 });
  t.deepEqual(itemOf('M0 0l10 0?'), plain);
});

test('[C42] colours are #rgb, #rrggbb or an integer 0xRRGGBB', (t) => {
  for (const [given, color] of [
    ['#1aF', '#11aaff'],
    ['#12ABcd', '#12abcd'],
    [0, '#000000'],
    [0xffffff, '#ffffff'],
    [0x0000ff, '#0000ff'],
    [255, '#0000ff'],
  ] as const) {
    t.is(itemOf(LINE, { fill: given })?.fill, color);
    t.is(itemOf(LINE, { stroke: given })?.stroke, color);
  }
  for (const wrong of [
    'red',
    '#12',
    '#1234',
    '#12345',
    '#1234567',
    '#12345g',
    '123456',
    '#12345678',
    ' #123',
    '#123\n',
    '',
  ])
    t.regex(refusal({ fill: wrong }), /fill must be '#rgb', '#rrggbb' or an integer 0xRRGGBB, not "/, wrong);
  for (const wrong of [-1, 0x1000000, 1.5, Number.NaN, Infinity, true, {}, []])
    t.regex(refusal({ stroke: wrong }), /stroke must be .*not (-|\d|NaN|Inf|true|a value of another type)/);
});

test('[C42] opa is clamped to 0..255 and rounded', (t) => {
  for (const [opa, color] of [
    [-1e300, '#ff000000'],
    [0, '#ff000000'],
    [1, '#ff000001'],
    [127.6, '#ff000080'],
    [254, '#ff0000fe'],
    [255, '#ff0000'],
    [1e300, '#ff0000'],
  ] as const)
    t.is(itemOf(LINE, { fill: '#f00', opa })?.fill, color, String(opa));
});

test('[C42] refuses options that are not finite numbers, each by its name', (t) => {
  for (const name of ['width', 'opa', 'x', 'y', 'scale', 'angle'] as const)
    for (const value of [Number.NaN, Infinity, -Infinity, '1', true, {}, []]) {
      const message = refusal({ [name]: value });
      t.regex(message, new RegExp(`^Path options: ${name} must be a finite number.*, not .*\\.$`));
      t.true(message.length < 120);
    }
  t.regex(refusal({ x: 'y'.repeat(1000) }), /not "y{20}…"/);
});

test('[C42] a path is a text', (t) => {
  for (const d of [undefined, null, 5, {}, ['M0 0']]) t.regex(refusal({}, d), /string of SVG path data/);
});

test('[C42] a point reaches ±32,767 on the screen, after x, y, scale and angle', (t) => {
  const reach = /must stay within ±32767 on the screen/;
  for (const [d, options] of [
    ['M0 0L32767 -32767', {}],
    ['M0 0L-32767 32767', {}],
    ['M0 0L10 0', { x: 32_757 }],
    ['M0 0L10 0', { scale: 3276.7 }],
    ['M50000 0L50001 0', { x: -50_000 }],
    ['M100000 0', { scale: 0.3 }],
    ['M0 0L30000 0', { angle: 45 }],
    ['M0 0L20000 20000', { angle: 30, x: 20_000 }],
    ['M0 0L20000 -20000', { angle: 60, y: 20_000 }],
  ] as const)
    t.is(refusal(options, d), '', d);
  for (const [d, options] of [
    ['M0 0L32768 0', {}],
    ['M0 0L0 -32767.5', {}],
    ['M0 0L10 0', { x: 32_758 }],
    ['M0 0L0 10', { y: -32_768 }],
    ['M0 0L10 0', { scale: 3276.8 }],
    ['M0 0L0 10', { scale: -3276.8 }],
    ['M100000 0', { scale: 0.4 }],
    ['M0 0L30000 30000', { angle: 45 }],
    ['M0 0L20000 20000', { angle: -30, x: 20_000 }],
    ['M0 0Q40000 0 5 5', {}],
    ['M0 0C0 0 0 -40000 5 5', {}],
    ['M0 0A1e9 1e9 0 1 1 5 5', {}],
  ] as const)
    t.regex(refusal(options, d), reach, d);
  t.regex(refusal({}, 'M0 0L40000 0?'), reach, 'a later error does not change the refusal');
  t.is(refusal({}, 'M0 0?L40000 0'), '', 'undrawn segments are not checked');
});

test('[C42] no number of a path or its options exceeds ±1e9, before or after scaling', (t) => {
  t.is(refusal({ scale: 1e-9 }, 'M1e9 0'), '');
  t.regex(refusal({ scale: 1e-9 }, 'M1.1e9 0'), /Path coordinates must be within ±1000000000/);
  t.regex(refusal({ scale: 0 }, 'M0 1e30'), /Path coordinates/);
  for (const name of ['x', 'y', 'scale', 'angle', 'width'] as const) {
    t.regex(refusal({ [name]: 1.1e9 }), new RegExp(`${name} must be a finite number from -1000000000 to 1000000000`));
    t.regex(refusal({ [name]: -1.1e9 }), new RegExp(`${name} must be a finite number`));
  }
});

test('[C42] a stroke is at most 512 wide as drawn', (t) => {
  const stroke = '#fff';
  for (const options of [{ width: 512 }, { width: 0 }, { width: 256, scale: 2 }, { width: 1024, scale: -0.5 }])
    t.is(refusal({ ...options, stroke }), '');
  for (const options of [{ width: 513 }, { width: 256.5, scale: 2 }, { width: 1025, scale: -0.5 }, { scale: 513 }])
    t.regex(refusal({ ...options, stroke }), /width times scale must be at most 512/);
  t.regex(refusal({ width: 513 }), /at most 512/, 'an explicit width counts even without a stroke');
  t.is(refusal({ scale: 600 }), '', 'the default width does not');
  t.regex(refusal({ width: -1, stroke }), /width must be 0 or more/);
  t.is(itemOf(LINE, { stroke, width: 0 })?.stroke, undefined);
});

test('[C42] returns a path error with the item, which draws the part before it', (t) => {
  const drawing = pathItem('M0 0L5 5 60. 1', { stroke: 1 });
  t.true(drawing.ok);
  if (!drawing.ok) return;
  t.is(drawing.item.d, 'M0 0L5 5');
  t.is(drawing.flaw?.position, 10);
  const right = pathItem('M0 0L5 5', { stroke: 1 });
  t.is(right.ok && right.flaw, null);
});

test('[C42] any text with any options gives an item of finite numbers or one sentence', (t) => {
  const value = fc.oneof(
    fc.double(),
    fc.integer({ min: -5, max: 300 }),
    fc.constantFrom('#fff', '#12345z', null, undefined, true, {}),
    fc.string(),
  );
  const options = fc.record(
    { fill: value, stroke: value, width: value, opa: value, x: value, y: value, scale: value, angle: value },
    { requiredKeys: [] },
  );
  let items = 0;
  fc.assert(
    fc.property(hostilePaths, fc.oneof(options, fc.record({ scale: fc.integer(), opa: fc.double() })), (d, given) => {
      const drawing = pathItem(d, given);
      if (!drawing.ok) return void t.regex(drawing.message, /^[A-Z].*\.$/);
      items++;
      const { x, y, scale, angle_deg, width = 1 } = drawing.item;
      t.true([x, y, scale, angle_deg, width].every((number) => Number.isFinite(number)));
      t.true(width >= 0 && Math.abs(angle_deg ?? 0) < 360);
      for (const color of [drawing.item.fill, drawing.item.stroke])
        t.regex(color ?? '#000000', /^#[0-9a-f]{6}([0-9a-f]{2})?$/);
    }),
    { seed: 42, numRuns: 800 },
  );
  t.true(items > 100);
});
