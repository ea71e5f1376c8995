// Servers of a scenario: each records what it receives, so that steps can expect it.

import type { Result } from '../../../wire/errors.ts';
import type { ExpectedRequest, FirmwareSetup, ShotsOrder, StoreOrder } from '../reading/server-shapes.ts';
import type { ServerName } from '../reading/request-paths.ts';

/** Received HTTP request, or golf simulator event. */
export interface Arrival {
  readonly server: ServerName;
  /** Path of a request with its query, or kind of a simulator event, such as `shot`. */
  readonly path: string;
  /** Body of a request, or description of a simulator event. */
  readonly body: string;
}

/** Servers of a scenario. An order to a server that does not exist is refused with a sentence. */
export interface Servers {
  /** Returns the values of `${name}` in steps: the codes of extensions. */
  values(): ReadonlyMap<string, string>;
  /** Returns everything received so far, oldest first. */
  arrived(): readonly Arrival[];
  simulator(order: string): Promise<Result<unknown>>;
  shots(order: ShotsOrder): Promise<Result<unknown>>;
  store(order: StoreOrder): Promise<Result<unknown>>;
  firmware(release: FirmwareSetup): Promise<Result<unknown>>;
}

/**
 * Whether an arrival matches. Kinds of simulator events match as a whole: `connected` does not match `disconnected`.
 */
export const fits = ({ server, path, body = '' }: ExpectedRequest, arrival: Arrival): boolean =>
  (server === 'simulator' ? path === undefined || arrival.path === path : arrival.path.includes(path ?? '')) &&
  arrival.body.includes(body);

/** Length at which bodies are shortened in messages. */
const BODY_CHARS_MAX = 160;

export const arrivalText = ({ path, body }: Arrival): string =>
  `${path}${body && `: ${body.length > BODY_CHARS_MAX ? `${body.slice(0, BODY_CHARS_MAX)} …` : body}`}`;

export const requestText = ({ server, path, body }: ExpectedRequest): string =>
  `${server}${path === undefined ? '' : ` at ${path}`}${body === undefined ? '' : ` with '${body}'`}`;
