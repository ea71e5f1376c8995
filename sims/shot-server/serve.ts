// Serves the shot server on a real HTTP port. It responds before it handles the shot, because the device waits only two
// seconds.

import type { Result } from '../../wire/errors.ts';
import { serveBodies, type ServeAt, type Served } from '../serving/serve-bodies.ts';
import { readShot, type ShotEvent } from './shot-server.ts';

/** Starts the server. Errors: `port_unusable`. */
export const serveShots = (at: ServeAt, onEvent: (event: ShotEvent) => void): Promise<Result<Served>> =>
  serveBodies(at, (received, _request, response) => {
    const event = readShot(received);
    response.writeHead(event.kind === 'ignored' ? event.status : 204).end();
    onEvent(event);
  });
