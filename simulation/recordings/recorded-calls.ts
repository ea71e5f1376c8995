// Shapes that the recorded ports share: a call with one answer, and a subscription. In a replay there is no board, so
// `start` is null and the values come from the recording.

import type { RecorderProxy, Take } from './recorder-proxy.ts';

/** Returns a generator of names: `link 1`, `link 2`, … */
export function numbered(kind: string): () => string {
  let count = 0;
  return () => `${kind} ${++count}`;
}

/** Awaits an input that arrives once. */
export function awaitOnce(proxy: RecorderProxy, name: string, take: Take): void {
  proxy.await(name, (...values) => {
    proxy.forget(name);
    take(...values);
  });
}

/**
 * Returns the answer of a port if it is a `Result`. Throws otherwise, which the player reports as a difference: in a
 * damaged recording anything may stand here.
 */
export function checkedResult<T>(answer: T): T {
  if (!isResult(answer)) throw new Error('the recording holds no answer here');
  return answer;
}

function isResult(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) return false;
  if (answer.ok === true) return true;
  const error = 'error' in answer ? answer.error : null;
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
}

/** Calls the board and resolves with its recorded answer. */
export function answered<T>(proxy: RecorderProxy, name: string, start: (() => Promise<T>) | null): Promise<T> {
  return new Promise((resolve) => {
    awaitOnce(proxy, name, resolve);
    void start?.().then((answer) => proxy.enter(name, [answer]));
  });
}

/** Subscribes to the board. Returns the function that ends the subscription. */
export function subscribed(
  proxy: RecorderProxy,
  name: string,
  listener: Take,
  start: ((enter: (...values: readonly unknown[]) => void) => () => void) | undefined,
): () => void {
  proxy.await(name, listener);
  const end = start?.((...values) => proxy.enter(name, values));
  return () => {
    proxy.forget(name);
    end?.();
  };
}
