// First start over the panel: the form's calls, and access from the device's own network.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createVirtualWebPage } from '../../../hal/web-page/web-page-virtual.ts';
import { createVirtualWifi } from '../../../hal/wifi/wifi-virtual.ts';
import { isWithin } from '../../../sims/panel/own-network.ts';
import type { SetUpForm } from '../../../wire/set-up.ts';
import { deviceFixture, type DeviceFixture } from '../../support/device/device-fixture.ts';
import { openViewer } from '../../support/panel/viewer-socket.ts';
import { panelFixture, type PanelFixture } from '../../support/panel/panel-fixture.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { fieldsOf } from '../../support/read-json.ts';

const PATH = '/api/devices/0/set-up';

/** Returns a device with Wi-Fi and a page, and the forms that reach it. */
async function withWifi(
  t: Parameters<typeof panelFixture>[0],
): Promise<PanelFixture & { readonly forms: SetUpForm[] }> {
  const clock = createVirtualClock();
  const forms: SetUpForm[] = [];
  const submit = (form: SetUpForm): void => void forms.push(form);
  const switchOn = () => deviceFixture({ clock, wifi: createVirtualWifi({ clock }), web_page: createVirtualWebPage() });
  const dress = (fixture: DeviceFixture) => ({ ...fixture, submit });
  return { ...(await panelFixture(t, { switchOn, dress })), forms };
}

test('[first start] a form reaches the device with its password, and its answer does not show it', async (t) => {
  const { post, call, forms } = await withWifi(t);
  const form = { network: 'Clubhouse', password: 'fore and aft', name: 'Den', country: 'GB', player_2: 'Bo' };
  const answer = await post(PATH, form);
  t.deepEqual([answer.status, answer.json()], [202, { accepted: true }]);
  const network = { name: 'Clubhouse', secret: 'fore and aft', user: undefined, hidden: false };
  t.deepEqual(forms, [{ network, name: 'Den', country: 'GB', players: ['', 'Bo', '', ''] }]);
  t.false((await call(PATH)).text.includes('fore'));
});

/** Bodies → message, or null if it is accepted. */
const BODIES: readonly (readonly [body: object, message: string | null])[] = [
  [{}, null],
  [{ network: 'Guests' }, null],
  [{ network: 'é'.repeat(16), hidden: true }, null],
  [{ network: 'é'.repeat(17), hidden: true }, 'network must be a name of at most 32 bytes.'],
  [{ network: String.raw`\u0085`.repeat(32) }, null],
  [{ network: 'x'.repeat(193) }, 'network must be a name of at most 32 bytes.'],
  [{ network: '' }, 'network must be a name of at most 32 bytes.'],
  [{ network: 'a\nb' }, 'network must be a name of at most 32 bytes.'],
  [{ network: 'Home', password: '8 letter' }, null],
  [{ network: 'Home', password: '7 lette' }, 'password must have 8 to 63 printable ASCII characters.'],
  [{ network: 'Home', password: 'x'.repeat(63) }, null],
  [{ network: 'Home', password: 'x'.repeat(64) }, 'password must have 8 to 63 printable ASCII characters.'],
  [{ network: 'Home', password: 'x', user: 'ada' }, null],
  [{ network: 'Home', password: 'x'.repeat(129), user: 'ada' }, 'password must have 1 to 128 characters.'],
  [{ network: 'Home', user: 'ada' }, 'password must have 1 to 128 characters.'],
  [{ network: 'Home', password: 'x', user: '' }, 'user must be a string of 1 to 128 characters.'],
  [{ name: 'x'.repeat(16) }, null],
  [{ name: 'x'.repeat(17) }, 'name must be a string of at most 16 characters.'],
  [{ player_4: 'x'.repeat(17) }, 'player_4 must be a string of at most 16 characters.'],
  [{ country: 'gb' }, 'country must be two capital letters.'],
  [{ hidden: 'yes' }, 'hidden must be true or false.'],
  [{ password: 5 }, 'password must be a string.'],
];

test('[first start] checks every field of a form, and none that is refused reaches the device', async (t) => {
  const { post, forms } = await withWifi(t);
  for (const [body, message] of BODIES) {
    const before = forms.length;
    const answer = await post(PATH, body);
    t.is(fieldsOf(answer.json())['message'] ?? null, message, JSON.stringify(body));
    t.is(forms.length - before, message === null ? 1 : 0);
  }
});

test('[first start] a device without Wi-Fi refuses the form', async (t) => {
  const { post } = await panelFixture(t);
  const answer = await post(PATH, { name: 'Den' });
  t.deepEqual([answer.status, fieldsOf(answer.json())['error']], [409, 'wifi_missing']);
});

test('[panel] lets in callers from the network of the device, and from no other', (t) => {
  const own = '10.42.0.1';
  const from = (remoteAddress: string, localAddress: string, address: string | null = own): boolean =>
    isWithin({ localAddress, remoteAddress }, address);
  t.true(from('10.42.0.77', own));
  t.true(from('::ffff:10.42.0.77', `::ffff:${own}`));
  t.false(from('10.42.0.77', own, null));
  t.false(from(own, own), 'a user of the device itself');
  t.false(from('10.42.1.77', own), 'another network');
  t.false(from('192.168.1.5', own), 'its address, from another network');
  t.false(from('10.42.0.77', '192.168.1.20'), 'another address of the device');
});

/** Another address of this machine, as if it were a member of the network. */
const MEMBER = { localAddress: '127.0.0.2' };

test('[panel] redirects a caller in the network of the device to the page with the token', async (t) => {
  const { origin, panel } = await panelFixture(t, { ownAddress: () => '127.0.0.1' });
  const redirect = await httpCall(origin, '/', MEMBER);
  t.deepEqual([redirect.status, redirect.headers['location']], [303, `/set-up?token=${panel.token}`]);
  for (const path of ['/set-up', '/set-up?x', '/?token=old'])
    t.is((await httpCall(origin, path, MEMBER)).headers['location'], `/set-up?token=${panel.token}`, path);
  t.is((await httpCall(origin, `/?token=${panel.token}`, MEMBER)).status, 200);
  for (const path of ['/api/devices', '/app.js', '/set-up.js', '/api/devices/0/set-up?token=old'])
    t.is((await httpCall(origin, path, MEMBER)).status, 401, path);
  t.is((await httpCall(origin, '/', { ...MEMBER, headers: { Host: 'evil.example' } })).status, 403);
  t.is((await httpCall(origin, '/')).status, 401, 'a user of this machine');
});

test('[panel] leads a phone in the network of the device to the form until the device has its network', async (t) => {
  const opened = async (state: object): Promise<string | undefined> => {
    const dress = (fixture: DeviceFixture) => ({
      ...fixture,
      device: { ...fixture.device, setUp: () => ({ ...fixture.device.setUp(), ...state }) },
    });
    const { origin } = await panelFixture(t, { ownAddress: () => '127.0.0.1', dress });
    return String((await httpCall(origin, '/', MEMBER)).headers['location']).split('?')[0];
  };
  t.is(await opened({ done: false, away: false }), '/set-up');
  t.is(await opened({ done: true, away: true }), '/set-up');
  t.is(await opened({ done: true, away: false }), '/');
});

test('[C187] sends a renewed token to the page that asked for it, and to no other', async (t) => {
  const wall = createVirtualClock();
  const { fixture, panel } = await panelFixture(t, { wall });
  /** Lets two pages and the device give input, and renews the token after a wait. Returns whether each page gets it. */
  const getsToken = async (
    inputs: readonly ('first' | 'second' | 'device')[],
    wait_ms = 0,
  ): Promise<readonly boolean[]> => {
    await wall.advance(500);
    const pages = { first: await openViewer(panel.url), second: await openViewer(panel.url) };
    for (const input of inputs)
      if (input === 'device') fixture.keys.tap('right');
      else {
        pages[input].send({ type: 'touch', x: 1, y: 1 });
        await pages[input].settled();
      }
    await wall.advance(wait_ms);
    panel.renew();
    const ends = [pages.first, pages.second].map(async (page) => {
      await page.close();
      return page.last('renewed')?.['token'] === panel.token;
    });
    return Promise.all(ends);
  };
  t.deepEqual(await getsToken(['first', 'first']), [true, false]);
  t.deepEqual(await getsToken(['first'], 499), [true, false]);
  t.deepEqual(await getsToken(['first'], 500), [false, false]);
  t.deepEqual(await getsToken(['second', 'first']), [false, false], 'two pages');
  t.deepEqual(await getsToken(['first', 'device']), [false, false]);
  t.deepEqual(await getsToken(['device', 'first']), [false, false]);
  t.deepEqual(await getsToken(['first', 'device', 'first']), [false, false]);
});

test('[panel] a renewed token replaces the old one at once', async (t) => {
  const { origin, panel } = await panelFixture(t);
  const old = panel.token;
  const renewed = panel.renew();
  t.not(renewed, old);
  t.is((await httpCall(origin, `/api/devices?token=${old}`)).status, 401);
  t.is((await httpCall(origin, `/api/devices?token=${renewed}`)).status, 200);
  const page = await httpCall(origin, `/?token=${renewed}`);
  t.true(page.text.includes(renewed));
  t.is(new URL(panel.url).searchParams.get('token'), renewed);
});
