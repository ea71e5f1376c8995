// Only the fields that the relay spec names in a request (relay §2, §4), because a third-party cloud may refuse unknown
// fields.

import { isFields } from '../../../wire/json-fields.ts';
import type { RelayRoute } from '../../../wire/relay/requests.ts';

/** Fields of an object, a list of objects, or a plain value. */
type Shape = true | readonly [Shape] | { readonly [field: string]: Shape };

const fieldsOf = (...names: readonly string[]): Readonly<Record<string, true>> =>
  Object.fromEntries(names.map((name) => [name, true]));

const players: Shape = [fieldsOf('n', 'h')];
const exp: Shape = { mode: true, gen: true, cfg: true };
const round: Shape = {
  ...fieldsOf('id', 'ph', 'hole', 'turn', 'n', 'nh', 'ho', 'sc', 'rem', 'hd', 'td', 'ord'),
  ro: [fieldsOf('n', 'd', 'c', 'h')],
  shot: fieldsOf('seq', 'p', 'hole', 'mps', 'face', 'aoa', 'ratio', 'v', 'holed', 'x', 'y', 'rem'),
  note: fieldsOf('seq', 't'),
};

const registration = { action: true, sim: true, name: true, keep_guests: true, exp } as const;
const presence = { action: true, code: true, name: true, wait_ms: true, st: true, players, fol: true } as const;
/**
 * C13 adds a `rid` to inputs and to `regenerate`, so that a retry does not repeat them. The spec has no such field, but
 * does not state that unknown fields are refused either. So `rid` is accepted there and nowhere else.
 */
const rid = true;
const input = { code: true, name: true, kind: true, rid } as const;

/** Request fields by route, and by `action` or `kind` if the fields depend on it. */
const REQUESTS: Readonly<Record<RelayRoute, Readonly<Record<string, Shape>>>> = {
  host: {
    start: registration,
    stop: { action: true },
    regenerate: { ...registration, rid },
    experience: registration,
    round: { action: true, round },
  },
  poll: {
    '': {
      ...fieldsOf('code', 'since', 'wait_ms', 'name', 'st', 'replay'),
      players,
      ev: fieldsOf('seq', 'kind', 'name', 'steps'),
    },
  },
  join: { join: presence, heartbeat: presence, leave: { action: true, code: true } },
  input: {
    aim: { ...input, steps: true },
    club: { ...input, club: true },
    putt: { ...input, putt: fieldsOf('mps', 'face', 'aoa', 'ratio', 'p', 'hole') },
    repeat: input,
    repeat_aim: input,
    reset: input,
    mulligan: input,
  },
};

/** Returns the first field of a request that is not in the spec; null if all are. */
export function undocumentedField(route: RelayRoute, body: unknown): string | null {
  const data = isFields(body) ? body : {};
  const named = data['action'] ?? data['kind'] ?? '';
  const of = typeof named === 'string' ? named : JSON.stringify(named);
  const shape = Object.hasOwn(REQUESTS[route], of) ? REQUESTS[route][of] : undefined;
  return shape === undefined ? `action or kind "${of}"` : beyond(data, shape, '');
}

function beyond(data: unknown, shape: Shape, at: string): string | null {
  if (shape === true) return null;
  if (isList(shape))
    return Array.isArray(data) ? firstOf(data.map((entry) => beyond(entry, shape[0], `${at}[]`))) : null;
  if (!isFields(data)) return null;
  const nested = Object.entries(data).map(([name, value]) => {
    const path = at === '' ? name : `${at}.${name}`;
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return known === undefined ? path : beyond(value, known, path);
  });
  return firstOf(nested);
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);
const firstOf = (found: readonly (string | null)[]): string | null => found.find((each) => each !== null) ?? null;
