// Sensor on a virtual cable whose board end sends only what the test scripts; records the host's messages and their
// times.

import type { ExecutionContext } from 'ava';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog, type MemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createFrameReader, encodeFrame } from '../../../hal/sensor/frame.ts';
import { MESSAGE_TYPE, decodeBody, encodeBody, type Message } from '../../../hal/sensor/messages.ts';
import { createSerialSensor } from '../../../hal/sensor/sensor-serial.ts';
import type { LinkState, Sensor, SensorStatus, Strike } from '../../../hal/sensor/sensor.ts';
import { createSerialPipe, type SerialPipe } from '../../../hal/serial/serial-pipe.ts';
import type { SerialLine, SerialPort } from '../../../hal/serial/serial.ts';
import { REFERENCE_TICKS } from './frames.ts';
import { valueOf } from '../../support/results.ts';
import { isOf } from '../../support/hal/sensor-messages.ts';

interface Received {
  readonly at_ms: number;
  readonly seq: number;
  readonly message: Message;
}

export interface Script {
  readonly clock: VirtualClock;
  readonly pipe: SerialPipe;
  readonly sensor: Sensor;
  readonly log: MemoryLog;
  readonly strikes: Strike[];
  readonly statuses: SensorStatus[];
  /** Times at which the host tried to open the port, ms. */
  readonly opened_ms: number[];
  /** Raw bytes sent by the host. */
  readonly raw: number[];
  readonly received: Received[];
  of<K extends Message['kind']>(kind: K): (Message & { kind: K })[];
  /** Returns the times at which the host sent messages of that kind, ms. */
  times(kind: Message['kind']): number[];
  send(message: Message, seq?: number): void;
  send_bytes(bytes: Uint8Array): void;
  /** Returns each link state with its start time, ms. */
  states(): (readonly [LinkState, number])[];
  /** Stalls the device: its alarms fire that much later, and it reads data sent during the stall afterwards. */
  standStill(ms: number): void;
  /** Opens the board's end, like a board that was just plugged in. */
  openBoard(): Promise<void>;
}

const rounded = (clock: VirtualClock): number => Math.round(clock.now_ms() * 10) / 10;

/** Wraps the port and records each attempt to open it. */
const watched = (port: SerialPort, clock: VirtualClock, opened_ms: number[]): SerialPort => ({
  path: port.path,
  open(listener) {
    opened_ms.push(rounded(clock));
    return port.open(listener);
  },
  onPlug: (plugged) => port.onPlug(plugged),
});

/** Starts a sensor at time 0. A practically infinite baud rate keeps all times round. */
export async function script(t: ExecutionContext, { start = true } = {}): Promise<Script> {
  const clock = createVirtualClock();
  const pipe = createSerialPipe({ clock, random: createSeededRandom(1), path: '/dev/board', baud: 1e12 });
  const log = createMemoryLog(clock);
  const [opened_ms, raw, received]: [number[], number[], Received[]] = [[], [], []];
  const [strikes, statuses]: [Strike[], SensorStatus[]] = [[], []];
  const states: (readonly [LinkState, number])[] = [];
  let line: SerialLine | null = null;
  let out_seq = 0;
  const openBoard = async (): Promise<void> => {
    const reader = createFrameReader(({ type, seq, body }) => {
      const message = decodeBody(type, body);
      if (message) received.push({ at_ms: rounded(clock), seq, message });
    });
    const bytes = (chunk: Uint8Array): void => (raw.push(...chunk), reader.push(chunk));
    line = valueOf(t, await pipe.board.open({ bytes, closed: () => (line = null) }));
    out_seq = 0;
  };
  await openBoard();
  let stood_ms = 0;
  const sensor = createSerialSensor({
    port: watched(pipe.host, clock, opened_ms),
    clock: { ...clock, now_ms: () => clock.now_ms() + stood_ms },
    log,
    host_name: 'tapin test',
  });
  const listener = {
    strike: (strike: Strike): void => void strikes.push(strike),
    status(status: SensorStatus): void {
      if (states.at(-1)?.[0] !== status.link) states.push([status.link, rounded(clock)]);
      statuses.push(status);
    },
  };
  log.onLine(({ level, text }) => void (level === 'error' && t.fail(text)));
  if (start) sensor.start(listener);
  return {
    clock,
    pipe,
    sensor,
    log,
    strikes,
    statuses,
    opened_ms,
    raw,
    received,
    of: <K extends Message['kind']>(kind: K) =>
      received.flatMap(({ message }) => (isOf(kind, message) ? [message] : [])),
    times: (kind) => received.filter(({ message }) => message.kind === kind).map(({ at_ms }) => at_ms),
    send: (message, seq = out_seq++) =>
      line?.write(encodeFrame({ type: MESSAGE_TYPE[message.kind], seq, body: encodeBody(message) })),
    send_bytes: (bytes) => line?.write(bytes),
    states: () => states,
    standStill: (ms) => void (stood_ms += ms),
    openBoard,
  };
}

export const beat = (uptime_ms: number, blocked = 0): Message => ({
  kind: 'beat',
  uptime_ms,
  levels: 0xff & ~blocked,
  blocked,
  ambient: 12_000,
  crc_errors: 0,
  overruns: 0,
});

type HelloAck = Message & { kind: 'hello_ack' };

export const helloAck = (change: Partial<HelloAck> = {}): HelloAck => ({
  kind: 'hello_ack',
  major: 1,
  minor: 0,
  hw_rev: 2,
  fw: [3, 4, 5],
  serial: 'TEST0001',
  tick_ns: 100,
  mode: 0,
  boot_count: 7,
  reset_cause: 0,
  aperture_error_um: [0, 0, 0, 0, 0, 0, 0, 0],
  ...change,
});

type Swing = Message & { kind: 'swing' };

/** Creates the SWING of the reference stroke (sensor §1): 1.5 m/s, face 1.2°. */
export const swing = (swing_id: number, change: Partial<Swing> = {}): Swing => ({
  kind: 'swing',
  swing_id,
  base_ticks: 50_000n,
  present: 0xff,
  flags: 0,
  temperature_dc: 215,
  delta_ticks: REFERENCE_TICKS,
  ...change,
});

/** Brings the link to ready: a BEAT, the HELLO, its answer. */
export async function greet(board: Script, ack: Partial<HelloAck> = {}, uptime_ms = 1000): Promise<void> {
  board.send(beat(uptime_ms));
  await board.clock.advance(1);
  board.send(helloAck(ack));
  await board.clock.advance(1);
}

/** Sends one BEAT per second for the given number of seconds. */
export async function beatFor(board: Script, seconds: number, from_uptime_ms = 2000): Promise<void> {
  for (let n = 0; n < seconds; n++) {
    board.send(beat(from_uptime_ms + n * 1000));
    await board.clock.advance(1000);
  }
}
