// Finds a free port of this machine, for a server that must restart on the same port.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { portOf } from './port-of.ts';

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}
