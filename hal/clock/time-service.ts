// Whether the machine's wall clock is kept right, by NTP in whatever form: the kernel knows, since the service tells it. A machine without such a
// service has a clock that somebody else keeps: a virtual machine's host, or who set it by hand.

import { existsSync } from 'node:fs';
import { isClockDisciplined } from '../system/libc.ts';

/** Where systemd-timesyncd, chrony and ntpd are while they run. */
const SERVICES = ['/run/systemd/timesync', '/run/chrony', '/run/ntpd.pid', '/run/ntpsec/ntpd.pid'];

/** A service that has not heard of the time yet may still be wrong by years on a board without a battery. */
export const isClockKept = (): boolean => isClockDisciplined() || !SERVICES.some((path) => existsSync(path));
