// A fleet at play: hosts with three guests each that send inputs without a pause, and a tally of the inputs.

import type { DeviceIdentity } from '../../../cloud-stub/devices/device-registry.ts';
import { openFleetGuest, openFleetHost, type FleetDevice, type FleetGuest, type FleetSite } from './fleet-devices.ts';
import { createInputTally, type InputTally } from './input-tally.ts';
import { itemAt } from '../items.ts';
import { someOf } from './relay-engines.ts';

/** Time for a host to receive its inputs; any missing after it are lost. */
const DRAINED_MS = 30_000;
/** Devices of a session: a host and three guests, of one player each. */
export const SEATS = 4;

export interface Fleet {
  readonly tally: InputTally;
  /** Resolves when the condition holds, checked after each request. Rejects after `limit_ms`. */
  until(what: string, holds: () => boolean, limit_ms: number): Promise<void>;
  /**
   * Resolves when each host has another answered poll and each guest another answered input, or no guest has an input
   * left to send.
   */
  allAreConnected(what: string, limit_ms: number): Promise<void>;
  /**
   * Stops sending inputs. Resolves when all are answered and the acknowledged ones have arrived, or after another 30
   * s.
   */
  rest(limit_ms: number): Promise<void>;
  /** Returns the number of inputs that were answered with another status than `ok`. */
  refused(): number;
  /** Returns the number of requests that guests repeated. */
  repeated(): number;
  end(): Promise<void>;
}

interface FleetOptions extends Pick<FleetSite, 'ports' | 'retryMs'> {
  /** Devices; their number is a multiple of `SEATS`. */
  readonly identities: readonly DeviceIdentity[];
  /** Maximum number of inputs. Default: no limit. */
  readonly inputs_max?: number;
}

export function openFleet({ ports, retryMs, identities, inputs_max = Infinity }: FleetOptions): Fleet {
  const ending = new AbortController();
  const tally = createInputTally();
  const checks = new Set<() => void>();
  const failing = Promise.withResolvers<never>();
  failing.promise.catch(() => {}); // inTime reports it
  let [started, resting] = [0, false];
  const site: FleetSite = {
    ports,
    some: someOf(ports),
    ended: ending.signal,
    retryMs,
    tally,
    another: () => !resting && started++ < inputs_max,
    news: () => checks.forEach((check) => check()),
  };
  const guests: FleetGuest[] = [];
  const devices: FleetDevice[] = [];
  for (let at = 0; at < identities.length; at += SEATS) {
    const host = openFleetHost(site, itemAt(identities, at), at);
    const { opened } = host;
    for (let number = at + 1; number < at + SEATS; number++)
      guests.push(openFleetGuest(site, itemAt(identities, number), { host: at, number, opened }));
    devices.push(host);
  }
  devices.push(...guests);
  for (const { done } of devices) done.catch(failing.reject);

  /** Resolves with true if the condition holds within `limit_ms`, otherwise false. */
  const inTime = async (holds: () => boolean, limit_ms: number): Promise<boolean> => {
    const held = Promise.withResolvers<boolean>();
    const check = (): void => void (holds() && held.resolve(true));
    const late = setTimeout(() => held.resolve(false), limit_ms);
    checks.add(check);
    check();
    try {
      return await Promise.race([held.promise, failing.promise]);
    } finally {
      clearTimeout(late);
      checks.delete(check);
    }
  };
  const until: Fleet['until'] = async (what, holds, limit_ms) => {
    if (!(await inTime(holds, limit_ms))) throw new Error(`not within ${limit_ms} ms: ${what}`);
  };
  const allIsSent = (): boolean => guests.every((guest) => guest.progress() === Infinity);
  const progress = (): readonly number[] => devices.map((device) => device.progress());
  return {
    tally,
    until,
    allAreConnected(what, limit_ms) {
      const before = progress();
      const areOn = (): boolean => progress().every((count, at) => count === Infinity || count > itemAt(before, at));
      return until(what, () => allIsSent() || areOn(), limit_ms);
    },
    async rest(limit_ms) {
      resting = true;
      await until('all inputs are answered', allIsSent, limit_ms);
      await inTime(() => tally.received_count >= tally.acknowledged_count, DRAINED_MS);
    },
    refused: () => guests.reduce((sum, guest) => sum + guest.refused(), 0),
    repeated: () => guests.reduce((sum, guest) => sum + guest.repeated(), 0),
    async end() {
      ending.abort();
      await Promise.all(devices.map(({ done }) => done));
    },
  };
}
