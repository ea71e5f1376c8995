// Starts a stand-in's HTTP or TCP server.

import type { Server } from 'node:net';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { listenProblem, portOf } from '../../wire/listening.ts';

/** Listens and returns the bound port; 0 picks a free one. Errors: `port_unusable`. */
export async function listen(server: Server, host: string, port: number): Promise<Result<number>> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, resolve);
    });
  } catch (thrown) {
    return fail('port_unusable', listenProblem(thrown, host, port, 'The simulator'));
  }
  return ok(portOf(server.address()));
}
