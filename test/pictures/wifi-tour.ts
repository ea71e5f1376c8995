// The first start with a phone; then Settings > Wi-Fi: networks in range, typing a password, joined, refused, and a saved
// network.

import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createVirtualWifi, VIRTUAL_NETWORKS } from '../../hal/wifi/wifi-virtual.ts';
import { createVirtualLink } from '../../hal/link/link-virtual.ts';
import { createVirtualWebPage } from '../../hal/web-page/web-page-virtual.ts';
import { deviceFixture } from '../support/device/device-fixture.ts';
import { choose, toMenu } from '../support/device/play.ts';
import type { Visit } from './visit.ts';

const OTHERS = ['Driving range', 'FRITZ!Box 7590 GK', 'Greenkeepers only', 'caddie-5G'].map((name, i) => ({
  name,
  signal_percent: 71 - 13 * i,
  password: 'nineteenth hole',
  address: '192.168.1.20',
}));

export async function tourWifi(visit: Visit): Promise<void> {
  const clock = createVirtualClock();
  const wifi = createVirtualWifi({ clock, networks: [...VIRTUAL_NETWORKS, ...OTHERS] });
  const web_page = createVirtualWebPage();
  const fixture = await deviceFixture({
    seed: 12,
    clock,
    wifi,
    web_page,
    network: createVirtualLink({ joined: false }),
  });
  const settle = (): Promise<void> => clock.advance(20_000);
  await settle();
  web_page.set('http://10.42.0.1:8321/', 'AbCdEfGhIjKlMnOpQrStUvWx');
  await visit('welcome', fixture);
  fixture.submit?.({ network: { name: 'Guests', secret: null }, name: '', country: '', players: [] });
  await settle();
  web_page.set('http://192.168.1.20:8321/', 'AbCdEfGhIjKlMnOpQrStUvWx');
  await visit('welcome-joined', fixture);
  await fixture.press('ok');
  await choose(fixture, 'Settings');
  await choose(fixture, 'Factory reset');
  await visit('reset', fixture);
  await toMenu(fixture);
  await choose(fixture, 'Settings');
  await choose(fixture, 'Wi-Fi');
  await choose(fixture, 'Guests');
  await choose(fixture, 'Forget');
  await toMenu(fixture);
  await choose(fixture, 'Settings');
  await choose(fixture, 'Wi-Fi');
  await settle();
  await visit('wifi', fixture);
  await choose(fixture, 'Clubhouse');
  fixture.keys.text('fore and');
  await fixture.press('up', 'up', 'left', 'up', 'up');
  await visit('wifi-password', fixture);
  for (const key of ' after') fixture.keys.text(key);
  await fixture.press('ok');
  await settle();
  await visit('wifi-refused', fixture);
  await choose(fixture, 'Clubhouse');
  fixture.keys.text('fore and aft');
  await fixture.press('ok');
  await settle();
  await visit('wifi-joined', fixture);
  await choose(fixture, 'Clubhouse');
  await visit('wifi-network', fixture);
}
