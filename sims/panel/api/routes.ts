// Every call of the panel.

import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { ok } from '../../../wire/errors.ts';
import { CHART_ROUTE } from './chart.ts';
import { COMMAND_ROUTES } from './command-routes.ts';
import { EVENTS_ROUTE } from './events.ts';
import { LOOK_ROUTES } from './look-routes.ts';
import { RECORDING_ROUTES } from './recording-routes.ts';
import { STORAGE_ROUTES } from './storage-routes.ts';
import { TIME_ROUTES } from './time-routes.ts';
import { json, type Route } from './route.ts';
import { WAIT_ROUTE } from './wait.ts';

const DOCUMENT = new URL('../../../docs/openapi.json', import.meta.url);

/** Written by `npm run reference`. */
const document: Route = {
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This document.',
  query: null,
  body: null,
  answer: json(v.looseObject({ openapi: v.string() })),
  errors: [],
  handle: async () => ok(await readFile(DOCUMENT)),
};

export const ROUTES: readonly Route[] = [
  document,
  ...LOOK_ROUTES,
  CHART_ROUTE,
  ...RECORDING_ROUTES,
  ...STORAGE_ROUTES,
  ...TIME_ROUTES,
  WAIT_ROUTE,
  EVENTS_ROUTE,
  ...COMMAND_ROUTES,
];
