// The sensor port: strikes, and how well their source is.
//
// Contract
// - After `start`, `strike` is called once for each plausible swing, in the order of the swings, however often the board
//   sent it; implausible and backward swings are counted in the status and never reported as strikes.
// - `status` is called whenever something of the status has changed; the status is a value, not a live object.
// - The sensor finds its board again after any loss; nobody needs to start it again.
// - After `stop` nothing is called any more, and the serial line is free.

export interface Strike {
  readonly swing_id: number;
  /** Board clock of the device, ms, at which the swing was decoded. */
  readonly at_ms: number;
  /** Mean speed of the club head between the two gate rows, 2.5 to 0.5 in before the ball. */
  readonly club_speed_mps: number;
  /** Face at the ball; negative closed (left), positive open (right). */
  readonly face_angle_deg: number;
  /** Positive opening. */
  readonly face_rotation_deg_per_in: number;
  /** Positive upwards; null when a height beam saw nothing. */
  readonly attack_angle_deg: number | null;
  /** Share of the side gate that the head covers, from its inner end, 0..1; null when that gate saw nothing. */
  readonly left_inner_proportion: number | null;
  readonly right_inner_proportion: number | null;
  /** A proportion was outside 0..1 and was clamped. */
  readonly clamped: boolean;
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
  /** Of the board's clock. */
  readonly tick_ns: number;
  readonly boot_count: number;
}

export interface SensorCounters {
  readonly strikes: number;
  readonly backstrokes: number;
  readonly implausible: number;
  readonly duplicates: number;
  /** Frames dropped for bad COBS, bad CRC or length. */
  readonly frames_dropped: number;
  /** Frames of the board that never arrived, by its sequence numbers. */
  readonly frames_missed: number;
  readonly links_lost: number;
}

export interface SensorStatus {
  readonly link: LinkState;
  /** One sentence for the status page: what the link is doing, or what is wrong with it. */
  readonly detail: string;
  readonly path: string;
  readonly board: BoardInfo | null;
  readonly counters: SensorCounters;
  /** Why the last swing that did not count was refused; '' while there was none. */
  readonly refusal: string;
}

export interface Sensor {
  /** Once. `strike` comes once for each plausible swing, in their order; `status` whenever something of it has changed. */
  start(listener: { strike(strike: Strike): void; status(status: SensorStatus): void }): void;
  status(): SensorStatus;
  /** Nothing is called any more. Done when the serial line is free. */
  stop(): Promise<void>;
}
