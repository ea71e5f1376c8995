// Reads lines from streams: sockets, or the output of other processes.

import { once, type EventEmitter } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';

export async function nextChunk(stream: EventEmitter): Promise<Buffer> {
  const [chunk]: readonly unknown[] = await once(stream, 'data');
  if (Buffer.isBuffer(chunk)) return chunk;
  throw new Error(`not a chunk of bytes: ${String(chunk)}`);
}

export async function nextLine(lines: Interface): Promise<string> {
  const [line]: readonly unknown[] = await once(lines, 'line');
  if (typeof line === 'string') return line;
  throw new Error(`not a line: ${String(line)}`);
}

/** Reads the first line of a stream that has no other reader. */
export const firstLine = (stream: Readable): Promise<string> => nextLine(createInterface({ input: stream }));
