// Measures real time. A test with a real-time limit runs on its own: see test/run/kinds.ts.

/** Returns a function that returns the milliseconds elapsed since this call. */
export function stopwatch(): () => number {
  const start_ms = performance.now();
  return () => performance.now() - start_ms;
}
