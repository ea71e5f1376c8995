// Strike sensor on a real or virtual serial port: greets the board, watches its heartbeat, acknowledges its swings, and
// reconnects after any loss. Follows docs/sensor-protocol.md, "Behaviour".

import { PROTOCOL_MAJOR, PROTOCOL_MINOR } from '../../wire/limits.ts';
import {
  BEATS_MISSED_MAX,
  BEAT_EVERY_MS,
  GREETING_WAIT_MS,
  HELLO_EVERY_MS,
  HELLO_TRIES,
  REOPEN_DELAYS_MS,
  SETTINGS_MINOR,
} from './protocol-limits.ts';
import type { LogLevel } from '../log/log.ts';
import { aperturesOf, dropSetting, onValue, storeApertures } from './board-settings.ts';
import { createFrameReader, type Frame } from './frame.ts';
import { CHANNELS, MODE, decodeBody, type Message } from './messages.ts';
import {
  closeLine,
  count,
  createLink,
  publish,
  send,
  wait,
  type HelloAck,
  type SensorLink,
  type SensorOptions,
} from './sensor-link.ts';
import { findingRate } from './rate-finder.ts';
import type { Sensor } from './sensor.ts';
import { judgeSwing, rowATicks, timeAway, type SwingMessage } from './swing.ts';

/** C64: how late a BEAT may be before it counts as missing, in BEATs. */
const BEAT_GRACE = 0.5;
/** C64: a timer this late shows that the device itself was stalled. */
const STOOD_STILL_MS = 50;
/** C64: time after a stall in which the device reads its backlog. */
const CATCH_UP_MS = 1000;

const SECOND_MS = 1000;
const SEEN_SWINGS_MAX = 4096;
const READY = 'The sensor is ready.';
const NO_BOARD = { board: null, covered: [] } as const;
const BOARD_LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'warn'];

export function createSerialSensor(given: SensorOptions): Sensor {
  const options = { ...given, port: findingRate(given.port, given.clock) };
  const link = createLink(options);
  return {
    start(listener) {
      link.listener = listener;
      link.unwatch = options.port.onPlug(() => onPlug(link));
      link.opening = open(link);
    },
    status: () => link.status,
    storeApertures: (errors_um) => storeApertures(link, errors_um),
    async stop() {
      link.attempt++;
      link.listener = null;
      dropSetting(link);
      link.unwatch();
      options.clock.clearTimeout(link.alarm);
      closeLine(link);
      link.ack = null;
      link.status = { ...link.status, ...NO_BOARD, link: 'closed', detail: 'The sensor is stopped.' };
      await link.opening;
      await link.closing;
    },
  };
}

// --- opening and loss ---

async function open(link: SensorLink): Promise<void> {
  const { port } = link.options;
  const mine = ++link.attempt;
  publish(link, { link: 'opening', detail: `Opening ${port.path}.` });
  if (mine !== link.attempt) return; // the listener has stopped the sensor
  link.reader = createFrameReader((frame) => mine === link.attempt && onFrame(link, frame));
  const opened = await port.open({
    bytes: (chunk) => mine === link.attempt && onBytes(link, chunk),
    closed: (reason) => mine === link.attempt && lose(link, reason),
  });
  if (mine !== link.attempt) return void (opened.ok && (await opened.value.close()));
  if (!opened.ok) return lose(link, opened.error.message);
  link.line = opened.value;
  link.out_seq = 0;
  link.in_seq = null;
  link.beat_uptime_ms = -1;
  link.line.write(Uint8Array.of(0));
  publish(link, { detail: `Waiting for the board at ${port.path}.` });
  wait(link, GREETING_WAIT_MS, () => greet(link));
}

function lose(link: SensorLink, reason: string): void {
  const delay_ms = REOPEN_DELAYS_MS[Math.min(link.failures++, REOPEN_DELAYS_MS.length - 1)] ?? 0;
  const mine = ++link.attempt;
  closeLine(link);
  dropSetting(link);
  if (link.ack) count(link, 'links_lost');
  link.ack = null;
  if (link.logged !== reason) link.options.log.write('warn', 'sensor', waiting(reason, delay_ms));
  link.logged = reason;
  countDown(link, mine, reason, delay_ms);
}

/** Publishes the remaining wait every second. */
function countDown(link: SensorLink, mine: number, reason: string, left_ms: number): void {
  if (left_ms <= 0) return openAgain(link, mine);
  publish(link, { link: 'lost', detail: waiting(reason, left_ms), ...NO_BOARD });
  wait(link, Math.min(SECOND_MS, left_ms), () => countDown(link, mine, reason, left_ms - SECOND_MS));
}

function openAgain(link: SensorLink, mine: number): void {
  link.opening = link.closing.then(() => (mine === link.attempt ? open(link) : undefined));
}

/** Ends the wait immediately when a device is plugged in, and resets the retry delays. */
function onPlug(link: SensorLink): void {
  if (link.status.link !== 'lost') return;
  link.options.clock.clearTimeout(link.alarm);
  link.failures = 0;
  openAgain(link, link.attempt);
}

const waiting = (reason: string, ms: number): string => sentence(`${reason} Trying again in ${ms / SECOND_MS} s.`);

/** Capitalizes a message: it may start with the name of a port. */
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

// --- greeting ---

function greet(link: SensorLink): void {
  link.ack = null;
  publish(link, { link: 'greeting', detail: `Greeting the board at ${link.options.port.path}.` });
  hello(link, HELLO_TRIES);
}

function hello(link: SensorLink, tries_left: number): void {
  const { port, host_name } = link.options;
  if (tries_left === 0) return lose(link, `Nothing at ${port.path} answers as a sensor board.`);
  send(link, { kind: 'hello', major: PROTOCOL_MAJOR, minor: PROTOCOL_MINOR, name: host_name });
  wait(link, HELLO_EVERY_MS, () => hello(link, tries_left - 1));
}

function onHelloAck(link: SensorLink, ack: HelloAck): void {
  if (link.status.link !== 'greeting') return;
  link.failures = 0;
  link.logged = '';
  link.ack = ack;
  const boot = `${ack.serial}/${ack.boot_count}`;
  if (link.seen.boot !== boot) {
    link.seen.swings.clear();
    link.back_ticks = null;
  }
  link.seen.boot = boot;
  const met = meeting(ack);
  link.options.log.write(met.link === 'ready' ? 'info' : 'warn', 'sensor', met.detail, { serial: ack.serial });
  publish(link, {
    ...met,
    board: {
      protocol: `${ack.major}.${ack.minor}`,
      hardware: ack.hw_rev,
      firmware: ack.fw.join('.'),
      serial: ack.serial,
      tick_ns: ack.tick_ns,
      boot_count: ack.boot_count,
      aperture_error_um: aperturesOf(ack.aperture_error_um),
      stores_settings: ack.minor >= SETTINGS_MINOR,
    },
  });
  expectBeat(link);
}

function meeting(ack: HelloAck): { link: 'ready' | 'incompatible' | 'bootloader'; detail: string } {
  if (ack.major !== PROTOCOL_MAJOR) {
    const versions = `${ack.major}.${ack.minor}, this device ${PROTOCOL_MAJOR}.${PROTOCOL_MINOR}`;
    return { link: 'incompatible', detail: `The board speaks protocol ${versions}: no strikes.` };
  }
  if (ack.mode === MODE.bootloader)
    return { link: 'bootloader', detail: 'The board is in its boot loader: no strikes until it runs its firmware.' };
  return { link: 'ready', detail: READY };
}

// --- the heartbeat ---

function expectBeat(link: SensorLink): void {
  const { port, clock } = link.options;
  const limit_ms = (BEATS_MISSED_MAX + BEAT_GRACE) * BEAT_EVERY_MS;
  const due_ms = clock.now_ms() + limit_ms;
  const giveUp = (): void => lose(link, `The board at ${port.path} has fallen silent.`);
  wait(link, limit_ms, () => {
    // A stalled device has not yet read the bytes that arrived during the stall.
    if (clock.now_ms() - due_ms < STOOD_STILL_MS) giveUp();
    else wait(link, CATCH_UP_MS, giveUp);
  });
}

const hasRebooted = (link: SensorLink, beat: Message & { kind: 'beat' }): boolean =>
  beat.uptime_ms < link.beat_uptime_ms;

function onBeat(link: SensorLink, beat: Message & { kind: 'beat' }): void {
  const rebooted = hasRebooted(link, beat);
  link.beat_uptime_ms = beat.uptime_ms;
  const { link: state } = link.status;
  if (state === 'opening' || (rebooted && link.ack)) return greet(link);
  if (!link.ack) return;
  expectBeat(link);
  const covered = CHANNELS.filter((_, channel) => !(beat.levels & (1 << channel)));
  if (covered.join() !== link.status.covered.join()) publish(link, { covered });
  if (state === 'ready' && beat.blocked)
    publish(link, { link: 'blocked', detail: 'A gate is covered: take the putter off the board, or clean the gates.' });
  if (state === 'blocked' && !beat.blocked) publish(link, { link: 'ready', detail: READY });
}

// --- incoming data ---

function onBytes(link: SensorLink, chunk: Uint8Array): void {
  const { reader } = link;
  if (!reader) return;
  const before = reader.dropped();
  reader.push(chunk);
  if (reader.dropped() > before) count(link, 'frames_dropped', reader.dropped() - before);
}

function onFrame(link: SensorLink, { type, seq, body }: Frame): void {
  const message = decodeBody(type, body);
  if (message?.kind === 'beat' && hasRebooted(link, message)) link.in_seq = null; // the board counts from 0 again
  const missed = link.in_seq === null || seq === link.in_seq ? 0 : (seq - link.in_seq - 1) & 0xff;
  link.in_seq = seq;
  if (missed > 0 && link.ack) count(link, 'frames_missed', missed);
  if (message?.kind === 'hello_ack') onHelloAck(link, message);
  else if (message?.kind === 'beat') onBeat(link, message);
  else if (message?.kind === 'swing') onSwing(link, message);
  else if (message?.kind === 'value') onValue(link, message);
  else if (message?.kind === 'log')
    link.options.log.write(BOARD_LOG_LEVELS[message.level] ?? 'warn', 'sensor', `The board says: ${message.text}`);
  else if (message?.kind === 'error')
    link.options.log.write('warn', 'sensor', `The board reports error ${message.code}: ${message.text}`);
}

function onSwing(link: SensorLink, swing: SwingMessage): void {
  const { ack, seen } = link;
  const { clock, log } = link.options;
  if (!ack || (link.status.link !== 'ready' && link.status.link !== 'blocked')) return;
  send(link, { kind: 'ack', swing_id: swing.swing_id });
  // A board that has just rebooted counts from 1 again, perhaps before a BEAT shows it; only a repeat has the same base.
  const key = `${swing.swing_id}/${swing.base_ticks}`;
  if (seen.swings.has(key)) return count(link, 'duplicates');
  seen.swings.add(key);
  const [oldest = key] = seen.swings;
  if (seen.swings.size > SEEN_SWINGS_MAX) seen.swings.delete(oldest);
  const verdict = judgeSwing(swing, ack.tick_ns, ack.aperture_error_um);
  const { back_ticks } = link;
  link.back_ticks = verdict.kind === 'backstroke' ? rowATicks(swing) : null;
  if (verdict.kind === 'backstroke') return count(link, 'backstrokes');
  if (verdict.kind === 'implausible') {
    log.write('info', 'sensor', `Ignored a swing. ${verdict.reason}`, { swing_id: swing.swing_id });
    link.status = { ...link.status, refusal: verdict.reason };
    return count(link, 'implausible');
  }
  count(link, 'strikes');
  const time_away_s = timeAway(back_ticks, swing, ack.tick_ns);
  link.listener?.strike({ swing_id: swing.swing_id, at_ms: clock.now_ms(), ...verdict.values, time_away_s });
}
