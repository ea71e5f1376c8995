// User's choice for the devices' time: paused or running, and at what speed.

export const SPEED_MIN = 0.1;
export const SPEED_MAX = 100;
/** Factor of real time; `max`: as fast as possible. */
type Speed = number | 'max';

export interface PaceChoice {
  paused(): boolean;
  speed(): Speed;
  /** Pauses or resumes; when pausing, resolves once time has stopped. */
  setPaused(paused: boolean): Promise<void>;
  /** Sets the speed, from `SPEED_MIN` to `SPEED_MAX`. */
  setSpeed(speed: Speed): void;
  /** Subscribes to a pause, a resume, a speed change, or a move of a paused clock. */
  onChange(listener: () => void): () => void;
}

/** Choice with the hook for the code that advances time. */
interface TurnedPace extends PaceChoice {
  /** Reports that time has advanced; notifies the listeners only while paused. */
  moved(): void;
}

/**
 * Creates the choice.
 * @param changed Called before the listeners when the pause or the speed has changed.
 * @param stood Resolves when the current advance of time has finished.
 */
export function createPaceChoice(starts_paused: boolean, changed: () => void, stood: () => Promise<void>): TurnedPace {
  let [paused, speed]: [boolean, Speed] = [starts_paused, 1];
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const announce = (): void => {
    changed();
    notify();
  };
  return {
    moved() {
      if (paused) notify();
    },
    paused: () => paused,
    speed: () => speed,
    async setPaused(wanted) {
      if (paused !== wanted) {
        paused = wanted;
        announce();
      }
      if (paused) await stood();
    },
    setSpeed(wanted) {
      if (speed === wanted) return;
      speed = wanted;
      announce();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
