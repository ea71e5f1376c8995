// Where passkeys are (C119): browsers make them for a name, by https, and on one's own machine for the name localhost.

import { isIP } from 'node:net';
import { isLoopback } from '../../../wire/listening.ts';

interface PasskeyPlace {
  /** What a passkey is made for. */
  readonly rp_id: string;
  readonly origin: string;
  /** Why browsers make none there, as a sentence; '' where they do. */
  readonly trouble: string;
}

/** Of a cloud that is reached at this address. */
export function passkeyPlace(address: string): PasskeyPlace {
  const { hostname, protocol, port, origin } = new URL(address);
  return { rp_id: hostname, origin, trouble: troubleOf(hostname, protocol, port) };
}

function troubleOf(hostname: string, protocol: string, port: string): string {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return '';
  const is_number = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  if (is_number && isLoopback(hostname)) {
    const named = `http://localhost${port === '' ? '' : `:${port}`}`;
    return `Browsers make no passkeys for ${hostname}: start the cloud with tapin cloud serve --public-url ${named}, and open it by that address.`;
  }
  if (!is_number && protocol === 'https:') return '';
  return 'Browsers make passkeys only for a name, by https: the operator of this cloud gives it such an address with --public-url.';
}
