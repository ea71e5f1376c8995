// Whether the machine's wall clock is kept right, by NTP in whatever form: the kernel knows, since the service tells it. A machine without such a
// service has a clock that somebody else keeps: a virtual machine's host, or who set it by hand.

import { existsSync } from 'node:fs';
import { isClockDisciplined } from '../system/libc.ts';

/** Where systemd-timesyncd, chrony and ntpd are while they run. */
const SERVICES = ['/run/systemd/timesync', '/run/chrony', '/run/ntpd.pid', '/run/ntpsec/ntpd.pid'];

/** systemd-timesyncd makes it when it has heard of the time. */
const SYNCHRONIZED = '/run/systemd/timesync/synchronized';

interface TimeService {
  /** Asks the kernel. A sandbox such as systemd's `ProtectClock` lets nobody ask: then it throws. */
  readonly ask?: () => boolean;
  readonly services?: readonly string[];
  readonly synchronized?: string;
}

/** A service that has not heard of the time yet may still be wrong by years on a board without a battery. Never throws. */
export function isClockKept({
  ask = isClockDisciplined,
  services = SERVICES,
  synchronized = SYNCHRONIZED,
}: TimeService = {}): boolean {
  if (!services.some((path) => existsSync(path))) return true;
  try {
    return ask();
  } catch {
    return existsSync(synchronized);
  }
}
