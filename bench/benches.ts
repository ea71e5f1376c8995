// Benchmarks by name.

import type { BenchFigure, BenchSettings, BenchSize, Tabled } from './figures.ts';
import { benchFirstFrame } from './first-frame.ts';
import { benchMemory } from './memory.ts';
import { benchPage } from './page.ts';
import { benchPaths } from './paths.ts';
import { benchRelay } from './relay.ts';
import { benchRoll } from './roll.ts';
import { benchRolling } from './rolling.ts';
import { benchSensorBoard } from './sensor-board.ts';
import { benchSessionTime } from './session-time.ts';
import { benchSmallMachine } from './small-machine.ts';
import { benchStore } from './store.ts';
import { benchStrikeToFrame } from './strike-to-frame.ts';
import { benchTab } from './tab.ts';
import { benchTogether } from './together.ts';
import { benchVirtualTime } from './virtual-time.ts';
import { benchWakes } from './wakes.ts';
import { assert } from '../wire/errors.ts';
import { wait } from './waits.ts';

type Printed = BenchFigure | Tabled;
type Bench = (
  size: BenchSize,
  settings: BenchSettings,
) => Iterable<Printed> | AsyncIterable<Printed> | Promise<Iterable<Printed>>;

const FIGURE_LIMIT_MS = 20 * 60_000;

export const BENCHES: Readonly<Record<string, Bench>> = {
  'first-frame': benchFirstFrame,
  'strike-to-frame': benchStrikeToFrame,
  'sensor-board': benchSensorBoard,
  'small-machine': benchSmallMachine,
  roll: benchRoll,
  rolling: benchRolling,
  page: benchPage,
  tab: benchTab,
  memory: benchMemory,
  'virtual-time': benchVirtualTime,
  'session-time': benchSessionTime,
  together: benchTogether,
  paths: benchPaths,
  store: benchStore,
  relay: benchRelay,
  wakes: benchWakes,
};

/** Yields each figure of a benchmark as it arrives. Throws if the next one takes longer than 20 minutes. */
export async function* figuresOf(name: string, size: BenchSize, settings: BenchSettings = {}): AsyncGenerator<Printed> {
  const bench = BENCHES[name];
  assert(bench, `there is a benchmark ${name}`);
  const figures = all(bench(size, settings));
  for (;;) {
    const next = await wait(`the next figure of ${name}`, figures.next(), FIGURE_LIMIT_MS);
    if (next.done) return;
    yield next.value;
  }
}

async function* all(figures: ReturnType<Bench>): AsyncGenerator<Printed> {
  yield* await figures;
}
