// A port of this machine that nobody listens at just now, for what has to be there again after its end.

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
