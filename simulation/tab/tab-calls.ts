// Calls of the panel's HTTP API inside the tab: the server's routes without its server.

import type { Clock } from '../../hal/clock/clock.ts';
import { createJournal } from '../../sims/panel/api/journal.ts';
import type { PanelResources, PanelRoute } from '../../sims/panel/api/route.ts';
import { createSemaphore } from '../../sims/panel/api/semaphore.ts';
import { STATUS_OF } from '../../sims/panel/api/status.ts';
import { VALUE_ROUTES } from '../../sims/panel/api/value-routes.ts';
import { createBreakpoints, type Breakpoints } from '../../sims/panel/breakpoints/breakpoints.ts';
import type { PacedTime } from '../../sims/panel/paced-time.ts';
import type { CallInit } from '../../sims/panel/page/connection/transport.ts';
import type { PanelDevice, PanelRecording } from '../../sims/panel/panel-device.ts';
import { TAB_CHARTS } from './tab-charts.ts';
import { fail, type OperatingError, type Result } from '../../wire/errors.ts';

export interface TabPanel {
  readonly devices: readonly PanelDevice[];
  readonly recording: PanelRecording;
  /** null for devices that are only viewed. */
  readonly time: PacedTime | null;
  /** Clock of the browser. */
  readonly wall: Clock;
}

export interface TabCalls {
  readonly breakpoints: Breakpoints | null;
  answer(path: string, init?: CallInit): Promise<Response>;
}

/** Limit on calls of each kind at the same time: the page makes one after the other. */
const CALLS_MAX = 16;

export function createTabCalls({ devices, recording, time, wall }: TabPanel): TabCalls {
  const breakpoints = time && createBreakpoints(devices, time);
  const panel: PanelResources = {
    devices,
    wall,
    recording,
    charts: TAB_CHARTS,
    time,
    breakpoints,
    journals: new Map(devices.map((device) => [device, createJournal(device, wall)])),
    waits: createSemaphore(CALLS_MAX),
    streams: createSemaphore(CALLS_MAX),
    advances: createSemaphore(CALLS_MAX),
    uploads: createSemaphore(CALLS_MAX),
  };
  return { breakpoints, answer: (path, init = {}) => answer(panel, path, init) };
}

const patternOf = ({ path }: PanelRoute): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace('{index}', '(\\d{1,3})')}$`);
const PATTERNS = VALUE_ROUTES.map((route) => ({ route, pattern: patternOf(route) }));

async function answer(panel: PanelResources, path: string, { method = 'GET', body }: CallInit): Promise<Response> {
  const { pathname, searchParams } = new URL(path, 'http://tab');
  const found = PATTERNS.find(({ route, pattern }) => route.method === method && pattern.test(pathname));
  if (!found) return refusal({ code: 'not_found', message: `Not found: ${pathname.slice(0, 80)}.` });
  const index = found.pattern.exec(pathname)?.[1];
  const device = index === undefined ? null : panel.devices[Number(index)];
  if (device === undefined) return refusal({ code: 'not_found', message: `Device ${index} not found.` });
  const given = readJson(body);
  if (!given.ok) return refusal(given.error);
  const query = queryOf(searchParams);
  const done = await found.route.handle({ panel, device, query, body: given.value, headers: {}, onGone: () => {} });
  return done.ok ? response(found.route.answer, done.value) : refusal(done.error);
}

function readJson(body: string | undefined): Result<unknown> {
  try {
    return { ok: true, value: body === undefined ? undefined : JSON.parse(body) };
  } catch {
    return fail('bad_request', 'The request is not JSON.');
  }
}

/** Returns the parameters; one that occurs several times as a list. */
const queryOf = (given: URLSearchParams): Readonly<Record<string, string | readonly string[]>> =>
  Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const [first = '', ...others] = given.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );

function response({ status, type }: PanelRoute['answer'], value: unknown): Response {
  const headers = { 'Content-Type': type };
  if (value instanceof Uint8Array) return new Response(new Uint8Array(value), { status, headers });
  return new Response(typeof value === 'string' ? value : JSON.stringify(value), { status, headers });
}

const refusal = ({ code, message }: OperatingError): Response =>
  Response.json({ error: code, message }, { status: STATUS_OF[code] ?? 400 });
