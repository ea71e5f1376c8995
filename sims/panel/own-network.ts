// Access from the device's own network: its members need no token.

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { checkAccess, checkHost, type Access } from './access.ts';

interface OwnNetwork {
  readonly access: Access;
  /** Returns the address of this machine in a network of its own; null while there is none. */
  readonly ownAddress: () => string | null;
  /** Whether a phone gets the form first. */
  readonly opensForm: () => boolean;
}

/** Pages that a caller may open without a token, or with an old one. */
const OPENED = /^\/(set-up)?(\?|$)/;

/**
 * Redirects a caller in the device's own network to the address with the token: the network's password admits it to the
 * device. `opensForm` decides between the page for playing and the form.
 */
export function addOwnNetwork(app: FastifyInstance, { access, ownAddress, opensForm }: OwnNetwork): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, url, raw } = request;
    if (method !== 'GET' || !OPENED.test(url)) return;
    if (!isWithin(raw.socket, ownAddress()) || !checkHost(raw, access).ok || checkAccess(raw, access).ok) return;
    const path = url.startsWith('/set-up') || opensForm() ? '/set-up' : '/';
    return reply.header('Cache-Control', 'no-store').redirect(`${path}?token=${access.token}`, 303);
  });
}

/**
 * Whether a connection was made within the network (/24) of this address: to the address itself, and from another
 * member, not from a user of this machine.
 */
export function isWithin(
  { localAddress = '', remoteAddress = '' }: Pick<Socket, 'localAddress' | 'remoteAddress'>,
  address: string | null,
): boolean {
  if (address === null || plain(localAddress) !== address) return false;
  const remote = plain(remoteAddress);
  return remote !== address && remote.startsWith(address.slice(0, address.lastIndexOf('.') + 1));
}

/** Returns an IPv4 address as such, also where an IPv6 socket shows it. */
const plain = (address: string): string => address.replace(/^::ffff:/, '');
