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
// - `onPlug` tells each time that something has come to the path, so that nobody who waits for it waits longer; it may be a second
//   late, and an opening may still fail.

import type { Result } from '../../wire/errors.ts';

export interface SerialListener {
  /** In order, of any size; the chunk is the listener's own. */
  bytes(chunk: Uint8Array): void;
  /** The other side or the cable has gone; at most once, never after `close`. One sentence. */
  closed(reason: string): void;
}

export interface SerialLine {
  /** Never blocks and never throws: what the line can't take is lost. */
  write(bytes: Uint8Array): void;
  /** Done when the port can be opened again. */
  close(): Promise<void>;
}

export interface SerialPort {
  /** `/dev/serial/by-id/…`, for people. */
  readonly path: string;
  /** Tries once. Errors: `serial_not_found`, `serial_busy`, `serial_failed`. */
  open(listener: SerialListener): Promise<Result<SerialLine>>;
  /** Until the function that it gives is called. */
  onPlug(plugged: () => void): () => void;
}
