// State of the sensor driver's link, and its shared operations: publish, count, wait, send.

import { messageOf, type Result } from '../../wire/errors.ts';
import type { Alarm, Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import type { SerialLine, SerialPort } from '../serial/serial.ts';
import { encodeFrame, type FrameReader } from './frame.ts';
import { MESSAGE_TYPE, encodeBody, type Message } from './messages.ts';
import type { Sensor, SensorCounters, SensorStatus } from './sensor.ts';

export interface SensorOptions {
  readonly port: SerialPort;
  readonly clock: Clock;
  readonly log: Log;
  /** Name sent to the board in HELLO. */
  readonly host_name: string;
}

export type HelloAck = Message & { kind: 'hello_ack' };

/** A setting on its way to the board. */
export interface PendingSetting {
  readonly key: number;
  readonly value: number;
  alarm: Alarm;
  done(stored: Result<void>): void;
}

export interface SensorLink {
  readonly options: SensorOptions;
  listener: Parameters<Sensor['start']>[0] | null;
  status: SensorStatus;
  line: SerialLine | null;
  /** Pending attempt to open, and pending close; the port is free when both have settled. */
  opening: Promise<void>;
  closing: Promise<void>;
  reader: FrameReader | null;
  /** Stops watching for plugged-in devices. */
  unwatch: () => void;
  /** Number of the current attempt to open, so that callbacks of earlier ones are ignored. */
  attempt: number;
  failures: number;
  /**
   * Reason last logged for a missing board. Logged once, since a device without its sensor would otherwise write to its
   * card all day.
   */
  logged: string;
  alarm: Alarm;
  out_seq: number;
  in_seq: number | null;
  beat_uptime_ms: number;
  /** Board that answered; null if none. */
  ack: HelloAck | null;
  /** Time at which the latest backstroke met row A, in ticks of this boot; null if another swing came since. */
  back_ticks: bigint | null;
  /** Setting that the board has not answered yet; null if none. */
  pending_setting: PendingSetting | null;
  /** Swings already received, for the boot (board and boot_count) they belong to. */
  readonly seen: { boot: string; readonly swings: Set<string> };
}

const NO_COUNTS: SensorCounters = {
  strikes: 0,
  backstrokes: 0,
  implausible: 0,
  duplicates: 0,
  frames_dropped: 0,
  frames_missed: 0,
  links_lost: 0,
};

export const createLink = (options: SensorOptions): SensorLink => ({
  options,
  listener: null,
  status: {
    link: 'closed',
    detail: 'The sensor is not started.',
    path: options.port.path,
    board: null,
    counters: NO_COUNTS,
    covered: [],
    refusal: '',
  },
  line: null,
  opening: Promise.resolve(),
  closing: Promise.resolve(),
  reader: null,
  unwatch: () => {},
  attempt: 0,
  failures: 0,
  logged: '',
  alarm: null,
  out_seq: 0,
  in_seq: null,
  beat_uptime_ms: -1,
  ack: null,
  back_ticks: null,
  pending_setting: null,
  seen: { boot: '', swings: new Set() },
});

/** Changes the status and notifies the listener. Does nothing if the sensor was stopped, even by its own listener. */
export function publish(link: SensorLink, change: Partial<SensorStatus>): void {
  if (!link.listener) return;
  link.status = { ...link.status, ...change };
  link.listener.status(link.status);
}

export function count(link: SensorLink, counter: keyof SensorCounters, by = 1): void {
  const { counters } = link.status;
  publish(link, { counters: { ...counters, [counter]: counters[counter] + by } });
}

/** Sets the link's only timer, replacing the previous one. */
export function wait(link: SensorLink, ms: number, then: () => void): void {
  const { clock } = link.options;
  clock.clearTimeout(link.alarm);
  if (!link.listener) return;
  link.alarm = clock.setTimeout(then, ms);
}

/** Closes the line; a failed close is logged, and the line counts as free. */
export function closeLine(link: SensorLink): void {
  const { line } = link;
  link.line = null;
  if (!line) return;
  const { log } = link.options;
  link.closing = line.close().catch((thrown: unknown) => log.write('warn', 'sensor', messageOf(thrown)));
}

export function send(link: SensorLink, message: Message): void {
  link.line?.write(encodeFrame({ type: MESSAGE_TYPE[message.kind], seq: link.out_seq++, body: encodeBody(message) }));
}
