// The servers beside the devices of a scenario: what arrives at each is kept, so that it can be expected.

import type { Result } from '../../../wire/errors.ts';
import type { ExpectedRequest, FirmwareSetup, ShotsOrder, StoreOrder } from '../reading/server-shapes.ts';
import type { ServerName } from '../reading/request-paths.ts';

/** An HTTP request, or what a golf simulator was told. */
export interface Arrival {
  readonly server: ServerName;
  /** Of a request with its query; of a simulator what it was, such as `shot`. */
  readonly path: string;
  /** Of a simulator a sentence. */
  readonly body: string;
}

/** What may stand beside the devices; an order to one that is not there is refused with a sentence. */
export interface Servers {
  /** Values that stand as `${name}` in the steps: the codes of extensions. */
  values(): ReadonlyMap<string, string>;
  /** Everything so far, oldest first. */
  arrived(): readonly Arrival[];
  simulator(order: string): Promise<Result<unknown>>;
  shots(order: ShotsOrder): Promise<Result<unknown>>;
  store(order: StoreOrder): Promise<Result<unknown>>;
  firmware(release: FirmwareSetup): Promise<Result<unknown>>;
}

/** What was told to a simulator is a whole word: `connected` is not in `disconnected`. */
export const fits = ({ server, path, body = '' }: ExpectedRequest, arrival: Arrival): boolean =>
  (server === 'simulator' ? path === undefined || arrival.path === path : arrival.path.includes(path ?? '')) &&
  arrival.body.includes(body);

/** Longer ones are cut in what is said. */
const BODY_CHARS_MAX = 160;

export const arrivalText = ({ path, body }: Arrival): string =>
  `${path}${body && `: ${body.length > BODY_CHARS_MAX ? `${body.slice(0, BODY_CHARS_MAX)} …` : body}`}`;

export const requestText = ({ server, path, body }: ExpectedRequest): string =>
  `${server}${path === undefined ? '' : ` at ${path}`}${body === undefined ? '' : ` with ${JSON.stringify(body)}`}`;
