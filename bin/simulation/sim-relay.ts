// The relay in the simulation: the real core behind the virtual network, killed and started again over one database file.

import { createCloud, type Cloud } from '../../cloud-stub/cloud.ts';
import { openRelayDatabase } from '../../cloud-stub/relay/database.ts';
import type { VirtualClock } from '../../hal/clock/clock-virtual.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { HttpNetwork, VirtualCall } from '../../hal/http/http-virtual.ts';
import { createMemoryLog } from '../../hal/log/log-memory.ts';
import type { Random } from '../../hal/random/random.ts';
import { assert } from '../../wire/errors.ts';
import { readAnswer } from '../../wire/relay/answers.ts';
import type { Route } from '../../wire/relay/requests.ts';
import { HEADER, type DeviceKey } from '../../wire/signing.ts';
import type { Body, Checks, SentRequest } from './observed.ts';
import { ORIGIN } from './sim-device.ts';
import type { Trace } from './trace.ts';

export interface SimRelay {
  start(): void;
  kill(): void;
  running(): boolean;
}

export interface SimRelayParts {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly network: HttpNetwork;
  readonly keys: ReadonlyMap<string, DeviceKey>;
  /** Path of the database. */
  readonly file: string;
  readonly checks: Required<Checks>;
  readonly trace: Trace;
}

export function createSimRelay({ clock, random, network, keys, file, checks, trace }: SimRelayParts): SimRelay {
  let running: { readonly cloud: Cloud; kill(): void } | null = null;
  let starts = 0;
  return {
    running: () => running !== null,
    start() {
      if (running) return;
      let dead = false;
      const mortal: Clock = { ...clock, setTimeout: (fire, ms) => clock.setTimeout(() => !dead && fire(), ms) };
      const database = openRelayDatabase(file);
      assert(database.ok, 'the database of the simulation opens');
      const cloud = createCloud({
        clock: mortal,
        random: random.fork(`start ${++starts}`),
        log: createMemoryLog(clock),
        database: database.value,
        registry: { keyOf: (id) => keys.get(id) ?? null },
        unix_ms: clock.unix_s() * 1000,
        soon: (run) => void mortal.setTimeout(run, 0),
        limited: true,
        on_lost: () => assert(false, 'the database of the simulation takes everything'),
      });
      running = { cloud, kill: () => void (dead = true) };
      trace.event('relay', 'starts');
      checks.relay_started(clock.now_ms());
      network.serve(ORIGIN, (call) => take(cloud, call, () => dead));
    },
    kill() {
      if (!running) return;
      trace.event('relay', 'is killed');
      running.kill();
      running.cloud.close();
      running = null;
      network.serve(ORIGIN, null);
    },
  };

  function take({ endpoint }: Cloud, { path, headers, body, respond }: VirtualCall, dead: () => boolean): () => void {
    const route = path.slice('/sim/'.length) as Route;
    const device = headers[HEADER.device] ?? '';
    const text = new TextDecoder().decode(body);
    const request: SentRequest = { device, boot: 0, route, body: JSON.parse(text) as Body, at_ms: clock.now_ms() };
    trace.event('relay', `takes ${route} of ${device}`);
    checks.taken(request);
    const cancel = endpoint.call({
      route,
      device,
      timestamp: headers[HEADER.timestamp],
      signature: headers[HEADER.signature],
      body,
      address: '192.0.2.1',
      respond(answer) {
        if (dead()) return;
        const read = readAnswer(answer.text);
        const keys_of = Object.keys(JSON.parse(answer.text) as object);
        trace.event('relay', `answers ${route} of ${device} ${answer.http_status} ${answer.text}`);
        const { http_status } = answer;
        checks.answered(
          {
            ...request,
            request,
            http_status,
            answer: read.ok ? read.value : null,
            keys: keys_of,
            taken_ms: request.at_ms,
          },
          clock.now_ms(),
        );
        respond({ status: http_status, text: answer.text });
      },
    });
    return () => {
      checks.gone(request);
      cancel();
    };
  }
}
