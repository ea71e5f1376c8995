// A simulated sensor board: its gates see a putter, and it speaks the serial protocol over any byte link. Two
// implementations: a model of the protocol (virtual-board.ts), and the machine code of a real board (avr/avr-board.ts).

import { REARM_CLEAR_MS } from '../../hal/sensor/protocol-limits.ts';
import { CHANNELS } from '../../hal/sensor/messages.ts';
import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import type { Random } from '../../hal/random/random.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { gateEdges, strokeLasts_s, type GateEdge } from '../putter/putter.ts';
import { strokeOf, type StrokeCall } from '../putter/stroke-call.ts';

export interface SensorBoard {
  /** Baud rate of its serial port. */
  readonly baud: number;
  powerOn(): void;
  powerOff(): void;
  receive(bytes: Uint8Array): void;
  /** Queues a stroke after earlier ones; refused if over a minute of strokes is queued. Does nothing without power. */
  stroke(call: StrokeCall): Result<void>;
  /** Lets the gates see these edges; times are seconds from now. Does nothing without power. */
  play(edges: readonly GateEdge[]): void;
}

export interface SensorBoardOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Sends the board's bytes to the host. */
  send(bytes: Uint8Array): void;
  readonly serial?: string;
  /** Standard deviation of each edge's time. */
  readonly jitter_us?: number;
  readonly aperture_error_um?: readonly number[];
  /** Errors that the board does not report: aperture offsets along x, and a fast clock. */
  readonly hidden_error_um?: readonly number[];
  readonly clock_error_ppm?: number;
  /** Number of boots before the first `powerOn`. */
  readonly boots_before?: number;
}

const QUEUE_MS_MAX = 60_000;

/** Plays strokes one after another, as one player makes them. */
interface StrokeQueue {
  stroke(call: StrokeCall): Result<void>;
  /** Drops the strokes that have not begun. */
  clear(): void;
}

/** @param play Lets the gates of the board see a stroke that begins now. */
export function createStrokeQueue(
  options: Pick<SensorBoardOptions, 'clock' | 'aperture_error_um' | 'hidden_error_um'>,
  play: (edges: readonly GateEdge[]) => void,
): StrokeQueue {
  const { clock } = options;
  const waiting: StrokeCall[] = [];
  /** When the current stroke ends, and the board is armed again. */
  let free_at_ms = 0;
  let next: Alarm = null;
  const begin = (): void => {
    const call = waiting.shift();
    next = null;
    if (!call) return;
    free_at_ms = clock.now_ms() + takes_ms(call);
    if (waiting.length > 0) next = clock.setTimeout(begin, takes_ms(call));
    play(edgesOf(call, options));
  };
  return {
    stroke(call) {
      const busy_ms = Math.max(0, free_at_ms - clock.now_ms());
      const waits_ms = waiting.reduce((sum_ms, each) => sum_ms + takes_ms(each), busy_ms);
      if (waits_ms > QUEUE_MS_MAX) return busy(waits_ms);
      waiting.push(call);
      next ??= clock.setTimeout(begin, busy_ms);
      return ok(undefined);
    },
    clear() {
      waiting.length = 0;
      free_at_ms = 0;
      clock.clearTimeout(next);
      next = null;
    },
  };
}

const takes_ms = ({ club_speed_mps, swing_period_s }: StrokeCall): number =>
  strokeLasts_s(club_speed_mps, swing_period_s) * 1000 + REARM_CLEAR_MS * 1.5;

const edgesOf = (
  call: StrokeCall,
  { aperture_error_um, hidden_error_um }: Pick<SensorBoardOptions, 'aperture_error_um' | 'hidden_error_um'>,
): readonly GateEdge[] =>
  gateEdges(
    strokeOf(call),
    CHANNELS.map((_, channel) => (aperture_error_um?.[channel] ?? 0) + (hidden_error_um?.[channel] ?? 0)),
    call.swing_period_s,
  );

const busy = (waits_ms: number): Result<never> =>
  fail('putter_busy', `The putter has ${(waits_ms / 1000).toFixed(0)} s of strokes queued: try again later.`);
