// The store's addresses (store §4, C41) and what is the same on all of them: methods that are not for an address, and browsers of
// other origins.

import { emptyAnswer, jsonAnswer, type StoreAnswer } from './answers.ts';

export interface StoreRequest {
  readonly method: string;
  /** With its leading slash, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
  /** The address that it comes from. */
  readonly address: string;
}

/** `code`: what stands in the path in its place; '' where there is none. */
export type StoreHandler = (request: StoreRequest, code: string) => StoreAnswer | Promise<StoreAnswer>;

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type StoreMethods = Readonly<Partial<Record<Method, StoreHandler>>>;

export const STORE_PATHS = [
  '/extensions',
  '/extensions/:code',
  '/public',
  '/e/check',
  '/e/:code',
  '/e/:code/version',
  '/firmware/latest',
  '/audio/latest',
  '/releases/:code',
  '/support/extensions',
  '/support/extensions/:code',
] as const;
export type StorePath = (typeof STORE_PATHS)[number];

export type StoreRoutes = Readonly<Partial<Record<StorePath, StoreMethods>>>;

/** No cookies are looked at, so a page of any origin may do what its token allows. Devices and support use no browser's page. */
const OPEN_TO_BROWSERS: ReadonlySet<StorePath> = new Set<StorePath>([
  '/extensions',
  '/extensions/:code',
  '/public',
  '/e/:code',
  '/e/:code/version',
]);
const FOR_BROWSERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Location, Retry-After, WWW-Authenticate, X-Extension-Id, X-Extension-Version, X-Extension-Name, X-Extension-Kind, ' +
    'X-Extension-Sha256, X-Extension-Code, X-Extension-Author',
};
const PREFLIGHT_S = 7200;

const notFound = (): StoreAnswer =>
  jsonAnswer(404, { error: 'not_found', message: 'There is nothing at this address.' });

/** Answers a request by the routes that there are. */
export async function routed(routes: StoreRoutes, request: StoreRequest): Promise<StoreAnswer> {
  const place = placeOf(request.path);
  const methods = place && routes[place.path];
  if (!methods) return notFound();
  const { path, code } = place;
  const handler = Object.entries(methods).find(([method]) => method === request.method)?.[1];
  const answer = handler ? await handler(request, code) : withoutHandler(request.method, methods, path);
  return forBrowsers(path, answer);
}

/** The headers that let a page of another origin read the answer. */
export const forBrowsers = (path: StorePath, answer: StoreAnswer): StoreAnswer =>
  OPEN_TO_BROWSERS.has(path) ? { ...answer, headers: { ...answer.headers, ...FOR_BROWSERS } } : answer;

function withoutHandler(method: string, methods: StoreMethods, path: StorePath): StoreAnswer {
  const allowed = Object.keys(methods).join(', ');
  if (method !== 'OPTIONS')
    return jsonAnswer(
      405,
      { error: 'method_not_allowed', message: `${method} is not for this address.` },
      { Allow: allowed },
    );
  const preflight = {
    'Access-Control-Allow-Methods': allowed,
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match',
    'Access-Control-Max-Age': `${PREFLIGHT_S}`,
  };
  return emptyAnswer(204, { Allow: allowed, ...(OPEN_TO_BROWSERS.has(path) ? preflight : {}) });
}

/** Which address a path is, and the code in it; addresses without a code come first in the table. */
function placeOf(path: string): { readonly path: StorePath; readonly code: string } | null {
  const parts = path.split('/');
  for (const pattern of STORE_PATHS) {
    const names = pattern.split('/');
    const at = names.indexOf(':code');
    const fits =
      names.length === parts.length && names.every((name, i) => (i === at ? parts[i] !== '' : name === parts[i]));
    if (fits) return { path: pattern, code: at < 0 ? '' : decoded(parts[at] ?? '') };
  }
  return null;
}

/** The address that a path is, as a pattern: how many paths there are is up to callers. */
export const patternOf = (path: string): string => placeOf(path)?.path ?? 'other';

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
