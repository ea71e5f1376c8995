// A server that is about to end (C123): it closes each connection after its answer, so that whoever asks again does so elsewhere, and
// knows when nothing is in work any more.

import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface InWork {
  /** A request has come that is answered past the framework. */
  came(response: ServerResponse): void;
  /** Such a one is over, answered or not. */
  left(response: ServerResponse): void;
  /** Such a one is about to be answered. */
  answers(response: ServerResponse): void;
  /** Resolves when every request that came is answered, or after so many milliseconds. */
  over(within_ms: number): Promise<void>;
}

/** To be called before other hooks are added: they may answer. */
export function watchDraining(app: FastifyInstance, isDraining: () => boolean): InWork {
  const open = new Set<ServerResponse>();
  const news = new EventEmitter();
  const answers = (response: ServerResponse): void => {
    if (isDraining()) response.shouldKeepAlive = false;
  };
  const came = (response: ServerResponse): void => {
    answers(response); // also where a mount answers
    open.add(response);
  };
  const left = (response: ServerResponse): void => {
    open.delete(response);
    news.emit('answered');
  };
  app.addHook('onRequest', (_request, { raw }, done) => {
    came(raw);
    raw.once('close', () => left(raw));
    done();
  });
  // It may have come, and been held, long before.
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    answers(raw);
    done();
  });
  return {
    came,
    left,
    answers,
    async over(within_ms) {
      const signal = AbortSignal.timeout(within_ms);
      try {
        while (open.size > 0) await once(news, 'answered', { signal });
      } catch {
        // It takes too long.
      }
    },
  };
}
