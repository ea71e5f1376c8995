// Graceful shutdown of a server (C123): closes each connection after its answer, so that clients retry elsewhere, and
// reports when no request is in progress.

import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';

export interface InWork {
  /** Registers a request. */
  came(response: ServerResponse): void;
  /** Removes a request, answered or not. */
  left(response: ServerResponse): void;
  /** Called before a request is answered. */
  answers(response: ServerResponse): void;
  /** Resolves when every request is answered, or after so many milliseconds. */
  over(within_ms: number): Promise<void>;
}

/** Follows the requests of a server. */
export function watchDraining(isDraining: () => boolean): InWork {
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
