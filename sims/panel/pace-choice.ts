// What somebody has chosen of the devices' time: whether it stands still, and how fast it passes otherwise.

export const SPEED_MIN = 0.1;
export const SPEED_MAX = 100;
/** Times as fast as the machine's; `max`: as fast as it goes. */
type Speed = number | 'max';

export interface PaceChoice {
  paused(): boolean;
  speed(): Speed;
  /** Done when no time passes any more. */
  setPaused(paused: boolean): Promise<void>;
  /** `SPEED_MIN` to `SPEED_MAX`. */
  setSpeed(speed: Speed): void;
  /** Told when it is paused, goes on, goes at another speed, or has moved on while it is paused. */
  onChange(listener: () => void): () => void;
}

/** The choice, for whoever lets time pass. */
interface TurnedPace extends PaceChoice {
  /** Time has passed: said where it stands still otherwise. */
  moved(): void;
}

/**
 * @param changed Called when either has changed, before the listeners.
 * @param stood Done when what passes at this moment has passed.
 */
export function createPaceChoice(begins_paused: boolean, changed: () => void, stood: () => Promise<void>): TurnedPace {
  let [paused, speed]: [boolean, Speed] = [begins_paused, 1];
  const listeners = new Set<() => void>();
  const hear = (): void => {
    for (const listener of listeners) listener();
  };
  const tell = (): void => {
    changed();
    hear();
  };
  return {
    moved() {
      if (paused) hear();
    },
    paused: () => paused,
    speed: () => speed,
    async setPaused(wanted) {
      if (paused !== wanted) {
        paused = wanted;
        tell();
      }
      if (paused) await stood();
    },
    setSpeed(wanted) {
      if (speed === wanted) return;
      speed = wanted;
      tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
