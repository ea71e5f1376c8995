// Tests of the progress report of a running scenario: the current step, in words, and the time it has taken so far.

import test from 'ava';
import { watchSteps, wordsOf, type Progress } from '../../../../simulation/scenarios/reports/progress.ts';
import type { Backend } from '../../../../simulation/scenarios/backend.ts';
import { readText } from '../../../support/scenario/scenario.ts';
import { valueOf } from '../../../support/results.ts';

/** Creates a backend of which only the clock may be used. */
function clockAlone(): Backend {
  let now_ms = 500;
  const none = (): never => {
    throw new Error('not asked');
  };
  return {
    name: 'a clock',
    can: new Set(),
    settle_ms: 0,
    target: none,
    pass: async (ms) => void (now_ms += ms),
    now_ms: () => now_ms,
    cloud: none,
    log: () => [],
    recording: async () => null,
    close: async () => {},
  };
}

for (const [yaml, action, of_ms] of [
  ["wait_for: { text: 'Verdict: Holed', within: 10 s }", 'wait for "Verdict: Holed"', 10_000],
  ['wait_for: [Putt 2, Ready]', 'wait for "Putt 2", "Ready"', 30_000],
  [
    'wait_for: { page: menu, led: { 1: orange }, state: { sensor: ready }, club_speed: 6 ± 1 mph }',
    'wait for page menu, state sensor ready, led 1 orange, club_speed 6 ± 1 mph',
    30_000,
  ],
  ['advance: 2 min', 'let time pass', 120_000],
  ['hold: { key: ok, for: 2 s }', 'hold ok', 2000],
  ['choose: [Lag putting, Start]', 'choose Lag putting, Start', null],
  ['putt: good', 'putt good', null],
  ['putt: { roll_ft: 9 }', 'putt roll_ft 9', null],
  ['unplug', 'unplug', null],
] as const)
  test(`[scenario] under way is ${action}${of_ms === null ? '' : `, of ${of_ms} ms`}`, async (t) => {
    const [step] = valueOf(t, readText(`steps:\n  - ${yaml}`)).steps;
    if (!step || step.kind === 'repeat') return t.fail();
    const updates: Progress[] = [];
    const { backend, begin } = watchSteps(clockAlone(), (progress) => updates.push(progress));
    await backend.pass(100);
    begin(step.at, wordsOf(step));
    await backend.pass(40);
    await backend.pass(60);
    const { at } = step;
    t.deepEqual(updates, [0, 40, 100].map((for_ms) => ({ at, action, for_ms, of_ms }))); // oxfmt-ignore
  });
