// Runs work in a later turn of a browser's event loop. A message to ourselves, since timers wait at least 4 ms once
// they are nested. Has the same export as macrotask-node.ts.

const waiting: { run: (() => void) | null }[] = [];
const channel = new MessageChannel();
channel.port1.addEventListener('message', () => waiting.shift()?.run?.());
channel.port1.start();

export function nextMacrotask(work: () => void): () => void {
  const task: { run: (() => void) | null } = { run: work };
  waiting.push(task);
  channel.port2.postMessage(null);
  return () => void (task.run = null);
}
