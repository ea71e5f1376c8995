// Serial port that finds the baud rate of its board: bytes without a whole frame mean another rate.

import { ok, type Result } from '../../wire/errors.ts';
import type { Alarm, Clock } from '../clock/clock.ts';
import type { SerialLine, SerialListener, SerialPort } from '../serial/serial.ts';
import { createFrameReader } from './frame.ts';
import { BAUD_DEFAULT, BAUD_RATES, FRAME_BYTES_MAX } from './protocol-limits.ts';

/** Silence after which the beginning of a frame counts as damaged. */
const QUIET_MS = 250;
/** Bytes without a whole frame that count as damaged: part of a frame, and one more. */
const HELD_BYTES_MAX = 2 * FRAME_BYTES_MAX;

interface Opening {
  readonly listener: SerialListener;
  line: SerialLine | null;
  rate: number;
  /** Number of the current try, so that callbacks of earlier ones are ignored; 0 between two tries. */
  current: number;
  tries: number;
  /** Bytes that are passed on with the first whole frame; null once the rate is known or no other rate is left. */
  held: Uint8Array[] | null;
  quiet: Alarm;
  /** Pending change to another rate. */
  switching: Promise<void>;
  closed: boolean;
}

/**
 * Wraps a port: each opening begins at the rate that worked last and tries every rate, then the first again. Once a
 * frame is whole, or every rate has failed, bytes pass unchanged. Until then they are held back.
 */
export function findingRate(port: SerialPort, clock: Clock): SerialPort {
  let known_rate = BAUD_DEFAULT;

  const openAt = async (opening: Opening): Promise<Result<void>> => {
    const mine = (opening.current = ++opening.tries);
    const current = (): boolean => opening.current === mine && !opening.closed;
    const watch = createWatch(clock, opening, {
      whole: () => (known_rate = opening.rate),
      damaged: () => void (current() && (opening.switching = tryNext(opening))),
    });
    const opened = await port.open(
      {
        bytes(chunk) {
          if (!current()) return;
          if (opening.held) watch(chunk);
          else opening.listener.bytes(chunk);
        },
        closed: (reason) => current() && end(clock, opening, reason),
      },
      opening.rate,
    );
    if (!opened.ok) return opened;
    opening.line = opened.value;
    if (opening.closed) await opened.value.close();
    return ok(undefined);
  };

  const tryNext = async (opening: Opening): Promise<void> => {
    if (opening.tries > BAUD_RATES.length) return release(opening);
    const { line } = opening;
    Object.assign(opening, { line: null, held: [], current: 0 });
    opening.rate = BAUD_RATES[(BAUD_RATES.indexOf(opening.rate) + 1) % BAUD_RATES.length] ?? BAUD_DEFAULT;
    await line?.close();
    if (opening.closed) return;
    const opened = await openAt(opening);
    if (!opened.ok && !opening.closed) end(clock, opening, opened.error.message);
  };

  return {
    ...port,
    async open(listener) {
      const opening: Opening = {
        listener,
        line: null,
        rate: known_rate,
        current: 0,
        tries: 0,
        held: [],
        quiet: null,
        switching: Promise.resolve(),
        closed: false,
      };
      const opened = await openAt(opening);
      if (!opened.ok) return opened;
      return ok({
        write: (bytes) => opening.line?.write(bytes),
        async close() {
          opening.closed = true;
          clock.clearTimeout(opening.quiet);
          await opening.switching;
          await opening.line?.close();
        },
      });
    },
  };
}

/**
 * Returns a function that holds bytes back until a frame is whole. What comes before the first 0x00 may be half a frame:
 * if it is damaged, that says nothing.
 */
function createWatch(
  clock: Clock,
  opening: Opening,
  tell: { whole(): void; damaged(): void },
): (chunk: Uint8Array) => void {
  let whole = false;
  let begun = false;
  /** Damaged frames at the start: one, if it was half a frame. */
  let half = 0;
  let bytes = 0;
  const reader = createFrameReader(() => (whole = true));
  return (chunk) => {
    if (chunk.every((byte) => byte === 0) && bytes === 0) return void (begun = true);
    opening.held?.push(chunk);
    bytes += chunk.length;
    const first = begun ? -1 : chunk.indexOf(0);
    reader.push(chunk.subarray(0, first + 1));
    if (first !== -1) [begun, half] = [true, reader.dropped()];
    reader.push(chunk.subarray(first + 1));
    clock.clearTimeout(opening.quiet);
    if (whole) {
      tell.whole();
      release(opening);
    } else if (reader.dropped() > half || bytes > HELD_BYTES_MAX) tell.damaged();
    else if (chunk.at(-1) !== 0) opening.quiet = clock.setTimeout(tell.damaged, QUIET_MS);
  };
}

/** Passes the held bytes on, and from now on every byte at once. */
function release(opening: Opening): void {
  const { held } = opening;
  opening.held = null;
  for (const chunk of held ?? []) opening.listener.bytes(chunk);
}

function end(clock: Clock, opening: Opening, reason: string): void {
  opening.closed = true;
  clock.clearTimeout(opening.quiet);
  opening.listener.closed(reason);
}
