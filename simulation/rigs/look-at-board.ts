// Observes a sensor board during a quiet period: its answer, its beats and spurious swings.

import type { Clock } from '../../hal/clock/clock.ts';
import { CHANNELS, type Message } from '../../hal/sensor/messages.ts';
import type { HelloAck } from '../../hal/sensor/sensor-link.ts';
import type { SerialPort } from '../../hal/serial/serial.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { greetBoard, openBoardLine } from './board-line.ts';

export interface Beat {
  readonly at_ms: number;
  readonly uptime_ms: number;
  /** Gates that see light, and gates that were covered for over a second: one bit per channel, in order. */
  readonly levels: number;
  readonly blocked: number;
  readonly ambient: number;
  readonly crc_errors: number;
  readonly overruns: number;
}

export interface BoardReport {
  /** Answer of the board, or the reason there is none. */
  readonly answer: Result<HelloAck>;
  readonly answered_ms: number;
  readonly beats: readonly Beat[];
  /** Gates involved in each swing of the quiet period. */
  readonly swings: readonly number[];
  /** Number of damaged frames from the board. */
  readonly dropped: number;
  /** Reason the connection was lost; null if it was not. */
  readonly gone: string | null;
}

/** Observes the board. Errors: as for the serial port if it does not open. */
export async function observeBoard(port: SerialPort, clock: Clock, quiet_ms: number): Promise<Result<BoardReport>> {
  const opened = await openBoardLine(port, clock);
  if (!opened.ok) return opened;
  const { value: line } = opened;
  const start_ms = clock.now_ms();
  const answer = await greetBoard(line, port.path);
  const answered_ms = clock.now_ms() - start_ms;
  const from = line.received.length;
  // Bytes on the wire before opening form half a frame.
  const dropped_before = line.dropped();
  if (answer.ok) await line.pass(quiet_ms);
  const received = line.received.slice(from);
  await line.close();
  return ok({
    answer,
    answered_ms,
    beats: received.flatMap(({ at_ms, message }) => (message.kind === 'beat' ? [beatOf(at_ms, message)] : [])),
    swings: received.flatMap(({ message }) => (message.kind === 'swing' ? [message.present] : [])),
    dropped: line.dropped() - dropped_before,
    gone: line.gone(),
  });
}

const beatOf = (at_ms: number, beat: Message & { kind: 'beat' }): Beat => ({
  at_ms,
  uptime_ms: beat.uptime_ms,
  levels: beat.levels,
  blocked: beat.blocked,
  ambient: beat.ambient,
  crc_errors: beat.crc_errors,
  overruns: beat.overruns,
});

/** Lists the gates of a bit mask: `LA, RB`. */
export const gatesIn = (bits: number): string => CHANNELS.filter((_, channel) => bits & (1 << channel)).join(', ');

export const ALL_GATES = 2 ** CHANNELS.length - 1;

interface ClockError {
  /** Relative error of the board's clock against the host's; positive if it runs fast. */
  readonly share: number;
  /** Uncertainty due to late beats: three standard errors. */
  readonly uncertainty: number;
}

/**
 * Computes the clock error: slope of the board's uptime over host time (least squares), less 1. null with fewer than
 * three beats.
 */
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
  // Standard error of a least-squares slope, with two degrees of freedom used.
  return { share: slope - 1, uncertainty: 3 * Math.sqrt(squares / along / (beats.length - 2)) };
}
