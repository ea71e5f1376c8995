// Runs a whole session in one process on one virtual clock: relay, host, guests and players, with network and storage
// faults drawn from a seed. Checks the rules at every event and again after all faults are healed.

import type { BoardKind } from '../../sims/sensor-board/board-events.ts';
import { createBoardOf } from '../device/board-program.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newIdentity } from '../../cloud-stub/devices/new-identity.ts';
import { createVirtualClock, type VirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createHttpNetwork, type HttpNetwork } from '../../hal/http/http-virtual.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { messageOf, assertDefined } from '../../wire/errors.ts';
import { readSecret, type DeviceKey } from '../../wire/signing.ts';
import type { Board } from '../../firmware/board.ts';
import { SLOPE_FIELD } from '../../firmware/greens/greens.ts';
import { BrokenRule, countChecks } from './broken-rule.ts';
import type { CheckedRule, RuleCounts } from './checked-rules.ts';
import { allChecks } from './checks.ts';
import { startFaults } from './faults.ts';
import { SETTLE_MS, checkLiveness } from './liveness.ts';
import { startPeople } from './people/start-people.ts';
import { drawPlan, planWithout, type Plan, type PlanPart } from './plan.ts';
import { createRecorder } from '../recordings/recorder.ts';
import type { RecordedBatch } from '../recordings/recorder-proxy.ts';
import { createSimDevice, type SimDevice, type SimDeviceDeps } from './sim-device.ts';
import { createSimRelay, type SimRelay, type SimRelayDeps } from './sim-relay.ts';
import { createSimRelays } from './sim-relays.ts';
import { createSimSimulator } from './sim-simulator.ts';
import { createTrace } from './trace.ts';

interface SimulateOptions {
  readonly seed: number;
  readonly hours: number;
  /** Number of devices, host included: 2 to 4. */
  readonly devices: number;
  /** Number of relays; several share an engine, a single one has its own database. Default: 1. */
  readonly relays?: number;
  /** Greens of the rounds: a word of the setting Slope. Default: flat. */
  readonly slope?: string;
  /** Sensor board of the devices. Default: the model. */
  readonly board?: BoardKind;
  /** Receives every event as a line. */
  readonly writeTrace?: (line: string) => void;
  /** Receives the recording of all devices, step by step. */
  readonly record?: (turn: RecordedBatch) => void;
  /** Reports progress at every rule check. */
  readonly onProgress?: (virtual_s: number) => void;
  /** Replaces the seed's plan. */
  readonly plan?: Plan;
  /** Parts of the plan to leave out. */
  readonly without?: readonly PlanPart[];
  /** Optional inspector of the machines of all devices. */
  readonly inspect?: Board['inspect'];
}

export interface SimulationReport {
  readonly plan: Plan;
  readonly events: number;
  readonly digest: string;
  readonly virtual_s: number;
  readonly rules: RuleCounts;
  readonly failure: SimulationFailure | null;
}

interface SimulationFailure {
  readonly rule: string;
  readonly what: string;
  readonly newest: readonly string[];
}

/** Five players in total, one more than a session holds. */
const NAMES = [['Ana'], ['Bo'], ['Cy'], ['Di', 'Ed']] as const;
const HOUR_MS = 3_600_000;
/** Extra time that relays sharing an engine may need after a lost hint or while the engine does not answer. */
const SHARED_LAG_MS = 15_000;
/** Interval between rule checks. */
const SLICE_MS = 10_000;

export async function simulate(options: SimulateOptions): Promise<SimulationReport> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-simulation-'));
  try {
    return await run(options, join(folder, 'relay.sqlite'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(options: SimulateOptions, file: string): Promise<SimulationReport> {
  const { seed, hours, relays = 1, writeTrace, record, onProgress = () => {} } = options;
  const random = createSeededRandom(seed, 'simulation');
  const plan = planWithout(options.plan ?? drawPlan(random.fork('plan')), options.without ?? []);
  const clock = createVirtualClock();
  const trace = createTrace(() => clock.now_ms(), writeTrace);
  let failure: SimulationFailure | null = null;
  const fail = (thrown: unknown): void => {
    const rule = thrown instanceof BrokenRule ? thrown.rule : 'crash';
    failure ??= {
      rule,
      what: thrown instanceof BrokenRule ? thrown.message : stackOf(thrown),
      newest: [...trace.newest()],
    };
  };
  const rule_counts = new Map<CheckedRule, number>();
  const checks = allChecks(fail, relays === 1 ? 0 : SHARED_LAG_MS, rule_counts);
  const network = createHttpNetwork(clock);
  const simulator = createSimSimulator({ clock, random: random.fork('simulator'), network, trace });
  const keys = new Map<string, DeviceKey>();
  const relay = simRelays({ clock, random: random.fork('relay'), network, keys, file, checks, trace }, relays);
  const recorder = record && createRecorder({ ...clock, write: record });
  const { tcp } = simulator;
  const devices = await provisioned(options, { clock, random, network, tcp, keys, checks, trace, recorder });
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  try {
    relay.start();
    for (const device of devices) device.on();
    await clock.advance(3000);
    const faults = startFaults({ clock, random: random.fork('faults'), plan, devices, relay, simulator, trace });
    const people = startPeople({ clock, random: random.fork('people'), plan, devices, checks });
    const stopped = telling(clock, onProgress, () => failure !== null);
    await advanceUntil(clock, hours * HOUR_MS, stopped);
    faults.heal();
    people.rest();
    await advanceUntil(clock, clock.now_ms() + SETTLE_MS, stopped);
    if (failure === null) {
      countChecks(rule_counts, () => checkLiveness(devices));
      checks.settled(clock.now_ms());
    }
  } catch (thrown) {
    fail(thrown);
  } finally {
    for (const device of devices) device.off();
    relay.kill();
    process.off('uncaughtException', fail);
    process.off('unhandledRejection', fail);
  }
  const virtual_s = clock.now_ms() / 1000;
  return {
    plan,
    events: trace.count(),
    digest: trace.digest(),
    virtual_s,
    rules: Object.fromEntries(rule_counts),
    failure,
  };
}

interface ProvisioningDeps extends Pick<SimDeviceDeps, 'clock' | 'random' | 'tcp' | 'checks' | 'trace' | 'recorder'> {
  readonly network: HttpNetwork;
  /** Collects the key of each device. */
  readonly keys: Map<string, DeviceKey>;
}

/** Creates the devices, switched off. */
async function provisioned(
  { devices: count, inspect, slope = 'flat', board = 'model' }: SimulateOptions,
  { random, network, keys, ...deps }: ProvisioningDeps,
): Promise<readonly SimDevice[]> {
  const devices: SimDevice[] = [];
  const createBoard = createBoardOf(board);
  for (const [index, players] of NAMES.slice(0, count).entries()) {
    const identity = newIdentity(random.fork(`identity ${index}`));
    keys.set(identity.id, assertDefined(readSecret(identity.secret), 'secret'));
    const link = network.link(random.fork(`link ${index}`));
    const greens = Math.max(
      0,
      SLOPE_FIELD.words.findIndex((word) => word === slope),
    );
    const own = {
      random: random.fork(`device ${index}`),
      link,
      identity,
      players,
      inspect,
      slope: greens,
      createBoard,
    };
    devices.push(await createSimDevice({ ...deps, ...own }));
  }
  return devices;
}

const simRelays = (deps: SimRelayDeps, count: number): SimRelay =>
  count === 1 ? createSimRelay(deps) : createSimRelays(deps, count);

const telling =
  (clock: VirtualClock, onProgress: (virtual_s: number) => void, stopped: () => boolean) => (): boolean => {
    onProgress(clock.now_ms() / 1000);
    return stopped();
  };

const stackOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown);

async function advanceUntil(clock: VirtualClock, until_ms: number, stopped: () => boolean): Promise<void> {
  while (clock.now_ms() < until_ms && !stopped()) await clock.advance(Math.min(SLICE_MS, until_ms - clock.now_ms()));
}
