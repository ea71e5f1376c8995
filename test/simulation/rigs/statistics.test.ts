// Tests of the statistics of a comparison and of a clock, against Python's.

import { execFileSync } from 'node:child_process';
import test from 'ava';
import * as v from 'valibot';
import type { StrikeValues } from '../../../hal/sensor/swing.ts';
import { agreementsOf } from '../../../simulation/rigs/agreement.ts';
import { clockError } from '../../../simulation/rigs/look-at-board.ts';
import { pythonTest } from '../../support/process/python.ts';
import { readJson } from '../../support/read-json.ts';

const PYTHON = `
import json, statistics, sys
d, x, y = json.loads(sys.argv[1])
print(json.dumps([statistics.mean(d), statistics.stdev(d), max(d, key=abs), statistics.linear_regression(x, y).slope]))
`;

const DIFFERENCES = [0.031, -0.012, 0.044, 0.019, -0.05, 0.027, 0.008, 0.061, -0.02];
const BEATS = [[0, 500], [1004, 1501], [1998, 2502], [3001, 3502], [4010, 4503]].map(([at_ms = 0, uptime_ms = 0]) => ({ at_ms, uptime_ms })); // oxfmt-ignore

const facing = (face_angle_deg: number): StrikeValues => ({
  club_speed_mps: 1.5,
  face_angle_deg,
  face_rotation_deg_per_in: 0.5,
  attack_angle_deg: 1,
  left_inner_proportion: 0.5,
  right_inner_proportion: 0.5,
  clamped: false,
});

pythonTest('[rig] computes bias, spread and clock error as Python does, with Student’s interval for 9 strokes', (t) => {
  const columns = [DIFFERENCES, BEATS.map(({ at_ms }) => at_ms), BEATS.map(({ uptime_ms }) => uptime_ms)];
  const output = execFileSync('python3', ['-c', PYTHON, JSON.stringify(columns)], { encoding: 'utf8' });
  const [mean, sd, worst, slope] = readJson(v.tuple([v.number(), v.number(), v.number(), v.number()]), output);
  const pairs = DIFFERENCES.map((off, at) => ({ a: facing(at - 4), b: facing(at - 4 + off) }));
  const face = agreementsOf(pairs).find(({ kind }) => kind.name === 'face_angle_deg');
  const near = (a: number | null | undefined, b: number): void =>
    void t.true(Math.abs((a ?? 9) - b) < 1e-9, `${a} ${b}`);
  near(face?.bias, mean);
  near(face?.sd, sd);
  near(face?.worst, worst);
  near(face?.confidence, (2.306 * sd) / 3);
  near(clockError(BEATS)?.share ?? null, slope - 1);
  t.is(clockError(BEATS.slice(0, 2)), null);
});

test('[rig] a late beat makes the clock error uncertain, timely beats do not', (t) => {
  const beats = (...at_ms: readonly number[]) => at_ms.map((each, at) => ({ at_ms: each, uptime_ms: at * 1000 }));
  const late = clockError(beats(0, 1000, 2009));
  t.true(
    late !== null && Math.abs(late.share) > 0.004 && late.uncertainty > Math.abs(late.share),
    JSON.stringify(late),
  );
  // By hand: residuals of 2, −4 and 2 ms, one degree of freedom, times one second apart: √(24 / 2) ms per second.
  const scattered = clockError([0, 1000, 2012].map((uptime_ms, at) => ({ at_ms: at * 1000, uptime_ms })));
  t.true(scattered !== null && Math.abs(scattered.uncertainty - 3 * 0.003464) < 1e-6, JSON.stringify(scattered));
  const fast = clockError(beats(0, 980, 1960));
  t.true(fast !== null && Math.abs(fast.share - 1 / 0.98 + 1) < 1e-9 && fast.uncertainty < 1e-9, JSON.stringify(fast));
});
