// The store over HTTP: every method of its addresses goes to the endpoint with its raw bytes.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PUBLISH_BODY_BYTES_MAX } from '../../wire/choices.ts';
import { BODY_BYTES_MAX } from '../../wire/limits.ts';
import { refusal, type StoreAnswer } from './answers.ts';
import { bodyTooLarge } from './author-routes.ts';
import type { StoreEndpoint } from './endpoint.ts';
import { forBrowsers, STORE_PATHS, type StorePath, type StoreRequest } from './routing.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function addStoreRoutes(app: FastifyInstance, endpoint: Pick<StoreEndpoint, 'answer'>): void {
  for (const path of STORE_PATHS) addRoute(app, endpoint, path);
}

function addRoute(app: FastifyInstance, endpoint: Pick<StoreEndpoint, 'answer'>, path: StorePath): void {
  const publishes = path.startsWith('/extensions');
  const tooLarge = (): StoreAnswer =>
    publishes ? bodyTooLarge() : refusal('too_large', `The body has more than ${BODY_BYTES_MAX} bytes.`);
  app.route({
    method: METHODS,
    url: path,
    bodyLimit: publishes ? PUBLISH_BODY_BYTES_MAX : BODY_BYTES_MAX,
    exposeHeadRoute: false,
    // Whatever a client calls its body, it is JSON or refused.
    onRequest(request, _reply, done) {
      delete request.headers['content-type'];
      done();
    },
    errorHandler(error, _request, reply) {
      if (error.statusCode === 413) return send(reply, forBrowsers(path, tooLarge()));
      throw error;
    },
    async handler(request, reply) {
      send(reply, await endpoint.answer(requestOf(request)));
      return reply;
    },
  });
}

function requestOf({ method, url, headers, body, socket }: FastifyRequest): StoreRequest {
  const [path = '', ...rest] = url.split('?');
  return {
    method,
    path,
    query: new URLSearchParams(rest.join('?')),
    header(name) {
      const value = headers[name];
      return Array.isArray(value) ? undefined : value;
    },
    body: Buffer.isBuffer(body) ? body : new Uint8Array(),
    address: socket.remoteAddress ?? '',
  };
}

function send(reply: FastifyReply, { status, headers, body }: StoreAnswer): void {
  void reply.code(status).headers(headers);
  void (status === 204 || status === 304 ? reply.send() : reply.send(Buffer.from(body)));
}
