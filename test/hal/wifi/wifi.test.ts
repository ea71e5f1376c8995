// Wi-Fi: virtual on a virtual clock; nmcli as a program that answers as it does; and the networks of a real adapter where TAPIN_WIFI names it.

import { env } from 'node:process';
import test, { type ExecutionContext } from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createNmcliWifi } from '../../../hal/wifi/wifi-nmcli.ts';
import { createVirtualWifi } from '../../../hal/wifi/wifi-virtual.ts';
import { fakeNmcli, type FakeStation } from '../../support/fake-nmcli.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { titled } from '../../support/titled.ts';
import { NETWORKS, wifiConformance } from './wifi-conformance.ts';

function virtual() {
  const clock = createVirtualClock();
  const wifi = createVirtualWifi({ clock, networks: NETWORKS });
  const until = async <T>(done: Promise<T>): Promise<T> => {
    await clock.advance(200_000);
    return done;
  };
  return { clock, wifi, until };
}

wifiConformance(titled(test, 'virtual'), async (t) => {
  const { wifi, until } = virtual();
  return { wifi, until, off: async () => valueOf(t, wifi.setFault('off')) };
});

const STATIONS: readonly FakeStation[] = NETWORKS.map(({ name, signal_percent: signal, password, address }) => ({
  name,
  signal,
  ...(password === null ? {} : { security: 'WPA1 WPA2', password }),
  ...(address === null ? {} : { address }),
}));

async function nmcli(t: ExecutionContext, stations = STATIONS) {
  const fake = await fakeNmcli(t);
  await fake.setStations(stations);
  return { ...fake, wifi: createNmcliWifi({ program: fake.program }) };
}

wifiConformance(titled(test, 'nmcli'), async (t) => {
  const { wifi, setMode } = await nmcli(t);
  return { wifi, until: (done) => done, off: () => setMode('off') };
});

test('[wifi] the faults of the virtual one, and no other', async (t) => {
  const { clock, wifi, until } = virtual();
  valueOf(t, wifi.setFault('wrong'));
  failsWith(t, await until(wifi.join('Clubhouse', 'fore and aft')), 'wifi_refused', /is wrong/);
  valueOf(t, wifi.setFault('stuck'));
  failsWith(t, await until(wifi.join('Guests', null)), 'wifi_timeout', /^Guests does not answer in time\.$/);
  valueOf(t, wifi.setFault('slow'));
  let heard = false;
  const scan = wifi.scan().then(() => (heard = true));
  await clock.advance(10_000);
  t.false(heard);
  await until(scan);
  failsWith(t, wifi.setFault('garbage'), 'fault_unsupported', /off, stuck, wrong, slow/);
  t.is(wifi.fault(), 'slow');
});

test('[wifi] a network that goes is left', async (t) => {
  const { wifi, until } = virtual();
  valueOf(t, await until(wifi.join('Guests', null)));
  wifi.setNetworks(NETWORKS.slice(0, 2));
  t.like(valueOf(t, await until(wifi.status())), { name: null, address: null });
});

test('[wifi] a password reaches nmcli by its standard input to the letter, and never its arguments', async (t) => {
  const password = ` a!b\\c"(d)~$'#`;
  const { wifi, calls } = await nmcli(t, [
    { name: 'Clubhouse', signal: 82, security: 'WPA2', password: password.replaceAll(' ', '_'), address: '10.0.0.9' },
  ]);
  valueOf(t, await wifi.join('Clubhouse', password));
  t.regex(await calls(), /--ask --wait 45 device wifi connect 00:23:F8:7E:12:A0 ifname wlan0/);
  t.false((await calls()).includes('a!b'));
});

test('[wifi] names with colons and backslashes, several stations of one name, and those without a name', async (t) => {
  const { wifi } = await nmcli(t, [
    { name: 'Hole: 19 \\ Bar', signal: 30, address: '10.0.0.1', use: false },
    { name: '', signal: 99 },
    { name: 'Hole: 19 \\ Bar', signal: 71, address: '10.0.0.1' },
    { name: 'Office', signal: 60, security: 'WPA2 802.1X' },
    { name: 'Cafe', signal: 50, security: 'OWE' },
  ]);
  const heard = valueOf(t, await wifi.scan());
  t.deepEqual(
    heard.map(({ name, signal_percent, secured }) => [name, signal_percent, secured]),
    [['Hole: 19 \\ Bar', 71, false], ['Office', 60, true], ['Cafe', 50, false]], // oxfmt-ignore
  );
  valueOf(t, await wifi.join('Hole: 19 \\ Bar', null));
  t.deepEqual(valueOf(t, await wifi.status()), { name: 'Hole: 19 \\ Bar', signal_percent: 71, address: '10.0.0.1' });
  failsWith(t, await wifi.join('Office', 'long enough'), 'wifi_failed', /^Office asks for the name of a user too\.$/);
});

test('[wifi] why nmcli can not do it is one sentence', async (t) => {
  const { wifi, setMode } = await nmcli(t);
  await setMode('eof');
  failsWith(t, await wifi.join('Clubhouse', 'fore and after'), 'wifi_refused', /is wrong/);
  await setMode('slow');
  failsWith(t, await wifi.join('Clubhouse', 'fore and aft'), 'wifi_timeout', /does not answer in time/);
  await setMode('denied');
  failsWith(t, await wifi.join('Guests', null), 'wifi_failed', /polkit/);
  await setMode('stopped');
  failsWith(t, await wifi.status(), 'wifi_missing', /NetworkManager does not run/);
  const absent = createNmcliWifi({ program: '/nowhere/nmcli' });
  failsWith(t, await absent.scan(), 'wifi_missing', /NetworkManager does not run/);
});

const REAL = env['TAPIN_WIFI'];
(REAL ? test : test.skip)('[wifi] a real adapter hears networks (TAPIN_WIFI names it, such as wlan0)', async (t) => {
  const wifi = createNmcliWifi(REAL === undefined ? {} : { adapter: REAL });
  const heard = valueOf(t, await wifi.scan());
  t.true(heard.length > 0);
  const status = valueOf(t, await wifi.status());
  t.is(heard.find(({ in_use }) => in_use)?.name ?? null, status.name);
});
