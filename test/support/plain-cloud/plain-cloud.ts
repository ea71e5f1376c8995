// A third-party cloud that implements the relay spec without this project's additions (C76, C106), so that devices can
// be tested against it. The spec leaves open where the state block goes: nested under `state`, or merged.

import type { Clock } from '../../../hal/clock/clock.ts';
import type { VirtualCall, VirtualServer } from '../../../hal/http/http-virtual.ts';
import { readFields, type JsonFields } from '../../../wire/json-fields.ts';
import { readRequest, ROUTES } from '../../../wire/relay/requests.ts';
import { HEADER, verify, type DeviceKey } from '../../../wire/signing.ts';
import { undocumentedField } from './documented-fields.ts';
import { outcomeOf, type Outcome } from './routes.ts';
import { createSessions, type Sessions } from './sessions.ts';

export interface PlainCloudOptions {
  readonly clock: Clock;
  /** Position of the state block in an answer. */
  readonly state: 'merged' | 'nested';
  keyOf(device: string): DeviceKey | null | undefined;
  /** Receives the reason when a request is refused before it reaches a route. */
  onRefused?(reason: string): void;
}

/** Maximum clock difference of a timestamp, in seconds (relay §5). */
const TIMESTAMP_S_MAX = 300;

/** Returns a cloud without sessions for the virtual network. */
export function createPlainCloud(options: PlainCloudOptions): VirtualServer {
  const { clock, onRefused } = options;
  const sessions = createSessions(() => clock.now_ms());
  return (call) => {
    const taken = take(options, sessions, call);
    if ('answer' in taken) return hold(options, sessions, taken, call);
    onRefused?.(`${call.path}: ${taken.why}`);
    call.respond({ status: taken.http_status, text: JSON.stringify({ error: taken.why }) });
    return () => {};
  };
}

interface Refused {
  readonly http_status: 400 | 401 | 404;
  readonly why: string;
}

function take({ clock, keyOf }: PlainCloudOptions, sessions: Sessions, call: VirtualCall): Outcome | Refused {
  const route = ROUTES.find((each) => call.method === 'POST' && call.path === `/sim/${each}`);
  if (!route) return { http_status: 404, why: `${call.method} ${call.path} is not a route` };
  const {
    [HEADER.device]: device = '',
    [HEADER.timestamp]: timestamp = '',
    [HEADER.signature]: signature = '',
  } = call.headers;
  const key = keyOf(device);
  const fresh = Math.abs(clock.unix_s() - Number(timestamp)) <= TIMESTAMP_S_MAX;
  if (!key || !fresh || !verify(key, timestamp, call.body, signature))
    return { http_status: 401, why: 'the signature is wrong' };
  const data = readFields(Buffer.from(call.body).toString());
  const unknown = undocumentedField(route, data);
  if (unknown !== null) return { http_status: 400, why: `${unknown} is not documented` };
  const request = readRequest(route, data);
  if (!request.ok) return { http_status: 400, why: request.error.message };
  return outcomeOf(sessions, clock, device, request.value);
}

/** Answers immediately, or checks at intervals until an answer is due. */
function hold(
  { clock, state }: PlainCloudOptions,
  sessions: Sessions,
  outcome: Outcome,
  call: VirtualCall,
): () => void {
  const { answer, of, held } = outcome;
  let gone = false;
  const respond = (): void => {
    const fields = answer();
    const block: JsonFields = of === 'none' ? {} : sessions.stateOf(of);
    const body = of !== 'none' && state === 'nested' ? { ...fields, state: block } : { ...fields, ...block };
    call.respond({ status: 200, text: JSON.stringify(body) });
  };
  const until_ms = clock.now_ms() + (held?.wait_ms ?? 0);
  const check = (): void => {
    if (gone) return;
    const left_ms = until_ms - clock.now_ms();
    if (!held || left_ms <= 0 || held.due()) return respond();
    clock.setTimeout(check, Math.min(held.poll_ms, left_ms));
  };
  check();
  return () => void (gone = true);
}
