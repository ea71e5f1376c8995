// A server that is about to end (C123): it closes each connection after its answer, so that whoever asks again does so elsewhere, and
// knows when nothing is in work any more.

import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface InWork {
  /** Resolves when every request that came is answered, or after so many milliseconds. */
  over(within_ms: number): Promise<void>;
}

/** To be called before other hooks are added: they may answer. */
export function watchDraining(app: FastifyInstance, isDraining: () => boolean): InWork {
  const open = new Set<ServerResponse>();
  const news = new EventEmitter();
  app.addHook('onRequest', (_request, { raw }, done) => {
    if (isDraining()) raw.shouldKeepAlive = false; // also of what is answered past the framework
    open.add(raw);
    raw.once('close', () => {
      open.delete(raw);
      news.emit('answered');
    });
    done();
  });
  // It may have come, and been held, long before.
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    if (isDraining()) raw.shouldKeepAlive = false;
    done();
  });
  return {
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
