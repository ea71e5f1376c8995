// Waits in a benchmark: each names what it waits for, and fails with that name after a timeout that only a defect can
// reach.

export const LIMIT_MS = 60_000;

export function wait<T>(what: string, promise: Promise<T>, limit_ms = LIMIT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`timed out after ${limit_ms / 1000} s waiting for ${what}`));
    const limit = setTimeout(late, limit_ms);
    promise.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}
