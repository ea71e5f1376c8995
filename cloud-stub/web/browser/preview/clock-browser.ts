// Clock port on browser timers.

import type { Clock } from '../../../../hal/clock/clock.ts';

export const createBrowserClock = (): Clock => ({
  now_ms: () => performance.now(),
  unix_s: () => Math.floor(Date.now() / 1000),
  synced: () => true,
  setTimeout: (fire, delay_ms) => setTimeout(fire, Math.max(0, delay_ms || 0)),
  clearTimeout: (alarm) => clearTimeout(typeof alarm === 'number' ? alarm : undefined),
});
