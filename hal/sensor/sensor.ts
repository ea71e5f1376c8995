// Sensor port: strikes, and the health of their source.
// Contract: after `start`, `strike` is called once for each plausible swing, in order, however often the board sent it;
// implausible and backward swings are counted in the status and never reported as strikes.
// `status` is called whenever the status changes; it receives a value, not a live object.
// The sensor reconnects to its board after any loss; the caller need not restart it.
// `storeApertures` stores on the board, which keeps them without power; strikes use them at once.
// After `stop` nothing is called any more, and the serial line is free.

import type { Result } from '../../wire/errors.ts';
import type { Channel } from './messages.ts';

/** Error of each aperture along x, positive towards the target, µm. */
export type ApertureErrors = Readonly<Record<Channel, number>>;

export interface Strike {
  readonly swing_id: number;
  /** Time at which the swing was decoded, on the device's board clock, ms. */
  readonly at_ms: number;
  /** Mean speed of the club head between the two gate rows, 2.5 to 0.5 in before the ball. */
  readonly club_speed_mps: number;
  /** Face at the ball; negative closed (left), positive open (right). */
  readonly face_angle_deg: number;
  /** Positive when opening. */
  readonly face_rotation_deg_per_in: number;
  /** Positive upwards; null if a height beam saw nothing. */
  readonly attack_angle_deg: number | null;
  /** Share of the side gate that the head covers, from its inner end, 0..1; null if that gate saw nothing. */
  readonly left_inner_proportion: number | null;
  readonly right_inner_proportion: number | null;
  /** Whether a proportion was outside 0..1 and was clamped. */
  readonly clamped: boolean;
  /**
   * Time away: from the back of the head meeting row A in the backstroke to its face meeting it again, s. Null, or absent
   * in older recordings, if the gates did not see both.
   */
  readonly time_away_s?: number | null;
}

export const LINK_STATES = [
  'closed',
  'opening',
  'greeting',
  'ready',
  'blocked',
  'lost',
  'incompatible',
  'bootloader',
] as const;
export type LinkState = (typeof LINK_STATES)[number];

interface BoardInfo {
  readonly protocol: string;
  readonly hardware: number;
  readonly firmware: string;
  readonly serial: string;
  /** Tick of the board's clock. */
  readonly tick_ns: number;
  readonly boot_count: number;
  /** Errors of the apertures that the board remembers. */
  readonly aperture_error_um: ApertureErrors;
  /** Whether the board stores settings: from protocol 1.1 on. */
  readonly stores_settings: boolean;
}

export interface SensorCounters {
  readonly strikes: number;
  readonly backstrokes: number;
  readonly implausible: number;
  readonly duplicates: number;
  /** Frames dropped for bad COBS, bad CRC or length. */
  readonly frames_dropped: number;
  /** Frames lost in transit, according to the board's sequence numbers. */
  readonly frames_missed: number;
  readonly links_lost: number;
}

export interface SensorStatus {
  readonly link: LinkState;
  /** One sentence for the status page: the activity of the link, or its problem. */
  readonly detail: string;
  readonly path: string;
  readonly board: BoardInfo | null;
  readonly counters: SensorCounters;
  /** Gates covered at the latest heartbeat, which comes once a second. */
  readonly covered: readonly Channel[];
  /** Reason why the last rejected swing did not count; '' if there was none. */
  readonly refusal: string;
}

export interface Sensor {
  /**
   * Starts the sensor; call once. `strike` is called once for each plausible swing, in order; `status` whenever the
   * status changes.
   */
  start(listener: { strike(strike: Strike): void; status(status: SensorStatus): void }): void;
  status(): SensorStatus;
  /**
   * Stores aperture errors on the board, one gate after the other; one call at a time. Errors: `serial_busy` during
   * another call, `serial_failed` without a board or its answer, `bad_value` if the board refuses a value.
   */
  storeApertures(errors_um: Partial<ApertureErrors>): Promise<Result<void>>;
  /** Stops the sensor; nothing is called any more. Resolves when the serial line is free. */
  stop(): Promise<void>;
}
