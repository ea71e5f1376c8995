// Cleanup at exit, Ctrl-C included: ends started processes and removes temporary files.

const closings = new Set<() => void>();
let watched = false;

/** Runs `close` when the process exits for any reason but SIGKILL. @returns Cancels it. */
export function atEnd(close: () => void): () => void {
  if (!watched) watch();
  closings.add(close);
  return () => void closings.delete(close);
}

function watch(): void {
  watched = true;
  process.on('exit', () => [...closings].toReversed().forEach((close) => close()));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
}
