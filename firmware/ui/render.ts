// From the device's state to the page that shows it. Pure: the same view and the same moment give the same page.

import type { Picture, Scene } from '../../hal/screen/screen.ts';
import type { LinkState } from '../../hal/sensor/sensor.ts';
import { rollsFor } from '../machines/set.ts';
import { lastsFor } from '../roll/verdict.ts';
import { isInstalling } from '../images/policy.ts';
import { alarmOver, flashOver, statusOver } from './page.ts';
import type { PageView } from './page.ts';
import { experience, isSet } from '../experiences/registry.ts';
import { absentPage } from './pages/absent.ts';
import { calibrationPage, calibrationsPage } from './pages/calibration.ts';
import { bootPage } from './pages/boot.ts';
import { coursePage } from './pages/course.ts';
import { extensionPage } from './pages/extension.ts';
import { firmwarePage, installingFirmwarePage } from './pages/firmware.ts';
import { forwardingPage } from './pages/forwarding.ts';
import { installingPage, joiningPage } from './pages/code.ts';
import { extensionsPage, removingPage } from './pages/extensions.ts';
import { listPage } from './pages/list.ts';
import { namingPage } from './pages/naming.ts';
import { playingPage } from './pages/playing.ts';
import { resultPage } from './pages/result.ts';
import { simulatorPage } from './pages/simulator.ts';
import { sharingPage } from './pages/sharing.ts';
import { statusPage } from './pages/status.ts';
import { unsensedPage } from './pages/unsensed.ts';
import { togetherPage } from './pages/together.ts';
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
  if (isInstalling(device.firmware)) return installingFirmwarePage(device.firmware);
  const said_there = navigation.page === 'extensions' || navigation.page === 'installing';
  const page = alarmOver(runningPage(view, now_ms), said_there ? '' : device.alarm);
  return statusOver(flashOver(page, device.flash), device.status_line);
}

function runningPage(view: DeviceView, now_ms: number): PageView {
  const { device } = view;
  const navigation = view.navigation as NonNullable<DeviceView['navigation']>;
  switch (navigation.page) {
    case 'playing':
      return view.experience
        ? playingPage({ set: view.experience, rolling: view.rolling, link: device.sensor.link, now_ms })
        : listPage(navigation, '');
    case 'course':
      return coursePage({
        course: view.course,
        session: device.session,
        rolling: view.rolling,
        link: device.sensor.link,
        now_ms,
      });
    case 'together':
      return togetherPage(navigation);
    case 'joining':
      return joiningPage(navigation);
    case 'installing':
      return installingPage(navigation);
    case 'forwarding':
      return forwardingPage(navigation);
    case 'firmware':
      return firmwarePage(navigation);
    case 'calibration':
      return calibrationPage(navigation);
    case 'calibrations':
      return calibrationsPage(navigation);
    case 'extensions':
      return extensionsPage(navigation);
    case 'removing':
      return removingPage(navigation);
    case 'simulator':
      return simulatorPage(navigation, device, now_ms);
    case 'sharing':
      return sharingPage(navigation);
    case 'extension':
      return view.extension ? extensionPage(view.extension) : listPage(navigation, '');
    case 'absent':
      return absentPage(navigation);
    case 'unsensed': {
      const chosen = experience(navigation.game);
      return chosen.kind === 'unsensed' ? unsensedPage(chosen) : listPage(navigation, '');
    }
    case 'result':
      return isSet(navigation.game) ? resultPage(navigation, navigation.game) : listPage(navigation, '');
    case 'trend':
      return isSet(navigation.game) ? trendPage(navigation, navigation.game) : listPage(navigation, '');
    case 'naming':
      return namingPage(navigation);
    case 'status':
      return statusPage(device, view.writes(), now_ms);
    default:
      return listPage(navigation, LINK_TEXT[device.sensor.link]);
  }
}

function changesAfter({ navigation, device }: DeviceView): (now_ms: number) => number {
  if (navigation?.page === 'status') return nextMinute;
  return navigation?.page === 'simulator' && device.simulator.link.heard_ms !== null ? nextSecond : never;
}

const nextSecond = (now_ms: number): number => (Math.floor(now_ms / 1000) + 1) * 1000;
const never = (): number => Number.POSITIVE_INFINITY;
const nextMinute = (now_ms: number): number => (Math.floor(now_ms / 60_000) + 1) * 60_000;

/** When the ball on the screen comes to rest; 0 where none is shown. */
function restsAt({ navigation, experience, course }: DeviceView): number {
  if (navigation?.page === 'playing' && experience?.putt)
    return experience.putt.strike.at_ms + rollsFor(experience) * 1000;
  if (navigation?.page === 'course' && course?.roll) return course.roll.at_ms + lastsFor(course.roll.outcome) * 1000;
  return 0;
}

/** The scene for the screen: sampled when somebody looks, moving while a ball rolls. */
export function sceneOf(view: DeviceView): Scene {
  const animates_until_ms = restsAt(view);
  const changes_after = changesAfter(view);
  return { at: (now_ms): Picture => pageOf(view, now_ms), animates_until_ms, changes_after };
}
