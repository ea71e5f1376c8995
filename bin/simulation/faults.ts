// Faults as the plan has them: each kind comes at random times, lasts a while and goes; healing ends them all.

import type { VirtualClock } from '../../hal/clock/clock-virtual.ts';
import type { Random } from '../../hal/random/random.ts';
import type { Plan, Rates } from './plan.ts';
import type { SimDevice } from './sim-device.ts';
import type { SimRelay } from './sim-relay.ts';
import type { Trace } from './trace.ts';

export interface Faults {
  /** Ends every fault, and lets none begin. */
  heal(): void;
}

export interface FaultsParts {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly plan: Plan;
  readonly devices: readonly SimDevice[];
  readonly relay: SimRelay;
  readonly trace: Trace;
}

const HOUR_MS = 3_600_000;

export function startFaults({ clock, random, plan, devices, relay, trace }: FaultsParts): Faults {
  let healed = false;
  const between = (least: number, most: number): number => least + random.float() * (most - least);
  const later = (ms: number, then: () => void): void => void clock.setTimeout(() => !healed && then(), ms);
  const anyDevice = (): SimDevice => devices[random.int(devices.length)] as SimDevice;
  const note = (text: string): void => trace.event('fault', text);

  const KINDS: Readonly<Record<keyof Rates, () => void>> = {
    partitions() {
      const { link, name } = anyDevice();
      note(`${name} is cut off`);
      link.set_faults({ partitioned: true });
      later(between(1000, 90_000), () => link.set_faults({ partitioned: false }));
    },
    half_opens() {
      const { link, name } = anyDevice();
      note(`${name} is half open`);
      link.set_faults({ half_open: true });
      later(between(1000, 60_000), () => link.set_faults({ half_open: false }));
    },
    relay_kills() {
      relay.kill();
      later(between(200, 60_000), () => relay.start());
    },
    reboots() {
      const device = anyDevice();
      device.off();
      later(between(500, 20_000), () => device.on());
    },
    power_cuts() {
      const device = anyDevice();
      device.cut(random.int(12), {
        torn: random.float(),
        folder: (['lost', 'kept', 'last'] as const)[random.int(3)] ?? 'lost',
      });
      const look = (looks: number): void => {
        if (!device.is_cut() && looks < LOOKS_MAX) return later(LOOK_MS, () => look(looks + 1));
        device.off();
        later(between(500, 20_000), () => device.on());
      };
      look(0);
    },
    clock_jumps() {
      const device = anyDevice();
      const skew_s = Math.round(between(-plan.skew_s, plan.skew_s));
      note(`the clock of ${device.name} is ${skew_s} s off`);
      device.set_skew_s(skew_s);
    },
    sensor_pulls() {
      const device = anyDevice();
      device.parts()?.rig?.set_plugged(false);
      later(between(1000, 60_000), () => device.parts()?.rig?.set_plugged(true));
    },
  };

  const repeat = (kind: keyof Rates): void => {
    const rate = plan.rates[kind];
    if (rate === 0) return;
    later((-Math.log(1 - random.float()) * HOUR_MS) / rate, () => {
      KINDS[kind]();
      repeat(kind);
    });
  };
  for (const device of devices) device.link.set_faults(plan.network);
  for (const kind of Object.keys(KINDS) as (keyof Rates)[]) repeat(kind);

  return {
    heal() {
      healed = true;
      note('all is healed');
      const good = {
        delay_ms: 1,
        tail: 0,
        lose_request: 0,
        lose_response: 0,
        duplicate: 0,
        partitioned: false,
        half_open: false,
      };
      relay.start();
      for (const device of devices) {
        device.link.set_faults(good);
        device.set_skew_s(0);
        if (device.is_cut()) device.off();
        device.on();
        device.parts()?.rig?.set_plugged(true);
      }
    },
  };
}

const LOOK_MS = 5;
const LOOKS_MAX = 400;
