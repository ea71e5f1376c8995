// Virtual sensor board: its gates and the serial protocol over any byte link.

import { createFrameReader, encodeFrame } from '../../hal/sensor/frame.ts';
import { CHANNELS, MESSAGE_TYPE, decodeBody, encodeBody, type Message } from '../../hal/sensor/messages.ts';
import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import type { Random } from '../../hal/random/random.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { PROTOCOL_MAJOR, PROTOCOL_MINOR } from '../../wire/limits.ts';
import { BEAT_EVERY_MS, REARM_CLEAR_MS, SWING_RESEND_MS, SWING_SENDS_MAX } from '../../hal/sensor/protocol-limits.ts';
import { gateEdges, strokeLasts_s, type GateEdge } from '../putter/putter.ts';
import { strokeOf, type StrokeCall } from '../putter/stroke-call.ts';
import { createGates, type Gates, type RawSwing } from './gates.ts';

export interface SensorBoardOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Sends the board's bytes to the host. */
  send(bytes: Uint8Array): void;
  readonly serial?: string;
  readonly tick_ns?: number;
  /** Standard deviation of each edge's time. */
  readonly jitter_us?: number;
  readonly aperture_error_um?: readonly number[];
  /** Errors that the board does not report: aperture offsets along x, and a fast clock. */
  readonly hidden_error_um?: readonly number[];
  readonly clock_error_ppm?: number;
  readonly major?: number;
  readonly minor?: number;
  readonly mode?: number;
  /** Number of boots before the first `powerOn`. */
  readonly boots_before?: number;
}

export interface SensorBoard {
  powerOn(): void;
  powerOff(): void;
  receive(bytes: Uint8Array): void;
  /** Queues a stroke after earlier ones; refused if over a minute of strokes is queued. Does nothing without power. */
  stroke(call: StrokeCall): Result<void>;
  /** Sends a swing unchanged regardless of what the gates detected; returns its id. */
  sendSwing(swing: RawSwing): number;
}

interface Pending {
  sends: number;
  alarm: Alarm;
}

export function createSensorBoard(options: SensorBoardOptions): SensorBoard {
  const { clock } = options;
  const power = { on: false, at_ms: 0, free_at_ms: 0, boots: options.boots_before ?? 0 };
  const out = { seq: 0, swing_id: 0, crc_errors: 0 };
  const unacknowledged = new Map<number, Pending>();
  let beat: Alarm = null;
  let reader = createFrameReader(() => {});

  const gates = createGates({
    ...clocked(options),
    booted_at_ms: () => power.at_ms,
    onSwing: (swing) => void sendSwing(swing),
  });

  const send = (message: Message): void =>
    options.send(encodeFrame({ type: MESSAGE_TYPE[message.kind], seq: out.seq++, body: encodeBody(message) }));

  const sendSwing = (swing: RawSwing): number => {
    const swing_id = ++out.swing_id;
    const pending: Pending = { sends: 0, alarm: null };
    const again = (): void => {
      send({ kind: 'swing', swing_id, temperature_dc: 215, ...swing });
      if (++pending.sends < SWING_SENDS_MAX) pending.alarm = clock.setTimeout(again, SWING_RESEND_MS);
      else unacknowledged.delete(swing_id);
    };
    unacknowledged.set(swing_id, pending);
    again();
    return swing_id;
  };

  const onFrame = (message: Message | null): void => {
    if (message?.kind === 'hello') send(helloAck(options, power.boots));
    else if (message?.kind === 'ack') {
      clock.clearTimeout(unacknowledged.get(message.swing_id)?.alarm);
      unacknowledged.delete(message.swing_id);
    } else if (message?.kind === 'get' || message?.kind === 'set')
      send({ kind: 'value', key: message.key, value: 0, status: UNKNOWN_KEY });
  };

  const beatOn = (): void => {
    send(beatMessage(uptime_ms(options, power.at_ms), gates, reader.dropped()));
    beat = clock.setTimeout(beatOn, BEAT_EVERY_MS);
  };

  const powerOff = (): void => {
    power.on = false;
    clock.clearTimeout(beat);
    for (const { alarm } of unacknowledged.values()) clock.clearTimeout(alarm);
    unacknowledged.clear();
    gates.reset();
  };

  return {
    powerOn() {
      if (power.on) powerOff();
      Object.assign(power, { on: true, at_ms: clock.now_ms(), free_at_ms: 0, boots: (power.boots + 1) >>> 0 });
      Object.assign(out, { seq: 0, swing_id: 0 });
      reader = createFrameReader(({ type, body }) => onFrame(decodeBody(type, body)));
      options.send(Uint8Array.of(0));
      beatOn();
    },
    powerOff: powerOff,
    receive: (bytes) => power.on && reader.push(bytes),
    stroke(call) {
      const waits_ms = Math.max(0, power.free_at_ms - clock.now_ms());
      if (waits_ms > QUEUE_MS_MAX) return busy(waits_ms);
      power.free_at_ms = clock.now_ms() + waits_ms + strokeLasts_s(call.club_speed_mps) * 1000 + REARM_CLEAR_MS * 1.5;
      const { boots } = power;
      clock.setTimeout(() => power.on && boots === power.boots && gates.play(edgesOf(call, options)), waits_ms);
      return ok(undefined);
    },
    sendSwing: sendSwing,
  };
}

const clocked = ({ clock, random, tick_ns = 100, jitter_us = 0, clock_error_ppm = 0 }: SensorBoardOptions) => ({
  clock,
  random,
  tick_ns,
  jitter_us,
  clock_error_ppm,
});

/** Uptime on the board's own clock. */
const uptime_ms = ({ clock, clock_error_ppm = 0 }: SensorBoardOptions, booted_at_ms: number): number =>
  (clock.now_ms() - booted_at_ms) * (1 + clock_error_ppm / 1e6);

const edgesOf = (call: StrokeCall, { aperture_error_um, hidden_error_um }: SensorBoardOptions): readonly GateEdge[] =>
  gateEdges(
    strokeOf(call),
    CHANNELS.map((_, channel) => (aperture_error_um?.[channel] ?? 0) + (hidden_error_um?.[channel] ?? 0)),
  );

const UNKNOWN_KEY = 1;
const QUEUE_MS_MAX = 60_000;

const busy = (waits_ms: number): Result<never> =>
  fail('putter_busy', `The putter has ${(waits_ms / 1000).toFixed(0)} s of strokes queued: try again later.`);
const DAYLIGHT = 12_000;

const beatMessage = (uptime_ms: number, gates: Gates, dropped: number): Message => ({
  kind: 'beat',
  uptime_ms: Math.round(uptime_ms),
  levels: ~gates.covered() & (2 ** CHANNELS.length - 1),
  blocked: gates.blocked(),
  ambient: DAYLIGHT,
  crc_errors: dropped & 0xffff,
  overruns: 0,
});

const helloAck = (options: SensorBoardOptions, boot_count: number): Message => ({
  kind: 'hello_ack',
  major: options.major ?? PROTOCOL_MAJOR,
  minor: options.minor ?? PROTOCOL_MINOR,
  hw_rev: 1,
  fw: [1, 0, 0],
  serial: options.serial ?? 'VIRTUAL1',
  tick_ns: options.tick_ns ?? 100,
  mode: options.mode ?? 0,
  boot_count,
  reset_cause: 0,
  aperture_error_um: CHANNELS.map((_, channel) => options.aperture_error_um?.[channel] ?? 0),
});
