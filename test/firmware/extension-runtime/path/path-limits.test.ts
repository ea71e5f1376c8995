// At most 2048 points and 64 subpaths, counted on the normalised path; beyond that, an error that names the limit and
// position.

import test from 'ava';
import { parsePath, type PathParse } from '../../../../firmware/extension-runtime/path/parse-path.ts';
import { pathItem } from '../../../../firmware/extension-runtime/path/path-item.ts';

const messageOf = (parse: PathParse): string => (parse.ok ? '' : parse.message);

/** [what, start, repeated piece, points in the start, points per repetition]. */
const COUNTED = [
  ['lines', 'M0 0', 'L1 1', 1, 1],
  ['lines without a letter', 'M0 0', ' 1 1', 1, 1],
  ['H and V', 'M0 0h1', 'h1v1', 2, 2],
  ['quadratic curves', 'M0 0M0 0', 'q1 1 2 2', 2, 2],
  ['smooth quadratic curves', 'M0 0M0 0', 't2 2', 2, 2],
  ['cubic curves', 'M0 0L1 1', 'c1 1 2 2 3 3', 2, 3],
  ['smooth cubic curves', 'M0 0L1 1', 's1 1 2 2', 2, 3],
  ['quarters of a circle', 'M0 0L1 1', 'a5 5 0 0 1 5 5', 2, 3],
  ['halves of a circle', 'M0 0L1 1', 'a5 5 0 0 1 10 0', 2, 6],
  ['three quarters of a circle', 'M0 0L1 1L1 1L1 1L1 1', 'a5 5 0 1 1 5 5', 5, 9],
  ['arcs that are lines', 'M0 0', 'a0 5 0 1 1 5 5', 1, 1],
] as const;

for (const [what, beginning, repeated, first, each] of COUNTED)
  test(`[R120] allows 2048 points but not one more: ${what}`, (t) => {
    const times = Math.floor((2048 - first) / each);
    const most = beginning + repeated.repeat(times);
    const rest = 'l1 1'.repeat(2048 - first - times * each);
    const full = parsePath(most + rest);
    t.true(full.ok, messageOf(full));
    t.is(full.ok && full.path.points.length / 2, 2048);
    t.is(full.ok && full.path.flaw, null);
    t.regex(
      messageOf(parsePath(`${most + rest}l1 1`)),
      /^A path has at most 2048 points: character \d+ exceeds this\.$/,
    );
    t.false(parsePath(`${most + rest}${repeated}`).ok);
  });

test('[R120] z and an arc to its own start draw nothing and add no points', (t) => {
  const parse = parsePath(`M0 0${' 1 1'.repeat(2047)}${'za5 5 0 1 1 0 0'.repeat(500)}`);
  t.is(parse.ok && parse.path.points.length / 2, 2048);
  t.is(parse.ok && parse.path.commands, `M${'L'.repeat(2047)}Z`);
});

test('[R120] the failure names the command letter, or the first number if there is none', (t) => {
  const before = 'M0 0'.length + 2047 * ' 1 1'.length;
  t.regex(messageOf(parsePath(`M0 0${' 1 1'.repeat(2048)}`)), new RegExp(`character ${before + 2} `));
  t.regex(messageOf(parsePath(`M0 0${' 1 1'.repeat(2047)}L2 2`)), new RegExp(`character ${before + 1} `));
  t.regex(messageOf(parsePath(`M0 0${' 1 1'.repeat(2047)}c1 1 2 2 3 3`)), new RegExp(`character ${before + 1} `));
});

test('[R120] 64 subpaths, not one more', (t) => {
  const full = parsePath('M0 0L1 1'.repeat(64));
  t.is(full.ok && full.path.subpaths, 64);
  t.is(messageOf(parsePath('M0 0L1 1'.repeat(65))), 'A path has at most 64 subpaths: character 513 starts another.');
  t.is(messageOf(parsePath('M0 0'.repeat(65))), 'A path has at most 64 subpaths: character 257 starts another.');
  t.true(parsePath('m1 1'.repeat(64)).ok);
});

test('[R120] a command after z starts a subpath; a second z or a move adds none', (t) => {
  const full = parsePath(`M0 0L1 1${'zL1 1'.repeat(63)}`);
  t.is(full.ok && full.path.subpaths, 64);
  t.is(
    messageOf(parsePath(`M0 0L1 1${'zL1 1'.repeat(64)}`)),
    `A path has at most 64 subpaths: character ${8 + 63 * 5 + 2} starts another.`,
  );
  const moved = parsePath('M0 0L1 1zzz'.repeat(64));
  t.is(moved.ok && moved.path.subpaths, 64);
});

test('[R120] beyond a limit draws nothing; an error before the limit is only an error', (t) => {
  const options = { fill: '#fff' };
  const beyond = `M0 0${'L1 1'.repeat(2048)}`;
  t.deepEqual(Object.keys(pathItem(beyond, options)).sort(), ['message', 'ok']);
  t.false(pathItem(beyond, options).ok);
  t.false(pathItem(`${beyond}?`, options).ok);
  t.true(pathItem(`M0 0?${'L1 1'.repeat(2048)}`, options).ok);
  t.true(pathItem(`M0 0?${'M1 1'.repeat(65)}`, options).ok);
});
