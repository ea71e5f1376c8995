// Copies files into and out of the machine, in chunks, through QEMU's guest agent.

import { ok, type Result } from '../../wire/errors.ts';
import { isFields } from '../../wire/json-fields.ts';
import type { Calls } from './calls.ts';

type Call = Calls['call'];

const CHUNK_BYTES = 48 * 1024;

/** Reads a file. Errors: `rig_failed`. */
export const readGuestFile = (call: Call, path: string): Promise<Result<Uint8Array>> =>
  withFile(call, path, 'r', async (handle) => {
    const chunks: Uint8Array[] = [];
    for (;;) {
      const read = await call('guest-file-read', { handle, count: CHUNK_BYTES });
      if (!read.ok) return read;
      const { eof, 'buf-b64': base64 } = isFields(read.value) ? read.value : { eof: true };
      chunks.push(bytesOf(base64));
      if (eof === true) return ok(Buffer.concat(chunks));
    }
  });

/** Writes a file, replacing an existing one. Errors: `rig_failed`. */
export const writeGuestFile = (call: Call, path: string, content: Uint8Array): Promise<Result<void>> =>
  withFile(call, path, 'w', async (handle) => {
    for (let at = 0; at < content.length; at += CHUNK_BYTES) {
      const chunk = Buffer.from(content.subarray(at, at + CHUNK_BYTES));
      const written = await call('guest-file-write', { handle, 'buf-b64': chunk.toString('base64') });
      if (!written.ok) return written;
    }
    return ok(undefined);
  });

/** @returns The bytes of the agent's base64 string; empty for anything else. */
export const bytesOf = (base64: unknown): Buffer => Buffer.from(typeof base64 === 'string' ? base64 : '', 'base64');

async function withFile<T>(
  call: Call,
  path: string,
  mode: 'r' | 'w',
  use: (handle: number) => Promise<Result<T>>,
): Promise<Result<T>> {
  const opened = await call('guest-file-open', { path, mode });
  if (!opened.ok) return opened;
  const handle = Number(opened.value);
  const result = await use(handle);
  const closed = await call('guest-file-close', { handle });
  return result.ok && !closed.ok ? closed : result;
}
