// Events that the checks observe: each request as a device sends it and as the relay takes it, each answer of the
// relay, and the state of each device.

import { assertDefined } from '../../wire/errors.ts';
import type { RelayAnswer } from '../../wire/relay/answers.ts';
import type { Experience, RelayPutt } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import { ROUTES, type RelayRoute } from '../../wire/relay/requests.ts';
import type { Rolling } from '../../firmware/play/round.ts';
import type { SessionView } from '../../firmware/online/online.ts';
import type { LastShot } from '../../firmware/simulator/link.ts';
import type { SimTransport } from '../../firmware/simulator/simulator.ts';

/** Request body as the device wrote it. */
export interface RequestBody {
  readonly exp?: Experience;
  readonly putt?: RelayPutt;
  readonly round?: Round;
  readonly [field: string]: unknown;
}

export const bodyFrom = (bytes: Uint8Array): RequestBody =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the simulated device; the rules check its content
  JSON.parse(new TextDecoder().decode(bytes)) as RequestBody;

/** Returns the route of a relay path. */
export function routeFrom(path: string): RelayRoute {
  const route = ROUTES.find((each) => path === `/sim/${each}`);
  return assertDefined(route, `route ${path}`);
}

export interface SentRequest {
  readonly device: string;
  /** Number of the boot that sent it. */
  readonly boot: number;
  readonly route: RelayRoute;
  readonly body: RequestBody;
  readonly at_ms: number;
}

export interface Answered extends SentRequest {
  /** The same object that `taken` received. */
  readonly request: SentRequest;
  readonly http_status: number;
  /** null if the response is not a valid answer of the relay. */
  readonly answer: RelayAnswer | null;
  /** Keys of the answer as sent. */
  readonly keys: readonly string[];
  readonly taken_ms: number;
}

export interface DeviceObservation {
  readonly device: string;
  readonly boot: number;
  readonly session: SessionView;
  readonly round: Round | null;
}

/** A ball as a device rolls it. */
export interface RollObservation {
  readonly device: string;
  readonly round: Round;
  readonly roll: Rolling;
  /** Whether the device scores the round. */
  readonly scores: boolean;
  /** Green speed and X factor that the device uses. */
  readonly green: readonly [stimp_ft: number, x_factor: number];
}

/** State of a device's link to its golf simulator. */
export interface SimulatorObservation {
  readonly device: string;
  readonly integration: SimTransport | null;
  readonly last: LastShot | null;
  readonly at_ms: number;
}

/**
 * One set of checks. Each method is called for every event of its kind and throws a BrokenRule if a rule is violated.
 */
export interface Checks {
  /** A device sends a request. */
  sent?(request: SentRequest): void;
  /**
   * A device's request has ended: answered (`answer` is null if it is not a valid answer of the relay), failed or
   * cancelled.
   */
  finished?(
    request: SentRequest,
    how: 'answered' | 'failed' | 'cancelled',
    at_ms: number,
    answer: RelayAnswer | null,
  ): void;
  /** A player presses a key of the device. */
  pressed?(device: string, at_ms: number): void;
  /** Called when the relay accepts a request. */
  taken?(request: SentRequest): void;
  /** The relay notices that the caller has disconnected. */
  callerGone?(request: SentRequest): void;
  /** The relay answers a request. */
  answered?(answer: Answered, at_ms: number): void;
  /** The state of a device has changed. */
  deviceChanged?(observation: DeviceObservation): void;
  /** A ball has started to roll on the screen of a device. */
  rolled?(observation: RollObservation): void;
  /** The device taps a key on the golf simulator's computer; `key` names its action there. */
  tapped?(device: string, key: string, at_ms: number): void;
  simulatorChanged?(observation: SimulatorObservation): void;
  /** A player swings the putter; `on_page`: the simulator's page is open. */
  struck?(device: string, on_page: boolean, at_ms: number): void;
  /** The screen of a device has changed; `lines` reads it. */
  screenChanged?(device: string, lines: () => readonly string[]): void;
  booted?(device: string, at_ms: number): void;
  /** A device is switched off, or lost its power just before. */
  poweredOff?(device: string, at_ms: number): void;
  relayStarted?(at_ms: number): void;
  /** A replica has taken over the relays' engine and lacks all writes after `from_ms`. */
  tailLost?(from_ms: number, at_ms: number): void;
  /** All faults are healed and players have been idle for the settling time. */
  settled?(at_ms: number): void;
}
