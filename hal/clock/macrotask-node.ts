// Runs work in a later turn of the event loop, after every promise that can settle has settled. Has the same export as
// macrotask-browser.ts; `#macrotask` in package.json selects one of them.

/** Runs `work` once, in order of the calls. Returns a function that cancels it. */
export function nextMacrotask(work: () => void): () => void {
  const immediate = setImmediate(work);
  return () => clearImmediate(immediate);
}
