// Waits for kernel files that Node itself can't watch: input devices, displays, netlink. A single thread waits for all
// of them, without periodic polling.

import { closeFile, openEvent, pollFiles, readInto, writeBytes } from './libc.ts';

export interface Poller {
  /**
   * @param readable Called when there is data to read or the device was disconnected; a read tells which. It
   * must read until no data is left.
   * @returns Stops watching; the file can then be closed.
   */
  watch(fd: number, readable: () => void): () => void;
  /** Stops all watches. Resolves when the thread no longer waits. */
  close(): Promise<void>;
}

const POLLIN = 1;
const ENTRY_BYTES = 8;
const ONE = new Uint8Array(new BigUint64Array([1n]).buffer);
/** Maximum time that a process which exits without closing waits for the thread. */
const WAIT_MS_MAX = 1000;

export function createPoller(): Poller {
  const watched = new Map<number, () => void>();
  const wake = openEvent();
  let closed = false;
  let running: Promise<void> | null = null;

  const wakeUp = (): void => void writeBytes(wake, ONE);
  const drainWake = (): void => void readInto(wake, new Uint8Array(ENTRY_BYTES));

  const shouldContinue = (): boolean => !closed && watched.size > 0;
  const run = async (): Promise<void> => {
    while (shouldContinue()) {
      const fds = [wake, ...watched.keys()];
      const entries = Buffer.alloc(fds.length * ENTRY_BYTES);
      for (const [at, fd] of fds.entries()) {
        entries.writeInt32LE(fd, at * ENTRY_BYTES);
        entries.writeInt16LE(POLLIN, at * ENTRY_BYTES + 4);
      }
      await pollFiles(entries, WAIT_MS_MAX);
      for (const [at, fd] of fds.entries())
        if (entries.readInt16LE(at * ENTRY_BYTES + 6) !== 0) (fd === wake ? drainWake : watched.get(fd))?.();
    }
    running = null;
  };
  return {
    watch(fd, readable) {
      watched.set(fd, readable);
      if (running) wakeUp();
      else running = run();
      return () => {
        if (watched.get(fd) !== readable) return;
        watched.delete(fd);
        if (running) wakeUp();
      };
    },
    async close() {
      closed = true;
      if (running) wakeUp();
      await running;
      closeFile(wake);
    },
  };
}
