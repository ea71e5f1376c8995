// Router of the cloud: matches paths to routes and handles what all routes have in common: unknown paths, unsupported
// methods, and cross-origin browser requests (C41). It needs no server, so devices in this process can use it too.

import { emptyAnswer, jsonAnswer, type HttpAnswer } from './answers.ts';
import { forBrowsers, type HttpRequest, type Route } from './route.ts';

interface Found {
  readonly route: Route;
  /** Decoded value of the variable path segment; '' if none. */
  readonly code: string;
}

export interface Router {
  readonly routes: readonly Route[];
  /** Returns the route that handles a request, and its variable segment; null if `refuse` answers the request. */
  find(request: Pick<HttpRequest, 'method' | 'path'>): Found | null;
  /** Answers a request. Rejects if its handler does. */
  answer(request: HttpRequest): Promise<HttpAnswer>;
  /** Returns the answer to a request without a handler: 405 if its path has other methods, else 404. */
  refuse(request: Pick<HttpRequest, 'method' | 'path'>): HttpAnswer;
}

/** A route without a variable segment takes precedence over one with it. */
export function createRouter(routes: readonly Route[]): Router {
  const places = routes.map(placeOf).sort((one, other) => Number(one.variable >= 0) - Number(other.variable >= 0));
  const find = (path: string): Found | null => {
    const segments = path.split('/').map(decoded);
    const place = places.find((each) => fits(each, segments));
    return place ? { route: place.route, code: segments[place.variable] ?? '' } : null;
  };
  return {
    routes,
    find({ method, path }) {
      const found = find(path);
      return found && (found.route.options || Object.hasOwn(found.route.methods, method)) ? found : null;
    },
    async answer(request) {
      const found = find(request.path);
      if (!found) return notFound();
      const { route, code } = found;
      const handler = Object.entries(route.methods).find(([method]) => method === request.method)?.[1];
      const answer = forBrowsers(route, handler ? await handler(request, code) : withoutHandler(request.method, route));
      route.answered?.(request.method, answer.status);
      return answer;
    },
    refuse({ method, path }) {
      const route = find(path)?.route;
      return route ? methodNotAllowed(method, route) : notFound();
    },
  };
}

interface Place {
  readonly route: Route;
  readonly names: readonly string[];
  /** Index of the variable segment; -1 if none. */
  readonly variable: number;
}

function placeOf(route: Route): Place {
  const names = route.path.split('/');
  return { route, names, variable: names.findIndex((name) => name.startsWith(':')) };
}

const fits = ({ names, variable }: Place, segments: readonly string[]): boolean =>
  names.length === segments.length &&
  names.every((name, i) => (i === variable ? segments[i] !== '' : name === segments[i]));

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const notFound = (): HttpAnswer => jsonAnswer(404, { error: 'not_found', message: 'Nothing at this address.' });

const allowedAt = ({ methods }: Route): string => Object.keys(methods).join(', ');

const methodNotAllowed = (method: string, route: Route): HttpAnswer =>
  jsonAnswer(
    405,
    { error: 'method_not_allowed', message: `${method} is not allowed at this address.` },
    { Allow: allowedAt(route) },
  );

const PREFLIGHT_S = 7200;

function withoutHandler(method: string, route: Route): HttpAnswer {
  if (method !== 'OPTIONS' || !route.options) return methodNotAllowed(method, route);
  const allowed = allowedAt(route);
  const preflight = {
    'Access-Control-Allow-Methods': allowed,
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match',
    'Access-Control-Max-Age': `${PREFLIGHT_S}`,
  };
  return emptyAnswer(204, { Allow: allowed, ...(route.options === 'browsers' ? preflight : {}) });
}
