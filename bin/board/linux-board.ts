// What of Linux itself a device of this machine uses: whether the clock is kept right, and news of networks and devices, without polling.

import { isClockKept } from '../../hal/clock/time-service.ts';
import { watchAddresses } from '../../hal/system/netlink.ts';
import { createPoller, type Poller } from '../../hal/system/poller.ts';

export interface LinuxBoard {
  readonly poller: Poller;
  readonly isClockKept: () => boolean;
  readonly onAddressNews: (changed: () => void) => () => void;
}

/** Whoever opens it closes the poller. */
export function openLinuxBoard(): LinuxBoard {
  const poller = createPoller();
  return { poller, isClockKept: () => isClockKept(), onAddressNews: (changed) => watchAddresses(poller, changed) };
}
