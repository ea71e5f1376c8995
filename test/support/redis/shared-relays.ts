// Relays in this process that share a server, each opened as `tapin cloud serve --relay-only --limits off` does, and a
// fleet of devices that plays on them.

import type { ExecutionContext } from 'ava';
import { openCloud } from '../../../bin/cloud/open-cloud.ts';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { openFleet, SEATS, type Fleet } from '../relay/fleet.ts';
import { enrolOn } from './failing-engine.ts';
import { httpCall } from '../process/http-call.ts';
import { valueOf } from '../results.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

export interface SharedRelay {
  readonly origin: string;
  /** Returns the number of held requests. */
  held(): number;
  /** Returns the HTTP status of `/readyz`. */
  readiness(): Promise<number>;
}

/** Opens a relay. `engine`: address of the server for this relay. */
export async function openSharedRelay(t: ExecutionContext, engine: string): Promise<SharedRelay> {
  const clock = createSystemClock();
  const folder = await temporaryFolder(t);
  const place = { host: '127.0.0.1', port: 0, data: `${folder}/data`, devices: `${folder}/devices.json` };
  const opened = await openCloud({ clock, log: createMemoryLog(clock), ...place, engine, limited: false });
  const { cloud, url, close } = valueOf(t, opened);
  t.teardown(close);
  return {
    origin: url,
    held: () => cloud.stats().held,
    readiness: async () => (await httpCall(url, '/readyz')).status,
  };
}

/** Retry delay of devices after a failure: short, so that many requests hit the fault. */
const RETRY_MS = 100;
/** Timeout for anything that the fleet is expected to do. */
export const FLEET_MS = 60_000;
const HOSTS = 2;

/** Starts devices that play on these relays without a pause until the test ends. */
export async function playOn(t: ExecutionContext, engine: string, relays: readonly SharedRelay[]): Promise<Fleet> {
  const identities = await enrolOn(engine, HOSTS * SEATS);
  const ports = relays.map(({ origin }) => Number(new URL(origin).port));
  const fleet = openFleet({ ports, retryMs: () => RETRY_MS, identities });
  t.teardown(() => fleet.end());
  await acknowledgedMore(fleet, 100);
  return fleet;
}

/** Resolves once this many more inputs are acknowledged. */
export function acknowledgedMore({ tally, until }: Fleet, more: number): Promise<void> {
  const wanted = tally.acknowledged_count + more;
  return until(`${wanted} inputs are acknowledged`, () => tally.acknowledged_count >= wanted, FLEET_MS);
}

/** Lets all devices play on and then rest; checks that each acknowledged input reached its host once and in order. */
export async function playsToItsEnd(t: ExecutionContext, fleet: Fleet): Promise<void> {
  await fleet.allAreConnected('all devices play on', FLEET_MS);
  await fleet.rest(FLEET_MS);
  t.deepEqual(fleet.tally.verdict(), { lost: 0, doubled: 0, out_of_order: 0, unacknowledged: 0 });
  t.is(fleet.tally.received_count, fleet.tally.acknowledged_count);
  t.is(fleet.refused(), 0);
}
