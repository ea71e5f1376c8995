// Calls that return one value: all that a page needs, and nothing of a server.

import { BREAKPOINT_ROUTES } from './breakpoint-routes.ts';
import { CHART_ROUTE } from './chart.ts';
import { COMMAND_ROUTES } from './command-routes.ts';
import { STATE_ROUTES } from './look-routes.ts';
import { RECORDING_ROUTES } from './recording-routes.ts';
import type { PanelRoute } from './route.ts';
import { STORAGE_ROUTES } from './storage-routes.ts';
import { TIME_ROUTES } from './time-routes.ts';
import { WAIT_ROUTE } from './wait.ts';

export const VALUE_ROUTES: readonly PanelRoute[] = [
  ...STATE_ROUTES,
  CHART_ROUTE,
  ...RECORDING_ROUTES,
  ...STORAGE_ROUTES,
  ...TIME_ROUTES,
  ...BREAKPOINT_ROUTES,
  WAIT_ROUTE,
  ...COMMAND_ROUTES,
];
