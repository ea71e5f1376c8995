// The pages of the device. A page is its entry and a line here.

import { calibrationPage, calibrationsPage } from './calibration-page.ts';
import { endingPage } from './ending-page.ts';
import { extensionTrendPage } from './extension-trend-page.ts';
import { extensionsPage, removingPage } from './extensions-page.ts';
import { firmwarePage } from './firmware-page.ts';
import { forwardingPage } from './forwarding-page.ts';
import { installingPage } from './installing-page.ts';
import { joiningPage } from './joining-page.ts';
import { leavingPage } from './leaving-page.ts';
import { menuPage } from './menu-page.ts';
import { measuringPage, namingPage } from './naming-page.ts';
import { optionsPage } from './options-page.ts';
import type { PageEntry } from './page-entry.ts';
import { PLAY_PAGES } from './play-pages.ts';
import { playerPage, playersPage } from './players-page.ts';
import { renewingPage } from './renewing-page.ts';
import { resultPage } from './result-page.ts';
import { settingsPage } from './settings-page.ts';
import { setupPage } from './setup-page.ts';
import { statusPage } from './status-page.ts';
import { togetherPage } from './together-page.ts';
import { touchPage } from './touch-page.ts';
import { trendPage } from './trend-page.ts';
import { wifiNetworkPage } from './wifi-network-page.ts';
import { wifiPage } from './wifi-page.ts';
import { wifiPasswordPage } from './wifi-password-page.ts';

export const PAGES: readonly PageEntry[] = [
  menuPage,
  setupPage,
  ...PLAY_PAGES,
  endingPage,
  leavingPage,
  resultPage,
  trendPage,
  optionsPage,
  extensionTrendPage,
  playersPage,
  playerPage,
  namingPage,
  settingsPage,
  calibrationPage,
  calibrationsPage,
  measuringPage,
  forwardingPage,
  wifiPage,
  wifiNetworkPage,
  wifiPasswordPage,
  touchPage,
  firmwarePage,
  extensionsPage,
  removingPage,
  installingPage,
  statusPage,
  togetherPage,
  renewingPage,
  joiningPage,
];

export const pageNamed = (name: string): PageEntry | undefined => PAGES.find((page) => page.name === name);
