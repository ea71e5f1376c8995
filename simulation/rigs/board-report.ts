// Report of a sensor board for its maintainers: what the doctor found, what the board says of itself, and the times at
// which its gates saw strokes.

import type { Clock } from '../../hal/clock/clock.ts';
import { CHANNELS } from '../../hal/sensor/messages.ts';
import { aperturesOf } from '../../hal/sensor/board-settings.ts';
import type { HelloAck } from '../../hal/sensor/sensor-link.ts';
import { judgeSwing, type SwingMessage, type SwingVerdict } from '../../hal/sensor/swing.ts';
import type { SerialPort } from '../../hal/serial/serial.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { greetBoard, openBoardLine, type BoardLine } from './board-line.ts';
import { gatesIn } from './look-at-board.ts';

export interface ReportedSwing {
  readonly verdict: SwingVerdict;
  /** First contact of each gate after the earliest one, µs; null if it saw nothing. */
  readonly contacts_us: Readonly<Record<string, number | null>>;
  readonly flags: number;
}

interface CollectOptions {
  readonly swings: number;
  /** Gives up after this time without a swing. */
  readonly idle_ms: number;
  /** Called when the board answers. */
  onReady(): void;
  onSwing(swing: ReportedSwing, count: number): void;
}

/** Collects swings, backstrokes included. Errors: as for the serial port, or if no board answers. */
export async function collectSwings(
  port: SerialPort,
  clock: Clock,
  { swings, idle_ms, onReady, onSwing }: CollectOptions,
): Promise<Result<readonly ReportedSwing[]>> {
  const opened = await openBoardLine(port, clock);
  if (!opened.ok) return opened;
  const { value: line } = opened;
  const greeted = await greetBoard(line, port.path);
  const found: ReportedSwing[] = [];
  if (greeted.ok) {
    onReady();
    for await (const message of swingsOn(line, idle_ms)) {
      const swing = reported(message, greeted.value);
      found.push(swing);
      onSwing(swing, found.length);
      if (found.length === swings) break;
    }
  }
  await line.close();
  return greeted.ok ? ok(found) : greeted;
}

/** Yields each swing from now on; ends after `idle_ms` without one. */
async function* swingsOn(line: BoardLine, idle_ms: number): AsyncGenerator<SwingMessage> {
  // By place: several messages may come at once.
  for (let at = line.received.length; ; at++) {
    if (at === line.received.length && !(await line.next(({ kind }) => kind === 'swing', idle_ms))) return;
    const message = line.received[at]?.message;
    if (message?.kind === 'swing') yield message;
  }
}

function reported(swing: SwingMessage, { tick_ns, aperture_error_um }: HelloAck): ReportedSwing {
  const { present, flags, delta_ticks } = swing;
  const seen = (channel: number): boolean => (present & (1 << channel)) !== 0;
  const first = Math.min(...delta_ticks.filter((_, channel) => seen(channel)));
  const contact = (channel: number): number | null =>
    seen(channel) ? (((delta_ticks[channel] ?? 0) - first) * tick_ns) / 1000 : null;
  return {
    verdict: judgeSwing(swing, tick_ns, aperture_error_um),
    contacts_us: Object.fromEntries(CHANNELS.map((name, channel) => [name, contact(channel)])),
    flags,
  };
}

/** Describes a swing in a few words. */
export function swingText({ verdict, contacts_us }: ReportedSwing): string {
  const missing = CHANNELS.reduce(
    (bits, name, channel) => (contacts_us[name] === null ? bits | (1 << channel) : bits),
    0,
  );
  const without = missing === 0 ? '' : `, without ${gatesIn(missing)}`;
  if (verdict.kind === 'backstroke') return `backstroke${without}`;
  if (verdict.kind === 'implausible') return `not a stroke: ${verdict.reason}`;
  const { club_speed_mps, face_angle_deg } = verdict.values;
  return `${club_speed_mps.toFixed(2)} m/s, face ${face_angle_deg.toFixed(1)}°${without}`;
}

/** Describes the board as it answered. */
export const boardShown = (ack: HelloAck) => ({
  serial: ack.serial,
  protocol: `${ack.major}.${ack.minor}`,
  hardware: ack.hw_rev,
  firmware: ack.fw.join('.'),
  tick_ns: ack.tick_ns,
  boot_count: ack.boot_count,
  reset_cause: ack.reset_cause,
  aperture_error_um: aperturesOf(ack.aperture_error_um),
});
