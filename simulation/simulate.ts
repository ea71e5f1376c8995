// A whole session in one process on one virtual clock: relay, host, guests and their people, over a network and storage that
// fail as a seed decides; with the rules checked at every event, and again when all is healed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newIdentity } from '../cloud-stub/devices/enrol.ts';
import { createVirtualClock, type VirtualClock } from '../hal/clock/clock-virtual.ts';
import { createHttpNetwork } from '../hal/http/http-virtual.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import type { Random } from '../hal/random/random.ts';
import { messageOf } from '../wire/errors.ts';
import { readSecret, type DeviceKey } from '../wire/signing.ts';
import { BrokenRule } from './broken-rule.ts';
import { startFaults } from './faults.ts';
import { SETTLE_MS, checkLiveness } from './liveness.ts';
import type { Checks } from './observations.ts';
import { act, type Person } from './people.ts';
import { drawPlan, type Plan } from './plan.ts';
import { clientRules } from './rules/client-rules.ts';
import { adoptedCodeRules, detachedRules, inputRules, leaveRules, wakeRules } from './rules/delivery-rules.ts';
import { adoptionRules, puttRules } from './rules/guest-rules.ts';
import { answerRules, queueRules, stateRules } from './rules/relay-rules.ts';
import { puttScoringRules } from './rules/putt-scoring-rules.ts';
import { roundRules } from './rules/round-rules.ts';
import { codeRules, presenceRules } from './rules/session-rules.ts';
import { simulatorRules } from './rules/simulator-rules.ts';
import { createSimDevice, type SimDevice } from './sim-device.ts';
import { createSimRelay } from './sim-relay.ts';
import { createSimSimulator } from './sim-simulator.ts';
import { createTrace } from './trace.ts';

export interface SimulateOptions {
  readonly seed: number;
  readonly hours: number;
  /** The host and its guests: 2 to 4. */
  readonly devices: number;
  /** Gets every event as a line. */
  readonly writeTrace?: (line: string) => void;
  /** Another plan than the seed's. */
  readonly plan?: Plan;
}

export interface SimulationReport {
  readonly plan: Plan;
  readonly events: number;
  readonly digest: string;
  readonly virtual_s: number;
  readonly failure: SimulationFailure | null;
}

export interface SimulationFailure {
  readonly rule: string;
  readonly what: string;
  readonly newest: readonly string[];
}

/** Five players in all, one more than a session has room for. */
const NAMES = [['Ana'], ['Bo'], ['Cy'], ['Di', 'Ed']] as const;
const HOUR_MS = 3_600_000;
/** How often it is looked whether a rule has been broken. */
const SLICE_MS = 10_000;

export async function simulate(options: SimulateOptions): Promise<SimulationReport> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-simulation-'));
  try {
    return await run(options, join(folder, 'relay.sqlite'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(
  { seed, hours, devices: count, writeTrace, plan: given }: SimulateOptions,
  file: string,
): Promise<SimulationReport> {
  const random = createSeededRandom(seed, 'simulation');
  const plan = given ?? drawPlan(random.fork('plan'));
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
  const checks = combineChecks(allRules(), (thrown) => fail(thrown));
  const network = createHttpNetwork(clock);
  const simulator = createSimSimulator({ clock, random: random.fork('simulator'), network, trace });
  const { tcp } = simulator;
  const keys = new Map<string, DeviceKey>();
  const relay = createSimRelay({ clock, random: random.fork('relay'), network, keys, file, checks, trace });
  const devices: SimDevice[] = [];
  for (const [index, players] of NAMES.slice(0, count).entries()) {
    const identity = newIdentity(random.fork(`identity ${index}`));
    keys.set(identity.id, readSecret(identity.secret) as DeviceKey);
    const link = network.link(random.fork(`link ${index}`));
    devices.push(
      await createSimDevice({
        clock,
        random: random.fork(`device ${index}`),
        link,
        tcp,
        identity,
        players,
        checks,
        trace,
      }),
    );
  }
  const crashed = (thrown: unknown): void => fail(thrown);
  process.on('uncaughtException', crashed);
  process.on('unhandledRejection', crashed);
  try {
    relay.start();
    for (const device of devices) device.on();
    await clock.advance(3000);
    const faults = startFaults({ clock, random: random.fork('faults'), plan, devices, relay, simulator, trace });
    const people = startPeople({ clock, random: random.fork('people'), plan, devices, checks });
    await advanceUntil(clock, hours * HOUR_MS, () => failure !== null);
    faults.heal();
    people.rest();
    await advanceUntil(clock, clock.now_ms() + SETTLE_MS, () => failure !== null);
    if (failure === null) {
      checkLiveness(devices);
      checks.settled(clock.now_ms());
    }
  } catch (thrown) {
    fail(thrown);
  } finally {
    for (const device of devices) device.off();
    relay.kill();
    process.off('uncaughtException', crashed);
    process.off('unhandledRejection', crashed);
  }
  return { plan, events: trace.count(), digest: trace.digest(), virtual_s: clock.now_ms() / 1000, failure };
}

const stackOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown);

async function advanceUntil(clock: VirtualClock, until_ms: number, stopped: () => boolean): Promise<void> {
  while (clock.now_ms() < until_ms && !stopped()) await clock.advance(Math.min(SLICE_MS, until_ms - clock.now_ms()));
}

interface PeopleParts {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly plan: Plan;
  readonly devices: readonly SimDevice[];
  readonly checks: Required<Checks>;
}

/** Everybody does something now and then; `rest` ends it. */
function startPeople({ clock, random, plan, devices, checks }: PeopleParts): { rest(): void } {
  let resting = false;
  const codeShown = (): string | null => {
    const session = devices[0]?.parts()?.device.session();
    return session?.role === 'host' && session.code !== '' ? session.code : null;
  };
  devices.forEach((device, index) => {
    const person: Person = {
      device,
      random: random.fork(`person ${index}`),
      hosts: index === 0,
      simulator: plan.simulator,
      code: codeShown,
      struck: (on_page) => checks.struck(device.id, on_page, clock.now_ms()),
    };
    const again = (): void => {
      const pause_ms = -Math.log(1 - person.random.float()) * plan.action_s * 1000;
      clock.setTimeout(() => {
        if (resting) return;
        act(person);
        again();
      }, pause_ms);
    };
    again();
  });
  return { rest: () => void (resting = true) };
}

function allRules(): readonly Checks[] {
  const codes = codeRules();
  const [adopted, putts] = [adoptionRules(), puttRules()];
  const relay = [answerRules(), codes, presenceRules(codes), stateRules(codes), queueRules(codes)];
  const delivery = [wakeRules(codes), inputRules(codes), adoptedCodeRules(), leaveRules(codes), detachedRules()];
  const scoring = puttScoringRules(codes);
  return [
    ...relay,
    ...delivery,
    clientRules(),
    putts,
    roundRules([adopted, putts]),
    adopted,
    scoring,
    simulatorRules(),
  ];
}

/** Several sets of checks as one. What breaks a rule is told, and nothing of it gets into the machines under test. */
function combineChecks(all: readonly Checks[], fail: (thrown: unknown) => void): Required<Checks> {
  const each = (look: (checks: Checks) => void): void => {
    try {
      all.forEach(look);
    } catch (thrown) {
      fail(thrown);
    }
  };
  return {
    sent: (request) => each((checks) => checks.sent?.(request)),
    finished: (request, how, at_ms, answer) => each((checks) => checks.finished?.(request, how, at_ms, answer)),
    pressed: (device, at_ms) => each((checks) => checks.pressed?.(device, at_ms)),
    callerGone: (request) => each((checks) => checks.callerGone?.(request)),
    taken: (request) => each((checks) => checks.taken?.(request)),
    answered: (answer, at_ms) => each((checks) => checks.answered?.(answer, at_ms)),
    deviceChanged: (observation) => each((checks) => checks.deviceChanged?.(observation)),
    tapped: (device, key, at_ms) => each((checks) => checks.tapped?.(device, key, at_ms)),
    simulatorChanged: (observation) => each((checks) => checks.simulatorChanged?.(observation)),
    struck: (device, on_page, at_ms) => each((checks) => checks.struck?.(device, on_page, at_ms)),
    screenChanged: (device, lines) => each((checks) => checks.screenChanged?.(device, lines)),
    booted: (device, at_ms) => each((checks) => checks.booted?.(device, at_ms)),
    poweredOff: (device, at_ms) => each((checks) => checks.poweredOff?.(device, at_ms)),
    settled: (at_ms) => each((checks) => checks.settled?.(at_ms)),
    relayStarted: (at_ms) => each((checks) => checks.relayStarted?.(at_ms)),
  };
}
