// Records batches of one or several devices in a single sequence.

import { nextMacrotask } from '#macrotask';
import { assertDefined } from '../../wire/errors.ts';
import { AND, give, type RecordedLine, type Take, type RecorderProxy, type RecordedBatch } from './recorder-proxy.ts';
import { toJson } from './values.ts';

interface RecorderOptions {
  /** Returns the time on the devices' clock. */
  readonly now_ms: () => number;
  readonly write: (turn: RecordedBatch) => void;
  /** Stops a virtual clock until the returned function is called. */
  readonly hold?: () => () => void;
  /** Whether inputs of this name wait until admitted. Default: none. */
  readonly waits?: (name: string) => boolean;
}

export interface Recorder {
  /** Returns the proxy of a device that is switched on. */
  device(name: string): RecorderProxy;
  /** Returns the number of inputs that wait to be admitted. */
  waiting(): number;
  /** Admits all waiting inputs, each in its own batch. */
  letIn(): void;
  /** Resolves once no batch is open or queued and storage and extensions have answered or timed out. */
  settled(): Promise<void>;
}

/** Device from power-on to power-off. */
interface Life {
  readonly device: string;
  readonly awaited: Map<string, Take>;
  readonly endCallbacks: (() => void)[];
  over: boolean;
  unrecorded: boolean;
}

interface Entering {
  readonly life: Life;
  readonly name: string;
  readonly values: readonly unknown[];
  /** Values as recorded. */
  readonly written: readonly unknown[];
}

interface OpenTurn {
  readonly life: Life;
  readonly turn: RecordedBatch;
  readonly lines: RecordedLine[];
  readonly letGo: () => void;
  /** True until the first promise of the batch settles: inputs until then belong to the batch. */
  at_once: boolean;
}

interface Turns {
  readonly options: Required<RecorderOptions>;
  readonly queue: Entering[];
  /** Inputs not yet admitted. */
  readonly outside: Entering[];
  open: OpenTurn | null;
  /** True while a device is handling an input. */
  giving: boolean;
  at_ms: number;
}

export function createRecorder(options: RecorderOptions): Recorder {
  const hold = (): (() => void) => () => {};
  const turns: Turns = {
    options: { hold, waits: () => false, ...options },
    queue: [],
    outside: [],
    open: null,
    giving: false,
    at_ms: 0,
  };
  const { queue, outside } = turns;
  const lives = new Set<Life>();
  /** Answers that never arrived, for example of a write interrupted by a power cut. */
  let given_up = new Set<string>();
  const pending = (): readonly string[] =>
    [...lives].flatMap((life) => {
      if (life.over) lives.delete(life);
      return [...life.awaited.keys()].filter((name) => AT_HOME.test(name)).map((name) => `${life.device} ${name}`);
    });
  const waits = (): boolean => pending().some((name) => !given_up.has(name));
  return {
    device(device) {
      const life: Life = { device, awaited: new Map(), endCallbacks: [], over: false, unrecorded: false };
      lives.add(life);
      return proxyOf(turns, life);
    },
    waiting: () => outside.length,
    letIn() {
      queue.push(...outside.splice(0));
      beginNext(turns);
    },
    async settled() {
      const late_ms = performance.now() + AT_HOME_MS_MAX;
      do await new Promise<void>((resolve) => nextMacrotask(resolve));
      while (turns.open || queue.length > 0 || (waits() && performance.now() < late_ms));
      given_up = new Set(pending());
    },
  };
}

/** Answers from the board itself, whose delay in device time is negligible. */
const AT_HOME = /^(flash|image|isolate) /;
const AT_HOME_MS_MAX = 200;

function proxyOf(turns: Turns, life: Life): RecorderProxy {
  const { options } = turns;
  const note = (line: RecordedLine): void => {
    if (turns.open?.life === life && !life.over && !life.unrecorded) turns.open.lines.push(line);
  };
  const enter = (name: string, values: readonly unknown[], written = values): void =>
    takeIn(turns, { life, name, values, written });
  return {
    plays: false,
    now_ms: () => (turns.open?.life === life && !life.over ? turns.at_ms : inThousandths(options.now_ms())),
    await: (name, take) => void life.awaited.set(name, take),
    due: () => {},
    forget: (name) => void life.awaited.delete(name),
    enter,
    ask(name, read) {
      const value = read();
      note([name, toJson(value)]);
      return value;
    },
    leave: (name, ...values) => note([name, ...values.map(toJson)]),
    unrecorded(act) {
      life.unrecorded = true;
      try {
        act();
      } finally {
        life.unrecorded = false;
      }
    },
    isUnrecorded: () => life.unrecorded,
    atEnd: (callback) => void life.endCallbacks.push(callback),
    end() {
      const { promise, resolve } = Promise.withResolvers<void>();
      life.awaited.set('off', () => {
        life.over = true;
        // By then the batch is written.
        nextMacrotask(resolve);
      });
      enter('off', []);
      return promise;
    },
  };
}

const inThousandths = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Delivers an input in its own batch, or in one that has just started. */
function takeIn(turns: Turns, entering: Entering): void {
  const { open, giving, queue, outside, options } = turns;
  if (options.waits(entering.name) && !entering.life.over) outside.push(entering);
  else if (!open || entering.life.over) begin(turns, entering);
  else if (open.life === entering.life && open.at_once && !giving) join(turns, open, entering);
  else queue.push(entering);
}

function begin(turns: Turns, { life, name, values, written }: Entering): void {
  const take = life.awaited.get(name);
  if (life.over) return give(take, values);
  if (!take) return;
  const { now_ms, hold } = turns.options;
  turns.at_ms = Math.max(turns.at_ms, inThousandths(now_ms()));
  const lines: RecordedLine[] = [];
  const turn: RecordedBatch = {
    at_ms: turns.at_ms,
    device: life.device,
    entered: [name, ...written.map(toJson)],
    lines,
  };
  const open: OpenTurn = { life, turn, lines, letGo: hold(), at_once: true };
  turns.open = open;
  queueMicrotask(() => (open.at_once = false));
  // By then every promise has settled.
  nextMacrotask(() => end(turns, open));
  hand(turns, take, values);
}

function join(turns: Turns, { lines }: OpenTurn, { life, name, values, written }: Entering): void {
  const take = life.awaited.get(name);
  if (!take) return;
  lines.push([AND, name, ...written.map(toJson)]);
  hand(turns, take, values);
}

function hand(turns: Turns, take: Take, values: readonly unknown[]): void {
  turns.giving = true;
  try {
    give(take, values);
  } finally {
    turns.giving = false;
  }
}

function end(turns: Turns, { life, turn, letGo }: OpenTurn): void {
  if (!life.over) for (const callback of life.endCallbacks) callback();
  turns.options.write(turn);
  turns.open = null;
  beginNext(turns);
  letGo();
}

function beginNext(turns: Turns): void {
  while (!turns.open && turns.queue.length > 0) begin(turns, assertDefined(turns.queue.shift(), 'what waits'));
}
