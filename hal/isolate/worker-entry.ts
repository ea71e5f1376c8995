// What runs in the worker thread of an isolate: loads the module that it is given, and answers one message after the other.

import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { messageOf } from '../../wire/errors.ts';
import type { CreateIsolated } from './isolate.ts';

/** What a worker begins with. */
export interface WorkerStart {
  readonly module: string;
  /** Where messages come in and answers go out; the worker's own port where none is named. */
  readonly port?: MessagePort;
  /** Counts the answers for somebody who sleeps until one comes. */
  readonly sent?: Int32Array;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other side makes no other
const { module, port = parentPort, sent } = workerData as WorkerStart;
const loaded: Promise<{ readonly createIsolated: CreateIsolated }> = import(module);
const ready = loaded.then(({ createIsolated }) => createIsolated());

function send(answer: { readonly value: unknown } | { readonly error: string }): void {
  port?.postMessage(answer);
  if (!sent) return;
  Atomics.add(sent, 0, 1);
  Atomics.notify(sent, 0);
}

/** The answers follow the requests, for each waits for the one before it. */
async function answer(message: unknown): Promise<void> {
  try {
    const handle = await ready;
    send({ value: handle(message) });
  } catch (thrown) {
    send({ error: messageOf(thrown) });
  }
}

port?.on('message', (message: unknown) => void answer(message));
