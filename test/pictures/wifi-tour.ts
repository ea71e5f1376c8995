// Settings > Wi-Fi: networks in range, typing a password, joined, refused, and a saved network.

import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createVirtualWifi, VIRTUAL_NETWORKS } from '../../hal/wifi/wifi-virtual.ts';
import { deviceFixture } from '../support/device/device-fixture.ts';
import { choose } from '../support/device/play.ts';
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
  const fixture = await deviceFixture({ seed: 12, clock, wifi });
  const settle = (): Promise<void> => clock.advance(20_000);
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
