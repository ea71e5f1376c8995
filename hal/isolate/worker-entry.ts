// What runs in the worker thread of an isolate: loads the module that it is given, and answers one message after the other.

import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../wire/errors.ts';
import type { CreateIsolated } from './isolate.ts';

const port = parentPort;
const loaded: Promise<{ readonly createIsolated: CreateIsolated }> = import(String(workerData));
const ready = loaded.then(({ createIsolated }) => createIsolated());

/** The answers follow the requests, for each waits for the one before it. */
async function answer(message: unknown): Promise<void> {
  try {
    const handle = await ready;
    port?.postMessage({ value: handle(message) });
  } catch (thrown) {
    port?.postMessage({ error: messageOf(thrown) });
  }
}

port?.on('message', (message: unknown) => void answer(message));
