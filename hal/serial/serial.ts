// The serial port: bytes in, bytes out, and a plug that can be pulled.
//
// Contract
// - `open` tries once. It fails with `serial_not_found` (nothing at that path), `serial_busy` (somebody has it) or
//   `serial_failed`, each with a sentence that names the path; it never throws.
// - Bytes arrive in order, in chunks of any size. Chunks belong to the listener.
// - `closed` is called at most once, when the other side or the cable goes; never after `close` was called. After it
//   nothing arrives any more, and writing is without effect.
// - `write` never blocks and never throws: bytes that the line can't take are lost, as on a real wire.
// - `close` is done when the port can be opened again.

import type { Result } from '../../wire/errors.ts';

export interface SerialListener {
  bytes(chunk: Uint8Array): void;
  closed(reason: string): void;
}

export interface SerialLine {
  write(bytes: Uint8Array): void;
  close(): Promise<void>;
}

export interface SerialPort {
  readonly path: string;
  open(listener: SerialListener): Promise<Result<SerialLine>>;
}
