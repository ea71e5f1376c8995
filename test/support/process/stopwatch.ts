// Real time as a test measures it. A test that holds something to real time runs with nothing beside it: see test/run/kinds.ts.

/** Milliseconds since it was made. */
export function stopwatch(): () => number {
  const began_ms = performance.now();
  return () => performance.now() - began_ms;
}
