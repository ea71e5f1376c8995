// Graceful shutdown of a server (C123): closes each connection after its answer, so that clients retry elsewhere, and
// reports when no request is in progress.

import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface InWork {
  /** Registers a request that bypasses the framework. */
  came(response: ServerResponse): void;
  /** Removes such a request, answered or not. */
  left(response: ServerResponse): void;
  /** Called before such a request is answered. */
  answers(response: ServerResponse): void;
  /** Resolves when every request is answered, or after so many milliseconds. */
  over(within_ms: number): Promise<void>;
}

/** Must be called before other hooks are added, since they may answer. */
export function watchDraining(app: FastifyInstance, isDraining: () => boolean): InWork {
  const open = new Set<ServerResponse>();
  const news = new EventEmitter();
  const answers = (response: ServerResponse): void => {
    if (isDraining()) response.shouldKeepAlive = false;
  };
  const came = (response: ServerResponse): void => {
    answers(response); // covers requests that a mount answers
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
  // The request may have been held since before the drain.
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
        // Timed out.
      }
    },
  };
}
