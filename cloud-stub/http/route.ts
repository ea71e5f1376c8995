// Declaration of a route: its handlers by method, its body limit, and whether pages of other origins may read its
// answers.

import { BODY_BYTES_MAX } from '../../wire/limits.ts';
import { bodyTooLarge, type HttpAnswer } from './answers.ts';

/** A request without its body. */
export interface RequestHead {
  readonly method: string;
  /** With a leading slash, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Returns a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** IP address of the client. */
  readonly address: string;
}

export interface HttpRequest extends RequestHead {
  /** Reads the body once. Rejects if the body is longer than the route accepts. */
  readonly readBody: () => Promise<Uint8Array>;
  /** Calls the listener when the caller disconnects, answered or not. */
  readonly onGone: (listener: () => void) => void;
}

/** `code`: decoded value of the variable path segment; '' if none. The promise may stay pending for long. */
export type Handler = (request: HttpRequest, code: string) => HttpAnswer | Promise<HttpAnswer>;

/**
 * A handler without promises: while it holds a request, only the handler's own state stays in memory.
 * @param respond Must be called once.
 * @returns Called when the caller disconnects, answered or not.
 */
export type DirectHandler = (
  request: RequestHead & { readonly body: Uint8Array },
  respond: (answer: HttpAnswer) => void,
) => () => void;

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Methods = Readonly<Partial<Record<Method, Handler>>>;

export interface Route {
  /** `/e/:code`: a segment that starts with a colon matches any non-empty text; at most one per path. */
  readonly path: string;
  readonly methods: Methods;
  /** Body limit in bytes. Default: 16,384. */
  readonly body_bytes_max?: number;
  /** Answer to a longer body. */
  readonly tooLarge?: () => HttpAnswer;
  /**
   * Handling of OPTIONS. methods: lists the existing methods. browsers: also lets a page of any origin use them and
   * read every answer. Default: handled like a missing method.
   */
  readonly options?: 'methods' | 'browsers';
  /**
   * Handler for POST with many small or long-held requests. The path must have no variable segment, the answers no
   * parts, and pages of other origins can't read them.
   */
  readonly direct?: DirectHandler;
  /** Refuses a direct request based on its head only; returns null to read the body. */
  readonly refuseHead?: (head: RequestHead) => HttpAnswer | null;
  /** Called with each answer except those to an oversized body. */
  readonly answered?: (method: string, status: number) => void;
}

export const bodyBytesMax = ({ body_bytes_max = BODY_BYTES_MAX }: Route): number => body_bytes_max;

/** Returns the answer to a body that is longer than the route accepts. The rest of the body stays unread. */
export function tooLargeFor(route: Route): HttpAnswer {
  const answer = forBrowsers(route, route.tooLarge?.() ?? bodyTooLarge(bodyBytesMax(route)));
  return { ...answer, headers: { ...answer.headers, Connection: 'close' } };
}

// Cookies are never read, so a page of any origin may do whatever its token permits.
const FOR_BROWSERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Location, Retry-After, WWW-Authenticate, X-Extension-Id, X-Extension-Version, X-Extension-Name, X-Extension-Kind, ' +
    'X-Extension-Sha256, X-Extension-Code, X-Extension-Author',
};

/** Adds the headers that let a page of another origin read the answer, if the route permits it. */
export const forBrowsers = ({ options }: Route, answer: HttpAnswer): HttpAnswer =>
  options === 'browsers' ? { ...answer, headers: { ...answer.headers, ...FOR_BROWSERS } } : answer;
