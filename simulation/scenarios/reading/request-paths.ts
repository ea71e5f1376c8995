// Paths of requests that can arrive at a scenario's servers: expecting a request to any other path is an error, and
// expecting none would always succeed (R153).

import { ROUTES } from '../../../wire/relay/requests.ts';
import type { SimulatorEvent } from '../../../sims/golf-simulators/simulator.ts';
import { meant, noWordOf, quoted } from './messages.ts';

export const SERVERS = ['shots', 'simulator', 'store', 'relay'] as const;
export type ServerName = (typeof SERVERS)[number];

/** Kinds of golf simulator events. */
const EVENT_KINDS = ['connected', 'disconnected', 'heartbeat', 'status', 'shot', 'ignored'] as const satisfies readonly SimulatorEvent['kind'][]; // oxfmt-ignore

interface Requests {
  /** Path patterns: `:code` is the code of an extension, `:hash` the hash of a file. */
  readonly paths: readonly string[];
  readonly query: readonly string[];
}

const REQUESTS: Readonly<Record<Exclude<ServerName, 'simulator'>, Requests>> = {
  relay: { paths: ROUTES.map((route) => `/sim/${route}`), query: [] },
  shots: { paths: ['/service/shot'], query: [] },
  store: {
    paths: ['/e/check', '/e/:code', '/e/:code/version', '/firmware/latest', '/audio/latest', '/releases/:hash'],
    query: ['dev', 'hw', 'current', 'channel'],
  },
};

/**
 * Returns the problem with the path of an expected request, as the end of a sentence; '' if such a request can arrive.
 */
export function wrongPath(server: ServerName, text: string): string {
  if (server === 'simulator') return EVENT_KINDS.some((kind) => kind === text) ? '' : noWordOf(text, EVENT_KINDS);
  const { paths, query } = REQUESTS[server];
  const cut = text.includes('?') ? text.indexOf('?') : text.includes('=') ? -1 : text.length;
  const path = text.slice(0, Math.max(cut, 0));
  if (path !== '' && !paths.some((each) => isPiece(path, each))) return noPath(path, paths);
  return cut === text.length ? '' : wrongQuery(server, text.slice(cut + 1), query);
}

function noPath(path: string, paths: readonly string[]): string {
  const near = meant(path, path.includes('/') ? paths.flatMap(beginnings) : paths.flatMap(words));
  return near === '' ? `must be a part of ${paths.join(', ')}` : `: unknown value ${quoted(path)}${near}`;
}

function wrongQuery(server: ServerName, text: string, names: readonly string[]): string {
  if (names.length === 0) return `has a query, but no request to the ${server} has one`;
  const given = text.split('&').flatMap((each) => (each.includes('=') ? [each.slice(0, each.indexOf('='))] : []));
  const strange = given.find((name) => !names.includes(name));
  return strange === undefined ? '' : noWordOf(strange, names);
}

/** Whether a text is part of a path with this pattern. */
function isPiece(text: string, form: string): boolean {
  const [given, has] = [text.split('/'), form.split('/')];
  const last = given.length - 1;
  const fits = (part: string, whole: string | undefined, at: number): boolean => {
    if (whole?.startsWith(':')) return isName(part);
    if (at === 0) return (last === 0 ? whole?.includes(part) : whole?.endsWith(part)) ?? false;
    return (at === last ? whole?.startsWith(part) : whole === part) ?? false;
  };
  return has.some((_, from) => given.every((part, at) => fits(part, has[from + at], at)));
}

/** Matches part of a code or hash, or a value known only at run time. */
const isName = (part: string): boolean => part.includes('${') || /^(?:[0-9A-HJKMNP-TV-Z]{0,5}|[0-9a-f]*)$/.test(part);

const words = (form: string): readonly string[] => form.split('/').filter((word) => word !== '' && word[0] !== ':');

/** Returns the prefixes of a path: `/releases`, `/releases/`. */
const beginnings = (form: string): readonly string[] =>
  [...form.matchAll(/\/|$/g)].flatMap(({ index }) => [form.slice(0, index), form.slice(0, index + 1)]).filter((each) => each !== '' && !each.includes(':')); // oxfmt-ignore
