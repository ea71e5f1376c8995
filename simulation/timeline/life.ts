// State of a device in a trace, from power-on to power-off.

import type { MachineStep } from '../recordings/machine-step.ts';
import { callerLane, ledLane, LANE, machineLane, type Lane } from './lanes.ts';
import type { Deliveries } from './deliveries.ts';
import type { Process } from './drawing.ts';
import { createLedColors, type LedColors } from './led-colors.ts';
import { createWire, type Chunk } from './wire-frames.ts';

export interface TraceOptions {
  /** Includes bodies of calls, typed text and whole screens in the trace; they contain session codes. */
  readonly bodies: boolean;
}

/** Context shared by all devices of a trace. */
export interface ScenarioContext {
  readonly options: TraceOptions;
  readonly deliveries: Deliveries;
  readonly newId: () => string;
  /** Start of the current step, in nanoseconds from the start of the recording. */
  readonly turnStart: () => number;
  /** Process of the relay as its devices see it; created on the first request. */
  readonly relay: () => Process;
  /** Open arrows from calls that sent an input, by call key. */
  readonly arrows: Map<string, string>;
}

export interface Life {
  readonly stage: ScenarioContext;
  readonly process: Process;
  readonly device: string;
  /** Number of times the device had been switched on. */
  readonly number: number;
  /** Origins of the device's cloud and store. */
  cloud: string | null;
  store: string | null;
  readonly counts: Map<string, number>;
  /** Open arrows from requests to their answers. */
  readonly answers: Map<string, string>;
  readonly leds: LedColors;
  /** Running machines. */
  readonly machines: Set<string>;
  /** Values of the newest HELLO_ACK, which define the ticks of a SWING. */
  readonly board: { tick_ns: number; aperture_error_um: readonly number[] };
  readonly wires: { from_board: (bytes: Uint8Array) => Chunk; to_board: (bytes: Uint8Array) => Chunk };
}

export function createLife(stage: ScenarioContext, process: Process, device: string, number: number): Life {
  return {
    stage,
    process,
    device,
    number,
    cloud: null,
    store: null,
    counts: new Map(),
    answers: new Map(),
    leds: createLedColors((led, color) => process.show(ledLane(led), color)),
    machines: new Set(),
    board: { tick_ns: 0, aperture_error_um: [] },
    wires: createWires(),
  };
}

/** Creates the decoders of a newly opened serial line. */
export const createWires = (): Life['wires'] => ({ from_board: createWire(), to_board: createWire() });

/** Returns the number of the next call of this kind; the recording counts from 1. */
export function count({ counts }: Life, what: string): number {
  const next = (counts.get(what) ?? 0) + 1;
  counts.set(what, next);
  return next;
}

type Args = Readonly<Record<string, unknown>>;

/** Draws a request. `key`: name under which the answer enters. `arrows`: further arrows that start at the request. */
export function request(
  { process, stage, answers }: Life,
  lane: Lane,
  key: string,
  name: string,
  args: Args,
  arrows: readonly string[] = [],
): void {
  process.moment(lane, name, args);
  const arrow = stage.newId();
  answers.set(key, arrow);
  for (const each of [arrow, ...arrows]) process.arrowOut(each);
  process.begin(lane, key, name, args);
}

const relayKey = ({ device, number }: Life, key: string): string => `${device} ${number} ${key}`;

/** Draws a request as received by the relay. */
export const beginAtRelay = (life: Life, key: string, name: string): void =>
  life.stage.relay().begin(callerLane(life.device), relayKey(life, key), name);

/** Draws the end of a request at the relay, by answer or by disconnect; does nothing if the relay never had it. */
export const endAtRelay = (life: Life, key: string): void => {
  if (life.cloud !== null) life.stage.relay().finish(relayKey(life, key));
};

/** Connects the last event to its request: it is the answer. */
export function arrived({ process, answers }: Life, key: string): void {
  const arrow = answers.get(key);
  if (arrow === undefined) return;
  answers.delete(key);
  process.arrowIn(arrow);
}

/** Draws changed machine states; null for a machine that stopped. */
export function showStates({ process, machines }: Life, states: Readonly<Record<string, unknown>>): void {
  for (const [machine, state] of Object.entries(states)) {
    process.show(machineLane(machine), typeof state === 'string' ? state : null);
    if (state === null) machines.delete(machine);
    else machines.add(machine);
  }
}

/** Draws a transition, even if the machine leaves the new state immediately. */
export function showStep({ process, machines }: Life, step: MachineStep): void {
  const { machine, source, event, target, state } = step;
  const lane = machineLane(machine);
  // Show the initial state, which the machine left at the same time.
  if (!machines.has(machine) && source !== '') process.show(lane, source);
  machines.add(machine);
  process.show(lane, state, { event, source, target });
}

/** Closes all open requests without an answer. */
export function loseAnswers(life: Life): void {
  const { process, answers } = life;
  for (const arrow of answers.values()) process.arrowIn(arrow);
  for (const key of answers.keys()) {
    process.finish(key);
    endAtRelay(life, key);
  }
  answers.clear();
}

/** Draws a power-off: ends all intervals and closes open requests without an answer. */
export function endLife(life: Life, why: string): void {
  const { process, leds, machines } = life;
  process.cause(LANE.power, why);
  loseAnswers(life);
  leds.off();
  machines.clear();
  process.end();
}
