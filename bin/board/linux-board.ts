// Linux services that a device uses: clock synchronisation status, and network and device events without polling.

import { isClockKept } from '../../hal/clock/time-service.ts';
import { watchAddresses } from '../../hal/system/netlink.ts';
import { createPoller, type Poller } from '../../hal/system/poller.ts';

export interface LinuxBoard {
  readonly poller: Poller;
  readonly isClockKept: () => boolean;
  readonly onAddressNews: (changed: () => void) => () => void;
}

/** Opens the services. The caller closes the poller. */
export function openLinuxBoard(): LinuxBoard {
  const poller = createPoller();
  return { poller, isClockKept: () => isClockKept(), onAddressNews: (changed) => watchAddresses(poller, changed) };
}
