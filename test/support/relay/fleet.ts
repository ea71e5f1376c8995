// A fleet at play: hosts with three guests each, who send inputs without a pause, and what became of each input.

import type { DeviceIdentity } from '../../../cloud-stub/devices/device-registry.ts';
import { openFleetGuest, openFleetHost, type FleetDevice, type FleetGuest, type FleetSite } from './fleet-devices.ts';
import { createInputTally, type InputTally } from './input-tally.ts';
import { itemAt } from '../items.ts';
import { someOf } from './relay-engines.ts';

/** A host that has fewer inputs by then has lost some. */
const DRAINED_MS = 30_000;
/** A host and three guests, of one player each. */
export const SEATS = 4;

export interface Fleet {
  readonly tally: InputTally;
  /** Resolves when this holds; looked at whenever something was answered. Rejects after so long. */
  until(what: string, holds: () => boolean, limit_ms: number): Promise<void>;
  /** Resolves when everybody was answered once more, each host a poll, each guest an input; or nobody has anything left to send. */
  everybodyIsOn(what: string, limit_ms: number): Promise<void>;
  /** No other input is begun. Resolves when all are answered, and what was acknowledged has come; or will not, after half a minute. */
  rest(limit_ms: number): Promise<void>;
  /** Inputs that were answered, and not `ok`. */
  refused(): number;
  /** How often a guest sent a request again. */
  repeated(): number;
  end(): Promise<void>;
}

interface FleetOptions extends Pick<FleetSite, 'ports' | 'retryMs'> {
  /** A multiple of `SEATS`. */
  readonly identities: readonly DeviceIdentity[];
  /** So many are sent, unless it rests before. */
  readonly inputs_max?: number;
}

export function openFleet({ ports, retryMs, identities, inputs_max = Infinity }: FleetOptions): Fleet {
  const ending = new AbortController();
  const tally = createInputTally();
  const looks = new Set<() => void>();
  const failing = Promise.withResolvers<never>();
  failing.promise.catch(() => {}); // whoever waits hears of it
  let [begun, resting] = [0, false];
  const site: FleetSite = {
    ports,
    some: someOf(ports),
    ended: ending.signal,
    retryMs,
    tally,
    another: () => !resting && begun++ < inputs_max,
    news: () => looks.forEach((look) => look()),
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

  /** Whether this holds in time. */
  const inTime = async (holds: () => boolean, limit_ms: number): Promise<boolean> => {
    const held = Promise.withResolvers<boolean>();
    const look = (): void => void (holds() && held.resolve(true));
    const late = setTimeout(() => held.resolve(false), limit_ms);
    looks.add(look);
    look();
    try {
      return await Promise.race([held.promise, failing.promise]);
    } finally {
      clearTimeout(late);
      looks.delete(look);
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
    everybodyIsOn(what, limit_ms) {
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
