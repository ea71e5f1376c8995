// Relying party of passkeys (C119): browsers create them for a domain name over https, and on the user's own machine
// for localhost.

import { isIP } from 'node:net';
import { isLoopback } from '../../../wire/listening.ts';

interface PasskeyPlace {
  /** Relying party id. */
  readonly rp_id: string;
  readonly origin: string;
  /** Sentence that says why browsers cannot create passkeys here; '' if they can. */
  readonly problem: string;
}

/** Returns the relying party of a cloud with this public origin. */
export function passkeyPlace(address: string): PasskeyPlace {
  const { hostname, protocol, port, origin } = new URL(address);
  return { rp_id: hostname, origin, problem: problemOf(hostname, protocol, port) };
}

function problemOf(hostname: string, protocol: string, port: string): string {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return '';
  const is_number = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  if (is_number && isLoopback(hostname)) {
    const named = `http://localhost${port === '' ? '' : `:${port}`}`;
    return `Browsers do not support passkeys on ${hostname}. Start the cloud with tapin cloud serve --public-url ${named} and open that address.`;
  }
  if (!is_number && protocol === 'https:') return '';
  return 'Passkeys require a domain name and https. The operator of this cloud sets such an address with --public-url.';
}
