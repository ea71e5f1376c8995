// Conformance suite for every Wi-Fi: the contract in hal/wifi/wifi.ts, with the networks below.

import type { ExecutionContext } from 'ava';
import type { VirtualNetwork } from '../../../hal/wifi/wifi-virtual.ts';
import type { Wifi } from '../../../hal/wifi/wifi.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import type { Declare } from '../../support/titled.ts';

export const NETWORKS: readonly VirtualNetwork[] = [
  { name: 'Clubhouse', signal_percent: 82, password: 'fore and aft', address: '192.168.1.20' },
  { name: 'Pro shop', signal_percent: 55, password: 'birdie-4-all', address: null },
  { name: 'Guests', signal_percent: 40, password: null, address: '10.0.0.7' },
];

interface WifiUnderTest {
  readonly wifi: Wifi;
  /** Removes the adapter. */
  off(): Promise<void>;
  /** Awaits the promise, advancing a virtual clock as needed. */
  until<T>(done: Promise<T>): Promise<T>;
}

/** Networks besides those of every test. */
export const UNUSUAL: readonly VirtualNetwork[] = [
  { name: 'Academy', signal_percent: 30, password: 'swing-4-it', user: 'pro', address: '10.1.0.9' },
  { name: 'Back nine', signal_percent: 20, password: 'out of sight', hidden: true, address: '192.168.9.2' },
];

const NOTHING = { name: null, signal_percent: 0, address: null, sign_in: false, has_known: false };

export function wifiConformance(
  test: Declare,
  factory: (t: ExecutionContext, networks?: readonly VirtualNetwork[]) => Promise<WifiUnderTest>,
): void {
  test('[wifi] lists every network with its signal and lock; none is joined at first', async (t) => {
    const { wifi, until } = await factory(t);
    const fresh = { enterprise: false, known: false, in_use: false };
    t.deepEqual(valueOf(t, await until(wifi.scan())), [
      { name: 'Clubhouse', signal_percent: 82, secured: true, ...fresh },
      { name: 'Pro shop', signal_percent: 55, secured: true, ...fresh },
      { name: 'Guests', signal_percent: 40, secured: false, ...fresh },
    ]);
    t.deepEqual(valueOf(t, await until(wifi.status())), NOTHING);
  });

  test('[wifi] joins a network by its password, stores it, and joins again without it', async (t) => {
    const { wifi, until } = await factory(t);
    valueOf(t, await until(wifi.join('Clubhouse', 'fore and aft')));
    const joined = { name: 'Clubhouse', signal_percent: 82, address: '192.168.1.20', sign_in: false, has_known: true };
    t.deepEqual(valueOf(t, await until(wifi.status())), joined);
    t.like(valueOf(t, await until(wifi.scan()))[0], { name: 'Clubhouse', known: true, in_use: true });
    valueOf(t, await until(wifi.join('Guests', null)));
    t.like(valueOf(t, await until(wifi.status())), { name: 'Guests', address: '10.0.0.7' });
    t.like(valueOf(t, await until(wifi.scan()))[0], { known: true, in_use: false });
    valueOf(t, await until(wifi.join('Clubhouse', null)));
    t.deepEqual(valueOf(t, await until(wifi.status())), joined);
  });

  test('[wifi] reports a wrong password in a sentence without it and does not store it', async (t) => {
    const { wifi, until } = await factory(t);
    const refused = await until(wifi.join('Clubhouse', 'fore and after'));
    failsWith(t, refused, 'wifi_refused', /^Wrong password for Clubhouse\.$/);
    failsWith(t, await until(wifi.join('Clubhouse', null)), 'wifi_refused', /^Clubhouse needs a password\.$/);
    t.like(valueOf(t, await until(wifi.scan()))[0], { known: false, in_use: false });
    t.deepEqual(valueOf(t, await until(wifi.status())), NOTHING);
  });

  test('[wifi] replaces a stored password only once the new one has joined the network', async (t) => {
    const { wifi, until } = await factory(t);
    valueOf(t, await until(wifi.join('Clubhouse', 'fore and aft')));
    valueOf(t, await until(wifi.join('Guests', null)));
    failsWith(t, await until(wifi.join('Clubhouse', 'aft and fore')), 'wifi_refused', /Wrong password/);
    valueOf(t, await until(wifi.join('Clubhouse', null)));
    valueOf(t, await until(wifi.join('Clubhouse', 'fore and aft')));
    valueOf(t, await until(wifi.join('Clubhouse', null)));
    t.is(valueOf(t, await until(wifi.scan())).filter(({ known }) => known).length, 2);
  });

  test('[wifi] reports a missing network and one that gives no address', async (t) => {
    const { wifi, until } = await factory(t);
    failsWith(t, await until(wifi.join('Caddies', null)), 'wifi_not_found', /^Caddies not found\.$/);
    const no_address = await until(wifi.join('Pro shop', 'birdie-4-all'));
    failsWith(t, no_address, 'wifi_no_address', /^Pro shop sent no address\.$/);
    t.false(valueOf(t, await until(wifi.scan()))[1]?.known);
  });

  test('[wifi] leaves a forgotten network and no longer knows it', async (t) => {
    const { wifi, until } = await factory(t);
    failsWith(t, await until(wifi.forget('Clubhouse')), 'wifi_not_found', /^Clubhouse is not saved\.$/);
    valueOf(t, await until(wifi.join('Clubhouse', 'fore and aft')));
    valueOf(t, await until(wifi.forget('Clubhouse')));
    t.deepEqual(valueOf(t, await until(wifi.status())), NOTHING);
    t.like(valueOf(t, await until(wifi.scan()))[0], { known: false, in_use: false });
  });

  test('[wifi] joins a network with a user name, and reports a wrong password of it', async (t) => {
    const { wifi, until } = await factory(t, UNUSUAL);
    t.like(valueOf(t, await until(wifi.scan()))[0], { name: 'Academy', enterprise: true, secured: true });
    failsWith(t, await until(wifi.join('Academy', 'swing-4-it')), 'wifi_failed', /^Academy also needs a user name/);
    const refused = await until(wifi.join('Academy', 'shank', { user: 'pro' }));
    failsWith(t, refused, 'wifi_refused', /^Wrong password for Academy\.$/);
    valueOf(t, await until(wifi.join('Academy', 'swing-4-it', { user: 'pro' })));
    t.like(valueOf(t, await until(wifi.status())), { name: 'Academy', address: '10.1.0.9' });
    valueOf(t, await until(wifi.join('Academy', null)));
  });

  test('[wifi] joins a hidden network only if told that it is hidden', async (t) => {
    const { wifi, until } = await factory(t, UNUSUAL);
    t.is(valueOf(t, await until(wifi.scan())).length, 1);
    failsWith(t, await until(wifi.join('Back nine', 'out of sight')), 'wifi_not_found', /^Back nine not found\.$/);
    valueOf(t, await until(wifi.join('Back nine', 'out of sight', { hidden: true })));
    t.like(valueOf(t, await until(wifi.status())), { name: 'Back nine', address: '192.168.9.2' });
  });

  test('[wifi] opens a network of its own, in which it is joined to none and knows those found before', async (t) => {
    const { wifi, until } = await factory(t);
    valueOf(t, await until(wifi.join('Guests', null)));
    t.is(wifi.accessPoint(), null);
    valueOf(t, await until(wifi.openAccessPoint()));
    t.regex(wifi.accessPoint()?.name ?? '', /^putter-[\dA-F]{4}$/);
    t.true((wifi.accessPoint()?.password.length ?? 0) >= 8);
    t.deepEqual(valueOf(t, await until(wifi.status())), { ...NOTHING, has_known: true });
    t.deepEqual(
      valueOf(t, await until(wifi.scan())).map(({ name }) => name),
      NETWORKS.map(({ name }) => name),
    );
    valueOf(t, await until(wifi.closeAccessPoint()));
    t.is(wifi.accessPoint(), null);
  });

  test('[wifi] closes its own network to join another, even if that fails', async (t) => {
    const { wifi, until } = await factory(t);
    valueOf(t, await until(wifi.openAccessPoint()));
    failsWith(t, await until(wifi.join('Clubhouse', 'fore and after')), 'wifi_refused', /Wrong password/);
    t.is(wifi.accessPoint(), null);
    valueOf(t, await until(wifi.openAccessPoint()));
    valueOf(t, await until(wifi.join('Clubhouse', 'fore and aft')));
    t.is(wifi.accessPoint(), null);
    t.like(valueOf(t, await until(wifi.status())), { name: 'Clubhouse' });
  });

  test('[wifi] runs overlapping calls in call order', async (t) => {
    const { wifi, until } = await factory(t);
    const calls = [wifi.join('Guests', null), wifi.join('Clubhouse', 'fore and aft'), wifi.forget('Guests')];
    for (const call of calls) valueOf(t, await until(call));
    t.like(valueOf(t, await until(wifi.status())), { name: 'Clubhouse' });
  });

  test('[wifi] fails every call without an adapter', async (t) => {
    const { wifi, off, until } = await factory(t);
    await off();
    for (const call of [
      wifi.scan(),
      wifi.status(),
      wifi.join('Guests', null),
      wifi.forget('Guests'),
      wifi.openAccessPoint(),
    ])
      failsWith(t, await until<Awaited<typeof call>>(call), 'wifi_missing', /This board has no Wi-Fi/);
  });

  test('[wifi] throws on an impossible Wi-Fi password', async (t) => {
    const { wifi } = await factory(t);
    for (const secret of ['', 'seven77', 'a'.repeat(64), 'new\nline!', 'Größe 1234'])
      t.throws(() => wifi.join('Clubhouse', secret), { message: /Wi-Fi password/ });
  });
}
