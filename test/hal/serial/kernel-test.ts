// Tests that open kernel ttys: `serialport` polls on the main thread's event loop only and ends a worker thread's process.
// Under ava's worker threads they are skipped, visibly; with `workerThreads: false` (or --no-worker-threads) they run.

import { isMainThread } from 'node:worker_threads';
import test, { type TestFn } from 'ava';

export const kernelTest: TestFn = isMainThread ? test : (test.skip as unknown as TestFn);

/** One after the other: for the one real port that a variable names. */
export const kernelTestInTurn: TestFn = isMainThread ? (test.serial as unknown as TestFn) : kernelTest;
