// Nothing is left behind: what was started is ended and what was written for a while is removed when this process ends, by Ctrl-C too.

const closings = new Set<() => void>();
let watched = false;

/** Runs at the end of the process, whatever ends it but a kill. @returns What takes it back. */
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
