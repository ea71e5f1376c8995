// An address of the cloud, as whoever owns it declares it: who answers which method, how long a body may be, and whether pages of
// other origins may read the answers.

import { BODY_BYTES_MAX } from '../../wire/limits.ts';
import { bodyTooLarge, type HttpAnswer } from './answers.ts';

/** A request before its body. */
export interface RequestHead {
  readonly method: string;
  /** With its leading slash, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The address that it comes from. */
  readonly address: string;
}

export interface HttpRequest extends RequestHead {
  /** Reads the body, once. Rejects if the body is longer than the route takes. */
  readonly readBody: () => Promise<Uint8Array>;
  /** Calls when the caller has gone, answered or not. */
  readonly onGone: (listener: () => void) => void;
}

/** `code`: what stands in the path in place of its variable segment, decoded; '' where it has none. A promise may be held for long. */
export type Handler = (request: HttpRequest, code: string) => HttpAnswer | Promise<HttpAnswer>;

/**
 * A handler past the framework: of a request that it holds, nothing more is kept meanwhile than it keeps itself.
 * @param respond To be called once.
 * @returns Called when the caller has gone, answered or not.
 */
export type DirectHandler = (
  request: RequestHead & { readonly body: Uint8Array },
  respond: (answer: HttpAnswer) => void,
) => () => void;

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Methods = Readonly<Partial<Record<Method, Handler>>>;

export interface Route {
  /** `/e/:code`: a segment that begins with a colon stands for any text but none; there is one at most. */
  readonly path: string;
  readonly methods: Methods;
  /** Limit of a body. Default: 16,384. */
  readonly body_bytes_max?: number;
  /** The answer to a longer one. */
  readonly tooLarge?: () => HttpAnswer;
  /**
   * How OPTIONS is answered. methods: it names the methods that there are. browsers: it also lets a page of any origin use them, and
   * such a page may read every answer. Left out: like any method that is not there.
   */
  readonly options?: 'methods' | 'browsers';
  /**
   * Answers POST where many small requests come, or some are held for long. Its path has no variable segment, its answers have no
   * parts, and pages of other origins don't read them.
   */
  readonly direct?: DirectHandler;
  /** Answers a direct request by its head alone; null reads the body. */
  readonly refuseHead?: (head: RequestHead) => HttpAnswer | null;
  /** Hears of each answer but those to a body that is too long. */
  readonly answered?: (method: string, status: number) => void;
}

export const bodyBytesMax = ({ body_bytes_max = BODY_BYTES_MAX }: Route): number => body_bytes_max;

/** The answer to a body that is longer than the route takes. */
export const tooLargeFor = (route: Route): HttpAnswer =>
  forBrowsers(route, route.tooLarge?.() ?? bodyTooLarge(bodyBytesMax(route)));

// No cookies are looked at, so a page of any origin may do what its token allows.
const FOR_BROWSERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Location, Retry-After, WWW-Authenticate, X-Extension-Id, X-Extension-Version, X-Extension-Name, X-Extension-Kind, ' +
    'X-Extension-Sha256, X-Extension-Code, X-Extension-Author',
};

/** The answer with the headers that let a page of another origin read it, where the route is open to such pages. */
export const forBrowsers = ({ options }: Route, answer: HttpAnswer): HttpAnswer =>
  options === 'browsers' ? { ...answer, headers: { ...answer.headers, ...FOR_BROWSERS } } : answer;
