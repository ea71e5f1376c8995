// What the checks see: every request as it leaves a device and as the relay takes it, every answer as the relay gives it, and
// where each device stands.

import { assertDefined } from '../../wire/errors.ts';
import type { RelayAnswer } from '../../wire/relay/answers.ts';
import type { Experience, RelayPutt } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import { ROUTES, type Route } from '../../wire/relay/requests.ts';
import type { SessionView } from '../../firmware/online/online.ts';
import type { LastShot } from '../../firmware/simulator/link.ts';
import type { SimWay } from '../../firmware/simulator/simulator.ts';

/** A body as a device wrote it. */
export interface Body {
  readonly exp?: Experience;
  readonly putt?: RelayPutt;
  readonly round?: Round;
  readonly [field: string]: unknown;
}

export const bodyFrom = (bytes: Uint8Array): Body =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own device wrote it, and the rules look for what is wrong in it
  JSON.parse(new TextDecoder().decode(bytes)) as Body;

/** The route in a path of the relay. */
export function routeFrom(path: string): Route {
  const route = ROUTES.find((each) => path === `/sim/${each}`);
  return assertDefined(route, `route ${path}`);
}

export interface SentRequest {
  readonly device: string;
  /** Which of the device's starts sent it. */
  readonly boot: number;
  readonly route: Route;
  readonly body: Body;
  readonly at_ms: number;
}

export interface Answered extends SentRequest {
  /** The very request that was taken. */
  readonly request: SentRequest;
  readonly http_status: number;
  /** Null where it is none of the relay's answers. */
  readonly answer: RelayAnswer | null;
  /** Keys of the answer as it was written. */
  readonly keys: readonly string[];
  readonly taken_ms: number;
}

export interface DeviceObservation {
  readonly device: string;
  readonly boot: number;
  readonly session: SessionView;
  readonly round: Round | null;
}

/** Where a device stands with its golf simulator. */
export interface SimulatorObservation {
  readonly device: string;
  readonly way: SimWay | null;
  readonly last: LastShot | null;
  readonly at_ms: number;
}

/** One set of checks. Each method is called for each such event; a rule that does not hold throws a BrokenRule. */
export interface Checks {
  /** A device sends. */
  sent?(request: SentRequest): void;
  /** The device has its answer (null where it is none of the relay's), has given up or has let go. */
  finished?(
    request: SentRequest,
    how: 'answered' | 'failed' | 'cancelled',
    at_ms: number,
    answer: RelayAnswer | null,
  ): void;
  /** Somebody presses a key of the device. */
  pressed?(device: string, at_ms: number): void;
  /** The relay takes a request. */
  taken?(request: SentRequest): void;
  /** The relay notices that the caller has gone. */
  callerGone?(request: SentRequest): void;
  /** The relay answers. */
  answered?(answer: Answered, at_ms: number): void;
  /** Something has changed on a device. */
  deviceChanged?(observation: DeviceObservation): void;
  /** A key of the computer of a golf simulator is tapped, by what it does there. */
  tapped?(device: string, key: string, at_ms: number): void;
  simulatorChanged?(observation: SimulatorObservation): void;
  /** Somebody swings the putter, with the simulator's page open or another one. */
  struck?(device: string, on_page: boolean, at_ms: number): void;
  /** A device shows something else; `lines` reads its screen. */
  screenChanged?(device: string, lines: () => readonly string[]): void;
  booted?(device: string, at_ms: number): void;
  /** A device is switched off, or has lost its power a moment ago. */
  poweredOff?(device: string, at_ms: number): void;
  relayStarted?(at_ms: number): void;
  /** A replica has taken over for the engine of relays, and lacks what was written after `from_ms`. */
  tailLost?(from_ms: number, at_ms: number): void;
  /** All is healed, and for some time nobody has done anything. */
  settled?(at_ms: number): void;
}
