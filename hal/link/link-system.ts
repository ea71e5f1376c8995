// Network of this machine, by the addresses of its interfaces. While there are listeners it checks them on system
// notifications if available, otherwise every 2 s. An address counts as joined if it is neither loopback nor IPv6
// link-local, since an interface assigns itself a link-local address before it has met any peer. An IPv4 link-local
// address counts: a cable to the simulator's PC provides nothing else. A virtual machine bridge counts too, although it
// leads nowhere: `joined` is a hint. A machine without a network can play on its own loopback, with a cloud and a
// simulator on the same machine. Its interfaces look like the interfaces of a device that lost its network, so the
// caller sets `loopback_is_enough` if every peer is on this machine.

import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import type { Alarm, Clock } from '../clock/clock.ts';
import { createVirtualLink } from './link-virtual.ts';
import type { Link } from './link.ts';

const POLL_EVERY_MS = 2000;

interface SystemLinkOptions {
  readonly clock: Clock;
  readonly loopback_is_enough?: boolean;
  /** Calls when the interfaces have changed, and returns a stop function. Default: never calls. */
  readonly onNews?: (changed: () => void) => () => void;
  /** Returns the address of this machine in a network of its own, which leads nowhere. Default: none. */
  readonly ownAddress?: () => string | null;
  /** Returns the interfaces. Default: the system's interfaces. */
  readonly interfaces?: () => NodeJS.Dict<NetworkInterfaceInfo[]>;
}

export function createSystemLink({
  clock,
  loopback_is_enough = false,
  onNews,
  ownAddress = () => null,
  interfaces = networkInterfaces,
}: SystemLinkOptions): Link {
  const isJoined = (): boolean =>
    loopback_is_enough ||
    Object.values(interfaces()).some((each) => each?.some((info) => leadsAway(info) && info.address !== ownAddress()));
  const known = createVirtualLink();
  let listeners = 0;
  let endLooking = (): void => {};
  const refresh = (): void => known.setJoined(isJoined());
  const begin = onNews ?? ((changed: () => void) => pollRepeatedly(clock, changed));
  return {
    joined: () => (listeners > 0 ? known.joined() : isJoined()),
    onChange(listener) {
      if (listeners++ === 0) {
        refresh();
        endLooking = begin(refresh);
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

/** Calls `poll` every 2 s. Returns a stop function. */
export function pollRepeatedly(clock: Clock, poll: () => void): () => void {
  let alarm: Alarm = null;
  const pollAgain = (): void => {
    alarm = clock.setTimeout(pollAgain, POLL_EVERY_MS);
    poll();
  };
  alarm = clock.setTimeout(pollAgain, POLL_EVERY_MS);
  return () => clock.clearTimeout(alarm);
}

/** fe80::/10 is the IPv6 link-local range. */
const leadsAway = ({ internal, family, address }: NetworkInterfaceInfo): boolean =>
  !internal && !(family === 'IPv6' && /^fe[89ab]/i.test(address));
