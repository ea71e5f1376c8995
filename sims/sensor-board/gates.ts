// Gate logic of the sensor board: watches the eight gates, arms, records first contacts in ticks and closes a swing.
// Depends only on the clock, not on the serial protocol. Everything happens at the times of the edges, so that a swing
// is the same on a busy machine, whose alarms fire late and in bursts.

import { CHANNELS, CHANNEL, SWING_FLAG } from '../../hal/sensor/messages.ts';
import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import type { Random } from '../../hal/random/random.ts';
import { BLOCKED_AFTER_MS, REARM_CLEAR_MS, SWING_COLLECT_MS } from '../../hal/sensor/protocol-limits.ts';
import type { GateEdge } from '../putter/putter.ts';

export interface RawSwing {
  readonly base_ticks: bigint;
  readonly present: number;
  readonly flags: number;
  readonly delta_ticks: readonly number[];
}

export interface Gates {
  /** Plays edges; times are seconds from now. */
  play(edges: readonly GateEdge[]): void;
  /** Bit masks: channels covered now, and channels covered for over a second. */
  covered(): number;
  blocked(): number;
  /** Clears all state, as a power-off does. */
  reset(): void;
}

interface GatesOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly tick_ns: number;
  readonly jitter_us: number;
  /** Clock error in ppm; positive if the tick counter is fast. */
  readonly clock_error_ppm?: number;
  /** Clock time, ms, at which the board's tick counter was 0. */
  booted_at_ms(): number;
  onSwing(swing: RawSwing): void;
}

interface Watch {
  armed: boolean;
  /** First contact of each channel, ms on the clock; null before contact. */
  contacts: (number | null)[];
  first: boolean;
  readonly covered_since: (number | null)[];
  /** When the swing closes incomplete, or the clear board arms again; null if neither is pending. */
  due: { readonly at_ms: number; readonly alarm: Alarm; act(): void } | null;
  epoch: number;
}

const ROWS = (1 << CHANNEL.LA) | (1 << CHANNEL.RA) | (1 << CHANNEL.LB) | (1 << CHANNEL.RB);
const none = (): (number | null)[] => CHANNELS.map(() => null);
const mask = (flags: readonly boolean[]): number => flags.reduce((bits, on, i) => bits | (on ? 1 << i : 0), 0);

export function createGates(options: GatesOptions): Gates {
  const { clock } = options;
  const watch: Watch = {
    armed: true,
    contacts: none(),
    first: true,
    covered_since: none(),
    due: null,
    epoch: 0,
  };
  const covered = (): number => mask(watch.covered_since.map((since) => since !== null));
  const blocked = (): number =>
    mask(watch.covered_since.map((since) => since !== null && clock.now_ms() - since > BLOCKED_AFTER_MS));
  return {
    play(edges) {
      const start_ms = clock.now_ms();
      const mine = watch.epoch;
      for (const edge of edges) {
        const at_ms = start_ms + edge.at_s * 1000;
        clock.setTimeout(() => mine === watch.epoch && onEdge(watch, options, edge, at_ms, covered), edge.at_s * 1000);
      }
    },
    covered,
    blocked,
    reset() {
      cancelDue(watch, clock);
      Object.assign(watch, { armed: true, contacts: none(), first: true });
      watch.covered_since.fill(null);
      watch.epoch++;
    },
  };
}

function onEdge(watch: Watch, options: GatesOptions, edge: GateEdge, at_ms: number, covered: () => number): void {
  // Alarms of earlier times may still be waiting behind this edge; the first may set a second.
  while (watch.due && watch.due.at_ms < at_ms) actNow(watch, options.clock);
  watch.covered_since[edge.channel] = edge.covered ? at_ms : null;
  if (edge.covered && !watch.armed) cancelDue(watch, options.clock);
  if (watch.armed && edge.covered && watch.contacts[edge.channel] === null) {
    watch.contacts[edge.channel] = at_ms + (options.jitter_us / 1000) * options.random.normal();
    const closes_ms = at_ms + SWING_COLLECT_MS;
    if (watch.first) actAt(watch, options.clock, closes_ms, () => close(watch, options, closes_ms, covered));
    watch.first = false;
  }
  if (covered() !== 0) return;
  if (watch.armed && !watch.contacts.includes(null)) close(watch, options, at_ms, covered);
  else if (!watch.armed) rearmAfter(watch, options.clock, at_ms);
}

function close(watch: Watch, options: GatesOptions, at_ms: number, covered: () => number): void {
  cancelDue(watch, options.clock);
  const swing = rawSwing(watch, options);
  watch.armed = false;
  watch.contacts = none();
  watch.first = true;
  if (covered() === 0) rearmAfter(watch, options.clock, at_ms);
  options.onSwing(swing);
}

const rearmAfter = (watch: Watch, clock: Clock, clear_ms: number): void =>
  actAt(watch, clock, clear_ms + REARM_CLEAR_MS, () => (watch.armed = true));

function actAt(watch: Watch, clock: Clock, at_ms: number, act: () => void): void {
  cancelDue(watch, clock);
  const alarm = clock.setTimeout(() => actNow(watch, clock), at_ms - clock.now_ms());
  watch.due = { at_ms, alarm, act };
}

function actNow(watch: Watch, clock: Clock): void {
  const { due } = watch;
  cancelDue(watch, clock);
  due?.act();
}

function cancelDue(watch: Watch, clock: Clock): void {
  clock.clearTimeout(watch.due?.alarm);
  watch.due = null;
}

function rawSwing(watch: Watch, { tick_ns, clock_error_ppm = 0, booted_at_ms }: GatesOptions): RawSwing {
  const ticks_a_ms = (1e6 + clock_error_ppm) / tick_ns;
  const ticks = watch.contacts.map((at_ms) =>
    at_ms === null ? null : Math.round((at_ms - booted_at_ms()) * ticks_a_ms),
  );
  const base = Math.min(...ticks.filter((tick) => tick !== null));
  const present = mask(ticks.map((tick) => tick !== null));
  const before = (one: keyof typeof CHANNEL, other: keyof typeof CHANNEL): boolean =>
    (ticks[CHANNEL[one]] ?? Infinity) < (ticks[CHANNEL[other]] ?? Infinity);
  const backstroke = (present & ROWS) === ROWS && before('LB', 'LA') && before('RB', 'RA');
  return {
    base_ticks: BigInt(Math.max(0, base)),
    present,
    flags: backstroke ? SWING_FLAG.backstroke : 0,
    delta_ticks: ticks.map((tick) => (tick === null ? 0 : tick - base)),
  };
}
