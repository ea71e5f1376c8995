// List of all pages of the device. A new page needs an entry and a line here.

import { calibrationPage, calibrationsPage } from './settings/calibration-page.ts';
import { endingPage } from './play/ending-page.ts';
import { extensionTrendPage } from './extensions/extension-trend-page.ts';
import { extensionsPage, removingPage } from './extensions/extensions-page.ts';
import { firmwarePage } from './settings/firmware-page.ts';
import { forwardingPage } from './settings/forwarding-page.ts';
import { gatesPage } from './settings/gates-page.ts';
import { installingPage } from './extensions/installing-page.ts';
import { joiningPage } from './together/joining-page.ts';
import { leavingPage } from './together/leaving-page.ts';
import { menuPage } from './play/menu-page.ts';
import { measuringPage, namingPage } from './settings/naming-page.ts';
import { optionsPage } from './extensions/options-page.ts';
import type { PageEntry } from './page-entry.ts';
import { PLAY_PAGES } from './play/play-pages.ts';
import { pendulumPage } from './settings/pendulum-page.ts';
import { playerPage, playersPage } from './settings/players-page.ts';
import { relinkingPage } from './settings/relinking-page.ts';
import { renewingPage } from './together/renewing-page.ts';
import { deletingPage, puttingPage } from './play/putting-page.ts';
import { figuresPage } from './play/figures-page.ts';
import { resetPage } from './settings/reset-page.ts';
import { resultPage } from './play/result-page.ts';
import { settingsPage } from './settings/settings-page.ts';
import { setupPage } from './play/setup-page.ts';
import { statusPage } from './settings/status-page.ts';
import { togetherPage } from './together/together-page.ts';
import { touchPage } from './settings/touch-page.ts';
import { trendPage } from './play/trend-page.ts';
import { welcomePage } from './settings/welcome-page.ts';
import { wifiNetworkPage } from './settings/wifi-network-page.ts';
import { wifiPage } from './settings/wifi-page.ts';
import { wifiPasswordPage } from './settings/wifi-password-page.ts';

export const PAGES: readonly PageEntry[] = [
  menuPage,
  setupPage,
  ...PLAY_PAGES,
  endingPage,
  leavingPage,
  resultPage,
  figuresPage,
  puttingPage,
  deletingPage,
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
  gatesPage,
  pendulumPage,
  forwardingPage,
  wifiPage,
  wifiNetworkPage,
  wifiPasswordPage,
  welcomePage,
  touchPage,
  firmwarePage,
  resetPage,
  extensionsPage,
  removingPage,
  installingPage,
  statusPage,
  relinkingPage,
  togetherPage,
  renewingPage,
  joiningPage,
];

export const pageNamed = (name: string): PageEntry | undefined => PAGES.find((page) => page.name === name);
