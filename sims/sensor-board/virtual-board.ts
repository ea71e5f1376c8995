// Virtual sensor board: a model of the gates and of the serial protocol.

import { createFrameReader, encodeFrame } from '../../hal/sensor/frame.ts';
import { CHANNELS, MESSAGE_TYPE, decodeBody, encodeBody, type Message } from '../../hal/sensor/messages.ts';
import type { Alarm } from '../../hal/clock/clock.ts';
import { PROTOCOL_MAJOR, PROTOCOL_MINOR } from '../../wire/limits.ts';
import { BAUD_DEFAULT, BEAT_EVERY_MS, SWING_RESEND_MS, SWING_SENDS_MAX } from '../../hal/sensor/protocol-limits.ts';
import type { GateEdge } from '../putter/putter.ts';
import { createGates, type Gates, type RawSwing } from './gates.ts';
import { createBoardMemory } from './board-memory.ts';
import { createStrokeQueue, type SensorBoard, type SensorBoardOptions } from './sensor-board.ts';

export interface VirtualBoardOptions extends SensorBoardOptions {
  readonly tick_ns?: number;
  readonly major?: number;
  readonly minor?: number;
  readonly mode?: number;
}

export interface VirtualBoard extends SensorBoard {
  /** Sends a swing unchanged regardless of what the gates detected; returns its id. */
  sendSwing(swing: RawSwing): number;
}

interface Pending {
  sends: number;
  alarm: Alarm;
}

export function createVirtualBoard(options: VirtualBoardOptions): VirtualBoard {
  const { clock } = options;
  const power = { on: false, at_ms: 0, boots: options.boots_before ?? 0 };
  const out = { seq: 0, swing_id: 0, crc_errors: 0 };
  const memory = createBoardMemory(options);
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
    if (message?.kind === 'hello') send({ ...helloAck(options, power.boots), ...memory.settings() });
    else if (message?.kind === 'ack') {
      clock.clearTimeout(unacknowledged.get(message.swing_id)?.alarm);
      unacknowledged.delete(message.swing_id);
    } else if (message?.kind === 'get') send({ kind: 'value', key: message.key, ...memory.get(message.key) });
    else if (message?.kind === 'set')
      send({ kind: 'value', key: message.key, ...memory.set(message.key, message.value) });
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
    strokes.clear();
  };

  const play = (edges: readonly GateEdge[]): void => {
    if (power.on) gates.play(edges);
  };
  const strokes = createStrokeQueue(options, play);

  return {
    baud: BAUD_DEFAULT,
    powerOn() {
      if (power.on) powerOff();
      Object.assign(power, { on: true, at_ms: clock.now_ms(), boots: (power.boots + 1) >>> 0 });
      Object.assign(out, { seq: 0, swing_id: 0 });
      strokes.clear();
      reader = createFrameReader(({ type, body }) => onFrame(decodeBody(type, body)));
      options.send(Uint8Array.of(0));
      beatOn();
    },
    powerOff: powerOff,
    receive: (bytes) => power.on && reader.push(bytes),
    stroke: (call) => strokes.stroke(call),
    play,
    sendSwing: sendSwing,
  };
}

const clocked = ({ clock, random, tick_ns = 100, jitter_us = 0, clock_error_ppm = 0 }: VirtualBoardOptions) => ({
  clock,
  random,
  tick_ns,
  jitter_us,
  clock_error_ppm,
});

/** Uptime on the board's own clock. */
const uptime_ms = ({ clock, clock_error_ppm = 0 }: VirtualBoardOptions, booted_at_ms: number): number =>
  (clock.now_ms() - booted_at_ms) * (1 + clock_error_ppm / 1e6);

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

const helloAck = (options: VirtualBoardOptions, boot_count: number) => ({
  kind: 'hello_ack' as const,
  major: options.major ?? PROTOCOL_MAJOR,
  minor: options.minor ?? PROTOCOL_MINOR,
  hw_rev: 1,
  fw: [1, 0, 0] as const,
  tick_ns: options.tick_ns ?? 100,
  mode: options.mode ?? 0,
  boot_count,
  reset_cause: 0,
});
