// Detects whether NTP keeps the machine's wall clock right: the kernel knows, because the time service tells it. A
// machine without such a service has a clock kept by its virtual machine host or set by hand.

import { existsSync } from 'node:fs';
import { isClockDisciplined } from '../system/libc.ts';

/** Paths that exist while systemd-timesyncd, chrony or ntpd run. */
const SERVICES = ['/run/systemd/timesync', '/run/chrony', '/run/ntpd.pid', '/run/ntpsec/ntpd.pid'];

/** File that systemd-timesyncd creates after its first synchronization. */
const SYNCHRONIZED = '/run/systemd/timesync/synchronized';

interface TimeService {
  /** Queries the kernel. Throws if a sandbox such as systemd's `ProtectClock` forbids the call. */
  readonly ask?: () => boolean;
  readonly services?: readonly string[];
  readonly synchronized?: string;
}

/**
 * Returns false while a time service has not synchronized yet: a board without a battery may be wrong by years. Never
 * throws.
 */
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
