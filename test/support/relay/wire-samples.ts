// Sample relay messages, valid in every field, so that a test can invalidate one field.

import * as v from 'valibot';
import type { RelayRoute } from '../../../wire/relay/requests.ts';
import type { Round } from '../../../wire/relay/round.ts';
import { assert } from '../../../wire/errors.ts';
import { itemAt } from '../items.ts';
import { readAs } from '../read-json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Sample round of two seats and three holes, with a shot and a note. */
export const ROUND = {
  id: 7,
  ph: 'play',
  hole: 2,
  turn: 1,
  n: 2,
  nh: 3,
  ro: [
    { n: 'Ann', d: '', c: 0, h: 3 },
    { n: 'Bob', d: 'Silver Violin', c: 4, h: 54 },
  ],
  ho: [10.5, 22, 8.1],
  sc: [
    [2, 1, 0],
    [3, 0, 0],
  ],
  rem: [0, 4.25],
  hd: [1, 0],
  td: [0, 0],
  ord: [1, 0],
  shot: {
    seq: 5,
    p: 1,
    hole: 2,
    mps: 1.75,
    face: -0.5,
    aoa: 2.5,
    ratio: 1.62,
    v: 'miss',
    holed: false,
    x: 17.75,
    y: -0.4,
    rem: 4.25,
  },
  note: { seq: 2, t: 'Bob is away' },
} satisfies Round;

const PLAYERS = [{ n: 'Ann', h: 3 }];
export const PUTT = { mps: 1.75, face: -0.5, aoa: 2.5, ratio: 1.62, p: 1, hole: 2 };

/** Requests of every kind, with every possible field. */
export const REQUESTS: readonly { readonly route: RelayRoute; readonly body: Fields }[] = [
  ...['start', 'regenerate', 'experience'].map((action) => ({
    route: 'host' as const,
    body: {
      action,
      sim: 'simdirect',
      name: 'Studio',
      keep_guests: true,
      exp: { mode: 2, gen: 4, cfg: { stimp: 10 } },
      ...(action === 'regenerate' ? { rid: 'r1' } : {}),
    },
  })),
  { route: 'host', body: { action: 'stop' } },
  { route: 'host', body: { action: 'round', round: ROUND } },
  {
    route: 'poll',
    body: {
      code: 'ABC123',
      since: 0,
      wait_ms: 20_000,
      name: 'Studio',
      st: '0011aaff',
      replay: false,
      players: PLAYERS,
      ev: { seq: 1, kind: 'aim', name: 'Studio', steps: -3 },
    },
  },
  ...['join', 'heartbeat'].map((action) => ({
    route: 'join' as const,
    body: { action, code: 'ABC123', name: 'Den', wait_ms: 0, st: '', players: PLAYERS, fol: true },
  })),
  { route: 'join', body: { action: 'leave', code: 'ABC123' } },
  ...[
    { kind: 'aim', steps: -3 },
    { kind: 'club', club: 31 },
    { kind: 'putt', putt: PUTT },
    { kind: 'repeat' },
    { kind: 'repeat_aim' },
    { kind: 'reset' },
    { kind: 'mulligan' },
  ].map((input) => ({ route: 'input' as const, body: { code: 'ABC123', name: 'Den', rid: 'r1', ...input } })),
];

/** Returns the action of a host's or a guest's request, or the kind of an input. */
export const nameOf = ({ route, body }: (typeof REQUESTS)[number]): string =>
  `${route} ${readAs(v.optional(v.string(), ''), body['action'] ?? body['kind'])}`.trim();

/** Returns a copy of the request with this name. */
export function requestNamed(name: string): { route: RelayRoute; body: Record<string, unknown> } {
  const found = REQUESTS.find((request) => nameOf(request) === name);
  if (!found) throw new Error(`no sample of ${name}`);
  return { route: found.route, body: structuredClone(found.body) as Record<string, unknown> };
}

/** Returns the body with the value at a path such as `exp.cfg` or `players.0.h` replaced, or removed if undefined. */
export function withField(body: Fields, path: string, value: unknown): Fields {
  const copy = structuredClone(body) as Record<string, unknown>;
  const keys = path.split('.');
  const last = itemAt(keys, -1);
  let at: object = copy;
  for (const key of keys.slice(0, -1)) {
    const inner: unknown = Reflect.get(at, key);
    assert(typeof inner === 'object' && inner !== null, `${path} leads to no field`);
    at = inner;
  }
  if (value === undefined) Reflect.deleteProperty(at, last);
  else Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}
