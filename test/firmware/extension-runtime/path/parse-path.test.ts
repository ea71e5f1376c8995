// The grammar and the error rule of SVG 2, by hand: the drawn part of a text, and the message about the rest.

import test from 'ava';
import { parsePath, type ParsedPath } from '../../../../firmware/extension-runtime/path/parse-path.ts';

function parsed(text: string): ParsedPath {
  const parse = parsePath(text);
  if (!parse.ok) throw new Error(parse.message);
  return parse.path;
}

/** [text, drawn part], all valid. */
const RIGHT: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'an empty text is a path without segments': [
    ['', ''],
    [' \t\n\f\r', ''],
  ],
  'absolute and relative commands': [
    ['M1 2L3 4H5V6', 'M1 2L3 4L5 4L5 6'],
    ['m1 2l3 4h5v6', 'M1 2L4 6L9 6L9 12'],
    ['M1 2c1 1 2 2 3 3q1 1 2 2', 'M1 2C2 3 3 4 4 5Q5 6 6 7'],
    ['M9 9m1 1l1 1', 'M9 9M10 10L11 11'],
  ],
  'sets of numbers without a letter; behind M they are lines': [
    ['M1 2 3 4 5 6', 'M1 2L3 4L5 6'],
    ['m1 2 3 4 5 6', 'M1 2L4 6L9 12'],
    ['M0 0H1 2 3', 'M0 0L1 0L2 0L3 0'],
    ['M0 0c1 1 2 2 3 3 1 1 2 2 3 3', 'M0 0C1 1 2 2 3 3C4 4 5 5 6 6'],
  ],
  'numbers without separators': [
    ['M0 0h3.4e38', 'M0 0L3.4e+38 0'],
    ['M.5.5-1-1', 'M0.5 0.5L-1 -1'],
    ['M1e1,1E+1L+2,-2e0', 'M10 10L2 -2'],
    ['M007 0.250L00-0', 'M7 0.25L0 0'],
    ['M100-200 0.6.5', 'M100 -200L0.6 0.5'],
    ['M1e-2 20e-1', 'M0.01 2'],
  ],
  'white space and commas, one of them after the numbers of a command': [
    ['\n M\t1 ,\f2 , 3,4\r', 'M1 2L3 4'],
    ['M0 0,L1 1 , Z l2 2', 'M0 0L1 1ZL2 2'],
  ],
  'z returns to the start of its subpath, where the next command continues': [
    ['M1 1L5 5zl1 0', 'M1 1L5 5ZL2 1'],
    ['m1 1l4 4zm1 1l1 1', 'M1 1L5 5ZM2 2L3 3'],
    ['M1 1L5 5ZZ zL3 3', 'M1 1L5 5ZL3 3'],
    ['M0 0M5 5L6 6zh1', 'M0 0M5 5L6 6ZL6 5'],
  ],
  'smooth curves mirror the control point of their own kind only': [
    ['M0 0C1 1 2 3 4 4S7 7 8 8', 'M0 0C1 1 2 3 4 4C6 5 7 7 8 8'],
    ['M0 0c1 1 2 3 4 4s3 3 4 4s1 1 2 2', 'M0 0C1 1 2 3 4 4C6 5 7 7 8 8C9 9 9 9 10 10'],
    ['M0 0S1 2 3 3', 'M0 0C0 0 1 2 3 3'],
    ['M0 0Q1 2 3 3S5 6 7 7', 'M0 0Q1 2 3 3C3 3 5 6 7 7'],
    ['M0 0Q1 2 3 3T6 6T9 9', 'M0 0Q1 2 3 3Q5 4 6 6Q7 8 9 9'],
    ['M0 0T2 2', 'M0 0Q0 0 2 2'],
    ['M0 0C1 1 2 3 4 4T6 6', 'M0 0C1 1 2 3 4 4Q4 4 6 6'],
    ['M0 0C1 1 2 3 4 4L5 5S6 7 8 8', 'M0 0C1 1 2 3 4 4L5 5C5 5 6 7 8 8'],
    ['M0 0C1 1 2 3 4 4A9 9 0 0 0 4 4S6 7 8 8', 'M0 0C1 1 2 3 4 4C4 4 6 7 8 8'],
    ['M0 0C1 1 2 3 4 4ZS6 7 8 8', 'M0 0C1 1 2 3 4 4ZC0 0 6 7 8 8'],
  ],
  'arcs: a quarter of a circle is one curve, a half two; control points at 0.5522847 of the radius': [
    ['M0 0A10 10 0 0 1 10 10', 'M0 0C5.52285 0 10 4.47715 10 10'],
    ['M0 0A10 10 0 0 0 10 10', 'M0 0C0 5.52285 4.47715 10 10 10'],
    ['M0 0a5 5 0 0 1 10 0', 'M0 0C0 -2.76142 2.23858 -5 5 -5C7.76142 -5 10 -2.76142 10 0'],
    [
      'M1 0a1 1 0 1 1-1-1',
      'M1 0C1 0.552285 0.552285 1 0 1C-0.552285 1 -1 0.552285 -1 0C-1 -0.552285 -0.552285 -1 0 -1',
    ],
  ],
  'arcs without a radius are lines, arcs to their own start draw nothing': [
    ['M0 0A0 5 0 1 1 9 9', 'M0 0L9 9'],
    ['M0 0a5 0 30 0 0 9 9', 'M0 0L9 9'],
    ['M3 4A5 5 0 1 1 3 4L5 5', 'M3 4L5 5'],
    ['M0 0zA5 5 0 1 1 0 0z', 'M0 0Z'],
  ],
};

for (const [rule, cases] of Object.entries(RIGHT))
  test(`[C42] ${rule}`, (t) => {
    for (const [text, d] of cases) {
      t.is(parsed(text).d, d, text);
      t.is(parsed(text).flaw, null, text);
    }
  });

test('[C42] arcs: negative radii count as positive, small ones grow, flags need no separator', (t) => {
  for (const [text, same] of [
    ['M0 0a-5-7 20 0 1 6 2', 'M0 0a5 7 20 0 1 6 2'],
    ['M0 0a-5 7 20 0 1 6 2', 'M0 0a5 7 20 0 1 6 2'],
    ['M0 0a5-7 20 1 0 6 2', 'M0 0a5 7 20 1 0 6 2'],
    ['M0 0a1 1 0 0 1 10 0', 'M0 0a5 5 0 0 1 10 0'],
    ['M0 0a1e-200 1e-200 0 0 1 10 0', 'M0 0a5 5 0 0 1 10 0'],
    ['M0 0a1 1 0 01.5.5', 'M0 0a1 1 0 0 1 0.5 0.5'],
    ['M0 0A5.5.3-4 010-.1', 'M0 0A5.5 0.3 -4 0 1 0 -0.1'],
    ['M0 0a5 5 0 11-.5.5 5 5 0 00 1 1', 'M0 0a5 5 0 1 1 -0.5 0.5a5 5 0 0 0 1 1'],
    ['M0 0a5 9 380 0 1 6 2', 'M0 0a5 9 20 0 1 6 2'],
  ] as const) {
    t.is(parsed(text).d, parsed(same).d, text);
    t.is(parsed(text).flaw, null, text);
  }
});

test('[C42] arcs end exactly at their end point, however flat', (t) => {
  for (const radius of ['30', '1e6', '1e12', '1e30']) {
    const { points, commands } = parsed(`M0 0A${radius} ${radius} 0 0 1 7 0`);
    t.is(commands, 'MC');
    t.deepEqual(points.slice(-2), [7, 0]);
    t.true(
      points.every((value) => value >= -7 && value <= 7),
      radius,
    );
  }
});

/** [text, drawn part, position of the error, message]. */
const WRONG: Readonly<Record<string, readonly (readonly [string, string, number, RegExp])[]>> = {
  'a path starts with M or m': [
    ['L1 1', '', 1, /M or m/],
    [' z', '', 2, /M or m/],
    [',M0 0', '', 1, /not ","/],
    ['5 5', '', 1, /M or m/],
    ['ÿM0 0', '', 1, /U\+00FF/],
  ],
  'a faulty command is drawn up to its last valid segment': [
    ['M0 0L1 1 2 2 3', 'M0 0L1 1L2 2', 15, /path ends/],
    ['M0 0L1 1 2 x', 'M0 0L1 1', 12, /"x"/],
    ['M0 0C1 1 2 2 3 3 4 4 5 5 6', 'M0 0C1 1 2 2 3 3', 27, /path ends/],
    ['M0 0L1 1X2 2L3 3', 'M0 0L1 1', 9, /command or a number.*"X"/],
    ['M0 0 5', 'M0 0', 7, /number/],
    ['M0', '', 3, /number/],
    ['M', '', 2, /path ends/],
    ['M0 0H1 2 -', 'M0 0L1 0L2 0', 11, /path ends/],
    ['M0 0L1 1#', 'M0 0L1 1', 9, /"#"/],
  ],
  'only a command may follow z': [
    ['M0 0L1 1z5 5', 'M0 0L1 1Z', 10, /expected a command, not "5"/],
    ['M0 0z-1', 'M0 0Z', 6, /command/],
    ['M10 10Z,L5 5', 'M10 10Z', 8, /expected a command or a number, not ","/],
    ['M0 0L1 1z , l2 2', 'M0 0L1 1Z', 11, /","/],
  ],
  'a comma only separates two values': [
    ['M0 0,,L1 1', 'M0 0', 6, /","/],
    ['M0,,0', '', 4, /","/],
    ['M,0 0', '', 2, /","/],
    ['M0 0L1 1,', 'M0 0L1 1', 10, /path ends/],
  ],
  'a number has digits after its point and in its exponent, and is finite': [
    ['M0 0L1 1 5 60.', 'M0 0L1 1', 12, /"60\." has no digit after its decimal point/],
    ['M0 0L60. 5', 'M0 0', 6, /"60\."/],
    ['M0 0L. 5', 'M0 0', 6, /"\."/],
    ['M0 0L1e 5', 'M0 0', 6, /"1e" has no digit in its exponent/],
    ['M0 0L1e+ 5', 'M0 0', 6, /"1e\+"/],
    ['M0 0L1 1e400L2 2', 'M0 0', 8, /"1e400" is too large/],
    ['M0 0L1 -1e400', 'M0 0', 8, /too large/],
    ['M0 0L+-1 1', 'M0 0', 7, /"-"/],
    [`M0 0L1 ${'9'.repeat(400)}`, 'M0 0', 8, /"9999999999999999…" is too large/],
    ['M0 0h5h1e39', 'M0 0L5 0', 8, /"1e39" is too large/],
    ['M3e38 0l3e38 0', 'M3e+38 0', 8, /coordinate that is too large/],
    ['M0 0L0x10 1', 'M0 0', 7, /"x"/],
    ['M0 0LInfinity 1', 'M0 0', 6, /"I"/],
  ],
  'a flag is 0 or 1, one character': [
    ['M0 0a5 5 0 6 1 9 9', 'M0 0', 12, /expected a flag \(0 or 1\), not "6"/],
    ['M0 0a5 5 0 1 -1 9 9', 'M0 0', 14, /"-"/],
    ['M0 0a5 5 0 .0 1 9 9', 'M0 0', 12, /flag/],
    ['M0 0a5 5 0 0 1 9 9 5 5 0 2 1 9 9L1 1', 'M0 0a5 5 0 0 1 9 9', 26, /flag/],
  ],
  'only space, tab, line feed, form feed and carriage return are white space': [
    ['M0 0\u000bL1 1', 'M0 0', 5, /U\+000B/],
    ['M0\u00a00', '', 3, /U\+00A0/],
    ['M0 0L1 1\u2003L2 2', 'M0 0L1 1', 9, /U\+2003/],
    ['\ufeffM0 0', '', 1, /U\+FEFF/],
    ['M0 0\u0000L1 1', 'M0 0', 5, /U\+0000/],
  ],
  'letters of other alphabets are not commands': [
    ['M0 0ſ1 1 2 2', 'M0 0', 5, /U\+017F/],
    ['M0 0😀', 'M0 0', 5, /U\+1F600/],
    ['M0 0R1 1', 'M0 0', 5, /"R"/],
  ],
};

for (const [rule, cases] of Object.entries(WRONG))
  test(`[C42] drawn up to the error: ${rule}`, (t) => {
    for (const [text, drawn, position, message] of cases) {
      const { d, flaw } = parsed(text);
      t.is(d, parsed(drawn).d, text);
      t.is(flaw?.position, position, text);
      t.regex(flaw?.message ?? '', message, text);
      t.regex(flaw?.message ?? '', new RegExp(`^Character ${position} of the path: .*\\.$`), text);
    }
  });

test('[C42] a refused segment leaves none of its points behind', (t) => {
  t.deepEqual(parsed('M1 1M3e38 0l3e38 0').points, [1, 1, 3e38, 0]);
  t.deepEqual(parsed('M1 1c1 1 2 2 3e38 3 1 1 2 2 3e38 3').points, [1, 1, 2, 2, 3, 3, 3e38, 4]);
});

test('[path] coordinates are short and as precise as the canvas draws them', (t) => {
  for (const [text, d] of [
    ['M0.1 0.2L0.30000000000000004 1', 'M0.1 0.2L0.3 1'],
    ['M0 0L1.23456789 1', 'M0 0L1.234568 1'],
    ['M0 0L9.99999999 0.00000012', 'M0 0L10 0'],
    ['M9.99999999 0.1234567', 'M10 0.12346'],
    ['M480.123456 0L0 1', 'M480.1235 0L0 1'],
    ['M-0.00000001 1', 'M0 1'],
    ['M0 0L123456789 1', 'M0 0L123456789 1'],
    ['M0.00012345678 0', 'M0.0001234568 0'],
  ] as const)
    t.is(parsed(text).d, d, text);
});
