// Public interface of the relay without the socket: takes the bytes of a signed request and returns the status and
// bytes of the answer (relay §5, C9, C21). Order of the checks: size, signature, time, JSON, shape, rate, then the
// core. A refused request changes nothing.

import type { Clock } from '../../../hal/clock/clock.ts';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import { BODY_BYTES_MAX } from '../../../wire/limits.ts';
import { readRequest, type RelayRequest, type RelayRoute } from '../../../wire/relay/requests.ts';
import { fingerprintOf, isSignature, noDeviceKey, verify, type DeviceKey } from '../../../wire/signing.ts';
import { DEVICE_ID } from '../../../wire/choices.ts';
import { readJsonBody } from '../../http/json-body.ts';
import { TIMESTAMP_TOLERANCE_S } from './idempotency-record.ts';
import { createJoinCodeThrottle } from './join-code-throttle.ts';
import { NO_OBSERVER, type RelayObserver } from '../observer.ts';
import type { RateLimits } from './rate-limits.ts';
import type { RelayCall, RelayReply, Taken } from './relay-calls.ts';
import type { Relay } from '../relay.ts';

export interface EndpointCall {
  readonly route: RelayRoute;
  readonly device: string | undefined;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
  readonly body: Uint8Array;
  /** IP address of the client. */
  readonly address: string;
  /** Called once, unless the call is cancelled first. */
  respond(answer: EndpointAnswer): void;
}

export interface EndpointAnswer {
  readonly http_status: number;
  /** JSON. */
  readonly text: string;
  /** Whole seconds, for 429 and 503. */
  readonly retry_after_s?: number;
}

export interface Endpoint {
  /** Handles a call, and returns a function that cancels it when the caller disconnects. */
  call(call: EndpointCall): () => void;
  /**
   * Returns the answer to missing or malformed headers, without reading the body; null if the headers are valid. The
   * answer does not reveal whether a device is known: the signature check decides that.
   */
  refuseHead(head: EndpointHead): EndpointAnswer | null;
  /** Returns the answer to an oversized body. */
  tooLarge(route: RelayRoute): EndpointAnswer;
}

export type EndpointHead = Pick<EndpointCall, 'route' | 'device' | 'timestamp' | 'signature' | 'address'>;

export interface Registry {
  /** Returns the key of a device; null if unknown. Rejects if the registry is unavailable. */
  keyOf(id: string): DeviceKey | null | Promise<DeviceKey | null>;
}

interface EndpointOptions {
  readonly relay: Relay;
  readonly registry: Registry;
  readonly limits: RateLimits;
  readonly clock: Clock;
  readonly observer?: RelayObserver;
}

/** A well-formed call of a known device. */
type AcceptedCall = Omit<RelayCall, 'respond'> & Pick<EndpointCall, 'address' | 'respond'>;

const NOTHING = (): void => {};
/** The operation may or may not have been done: a retry with the same `rid` finds out. */
const AWAY: EndpointAnswer = { http_status: 503, text: JSON.stringify({ status: 'away' }), retry_after_s: 3 };

const limited = (retry_after_s: number): EndpointAnswer => ({
  http_status: 429,
  text: JSON.stringify({ status: 'limited' }),
  retry_after_s,
});
const refusal = (http_status: number, status: string, error: string, more = {}): EndpointAnswer => ({
  http_status,
  text: JSON.stringify({ status, error, ...more }),
});

/** @example const cancel = endpoint.call({ route: 'host', device, timestamp, signature, body, address, respond }); */
export function createEndpoint({ relay, registry, limits, clock, observer = NO_OBSERVER }: EndpointOptions): Endpoint {
  const guesses = createJoinCodeThrottle(limits);
  const observed = (route: RelayRoute, answer: EndpointAnswer): EndpointAnswer => {
    observer.refused(route, answer.http_status);
    return answer;
  };
  /** Returns a failure, or 429 instead after too many from the address. */
  const failed = (route: RelayRoute, address: string, answer: EndpointAnswer): EndpointAnswer => {
    const wait_s = limits.failure(address);
    return observed(route, wait_s === null ? answer : limited(wait_s));
  };
  const unauthorized = (error: string): EndpointAnswer =>
    refusal(401, 'unauthorized', error, { server_time: clock.unix_s() });

  const tooLarge = (route: RelayRoute): EndpointAnswer =>
    observed(route, refusal(413, 'malformed', `The body is larger than ${BODY_BYTES_MAX} bytes.`));

  /** Starts the call. While it is held, only these fields of the request stay in memory. */
  const take = ({ device, address, request, fingerprint, respond }: AcceptedCall, taken?: Taken): (() => void) => {
    const { route } = request;
    const answer = (reply: RelayReply): void => {
      if (reply.kind === 'answer') respond({ http_status: 200, text: reply.text });
      else if (reply.kind === 'away') respond(observed(route, AWAY));
      else respond(failed(route, address, refusal(400, 'malformed', 'rid was already used for another request.')));
    };
    return relay.handle({ device, request, fingerprint, respond: answer }, taken);
  };
  /** Starts the call now, or once the device may guess codes again. */
  const enter = (call: AcceptedCall): (() => void) => {
    const { device, request, respond } = call;
    if (request.route === 'host') return take(call);
    let gone = false;
    let cancel: (() => void) | null = null;
    guesses.enter(device, (wait_s) => {
      if (wait_s === null) cancel = take(call, (invalid) => guesses.leave(device, invalid));
      else if (!gone) respond(observed(request.route, limited(wait_s)));
      if (gone) cancel?.();
    });
    return (
      cancel ??
      (() => {
        gone = true;
        cancel?.();
      })
    );
  };
  const begin = (call: EndpointCall, key: DeviceKey | null): (() => void) => {
    const { route, address, respond } = call;
    const device = authenticated(call, key, clock.unix_s());
    if (!device.ok) return answered(respond, failed(route, address, unauthorized(device.error.message)));
    const malformed = (error: string): EndpointAnswer => failed(route, address, refusal(400, 'malformed', error));
    const request = parsed(route, call.body);
    if (!request.ok) return answered(respond, malformed(request.error.message));
    const wait_s = limits.request(device.value, request.value);
    if (wait_s !== null) return answered(respond, observed(route, limited(wait_s)));
    const fingerprint = 'rid' in request.value.body ? fingerprintOf(call.body) : '';
    return enter({ device: device.value, address, request: request.value, fingerprint, respond });
  };
  return {
    refuseHead: (head) => (isWellFormed(head) ? null : failed(head.route, head.address, unauthorized(UNKNOWN))),
    call(call) {
      const { route, device, respond } = call;
      if (call.body.length > BODY_BYTES_MAX) return answered(respond, tooLarge(route));
      const key = device !== undefined && DEVICE_ID.test(device) ? registry.keyOf(device) : null;
      if (!(key instanceof Promise)) return begin(call, key);
      return once(key, {
        begin: (found) => begin(call, found),
        fails: () => respond(observed(route, AWAY)),
      });
    },
    tooLarge,
  };
}

/** Key against which unknown devices are verified, so that they take as long as known ones. */
const NO_KEY = noDeviceKey();
const TIMESTAMP = /^\d{1,12}$/;
const UNKNOWN = 'The device is unknown or the signature is wrong.';

const isWellFormed = ({ device = '', timestamp = '', signature = '' }: EndpointHead): boolean =>
  DEVICE_ID.test(device) && TIMESTAMP.test(timestamp) && isSignature(signature);

/** Returns the device if its signature is valid and its timestamp is recent. */
function authenticated(
  { device, timestamp, signature, body }: EndpointCall,
  key: DeviceKey | null,
  unix_s: number,
): Result<string> {
  const signed = verify(key ?? NO_KEY, timestamp ?? '', body, signature ?? '');
  if (device === undefined || !key || !signed || !TIMESTAMP.test(timestamp ?? '')) return fail('unauthorized', UNKNOWN);
  if (Math.abs(Number(timestamp) - unix_s) > TIMESTAMP_TOLERANCE_S)
    return fail('unauthorized', `The timestamp is more than ${TIMESTAMP_TOLERANCE_S} s from this server's time.`);
  return ok(device);
}

/** Calls `begin` once the key is available. @returns A function that cancels the call, before or after that. */
function once(
  key: Promise<DeviceKey | null>,
  { begin, fails }: { readonly begin: (key: DeviceKey | null) => () => void; readonly fails: () => void },
): () => void {
  let gone = false;
  let cancel = NOTHING;
  const found = async (): Promise<void> => {
    try {
      const known = await key;
      if (!gone) cancel = begin(known);
    } catch {
      if (!gone) fails();
    }
  };
  void found();
  return () => {
    gone = true;
    cancel();
  };
}

function answered(respond: EndpointCall['respond'], answer: EndpointAnswer): () => void {
  respond(answer);
  return NOTHING;
}

function parsed(route: RelayRoute, body: Uint8Array): Result<RelayRequest> {
  const json = readJsonBody(body);
  return json.ok ? readRequest(route, json.value) : json;
}
