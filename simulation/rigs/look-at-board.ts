// What a sensor board shows of itself in a quiet time: its answer, its beats, and swings that nobody swung.

import type { Clock } from '../../hal/clock/clock.ts';
import { CHANNELS, type Message } from '../../hal/sensor/messages.ts';
import type { HelloAck } from '../../hal/sensor/sensor-link.ts';
import type { SerialPort } from '../../hal/serial/serial.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { greetBoard, openBoardLine } from './board-line.ts';

export interface Beat {
  readonly at_ms: number;
  readonly uptime_ms: number;
  /** Gates that see light, and gates that were covered for over a second: bits in the order of the channels. */
  readonly levels: number;
  readonly blocked: number;
  readonly crc_errors: number;
}

export interface Seen {
  /** The board's answer, or why there is none. */
  readonly answer: Result<HelloAck>;
  readonly answered_ms: number;
  readonly beats: readonly Beat[];
  /** Which gates each swing of the quiet time had met. */
  readonly swings: readonly number[];
  /** Frames of the board that were spoiled on the way. */
  readonly dropped: number;
  /** Why the line went; null where it did not. */
  readonly gone: string | null;
}

/** Errors: those of the serial port, where it does not open. */
export async function lookAtBoard(port: SerialPort, clock: Clock, quiet_ms: number): Promise<Result<Seen>> {
  const opened = await openBoardLine(port, clock);
  if (!opened.ok) return opened;
  const { value: line } = opened;
  const began_ms = clock.now_ms();
  const answer = await greetBoard(line, port.path);
  const answered_ms = clock.now_ms() - began_ms;
  const from = line.heard.length;
  // What was on the wire before we came is half a frame.
  const dropped_before = line.dropped();
  if (answer.ok) await line.pass(quiet_ms);
  const heard = line.heard.slice(from);
  await line.close();
  return ok({
    answer,
    answered_ms,
    beats: heard.flatMap(({ at_ms, message }) => (message.kind === 'beat' ? [beatOf(at_ms, message)] : [])),
    swings: heard.flatMap(({ message }) => (message.kind === 'swing' ? [message.present] : [])),
    dropped: line.dropped() - dropped_before,
    gone: line.gone(),
  });
}

const beatOf = (at_ms: number, beat: Message & { kind: 'beat' }): Beat => ({
  at_ms,
  uptime_ms: beat.uptime_ms,
  levels: beat.levels,
  blocked: beat.blocked,
  crc_errors: beat.crc_errors,
});

/** `LA, RB` of the bits of a word. */
export const gatesIn = (bits: number): string => CHANNELS.filter((_, channel) => bits & (1 << channel)).join(', ');

export const ALL_GATES = 2 ** CHANNELS.length - 1;

interface ClockError {
  /** How much faster the board's clock runs than ours, as a share of ours. */
  readonly share: number;
  /** How far off that may be where beats came late: three standard errors. */
  readonly uncertainty: number;
}

/** From the slope of the board's uptime over our time, least squares, less 1. Null with fewer than three beats. */
export function clockError(beats: readonly Pick<Beat, 'at_ms' | 'uptime_ms'>[]): ClockError | null {
  if (beats.length < 3) return null;
  const mean = (of: (beat: Pick<Beat, 'at_ms' | 'uptime_ms'>) => number): number =>
    beats.reduce((sum, beat) => sum + of(beat), 0) / beats.length;
  const [x, y] = [mean(({ at_ms }) => at_ms), mean(({ uptime_ms }) => uptime_ms)];
  const across = mean(({ at_ms, uptime_ms }) => (at_ms - x) * (uptime_ms - y));
  const along = mean(({ at_ms }) => (at_ms - x) ** 2);
  if (along === 0) return null;
  const slope = across / along;
  const squares = mean(({ at_ms, uptime_ms }) => (uptime_ms - y - slope * (at_ms - x)) ** 2);
  // The standard error of a slope of least squares, with two degrees of freedom gone.
  return { share: slope - 1, uncertainty: 3 * Math.sqrt(squares / along / (beats.length - 2)) };
}
