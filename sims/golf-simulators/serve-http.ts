// Serves the putting port over HTTP.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Result } from '../../wire/errors.ts';
import { serveBodies, type ServeAt, type Served } from '../serving/serve-bodies.ts';
import type { PuttingAnswer, PuttingPort } from './putting-port.ts';

/** Starts the server. Errors: `port_unusable`. */
export const serveHttp = (putting: PuttingPort, at: ServeAt): Promise<Result<Served>> =>
  serveBodies(at, (received, request, response) => send(putting.request(received), request, response));

function send(answer: PuttingAnswer, { socket }: IncomingMessage, response: ServerResponse): void {
  if (answer.kind === 'silent') return;
  if (answer.kind === 'bare') return void socket.end(answer.text);
  const type = answer.type === null ? {} : { 'Content-Type': answer.type };
  response.writeHead(answer.status, { ...type, 'Content-Length': Buffer.byteLength(answer.body) }).end(answer.body);
}
