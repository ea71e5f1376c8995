// Tests of Wi-Fi: the virtual one on a virtual clock; nmcli as a stand-in program; and the networks of the real adapter
// named by TAPIN_WIFI.

import { env } from 'node:process';
import test, { type ExecutionContext } from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { readStations } from '../../../hal/wifi/nmcli-output.ts';
import { createNmcliWifi } from '../../../hal/wifi/wifi-nmcli.ts';
import { createVirtualWifi, type VirtualNetwork } from '../../../hal/wifi/wifi-virtual.ts';
import type { AccessPoint } from '../../../hal/wifi/wifi.ts';
import { ok, type ErrorCode, type Result } from '../../../wire/errors.ts';
import { fakeNmcli, type FakeStation } from '../../support/hal/fake-nmcli.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { titled } from '../../support/titled.ts';
import { NETWORKS, UNUSUAL, wifiConformance } from './wifi-conformance.ts';

function virtual(networks = NETWORKS) {
  const clock = createVirtualClock();
  const wifi = createVirtualWifi({ clock, networks });
  const until = async <T>(done: Promise<T>): Promise<T> => {
    await clock.advance(200_000);
    return done;
  };
  return { clock, wifi, until };
}

wifiConformance(titled(test, 'virtual'), async (t, networks) => {
  const { wifi, until } = virtual(networks);
  return { wifi, until, off: async () => valueOf(t, wifi.setFault('off')) };
});

const stationsOf = (networks: readonly VirtualNetwork[]): readonly FakeStation[] =>
  networks.map(({ name, signal_percent: signal, password, address, user, hidden = false }) => ({
    name,
    signal,
    hidden,
    ...(password === null ? {} : { security: user === undefined ? 'WPA1 WPA2' : 'WPA2 802.1X', password }),
    ...(address === null ? {} : { address }),
    ...(user === undefined ? {} : { user }),
  }));

const OWN: AccessPoint = { name: 'putter-1A2B', password: `it's 4 you`, address: '10.42.0.1' };

async function nmcli(t: ExecutionContext, stations = stationsOf(NETWORKS)) {
  const fake = await fakeNmcli(t);
  await fake.setStations(stations);
  const opened: unknown[] = [];
  const onAccessPoint = (address: string | null): void => void opened.push(address);
  const accessPoint = async (): Promise<Result<AccessPoint>> => ok(OWN);
  return { ...fake, opened, wifi: createNmcliWifi({ program: fake.program, accessPoint, onAccessPoint }) };
}

wifiConformance(titled(test, 'nmcli'), async (t, networks) => {
  const { wifi, setMode } = await nmcli(t, networks && stationsOf(networks));
  return { wifi, until: (done) => done, off: () => setMode('off') };
});

test('[wifi] supports only the faults of the virtual Wi-Fi', async (t) => {
  const { clock, wifi, until } = virtual();
  valueOf(t, wifi.setFault('wrong'));
  failsWith(t, await until(wifi.join('Clubhouse', 'fore and aft')), 'wifi_refused', /Wrong password/);
  valueOf(t, wifi.setFault('stuck'));
  failsWith(t, await until(wifi.join('Guests', null)), 'wifi_timeout', /^Guests did not answer\.$/);
  valueOf(t, wifi.setFault('slow'));
  let scanned = false;
  const scan = wifi.scan().then(() => (scanned = true));
  await clock.advance(10_000);
  t.false(scanned);
  await until(scan);
  failsWith(t, wifi.setFault('garbage'), 'fault_unsupported', /off, stuck, wrong, slow/);
  t.is(wifi.fault(), 'slow');
});

test('[wifi] leaves a network that disappears', async (t) => {
  const { wifi, until } = virtual();
  valueOf(t, await until(wifi.join('Guests', null)));
  wifi.setNetworks(NETWORKS.slice(0, 2));
  t.like(valueOf(t, await until(wifi.status())), { name: null, address: null });
});

test('[wifi] passes a password to nmcli unchanged on stdin, never in its arguments', async (t) => {
  const password = ` a!b\\c"(d)~$'#`;
  const { wifi, calls } = await nmcli(t, [
    { name: 'Clubhouse', signal: 82, security: 'WPA2', password: password.replaceAll(' ', '_'), address: '10.0.0.9' },
  ]);
  valueOf(t, await wifi.join('Clubhouse', password));
  t.regex(await calls(), /--ask --wait 45 device wifi connect 00:23:F8:7E:12:A0 ifname wlan0/);
  t.false((await calls()).includes('a!b'));
});

test('[wifi] passes the secrets of its own and of other networks on stdin, never in arguments', async (t) => {
  const { wifi, calls, opened } = await nmcli(t, stationsOf(UNUSUAL));
  valueOf(t, await wifi.openAccessPoint());
  t.deepEqual(wifi.accessPoint(), OWN);
  t.regex(await calls(), /ssid putter-1A2B mode ap .* ipv4\.addresses 10\.42\.0\.1\/24/);
  valueOf(t, await wifi.join('Academy', 'swing-4-it', { user: 'pro' }));
  valueOf(t, await wifi.join('Back nine', 'out of sight', { hidden: true }));
  t.deepEqual(opened, ['10.42.0.1', null]);
  for (const secret of [OWN.password, 'swing-4-it', 'out of sight']) t.false((await calls()).includes(secret));
});

test('[wifi] its own network offers the networks in range, also if the adapter has just started', async (t) => {
  const { wifi, setMode, calls } = await nmcli(t);
  await setMode('waking');
  valueOf(t, await wifi.openAccessPoint());
  t.deepEqual(valueOf(t, await wifi.scan()).map(({ name }) => name).toSorted(), NETWORKS.map(({ name }) => name).toSorted()); // oxfmt-ignore
  t.regex(await calls(), /--rescan yes[^]*--rescan yes[^]*mode ap/);
});

test('[wifi] takes the failure of a hidden network for an absent one or a wrong password', async (t) => {
  const { wifi, setMode } = await nmcli(t, stationsOf(UNUSUAL));
  await setMode('reason (53) The Wi-Fi network could not be found.');
  const refused = await wifi.join('Back nine', 'out of mind', { hidden: true });
  failsWith(t, refused, 'wifi_not_found', /^Back nine not found, or its password is wrong\.$/);
});

test('[wifi] reports a network that wants a sign-in on a web page', async (t) => {
  const { wifi, setConnectivity } = await nmcli(t);
  await setConnectivity('portal');
  valueOf(t, await wifi.join('Guests', null));
  t.like(valueOf(t, await wifi.status()), { name: 'Guests', sign_in: true });
});

test('[wifi] closes the network that an earlier run has left open', async (t) => {
  const { wifi, program } = await nmcli(t);
  valueOf(t, await wifi.openAccessPoint());
  const next = createNmcliWifi({ program, accessPoint: async () => ok(OWN) });
  t.false(valueOf(t, await next.scan()).some(({ known }) => known));
  failsWith(t, await createNmcliWifi({ program }).openAccessPoint(), 'wifi_failed', /no network of its own/);
});

test('[wifi] handles names with colons and backslashes, duplicate and empty names', async (t) => {
  const { wifi } = await nmcli(t, [
    { name: 'Hole: 19 \\ Bar', signal: 30, address: '10.0.0.1', use: false },
    { name: '', signal: 99 },
    { name: 'Hole: 19 \\ Bar', signal: 71, address: '10.0.0.1' },
    { name: 'Office', signal: 60, security: 'WPA2 802.1X' },
    { name: 'Cafe', signal: 50, security: 'OWE' },
  ]);
  const networks = valueOf(t, await wifi.scan());
  t.deepEqual(
    networks.map(({ name, signal_percent, secured }) => [name, signal_percent, secured]),
    [['Hole: 19 \\ Bar', 71, false], ['Office', 60, true], ['Cafe', 50, false]], // oxfmt-ignore
  );
  valueOf(t, await wifi.join('Hole: 19 \\ Bar', null));
  t.deepEqual(valueOf(t, await wifi.status()), {
    name: 'Hole: 19 \\ Bar',
    signal_percent: 71,
    address: '10.0.0.1',
    sign_in: false,
    has_known: true,
  });
});

const ODD_NAMES: readonly (readonly [string | Buffer, string])[] = [
  ['x\n*:00\\:11\\:22\\:33\\:44\\:55:99', 'x\\u000a*:00\\:11\\:22\\:33\\:44\\:55:99'],
  ['Home\n\nconnection.uuid:0b4a1b9e', 'Home\\u000a\\u000aconnection.uuid:0b4a1b9e'],
  ['Home\\u000a', 'Home\\u005cu000a'],
  ['Home\n', 'Home\\u000a'],
  ['--ask', '--ask'],
  ['-h', '-h'],
  ['a:b\\c', 'a:b\\c'],
  ['\u001b[31mRed\t', '\\u001b[31mRed\\u0009'],
  ['\u202egnp.evil', '\\u202egnp.evil'],
  ['Été ⛳', 'Été ⛳'],
  [Buffer.from([0xff, 0xfe, 0x43, 0x61, 0x66, 0xe9]), 'ÿþCafé'],
  [Buffer.alloc(32, 0x85), '\\u0085'.repeat(32)],
];

test('[wifi] joins any name by its station’s address and forgets it by its profile’s UUID', async (t) => {
  const { wifi, calls } = await nmcli(
    t,
    ODD_NAMES.map(([name], i) => ({ name, signal: 99 - i, address: `10.0.0.${i}` })),
  );
  const names = ODD_NAMES.map(([, shown]) => shown);
  t.deepEqual(
    valueOf(t, await wifi.scan()).map(({ name }) => name),
    names,
  );
  for (const [i, name] of names.entries()) {
    valueOf(t, await wifi.join(name, null));
    t.like(valueOf(t, await wifi.status()), { name, address: `10.0.0.${i}` });
  }
  t.true(valueOf(t, await wifi.scan()).every(({ known }) => known));
  for (const name of names) valueOf(t, await wifi.forget(name));
  t.true(valueOf(t, await wifi.scan()).every(({ known }) => !known));
  for (const line of (await calls()).split('\n').filter((each) => /connect |up |delete uuid/.test(each)))
    t.regex(line, /wifi connect ([0-9A-F]{2}:){5}[0-9A-F]{2} ifname wlan0$|(connection delete|up) uuid [0-9a-f-]{36}$/);
});

test('[wifi] skips a hidden network and a malformed row', (t) => {
  const row = (bssid: string, hex: string): string => ` :${bssid.replaceAll(':', '\\:')}:${hex}:50:WPA2`;
  const good = '00:23:F8:7E:12:A0';
  const [home, longest] = ['486F6D65', '61'.repeat(32)];
  const rows: readonly (readonly [string, string])[] = [
    [good, ''], [good, '000000'], [good, '486F6'], [good, 'Home'], [good, '61'.repeat(33)],
    ['', home], ['--help', home], ['00:23:F8:7E:12', home], [`${good}:A1`, home], ['00:23:F8:7E:12:GG', home],
  ]; // oxfmt-ignore
  t.deepEqual(readStations(rows.map(([bssid, hex]) => row(bssid, hex)).join('\n')), []);
  const networks = readStations(`${row(good, longest)}\n\nnonsense\n${row('00:23:f8:7e:12:a1', home)}\n`);
  t.deepEqual(
    networks.map(({ name, bssid }) => [name, bssid]),
    [['a'.repeat(32), good], ['Home', '00:23:f8:7e:12:a1']], // oxfmt-ignore
  );
});

/** Reasons of NetworkManager → error code and message of the device for the network Clubhouse. */
const FAILURES: readonly (readonly [string, ErrorCode, string])[] = [
  ['(8) 802.1X supplicant disconnected.', 'wifi_failed', "can't be joined: 802.1X supplicant disconnected."],
  ['(10) 802.1X supplicant failed.', 'wifi_failed', "can't be joined: 802.1X supplicant failed."],
  ['(11) 802.1X supplicant took too long to authenticate.', 'wifi_timeout', 'did not answer.'],
  ['(53) The Wi-Fi network could not be found.', 'wifi_not_found', 'not found.'],
  ['(17) DHCP client failed.', 'wifi_no_address', 'sent no address.'],
  ['(1) Unknown error.', 'wifi_failed', "can't be joined: Unknown error."],
];

test('[wifi] reports a wrong password only if NetworkManager does', async (t) => {
  const { wifi, setMode } = await nmcli(t);
  for (const [reason, code, message] of FAILURES) {
    await setMode(`reason ${reason}`);
    const result = await wifi.join('Clubhouse', 'fore and aft');
    failsWith(t, result, code, new RegExp(`^Clubhouse ${message.replaceAll('.', '\\.')}$`));
    t.false(valueOf(t, await wifi.scan())[0]?.known, reason);
  }
  await setMode('reason (7) Secrets were required, but not provided.');
  failsWith(t, await wifi.join('Clubhouse', 'fore and aft'), 'wifi_refused', /^Wrong password for Clubhouse\.$/);
  // An open network needs no password, whatever NetworkManager reports.
  failsWith(t, await wifi.join('Guests', null), 'wifi_failed', /^Guests can't be joined: Secrets were required/);
});

test('[wifi] keeps an existing profile on any failure', async (t) => {
  const { wifi, setMode } = await nmcli(t);
  valueOf(t, await wifi.join('Clubhouse', 'fore and aft'));
  const modes = [...FAILURES.map(([reason]) => `reason ${reason}` as const), 'slow', 'denied', 'eof'] as const;
  for (const mode of modes) {
    await setMode(mode);
    for (const secret of [null, 'fore and after']) {
      const result = await wifi.join('Clubhouse', secret);
      if (mode !== 'eof' || secret !== null) t.false(result.ok, mode);
    }
  }
  await setMode('ok');
  valueOf(t, await wifi.join('Clubhouse', null));
  t.is(valueOf(t, await wifi.scan()).filter(({ known }) => known).length, 1);
});

test('[wifi] does not take words in a network’s name for a reason', async (t) => {
  for (const name of ['DHCP', 'Password: Password: ', 'is not running', "x'. successfully activated"]) {
    const { wifi, setMode } = await nmcli(t, [{ name, signal: 50, security: 'WPA2', password: 'fore_and_aft' }]);
    await setMode('eof');
    const refused = await wifi.join(name, 'fore and after');
    failsWith(t, refused, 'wifi_refused', /^Wrong password for .*\.$/);
  }
});

test('[wifi] explains an nmcli failure with a one-line error', async (t) => {
  const { wifi, setMode } = await nmcli(t);
  await setMode('eof');
  failsWith(t, await wifi.join('Clubhouse', 'fore and after'), 'wifi_refused', /Wrong password/);
  await setMode('slow');
  failsWith(t, await wifi.join('Clubhouse', 'fore and aft'), 'wifi_timeout', /did not answer/);
  await setMode('denied');
  failsWith(t, await wifi.join('Guests', null), 'wifi_failed', /polkit/);
  await setMode('hung');
  failsWith(t, await wifi.status(), 'wifi_failed', /^NetworkManager did not answer in time\.$/);
  await setMode('stopped');
  failsWith(t, await wifi.status(), 'wifi_missing', /NetworkManager is not running/);
  const absent = createNmcliWifi({ program: '/nowhere/nmcli' });
  failsWith(t, await absent.scan(), 'wifi_missing', /NetworkManager is not running/);
});

const REAL = env['TAPIN_WIFI'];
(REAL ? test : test.skip)(
  '[wifi] finds networks on a real adapter (set TAPIN_WIFI, for example to wlan0)',
  async (t) => {
    const wifi = createNmcliWifi(REAL === undefined ? {} : { adapter: REAL });
    const networks = valueOf(t, await wifi.scan());
    t.true(networks.length > 0);
    const status = valueOf(t, await wifi.status());
    t.is(networks.find(({ in_use }) => in_use)?.name ?? null, status.name);
  },
);
