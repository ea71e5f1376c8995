// Access control of the front panel: the right Host (against DNS rebinding), the right Origin (against other pages),
// and the panel's token. One check for every request and every upgrade.

import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { networkInterfaces, hostname } from 'node:os';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { hasSecondHost } from '../../wire/listening.ts';

export interface Access {
  readonly token: string;
  /** Allowed host names, lower case, without port. */
  readonly hosts: ReadonlySet<string>;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Returns the host names of a server bound to `address`; on all addresses, includes the machine's own. */
export function hostsOf(address: string): ReadonlySet<string> {
  if (LOOPBACK.includes(address) || address === '::1') return new Set(LOOPBACK);
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  const addresses = own.map((entry) => (entry.family === 'IPv6' ? `[${entry.address}]` : entry.address));
  const name = hostname().toLowerCase();
  return new Set([...LOOPBACK, address.toLowerCase(), name, `${name}.local`, ...addresses]);
}

/** Added by mDNS to the name of a second machine of that name: `putter-2.local` (RFC 6762, section 9). */
const SECOND_NAME = /-\d{1,3}(?=\.local$)/;

/**
 * Checks that a request is for this panel and not from another page. Errors: `forbidden_host` and `forbidden_origin`.
 */
export function checkHost(
  { headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  access: Access,
): Result<void> {
  const { host, origin } = headers;
  if (hasSecondHost(rawHeaders)) return fail('forbidden_host', 'A request must have exactly one Host header.');
  const name = (host ?? '').toLowerCase().replace(/:\d{1,5}$/, '');
  if (!access.hosts.has(name.replace(SECOND_NAME, '')))
    return fail('forbidden_host', `Unknown host ${name.slice(0, 60) || '(none)'}: use the printed address.`);
  if (origin !== undefined && origin.toLowerCase() !== `http://${(host ?? '').toLowerCase()}`)
    return fail('forbidden_origin', 'Requests from other web pages are refused.');
  return ok(undefined);
}

/** Checks whether a request is allowed. Errors: as for `checkHost`, then `unauthorized`. */
export function checkAccess(
  request: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url'>,
  access: Access,
): Result<void> {
  const called = checkHost(request, access);
  if (!called.ok) return called;
  if (!sameText(tokenOf(request.url ?? '', request.headers.authorization), access.token))
    return fail(
      'unauthorized',
      'The token is missing or wrong: scan the code on the device, or use the address that tapin printed.',
    );
  return ok(undefined);
}

function tokenOf(url: string, authorization: string | undefined): string {
  if (authorization !== undefined) return /^Bearer ([\w-]{1,200})$/.exec(authorization)?.[1] ?? '';
  const at = url.indexOf('?');
  return at < 0 ? '' : (new URLSearchParams(url.slice(at)).get('token') ?? '');
}

function sameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
