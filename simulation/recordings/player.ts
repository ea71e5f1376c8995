// Plays a recording: feeds the inputs to a device batch by batch, and compares its requests and outputs.

import { nextMacrotask } from '#macrotask';
import { messageOf } from '../../wire/errors.ts';
import { AND, give, type RecordedLine, type Take, type RecorderProxy, type RecordedBatch } from './recorder-proxy.ts';
import { fromJson, toJson } from './values.ts';

/** Difference between a device's behaviour and the recording. */
export interface Divergence {
  readonly turn: RecordedBatch;
  /** Line in the recording and line played; null if there is none. */
  readonly recorded: RecordedLine | null;
  readonly played: RecordedLine | null;
  /** All outputs of the batch as played, as far as it went. */
  readonly outputs: readonly RecordedLine[];
}

/** Batch that no recorder can have written; its message completes a sentence. */
export class UnplayableTurn extends Error {}

interface Player {
  /** Returns the proxy of the device that the next batch switches on. */
  device(name: string): RecorderProxy;
  /** Switches the device off. */
  end(name: string): void;
  /**
   * Plays one batch until the device is idle. `compare` false: plays at full speed and ignores outputs.
   * @throws `UnplayableTurn`
   */
  play(turn: RecordedBatch, compare: boolean): Promise<Divergence | null>;
  /** Forgets the divergence found, so that a later one can be. */
  forget(): void;
}

/** Device from power-on to power-off. */
interface Life {
  readonly device: string;
  readonly awaited: Map<string, Take>;
  readonly due: Map<string, number>;
  readonly endCallbacks: (() => void)[];
}

interface Playing {
  readonly lives: Map<string, Life>;
  turn: RecordedBatch;
  /** Index of the next line in the batch. */
  next: number;
  compares: boolean;
  checked_ms: number;
  readonly late_ms_max: number;
  /** Outputs of the current batch. */
  outputs: RecordedLine[];
  found: Divergence | null;
}

/** Exceeds the delay of an alarm even on an overloaded machine. */
const LATE_MS_MAX = 5000;
/** Interval between checks for late alarms. */
const LATE_CHECK_MS = 1000;
const NOTHING: RecordedBatch = { at_ms: 0, device: '', entered: ['nothing'], lines: [] };

/** Creates a player. `late_ms_max`: an alarm that is later than this is missing from the recording. */
export function createPlayer(late_ms_max = LATE_MS_MAX): Player {
  const playing: Playing = {
    lives: new Map(),
    turn: NOTHING,
    next: 0,
    compares: true,
    checked_ms: 0,
    late_ms_max,
    outputs: [],
    found: null,
  };
  const { lives } = playing;
  return {
    device(device) {
      const life: Life = { device, awaited: new Map(), due: new Map(), endCallbacks: [] };
      lives.set(device, life);
      return proxyOf(playing, life);
    },
    end: (device) => void lives.delete(device),
    async play(turn, compares) {
      Object.assign(playing, { turn, compares, next: 0, outputs: [] });
      const life = lives.get(turn.device);
      if (!life) throw new UnplayableTurn(`${turn.device} was not switched on`);
      enter(playing, life, turn.entered);
      for (let line = joined(playing); line; line = joined(playing)) enter(playing, life, line);
      await quiet();
      if (compares && lives.get(turn.device) === life) compareEnd(playing, life);
      return playing.found;
    },
    forget: () => void (playing.found = null),
  };
}

const quiet = (): Promise<void> => new Promise((resolve) => nextMacrotask(resolve));

function proxyOf(playing: Playing, life: Life): RecorderProxy {
  return {
    plays: true,
    now_ms: () => playing.turn.at_ms,
    await: (name, take) => void life.awaited.set(name, take),
    due: (name, due_ms) => void life.due.set(name, due_ms),
    forget(name) {
      life.awaited.delete(name);
      life.due.delete(name);
    },
    enter: () => {},
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values recorded under a name come from that port
    ask: <T>(name: string, _read: () => T, otherwise: T) => answerOf(playing, name, otherwise) as T,
    leave(name, ...values) {
      if (playing.compares && playing.lives.get(life.device) === life) done(playing, [name, ...values.map(toJson)]);
    },
    unrecorded: (act) => act(),
    isUnrecorded: () => false,
    atEnd: (callback) => void life.endCallbacks.push(callback),
    end: async () => {},
  };
}

function differs(playing: Playing, recorded: RecordedLine | null, played: RecordedLine | null): void {
  playing.found ??= { turn: playing.turn, recorded, played, outputs: playing.outputs };
}

function enter(playing: Playing, { awaited }: Life, entered: RecordedLine): void {
  const [name, ...values] = entered;
  const take = awaited.get(name);
  if (!take) return differs(playing, entered, null);
  try {
    give(take, values.map(fromJson));
  } catch (thrown) {
    differs(playing, null, ['threw', messageOf(thrown)]);
  }
}

/** Returns the next input of the same batch; null if none. */
function joined(playing: Playing): RecordedLine | null {
  const { turn, next, compares } = playing;
  const at = compares ? next : turn.lines.findIndex(([mark], index) => index >= next && mark === AND);
  const [mark, name, ...values] = turn.lines[at] ?? [''];
  if (mark !== AND) return null;
  playing.next = at + 1;
  return [String(name), ...values];
}

function done(playing: Playing, line: RecordedLine): void {
  playing.outputs.push(line);
  const recorded = playing.turn.lines[playing.next++] ?? null;
  if (JSON.stringify(recorded) !== JSON.stringify(line)) differs(playing, recorded, line);
}

/** Returns the recorded answer; skips outputs before it when not comparing. */
function answerOf(playing: Playing, name: string, otherwise: unknown): unknown {
  const { lines } = playing.turn;
  if (!playing.compares) while (playing.next < lines.length && lines[playing.next]?.[0] !== name) playing.next++;
  const recorded = lines[playing.next++] ?? null;
  if (recorded?.[0] === name) return fromJson(recorded[1]);
  differs(playing, recorded, [name]);
  return otherwise;
}

function compareEnd(playing: Playing, { endCallbacks, due, awaited }: Life): void {
  for (const callback of endCallbacks) callback();
  const { turn, next } = playing;
  const left = turn.lines[next];
  if (left) differs(playing, left, null);
  if (turn.at_ms - playing.checked_ms < LATE_CHECK_MS) return;
  playing.checked_ms = turn.at_ms;
  for (const [name, due_ms] of due)
    if (awaited.has(name) && due_ms < turn.at_ms - playing.late_ms_max)
      differs(playing, null, [`${name} was due`, due_ms]);
}
