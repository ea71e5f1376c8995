// Serial port that finds the baud rate of its board: bytes without a whole frame mean another rate.

import { ok, type Result } from '../../wire/errors.ts';
import type { Alarm, Clock } from '../clock/clock.ts';
import type { SerialLine, SerialListener, SerialPort } from '../serial/serial.ts';
import { createFrameReader } from './frame.ts';
import { BAUD_DEFAULT, BAUD_RATES } from './protocol-limits.ts';

/** Silence after which bytes without a whole frame count as damaged. */
const QUIET_MS = 250;

interface Opening {
  readonly listener: SerialListener;
  line: SerialLine | null;
  /** Number of the current try, so that callbacks of earlier ones are ignored; 0 between two tries. */
  current: number;
  tries: number;
  /** Bytes that are passed on with the first whole frame; null once the rate is known or no other rate is left. */
  held: Uint8Array[] | null;
  quiet: Alarm;
  closed: boolean;
}

/**
 * Wraps a port: each opening begins at the rate that worked last and tries every rate, then the first again. Once a
 * frame is whole, or every rate has failed, bytes pass unchanged. Until then they are held back.
 */
export function findingRate(port: SerialPort, clock: Clock): SerialPort {
  let rate = BAUD_DEFAULT;

  const openAt = async (opening: Opening): Promise<Result<void>> => {
    const mine = (opening.current = ++opening.tries);
    const current = (): boolean => opening.current === mine && !opening.closed;
    const damaged = createWatch(clock, opening, () => void (current() && tryNext(opening)));
    const opened = await port.open(
      {
        bytes(chunk) {
          if (!current()) return;
          if (opening.held) damaged(chunk);
          else opening.listener.bytes(chunk);
        },
        closed: (reason) => current() && end(clock, opening, reason),
      },
      rate,
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
    rate = BAUD_RATES[(BAUD_RATES.indexOf(rate) + 1) % BAUD_RATES.length] ?? BAUD_DEFAULT;
    await line?.close();
    if (opening.closed) return;
    const opened = await openAt(opening);
    if (!opened.ok && !opening.closed) end(clock, opening, opened.error.message);
  };

  return {
    ...port,
    async open(listener) {
      const opening: Opening = { listener, line: null, current: 0, tries: 0, held: [], quiet: null, closed: false };
      const opened = await openAt(opening);
      if (!opened.ok) return opened;
      return ok({
        write: (bytes) => opening.line?.write(bytes),
        async close() {
          opening.closed = true;
          clock.clearTimeout(opening.quiet);
          await opening.line?.close();
        },
      });
    },
  };
}

/** Returns a function that holds bytes back until a frame is whole, and reports that they are damaged. */
function createWatch(clock: Clock, opening: Opening, onDamaged: () => void): (chunk: Uint8Array) => void {
  let whole = false;
  const reader = createFrameReader(() => (whole = true));
  return (chunk) => {
    opening.held?.push(chunk);
    reader.push(chunk);
    clock.clearTimeout(opening.quiet);
    if (whole) release(opening);
    else if (reader.dropped() > 0) onDamaged();
    else if (chunk.some((byte) => byte !== 0)) opening.quiet = clock.setTimeout(onDamaged, QUIET_MS);
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
