// The port that the system has given to a server of a test.

import type { Server } from 'node:net';

/** Of a server that listens. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens at no port');
  return address.port;
}
