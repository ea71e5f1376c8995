// Network that a device opens where there is no other: its name and password, and the server that leads a phone which
// has joined it to the device's page.

import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import type { Log } from '../../hal/log/log.ts';
import type { AccessPoint } from '../../hal/wifi/wifi.ts';
import { writeWhole } from '../process/whole-file.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { limitRequests } from '../../wire/request-limits.ts';

/** Address of the device in its own network, NetworkManager's first choice for a shared connection. */
export const OWN_ADDRESS = '10.42.0.1';
/** 32 characters that are hard to confuse when typing. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const PASSWORD_CHARS = 12;

interface OwnNetwork {
  readonly password?: string | undefined;
  readonly is_board_unused?: boolean;
}

/** Network name while the board file is not used: the only sign without a display. */
const NAME_WITHOUT_BOARD_FILE = 'putter board.yaml?';

/**
 * Returns the device's own network. Its password, and its usual name, come from the page's token, so they stay the same
 * until the token is renewed. `password`: from the board file.
 */
export function accessPointFrom(token: string, { password, is_board_unused = false }: OwnNetwork): AccessPoint {
  const bytes = createHash('sha256').update(`access point ${token}`).digest();
  const made = Array.from(bytes.subarray(2, 2 + PASSWORD_CHARS), (byte) => ALPHABET[byte % 32]).join('');
  const usual = `putter-${bytes.subarray(0, 2).toString('hex').toUpperCase()}`;
  const name = is_board_unused ? NAME_WITHOUT_BOARD_FILE : usual;
  return { name, password: password ?? made, address: OWN_ADDRESS };
}

/**
 * Stores the country of the Wi-Fi, which only root may set: a unit of the card reads the file. Errors:
 * `data_unusable`.
 */
export async function storeCountry(data: string, country: string): Promise<Result<void>> {
  try {
    writeWhole(join(data, 'country'), `${country}\n`);
    return ok(undefined);
  } catch (thrown) {
    return fail('data_unusable', `The country can't be stored: ${messageOf(thrown)}.`);
  }
}

const HTTP_PORT = 80;

/** Time limit for a phone to send its whole request. */
const REQUEST_MS_MAX = 10_000;
/** Interval between checks of that limit. Node's default: 30 s. */
const CHECK_MS = 1000;

/** Returns a server that redirects every request to a page. */
export function createRedirect(page: string): Server {
  const redirect: RequestListener = (request, response) => {
    request.resume();
    response.writeHead(302, { Location: page, Connection: 'close' }).end();
  };
  const limits = { requestTimeout: REQUEST_MS_MAX, connectionsCheckingInterval: CHECK_MS };
  const server = createServer(limits, limitRequests(redirect));
  server.maxConnections = 32;
  return server;
}

interface Portal {
  /** Serves on an address, or stops with null. */
  serve(address: string | null): void;
}

/**
 * Redirects every request on port 80 to the page: a phone tries known web sites to learn whether a network has a
 * sign-in page, and then shows it. Without the right to that port the owner scans the second code instead.
 */
export function createPortal(page_port: number, log: Log): Portal {
  let close = (): void => {};
  return {
    serve(address) {
      close();
      close = () => {};
      if (address === null) return;
      const server = createRedirect(`http://${address}:${page_port}/`);
      server.on('error', (error) => log.write('info', 'portal', `No sign-in page: ${messageOf(error)}.`));
      server.listen(HTTP_PORT, address);
      close = () => {
        server.close();
        server.closeAllConnections();
      };
    },
  };
}
