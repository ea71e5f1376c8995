// Says when files of the kernel can be read that Node itself can not wait for: input devices, displays, netlink. One thread waits for all of
// them; nobody polls by time.

import { closeFile, openEvent, pollFiles, readInto, writeBytes } from './libc.ts';

export interface Poller {
  /**
   * @param readable Called whenever there is something to read, or the device has gone: reading says which. It must read until there is
   * nothing more.
   * @returns Ends it; the file can be closed then.
   */
  watch(fd: number, readable: () => void): () => void;
  /** Done when nobody waits any more. */
  close(): Promise<void>;
}

const POLLIN = 1;
const ENTRY_BYTES = 8;
const ONE = new Uint8Array(new BigUint64Array([1n]).buffer);
/** A process that ends without closing waits for the thread this long at most. */
const WAIT_MS_MAX = 1000;

export function createPoller(): Poller {
  const watched = new Map<number, () => void>();
  const wake = openEvent();
  let closed = false;
  let running: Promise<void> | null = null;

  const wakeUp = (): void => void writeBytes(wake, ONE);
  const drainWake = (): void => void readInto(wake, new Uint8Array(ENTRY_BYTES));

  const goesOn = (): boolean => !closed && watched.size > 0;
  const run = async (): Promise<void> => {
    while (goesOn()) {
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
