// Waiting in a bench: it says what it waits for, and fails with that after a time that only a defect takes.

export const LIMIT_MS = 60_000;

export function wait<T>(what: string, promise: Promise<T>, limit_ms = LIMIT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`waited ${limit_ms / 1000} s for ${what}, and it never came`));
    const limit = setTimeout(late, limit_ms);
    promise.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}
