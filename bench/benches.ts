// Every benchmark by its name.

import { benchCapacity } from './capacity.ts';
import { benchDecode } from './decode.ts';
import { benchExtensions } from './extensions.ts';
import type { Figure, Settings, Size, Tabled } from './figures.ts';
import { benchFirstFrame } from './first-frame.ts';
import { benchForwarding } from './forwarding.ts';
import { benchFleetSoak } from './fleet-soak.ts';
import { benchGolf } from './golf.ts';
import { benchIdle } from './idle.ts';
import { benchInstallation } from './installation.ts';
import { benchMemory } from './memory.ts';
import { benchPages } from './pages.ts';
import { benchPanelPage } from './panel-page.ts';
import { benchPaths } from './paths.ts';
import { benchRelay } from './relay.ts';
import { benchRelays } from './relays.ts';
import { benchReload } from './reload.ts';
import { benchScenarios } from './scenarios.ts';
import { benchSessionTime } from './session-time.ts';
import { benchSimulation } from './simulation.ts';
import { benchStore } from './store.ts';
import { benchStrikeToFrame } from './strike-to-frame.ts';
import { benchTimeline } from './timeline.ts';
import { benchTogether } from './together.ts';
import { benchVirtualTime } from './virtual-time.ts';
import { benchWakes } from './wakes.ts';
import { assert } from '../wire/errors.ts';
import { wait } from './waits.ts';

type Printed = Figure | Tabled;
type Bench = (
  size: Size,
  settings: Settings,
) => Iterable<Printed> | AsyncIterable<Printed> | Promise<Iterable<Printed>>;

/** A soak of a million inputs gives its figures at its end. */
const FIGURE_LIMIT_MS = 2 * 60 * 60_000;

export const BENCHES: Readonly<Record<string, Bench>> = {
  'first-frame': benchFirstFrame,
  'strike-to-frame': benchStrikeToFrame,
  decode: benchDecode,
  memory: benchMemory,
  idle: benchIdle,
  'virtual-time': benchVirtualTime,
  'session-time': benchSessionTime,
  simulation: benchSimulation,
  scenarios: benchScenarios,
  timeline: benchTimeline,
  together: benchTogether,
  pages: benchPages,
  'panel-page': benchPanelPage,
  extensions: async function* (size: Size) {
    yield* await benchPaths(size);
    yield* await benchExtensions(size);
    yield* await benchReload(size);
    yield* await benchStore(size);
  },
  forwarding: benchForwarding,
  golf: benchGolf,
  installation: benchInstallation,
  relay: benchRelay,
  wakes: benchWakes,
  'fleet-soak': benchFleetSoak,
  relays: benchRelays,
  capacity: benchCapacity,
};

/** Those that take settings, and which. */
export const SETTABLE: Readonly<Record<string, readonly (keyof Settings)[]>> = {
  relay: ['held', 'inputs'],
  relays: ['tables', 'seconds', 'rounds'],
  capacity: ['tables', 'seconds'],
  'fleet-soak': ['inputs', 'wait', 'fsync'],
};

/** A benchmark's figures, each as it is there. Fails where the next one takes longer than any does. */
export async function* figuresOf(name: string, size: Size, settings: Settings = {}): AsyncGenerator<Printed> {
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
