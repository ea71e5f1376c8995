// `tapin roll` against the tables of a separate integration, its path, and its refusals.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { callTapin } from '../support/process/call-tapin.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { readJson } from '../support/read-json.ts';

const shape = v.strictObject({
  aim_in: v.number(),
  speed_mps: v.number(),
  rest: v.nullable(v.strictObject({ x_ft: v.number(), y_ft: v.number() })),
  time_s: v.number(),
  path: v.array(v.strictTuple([v.number(), v.number(), v.number()])),
});

async function rolled(t: ExecutionContext, ...args: readonly string[]): Promise<v.InferOutput<typeof shape>> {
  const { code, stdout, stderr } = await callTapin(['roll', '--json', ...args]);
  t.deepEqual([code, stderr], [0, '']);
  t.is(stdout.split('\n').length, 2, 'one line');
  return readJson(shape, stdout);
}

test('[cli] roll aims above the low side of the hole, whichever way the green falls', async (t) => {
  const right = await rolled(t, '--stimp', '10', '--side', '2', '--distance', '10', '--past', '12');
  t.true(Math.abs(right.aim_in - 11.8) < 0.03 * 11.8);
  const left = await rolled(t, '--side', '-2', '--distance', '10');
  t.deepEqual([left.aim_in, left.speed_mps, left.time_s], [right.aim_in, right.speed_mps, right.time_s]);
  t.is(left.rest?.y_ft, -(right.rest?.y_ft ?? 0));
  t.true((right.rest?.y_ft ?? 0) > 0, 'a ball on a green that falls to the right rests on the right');
});

test('[cli] the path of roll begins at the ball, crosses the hole and ends where the ball rests', async (t) => {
  const { path, rest, time_s } = await rolled(t, '--side', '3', '--up', '-1', '--distance', '20');
  t.deepEqual(path[0], [0, 0, 0]);
  t.deepEqual(path.at(-1), [time_s, rest?.x_ft, rest?.y_ft]);
  const [before, after] = [path.findLast(([, x_ft]) => x_ft <= 20), path.find(([, x_ft]) => x_ft > 20)];
  const [[, x1, y1], [, x2, y2]] = [before ?? [0, 0, 0], after ?? [0, 0, 0]];
  const y_ft = y1 + ((20 - x1) * (y2 - y1)) / (x2 - x1);
  t.true(Math.abs(y_ft) < 0.01, `${y_ft} ft beside the hole`);
});

test('[cli] roll on a level green aims at the hole and rolls past by the given inches', async (t) => {
  const { aim_in, rest } = await rolled(t, '--distance', '10', '--past', '18');
  t.is(aim_in, 0);
  t.deepEqual(rest, { x_ft: 11.5, y_ft: 0 });
});

test('[cli] a ball that cannot rest has no resting place', async (t) => {
  const { rest, path } = await rolled(t, '--up', '-8', '--distance', '10');
  t.is(rest, null);
  t.true((path.at(-1)?.[1] ?? 0) > 10);
});

test('[cli] roll shows a faster putt, and says so, where no ball crosses the hole so slowly', async (t) => {
  const { code, stdout, stderr } = await callTapin(['roll', '--json', '--up', '-12', '--distance', '10']);
  t.is(code, 0);
  t.regex(stderr, /^tapin: The slope is too steep to cross the hole so slowly: a faster putt is shown\.\n$/);
  const { aim_in, rest, path } = readJson(shape, stdout);
  t.deepEqual([aim_in, rest], [0, null]);
  t.true((path.at(-1)?.[1] ?? 0) > 10);
});

test('[cli] roll prints a table of distances, and draws a picture', async (t) => {
  const { code, stdout } = await callTapin(['roll', '--side', '1']);
  t.is(code, 0);
  for (const [ft, inches] of [
    ['3', '1.2'],
    ['10', '5.8'],
    ['20', '13.0'],
    ['30', '20.4'],
  ])
    // oxfmt-ignore
    t.regex(stdout, new RegExp(`^${ft} ft +${inches} in `, 'm'));
  const file = join(await temporaryFolder(t), 'putt.svg');
  t.is((await callTapin(['roll', '--side', '2', '--distance', '10', '--svg', file])).code, 0);
  t.regex(await readFile(file, 'utf8'), /^<svg [^]*Aim 11\.8 in above the hole at 10 ft[^]*<\/svg>\n$/);
});

for (const [args, code, message] of [
  [['--json'], 2, '--json and --svg need a --distance.'],
  [['--svg', 'a.svg'], 2, '--json and --svg need a --distance.'],
  [['--stimp', '3.9'], 2, 'The green speed must be a number from 4 to 20 ft.'],
  [['--stimp', '1e1'], 2, 'The green speed must be a number from 4 to 20 ft.'],
  [['--side', '20.1'], 2, 'A side slope must be a number from -20 to 20 %.'],
  [['--up', 'x'], 2, 'A slope must be a number from -20 to 20 %.'],
  [['--distance', '0.9'], 2, 'A distance must be a number from 1 to 100 ft.'],
  [['--past', '121'], 2, 'The way past the hole must be a number from 0 to 120 in.'],
  [['--distance', '10', '--svg', '/no/such/folder/a.svg'], 1, "can't be written"],
] as const)
  test(`[cli] roll refuses ${args.join(' ')} with one sentence`, async (t) => {
    const called = await callTapin(['roll', ...args]);
    t.is(called.code, code);
    t.true(called.stderr.includes(message), called.stderr);
    t.is(called.stderr.trim().split('\n').length, 1);
    t.is(called.stdout, '');
  });
