// Limits a device's concurrent requests that name a code and may be guesses: it runs only as many as the device has
// wrong guesses left, and the rest wait. Otherwise many guesses sent at the same time would all be answered (C21).

import type { RateLimits } from './rate-limits.ts';

interface JoinCodeThrottle {
  /** Calls `begin` now, or as soon as allowed; with `wait_s` if the device has no guesses left by then. */
  enter(device: string, begin: (wait_s: number | null) => void): void;
  /** Records that a request is finished, and whether it was `invalid`. */
  leave(device: string, invalid: boolean): void;
}

interface Crowd {
  in_progress: number;
  readonly waiting: ((wait_s: number | null) => void)[];
}

export function createJoinCodeThrottle(limits: Pick<RateLimits, 'guesses' | 'invalid'>): JoinCodeThrottle {
  const crowds = new Map<string, Crowd>();
  const letIn = (device: string, crowd: Crowd): void => {
    while (crowd.waiting.length > 0) {
      const { left, wait_s } = limits.guesses(device);
      if (crowd.in_progress > 0 && crowd.in_progress >= left) return;
      if (left >= 1) crowd.in_progress++;
      crowd.waiting.shift()?.(left >= 1 ? null : wait_s);
    }
    if (crowd.in_progress === 0) crowds.delete(device);
  };
  return {
    enter(device, begin) {
      const crowd = crowds.get(device) ?? { in_progress: 0, waiting: [] };
      crowds.set(device, crowd);
      crowd.waiting.push(begin);
      letIn(device, crowd);
    },
    leave(device, invalid) {
      if (invalid) limits.invalid(device);
      const crowd = crowds.get(device);
      if (!crowd) return;
      crowd.in_progress--;
      letIn(device, crowd);
    },
  };
}
