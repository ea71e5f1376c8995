// First start: when the device opens a network of its own, what it shows, and how it ends.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createVirtualLink } from '../../../hal/link/link-virtual.ts';
import { createVirtualWebPage } from '../../../hal/web-page/web-page-virtual.ts';
import { createVirtualWifi, VIRTUAL_NETWORKS } from '../../../hal/wifi/wifi-virtual.ts';
import { bytesOf } from '../../../wire/bytes.ts';
import type { SetUpForm } from '../../../wire/set-up.ts';
import { deviceFixture } from '../../support/device/device-fixture.ts';
import { choose, pageOn, toMenu } from '../../support/device/play.ts';

interface Board {
  /** Stored settings. Default: none, as at the first start. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Whether a cable joins a network. */
  readonly wired?: boolean;
  /** Whether the adapter is there at the start. */
  readonly adapter?: boolean;
}

async function board({ settings, wired = false, adapter = true }: Board = {}) {
  const clock = createVirtualClock();
  const [wifi, web_page, flash] = [createVirtualWifi({ clock }), createVirtualWebPage(), createMemoryFlash()];
  if (settings) await flash.write('settings', bytesOf(JSON.stringify(settings)));
  if (!adapter) wifi.setFault('off');
  const fixture = await deviceFixture({ clock, wifi, web_page, flash, network: createVirtualLink({ joined: wired }) });
  const isOpen = (): boolean => wifi.accessPoint() !== null;
  return { ...fixture, fixture, wifi, web_page, isOpen, setUp: () => fixture.device.setUp() };
}

const FORM: SetUpForm = { network: null, name: '', country: '', players: [] };
const HOME = { name: 'Clubhouse', secret: 'fore and aft' };
const MINUTE_MS = 60_000;

test('[first start] opens a network of its own at once, and shows how a phone joins it, without its password', async (t) => {
  const { clock, fixture, isOpen, web_page, lines, screen } = await board();
  await clock.advance(5000);
  t.true(isOpen());
  t.is(pageOn(fixture), 'welcome');
  web_page.set('http://10.42.0.1:8321/', 'SECRET');
  t.deepEqual(lines(), [
    'Use your phone',
    '1 Join putter-0000',
    '2 Open http://10.42.0.1:8321/',
    'Keys: OK: join Wi-Fi here · Back: skip Wi-Fi',
  ]);
  const codes = screen.picture().list.flatMap((item) => (item.kind === 'qr' ? [item.text] : []));
  t.deepEqual(codes, ['WIFI:T:WPA;S:putter-0000;P:make-them-all;;', 'http://10.42.0.1:8321/?token=SECRET']);
  t.true(screen.picture().secret);
});

test('[first start] joins by a form of a phone, and stores its names', async (t) => {
  const { clock, fixture, isOpen, setUp, lines } = await board();
  await clock.advance(5000);
  fixture.submit?.({ network: HOME, name: 'Den', country: 'GB', players: ['Ada', 'Bo'] });
  await clock.advance(1000);
  t.true(lines().includes('Joining Clubhouse …'));
  await clock.advance(9000);
  t.false(isOpen());
  const { done, name, country, players, joined } = setUp();
  t.deepEqual({ done, name, country, players, joined }, { done: true, name: 'Den', country: 'GB', players: ['Ada', 'Bo'], joined: 'Clubhouse' }); // oxfmt-ignore
  t.is(pageOn(fixture), 'welcome');
  await fixture.press('ok');
  t.is(pageOn(fixture), 'menu');
});

test('[first start] opens its network again after a wrong password, and says so', async (t) => {
  const { clock, fixture, isOpen, setUp, lines } = await board();
  await clock.advance(5000);
  fixture.submit?.({ ...FORM, network: { name: 'Clubhouse', secret: 'fore and after' } });
  await clock.advance(10_000);
  t.true(isOpen());
  t.like(setUp(), { done: false, joined: null, message: 'Wrong password for Clubhouse.' });
  t.true(lines().includes('Wrong password for Clubhouse.'));
});

test('[first start] ends with a form without a network: the phone stays on the network of the device', async (t) => {
  const { clock, fixture, isOpen, setUp } = await board();
  await clock.advance(5000);
  fixture.submit?.({ ...FORM, players: ['Ada'] });
  await clock.advance(1000);
  t.like(setUp(), { done: true, players: ['Ada'] });
  t.true(isOpen());
  t.is(pageOn(fixture), 'menu');
});

test('[first start] leads to Wi-Fi with keys, or to the menu without any, once', async (t) => {
  const { clock, fixture, setUp } = await board();
  await clock.advance(5000);
  await fixture.press('ok');
  t.is(pageOn(fixture), 'wifi');
  t.true(setUp().done);
  const other = await board();
  await other.clock.advance(5000);
  await other.fixture.press('back');
  await other.clock.advance(MINUTE_MS);
  t.is(pageOn(other.fixture), 'menu');
});

test('[first start] on a cable opens no network, and shows the page as soon as there is one', async (t) => {
  const { clock, fixture, isOpen, web_page, lines } = await board({ wired: true });
  await clock.advance(MINUTE_MS);
  t.deepEqual([isOpen(), pageOn(fixture)], [false, 'menu']);
  web_page.set('http://192.168.1.20:8321/', 'SECRET');
  await clock.advance(1);
  t.is(pageOn(fixture), 'welcome');
  t.true(lines().includes('Page for a phone: http://192.168.1.20:8321/'));
  t.true(lines().includes('Connected by cable.'));
  await fixture.press('ok');
  await choose(fixture, 'Settings');
  await choose(fixture, 'Wi-Fi');
  await clock.advance(3000);
  t.true(lines().includes('No Wi-Fi joined. Online by cable.'));
});

test('[wifi] a device that is set up opens its own network after a minute without another, unless it may not', async (t) => {
  const { clock, fixture, isOpen } = await board({ settings: { set_up: true } });
  await clock.advance(MINUTE_MS - 5000);
  t.false(isOpen());
  await clock.advance(10_000);
  t.deepEqual([isOpen(), pageOn(fixture)], [true, 'menu']);
  const never = await board({ settings: { set_up: true, own_network: false } });
  await never.clock.advance(10 * MINUTE_MS);
  t.false(never.isOpen());
});

test('[wifi] settings stored before the first start existed count as set up', async (t) => {
  const { setUp } = await board({ settings: { stimp: 11 } });
  t.true(setUp().done);
});

test('[wifi] leaves its own network every five minutes for a known one, unless a phone uses it', async (t) => {
  const { clock, fixture, isOpen, web_page, wifi, setUp } = await board();
  await clock.advance(5000);
  fixture.submit?.({ ...FORM, network: HOME });
  await clock.advance(10_000);
  wifi.setNetworks([]);
  fixture.submit?.({ ...FORM, network: HOME });
  await clock.advance(10_000);
  t.deepEqual([setUp().joined, setUp().message], [null, 'Clubhouse not found.']);
  wifi.setNetworks(VIRTUAL_NETWORKS);
  await clock.advance(2 * MINUTE_MS);
  t.deepEqual([isOpen(), setUp().away], [true, true]);
  web_page.setViewers(1);
  await clock.advance(6 * MINUTE_MS);
  t.true(isOpen());
  web_page.setViewers(0);
  await clock.advance(6 * MINUTE_MS);
  t.deepEqual([isOpen(), setUp().away, setUp().joined], [false, false, 'Clubhouse']);
});

test('[wifi] opens its own network from the settings, and joins another from there', async (t) => {
  const { clock, fixture, isOpen, lines, press } = await board({ settings: { set_up: true, own_network: false } });
  await clock.advance(5000);
  await choose(fixture, 'Settings');
  await choose(fixture, 'Wi-Fi');
  await clock.advance(3000);
  await choose(fixture, 'Use a phone');
  t.is(pageOn(fixture), 'welcome');
  t.true(lines().includes('Opening a network for your phone …'));
  await clock.advance(5000);
  t.true(isOpen());
  await press('back');
  await choose(fixture, 'Settings');
  await choose(fixture, 'Wi-Fi');
  t.true(lines().some((line) => line.startsWith('Academy')));
  await choose(fixture, 'Academy');
  t.is(pageOn(fixture), 'welcome');
});

test('[first start] opens its network also if the adapter, or what manages it, starts later than the device', async (t) => {
  const { clock, fixture, wifi, isOpen } = await board({ adapter: false });
  await clock.advance(MINUTE_MS);
  t.false(isOpen());
  wifi.setFault('ok');
  await clock.advance(MINUTE_MS / 2);
  t.deepEqual([isOpen(), pageOn(fixture)], [true, 'welcome']);
});

test('[wifi] a device that may open its own network again waits for a minute, and one that may not any more closes it', async (t) => {
  const { clock, fixture, isOpen } = await board({ settings: { set_up: true, own_network: false } });
  const toggle = async (): Promise<void> => {
    await toMenu(fixture);
    await choose(fixture, 'Settings');
    await choose(fixture, 'Wi-Fi');
    await choose(fixture, 'Open own network');
  };
  await clock.advance(10 * MINUTE_MS);
  await toggle();
  await clock.advance(MINUTE_MS + 10_000);
  t.true(isOpen());
  await toggle();
  await clock.advance(1000);
  t.false(isOpen());
});

test('[wifi] its own network stays open when a network is forgotten, and is closed from the settings', async (t) => {
  const { clock, fixture, isOpen, setUp } = await board();
  await clock.advance(5000);
  fixture.submit?.({ ...FORM, network: HOME });
  await clock.advance(10_000);
  await fixture.press('ok');
  await choose(fixture, 'Settings');
  await choose(fixture, 'Wi-Fi');
  await choose(fixture, 'Use a phone');
  await clock.advance(5000);
  t.true(isOpen());
  await fixture.press('back');
  await choose(fixture, 'Settings');
  await choose(fixture, 'Wi-Fi');
  await choose(fixture, 'Clubhouse');
  await choose(fixture, 'Forget');
  await clock.advance(10_000);
  t.true(isOpen());
  t.is(setUp().action, 'sharing');
  await choose(fixture, 'Close own network');
  await clock.advance(1000);
  t.false(isOpen());
});

test('[web page] a new link for phones reopens the own network, with its new password', async (t) => {
  const { clock, fixture, isOpen, web_page, setUp, lines } = await board();
  await clock.advance(5000);
  web_page.set('http://10.42.0.1:8321/', 'OLD');
  await fixture.press('back');
  await choose(fixture, 'Status');
  await fixture.press('left', 'ok');
  t.is(pageOn(fixture), 'relinking');
  await choose(fixture, 'New link');
  t.is(pageOn(fixture), 'status');
  await fixture.press('ok');
  t.true(lines().includes('> Keep the link'), 'the answer is not remembered');
  await fixture.press('back');
  t.notRegex(web_page.link() ?? '', /OLD/);
  await clock.advance(1000);
  t.deepEqual([isOpen(), setUp().action], [false, 'opening']);
  await clock.advance(5000);
  t.true(isOpen());
});
