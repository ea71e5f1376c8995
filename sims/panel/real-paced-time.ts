// Paces devices in real time: pauses, steps, slows down or speeds up their clock while the machine and all servers run
// on. Network input waits outside while the clock is paused.

import type { PacedClock } from '../../hal/clock/clock-paced.ts';
import { createPaceChoice } from './pace-choice.ts';
import type { PacedTime } from './paced-time.ts';

/** Queue of outside input to the devices, which may have to wait. */
interface Intake {
  waiting(): number;
  /** Lets in all waiting input. */
  letIn(): void;
  /** Resolves when the devices have handled the input. */
  settled(): Promise<void>;
}

interface RealPacedTime extends PacedTime {
  /** Whether network input has to wait. */
  stands(): boolean;
}

/** Slice of clock time; the clock may be paused between slices. */
const SLICE_MS = 100;

export function createRealPacedTime(clock: PacedClock, intakeOf: () => Intake): RealPacedTime {
  let [passing, turning] = [false, false];
  /** Queue of operations; runs one at a time. */
  let queue: Promise<void> = Promise.resolve();
  const settled = (): Promise<void> => intakeOf().settled();
  const inTurn = (pass: () => Promise<void>): Promise<void> => {
    const turn = queue.then(pass);
    // The caller handles a failure; later operations in the queue continue.
    queue = turn.catch(() => {});
    return turn;
  };
  const pace = (): number => {
    const speed = choice.speed();
    return choice.paused() || speed === 'max' ? 0 : speed;
  };
  /** Runs a step that drives the clock itself; pace changes made during the step apply afterwards. */
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
  /** Number of the newest start; an older loop stops when it sees a newer number. */
  let starts = 0;
  const goOn = async (shouldContinue: () => boolean): Promise<void> => {
    while (shouldContinue()) await pass(SLICE_MS);
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
    halt() {
      clock.interrupt();
      void choice.setPaused(true);
    },
  };
}
