// The pace of devices in real time: their clock stands still, goes step by step, faster or slower, while the machine and all servers go on.
// What comes over the network waits outside while it stands still.

import type { PacedClock } from '../../hal/clock/clock-paced.ts';
import { createPaceChoice } from './pace-choice.ts';
import type { PacedTime } from './paced-time.ts';

/** What enters the devices from outside, and may wait there. */
interface Intake {
  waiting(): number;
  /** Lets in all that waits now. */
  letIn(): void;
  /** Done when what has entered has been done. */
  settled(): Promise<void>;
}

interface RealPacedTime extends PacedTime {
  /** Whether what comes over the network waits. */
  stands(): boolean;
}

/** Of the clock's time; in between it may be paused. */
const SLICE_MS = 100;

export function createRealPacedTime(clock: PacedClock, intakeOf: () => Intake): RealPacedTime {
  let [passing, turning] = [false, false];
  /** One after the other. */
  let going: Promise<void> = Promise.resolve();
  const settled = (): Promise<void> => intakeOf().settled();
  const inTurn = (pass: () => Promise<void>): Promise<void> => {
    const turn = going.then(pass);
    // One that has failed is its caller's; those behind it go on.
    going = turn.catch(() => {});
    return turn;
  };
  const pace = (): number => {
    const speed = choice.speed();
    return choice.paused() || speed === 'max' ? 0 : speed;
  };
  /** The clock is turned from here meanwhile: what is asked of its pace counts afterwards. */
  const turned = async (turn: () => Promise<void>): Promise<void> => {
    turning = true;
    try {
      await turn();
    } finally {
      turning = false;
      clock.setPace(pace());
    }
  };
  const pass = (ms: number): Promise<void> =>
    inTurn(async () => {
      passing = true;
      intakeOf().letIn();
      await turned(() => clock.advance(ms, settled)).finally(() => (passing = false));
    });
  /** Each start has a number; whoever goes on looks whether it is still the newest. */
  let starts = 0;
  const goOn = async (goesOn: () => boolean): Promise<void> => {
    while (goesOn()) await pass(SLICE_MS);
  };
  const choice = createPaceChoice(
    false,
    () => {
      const mine = ++starts;
      if (!turning) clock.setPace(pace());
      if (choice.paused()) return;
      intakeOf().letIn();
      if (choice.speed() === 'max') void goOn(() => starts === mine);
    },
    () => inTurn(settled),
  );
  return {
    ...choice,
    clock: 'real',
    stands: () => choice.paused() && !passing,
    step: () =>
      inTurn(async () => {
        const { waiting, letIn } = intakeOf();
        if (waiting() > 0) letIn();
        else await turned(() => clock.step(settled));
        await settled();
        choice.moved();
      }),
    advance: (ms) => pass(ms).then(choice.moved),
  };
}
