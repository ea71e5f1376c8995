// Handlers of the scenario steps.

import type * as v from 'valibot';
import { conditionOf, type Condition, type StepName, type STEPS } from './reading/shapes.ts';
import { incomparable } from '../../sims/condition/conditions.ts';
import { met, unmet } from './conditions.ts';
import { compareGolden } from './golden.ts';
import { firstMatch } from './reading/pattern.ts';
import { WITHIN_MS } from './reports/progress.ts';
import { PUTT_MS } from './backend.ts';
import type { ScenarioContext } from './context.ts';
import { strokeOf } from './reading/strokes.ts';
import { didYouMean } from '../../wire/nearest-word.ts';

type Value<Name extends StepName> = v.InferOutput<(typeof STEPS)[Name]>;
type Handlers = { readonly [Name in StepName]: (stage: ScenarioContext, value: Value<Name>) => Promise<void> };

const POLL_MS = 20;
/** Exceeds the number of rows in any list. */
const ROWS_MAX = 64;

export const CARRY_OUT: Handlers = {
  press: pressAll,
  key: pressAll,
  async hold({ target, must, backend }, { key, for: ms }) {
    must(await target.key(key, 'press'));
    await backend.pass(ms);
    must(await target.key(key, 'release'));
    await backend.pass(backend.settle_ms);
  },
  async choose(stage, labels) {
    for (const label of labels) await chooseRow(stage, label);
  },
  async type({ target, must, backend }, text) {
    must(await target.type(text));
    await backend.pass(backend.settle_ms);
  },
  async touch({ target, must, backend }, { x, y }) {
    must(await target.touch(x, y));
    await backend.pass(backend.settle_ms);
  },
  async putt({ target, must, fail, backend, memory }, value) {
    const stroke = strokeOf(value, await target.wantedPutt());
    if (!stroke.ok) return fail(stroke.error.message);
    must(await target.stroke(stroke.value));
    memory.putts++;
    await backend.pass(PUTT_MS);
  },
  golfer: async ({ target, must }, swings) => must(await target.golfer(swings === 'on')),
  plug: async ({ target, must }) => must(await target.plug(true)),
  unplug: async ({ target, must }) => must(await target.plug(false)),
  fault: async ({ target, must }, fault) => must(await target.fault(fault)),
  board: async ({ target, must }, event) => must(await target.board(event)),
  power: async ({ target, must }, action) => must(await target.power(action)),
  network: async ({ target, must }, joined) => must(await target.network(joined === 'on')),
  cloud: async ({ backend, must }, action) => must(await backend.cloud(action)),
  simulator: async ({ servers, must }, order) => must(await servers().simulator(order)),
  shots: async ({ servers, must }, order) => must(await servers().shots(order)),
  async store({ servers, must, memory }, order) {
    must(await servers().store(order));
    for (const [name, code] of servers().values()) memory.kept.set(name, code);
  },
  firmware: async ({ servers, must }, release) => must(await servers().firmware(release)),
  clock: async ({ target, must }, { wrong_by }) => must(await target.setClock(wrong_by)),
  advance: ({ backend }, ms) => backend.pass(ms),
  wait_ms: ({ backend }, ms) => backend.pass(ms),
  wait_for: waitFor,
  expect: demandNow,
  check: demandNow,
  expect_line: async ({ target, demand }, line) => demand(conditionOf({ line }), await target.snapshot()),
  expect_no: refuse,
  reject: (stage, text) => refuse(stage, conditionOf({ text })),
  async screenshot(stage, value) {
    const { target, keep, fail, memory } = stage;
    const png = await target.png();
    const kept = keep(value.file, png);
    if (!kept.ok) return fail(kept.error.message);
    memory.screenshots.push(kept.value);
    await compareGolden(stage, value, png);
  },
  async save({ target, fail, memory }, patterns) {
    const { lines } = await target.snapshot();
    for (const [name, pattern] of Object.entries(patterns)) {
      const found = firstMatch(pattern, lines);
      if (!found.ok) return fail(found.error.message);
      if (found.value === null) return fail(`no line of the screen matches ${pattern}`);
      memory.kept.set(name, found.value);
    }
  },
};

async function demandNow({ target, demand }: ScenarioContext, condition: Condition): Promise<void> {
  demand(condition, await target.snapshot());
}

async function pressAll({ press }: ScenarioContext, keys: Value<'press'>): Promise<void> {
  for (const key of keys) await press(key);
}

/** Moves down to the row with this label, or else to the first that starts with it, and presses OK. */
async function chooseRow({ target, press, fail }: ScenarioContext, label: string): Promise<void> {
  const rows = new Set<string>();
  for (let moves = 0; moves < ROWS_MAX; moves++) {
    const { lines } = await target.snapshot();
    const whole = lines.some((line) => line === label || line === `> ${label}`);
    const focused = lines.find((line) => line.startsWith('> ')) ?? '';
    if (whole ? focused === `> ${label}` : focused.startsWith(`> ${label}`)) return press('ok');
    if (rows.has(focused)) break;
    rows.add(focused);
    await press('down');
  }
  const labels = [...rows].map((row) => row.replace(/^> /, '').split(': ')[0] ?? '');
  fail(`no row starts with ${JSON.stringify(label)}${didYouMean(label, labels)}`);
}

async function waitFor(
  { target, backend, since, demand }: ScenarioContext,
  { within: limit_ms = WITHIN_MS, ...rest }: Condition,
): Promise<void> {
  const condition = conditionOf(rest, rest.figures);
  const until_ms = backend.now_ms() + limit_ms;
  for (;;) {
    const snapshot = await target.snapshot();
    const left_ms = until_ms - backend.now_ms();
    const holds = unmet(condition, snapshot, since(snapshot, condition)).length === 0;
    if (holds || left_ms <= 0) return demand(condition, snapshot, holds ? '' : ` after ${limit_ms / 1000} s`);
    await backend.pass(Math.min(backend.poll_interval_ms ?? POLL_MS, left_ms));
  }
}

/**
 * Rejects a condition on a figure that is not on the screen or has another unit: that would not prove a different value
 * (R153, C172).
 */
async function refuse({ target, since, fail }: ScenarioContext, condition: Condition): Promise<void> {
  const snapshot = await target.snapshot();
  const problem = met(condition, snapshot, since(snapshot, condition)) || incomparable(condition, snapshot)[0];
  if (problem) fail(problem);
}
