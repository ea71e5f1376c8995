// Requests of one device that name a code, and of which it is not known yet whether they guess at one: no more are under way than the device
// may get wrong, or many at the same moment would all be told (C21). The rest wait for those before them.

import type { RateLimits } from './rate-limits.ts';

interface JoinCodeThrottle {
  /** Begins now, or as soon as it may; `wait_s` where the guesses of this device are used up by then. */
  enter(device: string, begin: (wait_s: number | null) => void): void;
  /** One that began is over, and was `invalid` or not. */
  leave(device: string, invalid: boolean): void;
}

interface Crowd {
  under_way: number;
  readonly waiting: ((wait_s: number | null) => void)[];
}

export function createJoinCodeThrottle(limits: Pick<RateLimits, 'guesses' | 'invalid'>): JoinCodeThrottle {
  const crowds = new Map<string, Crowd>();
  const letIn = (device: string, crowd: Crowd): void => {
    while (crowd.waiting.length > 0) {
      const { left, wait_s } = limits.guesses(device);
      if (crowd.under_way > 0 && crowd.under_way >= left) return;
      if (left >= 1) crowd.under_way++;
      crowd.waiting.shift()?.(left >= 1 ? null : wait_s);
    }
    if (crowd.under_way === 0) crowds.delete(device);
  };
  return {
    enter(device, begin) {
      const crowd = crowds.get(device) ?? { under_way: 0, waiting: [] };
      crowds.set(device, crowd);
      crowd.waiting.push(begin);
      letIn(device, crowd);
    },
    leave(device, invalid) {
      if (invalid) limits.invalid(device);
      const crowd = crowds.get(device);
      if (!crowd) return;
      crowd.under_way--;
      letIn(device, crowd);
    },
  };
}
