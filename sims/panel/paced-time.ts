// Virtual time that follows real time, faster or slower, or stands still: controlled by POST /api/time and the page.

import type { VirtualClock } from '../../hal/clock/clock-virtual.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import { createPaceChoice, type PaceChoice } from './pace-choice.ts';

export interface PacedTime extends PaceChoice {
  /** Kind of clock. `real`: devices whose environment stays in real time whatever their pace. */
  readonly clock: 'virtual' | 'real';
  /** Advances to the time of the next due event and runs everything due then. */
  step(): Promise<void>;
  /** Advances by this much as fast as possible, paused or not. */
  advance(ms: number): Promise<void>;
  /** Pauses at the event that is being handled now: nothing that is due later runs. */
  halt(): void;
}

const TICK_MS = 10;
/** Maximum lag in real time; a machine that falls further behind skips the rest. */
const LAG_MS_MAX = 250;
/** Slice of virtual time; a pause takes effect between slices. */
const SLICE_MS = 1000;
const SLICES_AT_ONCE = 10;

/**
 * Creates the time control.
 * @param wall Real-time clock of the machine.
 */
export function createPacedTime(clock: VirtualClock, wall: Clock, starts_paused: boolean): PacedTime {
  /** Chain that advances virtual time one piece after the other. */
  let passing: Promise<void> = Promise.resolve();
  const inTurn = (pass: () => Promise<void>): Promise<void> => (passing = passing.then(pass));
  /** Both times at the start of the current speed. */
  let from = { wall_ms: 0, clock_ms: 0 };
  const beginHere = (): void => void (from = { wall_ms: wall.now_ms(), clock_ms: clock.now_ms() });
  /** Number of the newest start; a running loop stops when it no longer has it. */
  let starts = 0;

  const advanceBy = async (ms: number, shouldContinue: () => boolean): Promise<void> => {
    for (let left_ms = ms; left_ms > 0 && shouldContinue(); left_ms -= SLICE_MS)
      await clock.advance(Math.min(left_ms, SLICE_MS));
  };
  const keepUp = async (shouldContinue: () => boolean): Promise<void> => {
    const speed = choice.speed();
    if (speed === 'max') return advanceBy(SLICES_AT_ONCE * SLICE_MS, shouldContinue);
    const behind = (): number => from.clock_ms + (wall.now_ms() - from.wall_ms) * speed - clock.now_ms();
    await advanceBy(behind(), shouldContinue);
    if (behind() > LAG_MS_MAX * speed) beginHere();
  };
  const start = (): void => {
    const mine = ++starts;
    const shouldContinue = (): boolean => starts === mine;
    beginHere();
    const tick = async (): Promise<void> => {
      await inTurn(() => keepUp(shouldContinue));
      if (shouldContinue()) wall.setTimeout(() => void tick(), choice.speed() === 'max' ? 0 : TICK_MS);
    };
    void tick();
  };
  const choice = createPaceChoice(
    starts_paused,
    () => {
      if (choice.paused()) starts++;
      else start();
    },
    () => passing,
  );
  if (!starts_paused) start();
  return {
    ...choice,
    clock: 'virtual',
    step: () =>
      inTurn(async () => {
        clock.step();
        await clock.advance(0);
        beginHere();
        choice.moved();
      }),
    advance: (ms) =>
      inTurn(async () => {
        await clock.advance(ms);
        beginHere();
        choice.moved();
      }),
    halt() {
      clock.interrupt();
      void choice.setPaused(true);
    },
  };
}
