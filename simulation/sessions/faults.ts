// Injects the faults of a plan: each kind occurs at random times and lasts a while; healing ends them all.

import type { VirtualClock } from '../../hal/clock/clock-virtual.ts';
import { GOOD_LINK } from '../../hal/http/http-virtual.ts';
import type { Random } from '../../hal/random/random.ts';
import type { Plan, Rates } from './plan.ts';
import type { SimDevice } from './sim-device.ts';
import type { SimRelay } from './sim-relay.ts';
import type { SimSimulator } from './sim-simulator.ts';
import type { Trace } from './trace.ts';
import { assertDefined } from '../../wire/errors.ts';
import { keysOf } from '../../wire/keys-of.ts';

interface Faults {
  /** Ends all faults and prevents new ones. */
  heal(): void;
}

interface FaultsDeps {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly plan: Plan;
  readonly devices: readonly SimDevice[];
  readonly relay: SimRelay;
  readonly simulator: SimSimulator;
  readonly trace: Trace;
}

const HOUR_MS = 3_600_000;

export function startFaults(deps: FaultsDeps): Faults {
  const { clock, random, plan, devices, relay, simulator, trace } = deps;
  let healed = false;
  const chance: Chance = {
    between: (least, most) => least + random.float() * (most - least),
    later: (ms, then) => void clock.setTimeout(() => !healed && then(), ms),
  };
  const kinds: Kinds = {
    ...networkFaults(deps, chance),
    ...deviceFaults(deps, chance),
    ...simulatorFaults(deps, chance),
  };
  const repeat = (kind: keyof Rates): void => {
    const rate = plan.rates[kind];
    if (rate === 0) return;
    chance.later((-Math.log(1 - random.float()) * HOUR_MS) / rate, () => {
      kinds[kind]();
      repeat(kind);
    });
  };
  for (const device of devices) device.link.setFaults(plan.network);
  for (const kind of keysOf(kinds)) repeat(kind);

  return {
    heal() {
      healed = true;
      trace.event('fault', 'all is healed');
      relay.heal();
      relay.start();
      simulator.setFault('ok');
      devices.forEach(healDevice);
    },
  };
}

interface Chance {
  between(least: number, most: number): number;
  /** Schedules an action; skips it if everything has been healed by then. */
  later(ms: number, then: () => void): void;
}

type Kinds = Readonly<Record<keyof Rates, () => void>>;

const pick = <T>(random: Random, list: readonly T[]): T => assertDefined(list[random.int(list.length)], 'choice');

function networkFaults(
  { random, devices, relay, trace }: FaultsDeps,
  { between, later }: Chance,
): Pick<Kinds, 'partitions' | 'half_opens' | 'relay_kills'> {
  const injectFault = (what: 'partitioned' | 'half_open', ms: number): void => {
    const { link, name } = pick(random, devices);
    trace.event('fault', `${name} is ${what}`);
    link.setFaults({ [what]: true });
    later(ms, () => link.setFaults({ [what]: false }));
  };
  return {
    partitions: () => injectFault('partitioned', between(1000, 90_000)),
    half_opens: () => injectFault('half_open', between(1000, 60_000)),
    relay_kills() {
      relay.kill();
      later(between(200, 60_000), () => relay.start());
    },
  };
}

const SIMULATOR_FAULTS = ['off', 'stuck', 'garbage', 'wrong', 'slow', 'delayed', 'split', 'merge'] as const;

function simulatorFaults(
  { random: chances, simulator }: FaultsDeps,
  { between, later }: Chance,
): Pick<Kinds, 'simulator_faults'> {
  const random = chances.fork('simulator');
  return {
    simulator_faults() {
      if (random.float() < 0.3) return simulator.reset();
      simulator.setFault(pick(random, SIMULATOR_FAULTS));
      later(between(1000, 120_000), () => simulator.setFault('ok'));
    },
  };
}

function deviceFaults(
  { random, plan, devices, trace }: FaultsDeps,
  { between, later }: Chance,
): Pick<Kinds, 'reboots' | 'power_cuts' | 'clock_jumps' | 'sensor_pulls'> {
  const restart = (device: SimDevice): void => {
    device.off();
    later(between(500, 20_000), () => device.on());
  };
  return {
    reboots: () => restart(pick(random, devices)),
    power_cuts() {
      const device = pick(random, devices);
      device.cut(random.int(12), { torn: random.float(), folder: pick(random, ['lost', 'kept', 'last']) });
      const poll = (polls: number): void => {
        if (device.isCut() || polls >= POLLS_MAX) restart(device);
        else later(POLL_MS, () => poll(polls + 1));
      };
      poll(0);
    },
    clock_jumps() {
      const device = pick(random, devices);
      const skew_s = Math.round(between(-plan.skew_s, plan.skew_s));
      trace.event('fault', `the clock of ${device.name} is ${skew_s} s off`);
      device.setSkew(skew_s);
    },
    sensor_pulls() {
      const device = pick(random, devices);
      device.parts()?.rig?.setPlugged(false);
      later(between(1000, 60_000), () => device.parts()?.rig?.setPlugged(true));
    },
  };
}

function healDevice(device: SimDevice): void {
  device.link.setFaults(GOOD_LINK);
  device.setSkew(0);
  if (device.isCut()) device.off();
  device.on();
  device.parts()?.rig?.setPlugged(true);
}

const POLL_MS = 5;
const POLLS_MAX = 400;
