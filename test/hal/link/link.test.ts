// Tests of the virtual link, of the system link on changing interfaces, and of which addresses count.

import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import test from 'ava';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createSystemLink } from '../../../hal/link/link-system.ts';
import { createVirtualLink } from '../../../hal/link/link-virtual.ts';
import type { Link } from '../../../hal/link/link.ts';
import { linkConformance } from './link-conformance.ts';
import { titled } from '../../support/titled.ts';

function info(address: string, internal = false): NetworkInterfaceInfo {
  const both = { address, internal, netmask: '', mac: '', cidr: null };
  return address.includes(':') ? { ...both, family: 'IPv6', scopeid: 0 } : { ...both, family: 'IPv4' };
}
const LOOPBACK = [info('127.0.0.1', true), info('::1', true)];

interface Machine {
  readonly clock: VirtualClock;
  readonly link: Link;
  set(...addresses: readonly NetworkInterfaceInfo[]): void;
  polls(): number;
}

function newMachine(loopback_is_enough = false, onNews?: (changed: () => void) => () => void): Machine {
  const clock = createVirtualClock();
  let wlan = [info('192.168.1.20')];
  let polls = 0;
  const interfaces = (): NodeJS.Dict<NetworkInterfaceInfo[]> => {
    polls++;
    return { lo: LOOPBACK, ...(wlan.length > 0 && { wlan0: wlan }) };
  };
  const link = createSystemLink({ clock, interfaces, loopback_is_enough, ...(onNews && { onNews }) });
  return { clock, link, set: (...addresses) => void (wlan = [...addresses]), polls: () => polls };
}

linkConformance(titled(test, 'virtual'), () => {
  const link = createVirtualLink();
  return { link, turn: (joined) => Promise.resolve(link.setJoined(joined)) };
});

linkConformance(titled(test, 'system'), () => {
  const { clock, link, set } = newMachine();
  const turn = async (joined: boolean): Promise<void> => {
    set(...(joined ? [info('192.168.1.20')] : []));
    await clock.advance(2000);
  };
  return { link, turn };
});

/** Creates a system that notifies of interface changes. */
function telling() {
  const hearers = new Set<() => void>();
  const onNews = (changed: () => void) => (hearers.add(changed), () => hearers.delete(changed));
  return { hearers, onNews, notify: () => hearers.forEach((listener) => listener()) };
}

linkConformance(titled(test, 'system with notifications'), () => {
  const { onNews, notify } = telling();
  const { link, set } = newMachine(false, onNews);
  const turn = async (joined: boolean): Promise<void> => {
    set(...(joined ? [info('192.168.1.20')] : []));
    notify();
  };
  return { link, turn };
});

test('[link] does not poll if the system notifies, and unsubscribes after the last listener', async (t) => {
  const { hearers, onNews } = telling();
  const { clock, link, polls } = newMachine(false, onNews);
  const ends = [link.onChange(() => {}), link.onChange(() => {})];
  const before = polls();
  await clock.advance(3_600_000);
  t.is(polls(), before);
  t.is(hearers.size, 1);
  for (const end of ends) end();
  t.is(hearers.size, 0);
});

test('[link] a virtual link may start disconnected', (t) => {
  t.false(createVirtualLink({ joined: false }).joined());
});

for (const [addresses, joined] of [
  [[], false],
  [['10.0.0.7'], true],
  [['169.254.3.4'], true],
  [['2001:db8::7'], true],
  [['fd00::7'], true],
  [['fe80::1'], false],
  [['FE80::1'], false],
  [['febf::1'], false],
  [['fec0::1'], true],
  [['fe80::1', '10.0.0.7'], true],
] as const)
  test(`[link] with ${addresses.join(' and ') || 'nothing'} in addition to loopback: ${joined ? '' : 'not '}joined`, (t) => {
    const { link, set } = newMachine();
    set(...addresses.map((address) => info(address)));
    t.is(link.joined(), joined);
  });

test('[link] is always joined and never notifies if loopback is enough', async (t) => {
  const { clock, link, set } = newMachine(true);
  const notifications: boolean[] = [];
  set();
  t.true(link.joined());
  link.onChange((joined) => notifications.push(joined));
  await clock.advance(10_000);
  set(info('10.0.0.7'));
  await clock.advance(10_000);
  t.true(link.joined());
  t.deepEqual(notifications, []);
});

test('[link] polls the system every 2 s while it has a listener, and never otherwise', async (t) => {
  const { clock, link, polls } = newMachine();
  await clock.advance(60_000);
  t.deepEqual([polls(), clock.pending()], [0, 0]);
  const ends = [link.onChange(() => {}), link.onChange(() => {})];
  t.is(polls(), 1);
  await clock.advance(20_000);
  t.is(polls(), 11);
  ends[0]?.();
  ends[0]?.();
  await clock.advance(2000);
  t.is(polls(), 12);
  ends[1]?.();
  t.is(clock.pending(), 0);
  await clock.advance(60_000);
  t.is(polls(), 12);
});

test('[link] does not notify a listener that unsubscribed during a notification', async (t) => {
  const { clock, link, set } = newMachine();
  const notifications: boolean[] = [];
  const end = link.onChange((joined) => {
    notifications.push(joined);
    end();
  });
  set();
  await clock.advance(2000);
  set(info('10.0.0.7'));
  await clock.advance(10_000);
  t.deepEqual(notifications, [false]);
  t.is(clock.pending(), 0);
});

test('[link] reads the interfaces of this machine', (t) => {
  const foreign = Object.values(networkInterfaces()).some((each) =>
    each?.some(({ internal, family }) => !internal && family === 'IPv4'),
  );
  const joined = createSystemLink({ clock: createSystemClock() }).joined();
  t.is(typeof joined, 'boolean');
  if (foreign) t.true(joined);
});
