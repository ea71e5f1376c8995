// The relay in the simulation: the real core behind the virtual network, killed and restarted on one database file.

import { createCloud, type Cloud } from '../../cloud-stub/cloud.ts';
import { openRelayDatabase } from '../../cloud-stub/relay/sqlite/database.ts';
import { createSqliteEngine } from '../../cloud-stub/relay/sqlite/engine-sqlite.ts';
import type { VirtualClock } from '../../hal/clock/clock-virtual.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { HttpNetwork, VirtualCall } from '../../hal/http/http-virtual.ts';
import { createMemoryLog } from '../../hal/log/log-memory.ts';
import type { Random } from '../../hal/random/random.ts';
import { assert } from '../../wire/errors.ts';
import { readFields } from '../../wire/json-fields.ts';
import { readAnswer } from '../../wire/relay/answers.ts';
import { HEADER, type DeviceKey } from '../../wire/signing.ts';
import { bodyFrom, routeFrom, type Checks, type SentRequest } from './observations.ts';
import type { Trace } from './trace.ts';

export const ORIGIN = 'http://relay';

export interface SimRelay {
  start(): void;
  /** Kills the relay; one of them if there are several. */
  kill(): void;
  /** Ends all faults between the relays and their shared engine. */
  heal(): void;
}

export interface SimRelayDeps {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly network: HttpNetwork;
  readonly keys: ReadonlyMap<string, DeviceKey>;
  /** Path of the database. */
  readonly file: string;
  readonly checks: Required<Checks>;
  readonly trace: Trace;
}

export function createSimRelay(deps: SimRelayDeps): SimRelay {
  const { clock, network, checks, trace } = deps;
  let running: Running | null = null;
  let starts = 0;
  return {
    start() {
      if (running) return;
      const started = startCloud(deps, ++starts);
      running = started;
      trace.event('relay', 'starts');
      checks.relayStarted(clock.now_ms());
      network.serve(ORIGIN, (call) => take(deps, started, call));
    },
    kill() {
      if (!running) return;
      trace.event('relay', 'is killed');
      running.kill();
      running = null;
      network.serve(ORIGIN, null);
    },
    heal() {},
  };
}

/** A running relay and its unanswered requests. */
export interface Running {
  readonly cloud: Cloud;
  readonly pending: Set<SentRequest>;
  kill(): void;
  dead(): boolean;
}

/** Starts a relay on the database; its alarms stop when it is killed. */
function startCloud({ clock, random, keys, file }: SimRelayDeps, start: number): Running {
  let dead = false;
  const stoppable: Clock = { ...clock, setTimeout: (fire, ms) => clock.setTimeout(() => !dead && fire(), ms) };
  const database = openRelayDatabase(file);
  assert(database.ok, 'the database of the simulation opens');
  const engine = createSqliteEngine({
    clock: stoppable,
    random: random.fork(`start ${start}`),
    database: database.value,
    unix_ms: clock.unix_s() * 1000,
    soon: (run) => void stoppable.setTimeout(run, 0),
    onLost: () => assert(false, 'the database of the simulation takes everything'),
  });
  const cloud = createCloud({
    clock: stoppable,
    log: createMemoryLog(clock),
    engine,
    registry: { keyOf: (id) => keys.get(id) ?? null },
    limited: true,
  });
  const kill = (): void => {
    dead = true;
    database.value.close();
  };
  return { cloud, kill, dead: () => dead, pending: new Set() };
}

/** Passes a request from the network to the relay and reports it and its answer to the checks. */
export function take(
  { clock, checks, trace }: Pick<SimRelayDeps, 'clock' | 'checks' | 'trace'>,
  { cloud, dead, pending }: Running,
  { path, headers, body, respond }: VirtualCall,
): () => void {
  const route = routeFrom(path);
  const device = headers[HEADER.device] ?? '';
  const sent = bodyFrom(body);
  const request: SentRequest = { device, boot: 0, route, body: sent, at_ms: clock.now_ms() };
  trace.event('relay', `takes ${route} of ${device}`);
  checks.taken(request);
  pending.add(request);
  const cancel = cloud.endpoint.call({
    route,
    device,
    timestamp: headers[HEADER.timestamp],
    signature: headers[HEADER.signature],
    body,
    address: '192.0.2.1',
    respond({ http_status, text }) {
      if (dead()) return;
      pending.delete(request);
      trace.event('relay', `answers ${route} of ${device} ${http_status} ${text}`);
      const read = readAnswer(text);
      const answer = read.ok ? read.value : null;
      const keys = Object.keys(readFields(text) ?? {});
      checks.answered({ ...request, request, http_status, answer, keys, taken_ms: request.at_ms }, clock.now_ms());
      respond({ status: http_status, text });
    },
  });
  return () => {
    pending.delete(request);
    checks.callerGone(request);
    cancel();
  };
}
