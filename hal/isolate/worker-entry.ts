// Entry point of an isolate's worker thread: loads the given module and answers one message after another.

import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { messageOf } from '../../wire/errors.ts';
import type { CreateIsolated } from './isolate.ts';

/** Start data of a worker. */
export interface WorkerStart {
  readonly module: string;
  /** Port for messages and answers. Default: the worker's own port. */
  readonly port?: MessagePort;
  /** Counter of answers sent, which wakes a thread that is waiting for one. */
  readonly sent?: Int32Array;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the parent creates this worker, always with a WorkerStart
const { module, port = parentPort, sent } = workerData as WorkerStart;
const loaded: Promise<{ readonly createIsolated: CreateIsolated }> = import(module);
const ready = loaded.then(({ createIsolated }) => createIsolated());

function send(answer: { readonly value: unknown } | { readonly error: string }): void {
  port?.postMessage(answer);
  if (!sent) return;
  Atomics.add(sent, 0, 1);
  Atomics.notify(sent, 0);
}

/** Answers a message. Answers keep the request order, because all wait for the same promise. */
async function answer(message: unknown): Promise<void> {
  try {
    const handle = await ready;
    send({ value: handle(message) });
  } catch (thrown) {
    send({ error: messageOf(thrown) });
  }
}

port?.on('message', (message: unknown) => void answer(message));
