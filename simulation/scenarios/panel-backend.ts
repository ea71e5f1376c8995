// Backend for devices that run elsewhere, through the HTTP API of their front panel (docs/http-api.md): in real time,
// or as fast as possible if their time is virtual, paused in between.

import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { wantedFrom } from '../../sims/putter/golfer.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { isFields } from '../../wire/json-fields.ts';
import type { Backend, Capability, Snapshot, DeviceTarget } from './backend.ts';

interface PanelAddress {
  /** Origin, such as http://127.0.0.1:8321 */
  readonly origin: string;
  readonly token: string;
  /** Timeout of a call. Default: 10 s. */
  readonly call_ms_max?: number;
}

const devicesShape = v.array(
  v.object({
    index: v.number(),
    name: v.string(),
    sensor: v.picklist(['virtual', 'real']),
    // Older panels lack these.
    board: v.optional(v.nullable(v.string()), null),
    power: v.optional(v.nullable(v.string()), null),
    network: v.optional(v.nullable(v.string()), null),
    clock_wrong_by_s: v.optional(v.nullable(v.number()), null),
  }),
);
const snapshotShape = v.object({
  lines: v.array(v.string()),
  states: v.record(v.string(), v.unknown()),
  leds: v.array(v.nullable(v.string())),
  sounds: v.array(v.string()),
  sounds_count: v.number(),
  wanted_club_speed_mps: v.nullable(v.number()),
  wanted_face_angle_deg: v.optional(v.nullable(v.number()), null),
});

const VIRTUAL_SENSOR: readonly Capability[] = ['stroke', 'cable', 'fault', 'golfer'];
const POWER: readonly Capability[] = ['power', 'power-cut'];
const ALWAYS: readonly Capability[] = ['leds', 'sounds', 'touch', 'pace'];
/** Settling time: a real device stores its current page first. */
const SETTLE_MS = 200;
const CALL_MS_MAX = 10_000;
/** Maximum virtual time per call, so that it completes well before its timeout. */
const ADVANCE_MS = 60_000;
/** Exceeds the maximum depth of nested pages. */
const BACKS_MAX = 12;

/**
 * Opens the devices of a panel; the scenario's first device is the panel's first. Errors: `bad_value` if the server is
 * not a panel or has too few devices.
 */
export async function openPanelBackend(address: PanelAddress, names: readonly string[]): Promise<Result<Backend>> {
  const call = callerOf(address);
  const listed = await call('GET', '/api/devices');
  if (!listed.ok) return listed;
  const read = v.safeParse(devicesShape, listed.value);
  if (!read.success) return fail('bad_value', `${address.origin} is not a front panel.`);
  const devices = read.output;
  if (devices.length < names.length)
    return fail('bad_value', `${address.origin} has ${devices.length} devices, but the scenario has ${names.length}.`);
  const ours = devices.slice(0, names.length);
  const targets = new Map(names.map((name, index) => [name, targetOf(call, index)]));
  const time = await openTime(call);
  return ok({
    name: address.origin,
    can: new Set(capabilitiesOf(ours)),
    settle_ms: SETTLE_MS,
    target(name) {
      const target = targets.get(name);
      if (!target) throw new Error(`there is no device ${name}`);
      return target;
    },
    pass: time.pass,
    now_ms: time.now_ms,
    cloud: async () => fail('bad_value', "A scenario can't control the cloud of a running device."),
    log: () => [],
    recorded: () => ({ at_ms: time.start_ms + time.now_ms(), batches: null }),
    async recording() {
      // Ignore a failure: the device's process may have ended.
      const saved = await call('GET', '/api/recording.tapin.gz').catch(() => null);
      return saved?.ok && saved.value instanceof Uint8Array ? saved.value : null;
    },
    close: time.close,
  });
}

const timeShape = v.object({
  clock: v.picklist(['virtual', 'real']),
  time_ms: v.number(),
  paused: v.boolean(),
  speed: v.union([v.number(), v.literal('max')]),
});
/** `start_ms`: start of the scenario on the devices' clock. */
type PanelTime = Pick<Backend, 'pass' | 'now_ms' | 'close'> & { readonly start_ms: number };

/** Pauses virtual time, which then only the scenario advances, and restores its previous state at the end. */
async function openTime(call: Call): Promise<PanelTime> {
  // Older panels lack this call.
  const response = await call('GET', '/api/time');
  const shown = v.safeParse(timeShape, response.ok ? response.value : null);
  if (!shown.success) return realTime(0);
  if (shown.output.clock === 'real') {
    const { paused, speed, time_ms } = shown.output;
    if (!paused && speed === 1) return realTime(time_ms);
    // Run at real-time pace during the scenario.
    await call('POST', '/api/time', { paused: false, speed: 1 });
    return {
      ...realTime(time_ms),
      async close() {
        await call('POST', '/api/time', { paused, speed }).catch(() => null);
      },
    };
  }
  const change = async (body: unknown): Promise<number> => {
    const turned = await call('POST', '/api/time', body);
    if (!turned.ok) throw new Error(turned.error.message);
    return v.parse(timeShape, turned.value).time_ms;
  };
  const start_ms = await change({ paused: true });
  let now_ms = start_ms;
  return {
    start_ms,
    async pass(ms) {
      for (let left_ms = ms; left_ms > 0; left_ms -= ADVANCE_MS)
        now_ms = await change({ advance_ms: Math.min(left_ms, ADVANCE_MS) });
    },
    now_ms: () => now_ms - start_ms,
    async close() {
      // Ignore a failure: the process may have ended.
      await change({ paused: shown.output.paused }).catch(() => {});
    },
  };
}

function realTime(start_ms: number): PanelTime {
  const started_ms = performance.now();
  return {
    start_ms,
    async pass(ms) {
      await sleep(ms);
    },
    now_ms: () => performance.now() - started_ms,
    close: async () => {},
  };
}

/** Returns the capabilities that all devices share. */
const capabilitiesOf = (devices: v.InferOutput<typeof devicesShape>): readonly Capability[] => [
  ...ALWAYS,
  ...(devices.every(({ sensor }) => sensor === 'virtual') ? VIRTUAL_SENSOR : []),
  ...(devices.every(({ board }) => board === 'avr') ? (['board'] as const) : []),
  ...(devices.every(({ power }) => power !== null) ? POWER : []),
  ...(devices.every(({ network }) => network !== null) ? (['network'] as const) : []),
  ...(devices.every(({ clock_wrong_by_s }) => clock_wrong_by_s !== null) ? (['clock'] as const) : []),
];

type Call = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Result<unknown>>;

/**
 * Creates the call function. A refusal is an error with the panel's message; an unreachable panel throws. Each call
 * uses its own connection: a slow device may close a persistent one just as it is reused.
 */
function callerOf({ origin, token, call_ms_max = CALL_MS_MAX }: PanelAddress): Call {
  return async (method, path, body) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Connection: 'close' },
      signal: AbortSignal.timeout(call_ms_max),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((thrown: unknown) => {
      throw new Error(`${origin} does not answer: ${causeOf(thrown)}`);
    });
    const is_json = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const answer: unknown = is_json ? await response.json() : await response.bytes();
    if (response.ok) return ok(answer);
    const message = isFields(answer) ? answer['message'] : undefined;
    return fail('bad_value', typeof message === 'string' ? message : `The panel answered ${response.status}.`);
  };
}

const causeOf = (thrown: unknown): string =>
  thrown instanceof Error && thrown.cause !== undefined ? messageOf(thrown.cause) : messageOf(thrown);

function targetOf(call: Call, index: number): DeviceTarget {
  const at = `/api/devices/${index}`;
  const post = (command: string, body: unknown): Promise<Result<unknown>> => call('POST', `${at}/${command}`, body);
  const fetchSnapshot = async (): Promise<v.InferOutput<typeof snapshotShape>> => {
    const response = await call('GET', `${at}/sight`);
    if (!response.ok) throw new Error(response.error.message);
    return v.parse(snapshotShape, response.value);
  };
  return {
    async snapshot(): Promise<Snapshot> {
      const { lines, states, leds, sounds, sounds_count } = await fetchSnapshot();
      // Keep positions for sounds that the panel has already dropped.
      const forgotten = Array.from({ length: sounds_count - sounds.length }, () => '');
      return { lines, states, leds, sounds: [...forgotten, ...sounds], taps: [] };
    },
    async png() {
      const picture = await call('GET', `${at}/screen.png`);
      return picture.ok && picture.value instanceof Uint8Array ? picture.value : new Uint8Array();
    },
    key: (key, action) => post('key', { key, action }),
    type: (text) => post('text', { text }),
    touch: (x, y) => post('touch', { x, y }),
    stroke: (stroke) => post('strike', stroke),
    async wantedPutt() {
      const { wanted_club_speed_mps, wanted_face_angle_deg } = await fetchSnapshot();
      return wantedFrom(wanted_club_speed_mps, wanted_face_angle_deg);
    },
    golfer: (on) => post('golfer', { on }),
    plug: (plugged) => post('link', { plugged }),
    fault: (fault) => post('fault', { fault }),
    board: (event) => post('board', { event }),
    power: (action) => post('power', { action }),
    network: (joined) => post('network', { joined }),
    setClock: (wrong_by_ms) => post('clock', { wrong_by_s: Math.round(wrong_by_ms / 1000) }),
  };
}

/** Returns to the menu, where a scenario starts. */
export async function toMenu(backend: Backend, name: string): Promise<void> {
  const target = backend.target(name);
  for (let backs = 0; backs < BACKS_MAX; backs++) {
    const { states } = await target.snapshot();
    if (states['navigation'] === 'menu') return;
    await target.key('back', 'tap');
    await backend.pass(backend.settle_ms);
  }
}
