// Measures real time. A test with a real-time limit runs alone: see test/run/kinds.ts.

/** Returns a function that gives the milliseconds since this call. */
export function stopwatch(): () => number {
  const began_ms = performance.now();
  return () => performance.now() - began_ms;
}
