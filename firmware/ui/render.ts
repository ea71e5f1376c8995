// From the device's state to the page that shows it. Pure: the same view and the same moment give the same page.

import type { Picture, Scene } from '../../hal/screen/screen.ts';
import type { LinkState } from '../../hal/sensor/sensor.ts';
import { lastsFor } from '../roll/verdict.ts';
import { flashOver } from './page.ts';
import type { PageView } from './page.ts';
import { bootPage } from './pages/boot.ts';
import { listPage } from './pages/list.ts';
import { namingPage } from './pages/naming.ts';
import { playingPage } from './pages/playing.ts';
import { resultPage } from './pages/result.ts';
import { statusPage } from './pages/status.ts';
import { trendPage } from './pages/trend.ts';
import type { DeviceView } from './view.ts';

const LINK_TEXT: Record<LinkState, string> = {
  closed: 'sensor off',
  opening: 'sensor …',
  greeting: 'sensor …',
  ready: 'sensor ready',
  blocked: 'sensor covered',
  lost: 'sensor lost',
  incompatible: 'sensor incompatible',
  bootloader: 'sensor in boot loader',
};

/** The page at this moment, with the places that a finger can touch. */
export function pageOf(view: DeviceView, now_ms: number): PageView {
  const { device, navigation } = view;
  if (view.booting || !navigation) return bootPage(view);
  return flashOver(runningPage(view, now_ms), device.flash);
}

function runningPage(view: DeviceView, now_ms: number): PageView {
  const { device, experience } = view;
  const navigation = view.navigation as NonNullable<DeviceView['navigation']>;
  switch (navigation.page) {
    case 'playing':
      return experience
        ? playingPage({ experience, rolling: view.rolling, link: device.sensor.link, now_ms })
        : listPage(navigation, '');
    case 'result':
      return resultPage(navigation);
    case 'trend':
      return trendPage(navigation);
    case 'naming':
      return namingPage(navigation);
    case 'status':
      return statusPage(device, view.writes(), now_ms);
    default:
      return listPage(navigation, LINK_TEXT[device.sensor.link]);
  }
}

const never = (): number => Number.POSITIVE_INFINITY;
const nextMinute = (now_ms: number): number => (Math.floor(now_ms / 60_000) + 1) * 60_000;

/** The scene for the screen: sampled when somebody looks, moving while a ball rolls. */
export function sceneOf(view: DeviceView): Scene {
  const putt = view.navigation?.page === 'playing' ? view.experience?.putt : null;
  const animates_until_ms = putt ? putt.strike.at_ms + lastsFor(putt.outcome) * 1000 : 0;
  const changes_after = view.navigation?.page === 'status' ? nextMinute : never;
  return { at: (now_ms): Picture => pageOf(view, now_ms), animates_until_ms, changes_after };
}
