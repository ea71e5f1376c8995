// Virtual time that passes with the machine's, faster or slower, or stands still: what POST /api/time and the page's controls turn.

import type { VirtualClock } from '../../hal/clock/clock-virtual.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import { createPaceChoice, type PaceChoice } from './pace-choice.ts';

export interface PacedTime extends PaceChoice {
  /** `real`: of devices on this machine, whose surroundings live in its time whatever their pace is. */
  readonly clock: 'virtual' | 'real';
  /** Goes to the next moment at which anything is due, and does all that is due then. */
  step(): Promise<void>;
  /** Lets this much pass, as fast as it goes, paused or not. */
  advance(ms: number): Promise<void>;
}

const TICK_MS = 10;
/** Of the machine's time. What a machine that is too slow has not caught up with by then is left out. */
const LAG_MS_MAX = 250;
/** Of virtual time; in between it may be paused. */
const SLICE_MS = 1000;
const SLICES_AT_ONCE = 10;

/** @param wall The machine's time. */
export function createPacedTime(clock: VirtualClock, wall: Clock, begins_paused: boolean): PacedTime {
  /** Virtual time passes in one piece after the other. */
  let passing: Promise<void> = Promise.resolve();
  const inTurn = (pass: () => Promise<void>): Promise<void> => (passing = passing.then(pass));
  /** Where both times stood when this speed began. */
  let from = { wall_ms: 0, clock_ms: 0 };
  const beginHere = (): void => void (from = { wall_ms: wall.now_ms(), clock_ms: clock.now_ms() });
  /** Each start has a number; whoever goes on looks whether it is still the newest. */
  let starts = 0;

  const advanceBy = async (ms: number, goesOn: () => boolean): Promise<void> => {
    for (let left_ms = ms; left_ms > 0 && goesOn(); left_ms -= SLICE_MS)
      await clock.advance(Math.min(left_ms, SLICE_MS));
  };
  const keepUp = async (goesOn: () => boolean): Promise<void> => {
    const speed = choice.speed();
    if (speed === 'max') return advanceBy(SLICES_AT_ONCE * SLICE_MS, goesOn);
    const behind = (): number => from.clock_ms + (wall.now_ms() - from.wall_ms) * speed - clock.now_ms();
    await advanceBy(behind(), goesOn);
    if (behind() > LAG_MS_MAX * speed) beginHere();
  };
  const start = (): void => {
    const mine = ++starts;
    const goesOn = (): boolean => starts === mine;
    beginHere();
    const tick = async (): Promise<void> => {
      await inTurn(() => keepUp(goesOn));
      if (goesOn()) wall.setTimeout(() => void tick(), choice.speed() === 'max' ? 0 : TICK_MS);
    };
    void tick();
  };
  const choice = createPaceChoice(
    begins_paused,
    () => {
      if (choice.paused()) starts++;
      else start();
    },
    () => passing,
  );
  if (!begins_paused) start();
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
  };
}
