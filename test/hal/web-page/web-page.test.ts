// Tests of the web page: both implementations, and the choice of an address among the interfaces of a machine.

import type { NetworkInterfaceInfo } from 'node:os';
import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createForms } from '../../../hal/web-page/forms.ts';
import { createSystemWebPage } from '../../../hal/web-page/web-page-system.ts';
import { createVirtualWebPage } from '../../../hal/web-page/web-page-virtual.ts';
import { titled } from '../../support/titled.ts';
import { webPageConformance } from './web-page-conformance.ts';

const SERVED = { token: () => 'SECRET', viewers: () => 0, renew: async () => {} };

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

function info(address: string, internal = false): NetworkInterfaceInfo {
  const both = { address, internal, netmask: '', mac: '', cidr: null };
  return address.includes(':') ? { ...both, family: 'IPv6', scopeid: 0 } : { ...both, family: 'IPv4' };
}

webPageConformance(titled(test, 'virtual'), () => {
  const page = createVirtualWebPage();
  return {
    page,
    serve: async (token, n) => page.set(`http://192.168.1.${n}:8321/`, token),
    withdraw: async () => page.set(null, ''),
  };
});

webPageConformance(titled(test, 'system'), () => {
  const clock = createVirtualClock();
  let wlan0: NetworkInterfaceInfo[] = [];
  const page = createSystemWebPage({ clock, interfaces: () => ({ lo: [info('127.0.0.1', true)], wlan0 }) });
  let serving = false;
  const served = { token: '' };
  return {
    page,
    async serve(token, n) {
      wlan0 = [info(`192.168.1.${n}`)];
      served.token = token;
      if (!serving)
        page.serve({
          ...SERVED,
          host: '0.0.0.0',
          port: 8321,
          token: () => served.token,
          renew: async () => void (served.token = 'RENEWED'),
        });
      serving = true;
      await clock.advance(2000);
    },
    async withdraw() {
      wlan0 = [];
      await clock.advance(2000);
    },
  };
});

/** Returns the address that a page on all addresses has on a machine with these interfaces. */
function addressOn(interfaces: Interfaces, host = '0.0.0.0'): string | null {
  const page = createSystemWebPage({ clock: createVirtualClock(), interfaces: () => interfaces });
  page.serve({ ...SERVED, host, port: 80 });
  return page.address();
}

test('[web page] prefers an IPv4 address from the network, then one assigned by the interface, then IPv6', (t) => {
  const [lan, own, ipv6] = [info('10.0.0.7'), info('169.254.3.4'), info('2001:db8::7')];
  const link_local = info('fe80::1');
  t.is(addressOn({ eth0: [ipv6, own], wlan0: [lan] }), 'http://10.0.0.7:80/');
  t.is(addressOn({ eth0: [lan], wlan0: [info('10.42.0.1')] }), 'http://10.42.0.1:80/', 'a phone is on Wi-Fi');
  t.is(addressOn({ eth0: [ipv6, own] }), 'http://169.254.3.4:80/');
  t.is(addressOn({ eth0: [link_local, ipv6] }, '::'), 'http://[2001:db8::7]:80/');
  t.is(addressOn({ eth0: [link_local] }), null);
});

test('[web page] skips loopback, and the inner networks of containers, virtual machines and tunnels', (t) => {
  const inner = ['docker0', 'br-1a2b', 'veth12', 'virbr0', 'wg0', 'tun0'].map((name) => [name, [info('172.17.0.1')]]);
  const interfaces: Interfaces = { lo: [info('127.0.0.1', true)], ...Object.fromEntries(inner) };
  t.is(addressOn(interfaces), null);
  t.is(addressOn({ ...interfaces, wlan0: [info('192.168.1.20')] }), 'http://192.168.1.20:80/');
});

test('[web page] has the address that it listens on, and none on loopback', (t) => {
  t.is(addressOn({}, '192.168.1.20'), 'http://192.168.1.20:80/');
  t.is(addressOn({}, 'putter.local'), 'http://putter.local:80/');
  for (const host of ['127.0.0.1', '::1', 'localhost']) t.is(addressOn({ wlan0: [info('10.0.0.7')] }, host), null);
});

test('[web page] stops watching the interfaces when it is withdrawn', async (t) => {
  const clock = createVirtualClock();
  let polls = 0;
  const interfaces = (): Interfaces => ({ wlan0: [info(`192.168.1.${++polls}`)] });
  const page = createSystemWebPage({ clock, interfaces });
  const withdraw = page.serve({ ...SERVED, host: '0.0.0.0', port: 80 });
  await clock.advance(4000);
  t.is(polls, 3);
  withdraw();
  await clock.advance(10_000);
  t.deepEqual([polls, page.address()], [3, null]);
});

test('[web page] renews before it is served as soon as it is', async (t) => {
  const page = createSystemWebPage({ clock: createVirtualClock(), interfaces: () => ({ wlan0: [info('10.0.0.7')] }) });
  let token = 'OLD';
  const renewed = page.renew();
  page.serve({
    host: '0.0.0.0',
    port: 80,
    token: () => token,
    viewers: () => 0,
    renew: async () => void (token = 'NEW'),
  });
  await renewed;
  t.is(page.link(), 'http://10.0.0.7:80/?token=NEW');
});

test('[web page] passes each form to its listeners until they unsubscribe', (t) => {
  const { onForm, submit } = createForms();
  const received: unknown[] = [];
  const end = onForm((form) => received.push(form));
  const form = { network: null, name: 'Den', country: '', players: [] };
  submit(form);
  end();
  submit(form);
  t.deepEqual(received, [form]);
});
