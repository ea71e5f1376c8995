// The network of this machine, by the addresses of its interfaces, looked at while somebody listens: where the system says when they change
// then, and otherwise every 2 s.
//
// An address counts as joined if it is not the machine's own (loopback) and more than an IPv6 link-local one, which an
// interface gives itself before it has met anybody. An IPv4 link-local one counts: a cable to the simulator's PC has no more.
// A bridge of virtual machines counts as well, though it leads nowhere: `joined` is a hint.
//
// A machine without any network can play on its own loopback, against a cloud and a simulator that run beside the device. Its
// interfaces look like those of a device whose network is gone, so only who puts the device together can know: it says
// `loopback_is_enough` where everybody it is to reach is on this machine.

import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import type { Alarm, Clock } from '../clock/clock.ts';
import { createVirtualLink } from './link-virtual.ts';
import type { Link } from './link.ts';

const LOOK_EVERY_MS = 2000;

interface SystemLinkOptions {
  readonly clock: Clock;
  readonly loopback_is_enough?: boolean;
  /** Calls when the interfaces have changed, and returns a stop function. Default: never calls. */
  readonly onNews?: (changed: () => void) => () => void;
  /** What the system says of its interfaces. */
  readonly interfaces?: () => NodeJS.Dict<NetworkInterfaceInfo[]>;
}

export function createSystemLink({
  clock,
  loopback_is_enough = false,
  onNews,
  interfaces = networkInterfaces,
}: SystemLinkOptions): Link {
  const look = (): boolean => loopback_is_enough || Object.values(interfaces()).some((each) => each?.some(leadsAway));
  const known = createVirtualLink();
  let listeners = 0;
  let endLooking = (): void => {};
  const lookNow = (): void => known.setJoined(look());
  const begin = onNews ?? ((changed: () => void) => everySoOften(clock, changed));
  return {
    joined: () => (listeners > 0 ? known.joined() : look()),
    onChange(listener) {
      if (listeners++ === 0) {
        lookNow();
        endLooking = begin(lookNow);
      }
      const end = known.onChange(listener);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        end();
        if (--listeners === 0) endLooking();
      };
    },
  };
}

function everySoOften(clock: Clock, look: () => void): () => void {
  let alarm: Alarm = null;
  const lookOn = (): void => {
    alarm = clock.setTimeout(lookOn, LOOK_EVERY_MS);
    look();
  };
  alarm = clock.setTimeout(lookOn, LOOK_EVERY_MS);
  return () => clock.clearTimeout(alarm);
}

/** fe80::/10 are the link-local addresses of IPv6. */
const leadsAway = ({ internal, family, address }: NetworkInterfaceInfo): boolean =>
  !internal && !(family === 'IPv6' && /^fe[89ab]/i.test(address));
