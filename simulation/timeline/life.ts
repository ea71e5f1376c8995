// A device as a trace draws it, from when it is switched on until it is off.

import type { MachineStep } from '../recordings/machine-step.ts';
import { callerLane, ledLane, LANE, machineLane, type Lane } from './lanes.ts';
import type { Deliveries } from './deliveries.ts';
import type { Process } from './drawing.ts';
import { createLedColors, type LedColors } from './led-colors.ts';
import { createWire, type Chunk } from './wire-frames.ts';

export interface TraceOptions {
  /** Bodies of calls, what was typed, and whole screens stand in the trace too; they have the codes of sessions. */
  readonly bodies: boolean;
}

/** What all devices of a trace share. */
export interface ScenarioContext {
  readonly options: TraceOptions;
  readonly deliveries: Deliveries;
  readonly newId: () => string;
  /** In nanoseconds from the beginning of the recording. */
  readonly turnBegan: () => number;
  /** The relay as its devices see it; made when the first of them asks it something. */
  readonly relay: () => Process;
  /** Arrows that have begun at the calls that brought an input, by these. */
  readonly arrows: Map<string, string>;
}

export interface Life {
  readonly stage: ScenarioContext;
  readonly process: Process;
  readonly device: string;
  /** How often it had been switched on. */
  readonly number: number;
  /** Origins of its cloud and of its store. */
  cloud: string | null;
  store: string | null;
  readonly counts: Map<string, number>;
  /** Arrows from requests to their answers. */
  readonly answers: Map<string, string>;
  readonly leds: LedColors;
  /** Those that run. */
  readonly machines: Set<string>;
  /** What the newest HELLO_ACK said, without which the ticks of a SWING mean nothing. */
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

/** Of a line that has just been opened. */
export const createWires = (): Life['wires'] => ({ from_board: createWire(), to_board: createWire() });

/** The number of the next call of this kind: the tape numbers them from 1. */
export function count({ counts }: Life, what: string): number {
  const next = (counts.get(what) ?? 0) + 1;
  counts.set(what, next);
  return next;
}

type Args = Readonly<Record<string, unknown>>;

/** Something is asked for. `key`: the name under which the answer enters. `arrows`: which begin here too. */
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

/** The relay has a request of this device. */
export const beginAtRelay = (life: Life, key: string, name: string): void =>
  life.stage.relay().begin(callerLane(life.device), relayKey(life, key), name);

/** It has answered it, or the device has gone; nothing where it never had it. */
export const endAtRelay = (life: Life, key: string): void => {
  if (life.cloud !== null) life.stage.relay().finish(relayKey(life, key));
};

/** The answer is what has just been drawn. */
export function arrived({ process, answers }: Life, key: string): void {
  const arrow = answers.get(key);
  if (arrow === undefined) return;
  answers.delete(key);
  process.arrowIn(arrow);
}

/** The states of machines that are others than before; null for one that runs no more. */
export function showStates({ process, machines }: Life, states: Readonly<Record<string, unknown>>): void {
  for (const [machine, state] of Object.entries(states)) {
    process.show(machineLane(machine), typeof state === 'string' ? state : null);
    if (state === null) machines.delete(machine);
    else machines.add(machine);
  }
}

/** A machine goes from one state into another, which it may leave at once. */
export function showStep({ process, machines }: Life, step: MachineStep): void {
  const { machine, source, event, target, state } = step;
  const lane = machineLane(machine);
  // What it began in, and has left in the same moment.
  if (!machines.has(machine) && source !== '') process.show(lane, source);
  machines.add(machine);
  process.show(lane, state, { event, source, target });
}

/** What was asked for is not answered any more. */
export function loseAnswers(life: Life): void {
  const { process, answers } = life;
  for (const arrow of answers.values()) process.arrowIn(arrow);
  for (const key of answers.keys()) {
    process.finish(key);
    endAtRelay(life, key);
  }
  answers.clear();
}

/** The power goes: nothing lasts any longer, and what was asked for is not answered. */
export function endLife(life: Life, why: string): void {
  const { process, leds, machines } = life;
  process.cause(LANE.power, why);
  loseAnswers(life);
  leds.off();
  machines.clear();
  process.end();
}
